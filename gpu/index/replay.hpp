// Searches an index that another library wrote as this library does: the same rows in the same order, and its own count of distances.
//
//   IndexReplay replay(index);
//   for (const Found& found : replay.search(query, {.k = 10, .ef = 50})) ... index.id_of(found.row) ...
//
// Lists are equal to the library's where distances differ by more than the rounding of float32: each library adds in an order of its own,
// by the instructions of its machine.
#pragma once
#include "gpu/index/walk_diskann.hpp"
#include "gpu/index/walk_faiss.hpp"
#include "gpu/index/walk_usearch.hpp"

#include <memory>
#include <span>

namespace neighborscope::stored {

/// The settings of one search. 0: what the file says, else the library's usual value.
struct ReplaySettings {
    int k = 10;
    int ef = 0;      ///< graphs: the length of the beam (efSearch, expansion, L); one below k counts as k where the library has it so
    int probes = 0;  ///< lists to search
    const RowFilter* filter = nullptr;  ///< the rows that may be returned, [rows of the index]; null: all
};
/// With 0 replaced and bounded by the number of rows or lists; ef is at least k where the library searches so (not in FAISS, which stops
/// after ef rows).
ReplaySettings settled(const StoredIndex&, ReplaySettings);

/// Used by one thread at a time.
class IndexReplay {
public:
    /// The index must outlive this. Usage Error when it has no vectors or no walk.
    explicit IndexReplay(const StoredIndex&);
    ~IndexReplay();

    /// The list of one query, [dimension], the nearest first; shorter than k where fewer rows are found. Valid until the next search.
    std::span<const Found> search(const float* query, const ReplaySettings& settings) {
        NoObserver nothing;
        return search(query, settings, nothing);
    }
    template <class Observer>
    std::span<const Found> search(const float* query, const ReplaySettings&, Observer&);
    /// The row at level 0 where a search of a graph begins; -1 when the index has none.
    std::int32_t start_of(const float* query);
    /// The nearest lists of a query, the nearest first, with the distances of their centroids; all when `probes` is their number.
    std::span<const Found> nearest_lists(const float* query, int probes);
    /// Of the last search.
    const Counts& counts() const { return counts_; }
    const StoredIndex& index() const { return index_; }

private:
    template <class Observer>
    void search_lists(WalkState&, const float* query, const ReplaySettings&, Observer&);

    const StoredIndex& index_;
    QueryDistance distance_;
    Visited visited_;
    std::unique_ptr<IndexReplay> coarse_;
    Counts counts_;
    std::vector<Found> result_;
    std::vector<float> centroid_;
};

template <class Observer>
std::span<const Found> IndexReplay::search(const float* query, const ReplaySettings& asked, Observer& observer) {
    const ReplaySettings settings = settled(index_, asked);
    WalkState state{index_, distance_, visited_, {}, result_, settings.filter};
    result_.clear();
    visited_.restart();
    distance_.ask(query);
    const bool nothing = index_.rows == 0 || (index_.has_graph() && index_.entry < 0);
    if (!nothing) switch (index_.walk) {
            case Walk::hnswlib: walk_hnswlib(state, settings.k, settings.ef, observer); break;
            case Walk::usearch: walk_usearch(state, settings.k, settings.ef, observer); break;
            case Walk::faiss: walk_faiss(state, settings.k, settings.ef, observer); break;
            case Walk::diskann: walk_diskann(state, settings.k, settings.ef, observer); break;
            case Walk::scan: scan_rows(state, settings.k, observer); break;
            case Walk::lists: search_lists(state, query, settings, observer); break;
            case Walk::none: break;
        }
    counts_ = state.counts;
    return result_;
}

template <class Observer>
void IndexReplay::search_lists(WalkState& state, const float* query, const ReplaySettings& settings, Observer& observer) {
    const StoredLists& lists = *index_.lists;
    NearestOfFaiss<Observer> nearest(std::size_t(settings.k), observer);
    int rank = 0;
    for (const Found& found : nearest_lists(query, settings.probes)) {
        const auto number = std::size_t(found.row);
        const StoredList& list = lists.lists[number];
        observer.list(number, rank++, found.distance);
        ++state.counts.lists;
        if (lists.residual) {
            lists.coarse->vector_of(found.row, centroid_.data());
            distance_.ask_residual(query, centroid_.data());
        }
        for (std::int64_t entry = 0; entry < list.count; ++entry) {
            const auto row = std::int32_t(lists.row_of(number, entry));
            if (state.is_refused(row)) continue;
            const float distance = distance_.of(list.codes + std::size_t(entry) * lists.codec->bytes());
            ++state.counts.distances;
            observer.distance(0, row, distance);
            nearest.offer(row, distance, number_at<std::int64_t>(list.ids + 8 * entry));
        }
    }
    observer.stop(Stop::exhausted, {}, nearest.bound());
    nearest.sort_into(state.result);
}

}  // namespace neighborscope::stored
