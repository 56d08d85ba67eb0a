#include "gpu/index/replay.hpp"

#include "gpu/error.hpp"

namespace neighborscope::stored {
namespace {

constexpr int usual_ef_faiss = 16, usual_ef_hnswlib = 10, usual_ef_usearch = 64, usual_ef_diskann = 100;

int usual_ef(Walk walk) {
    switch (walk) {
        case Walk::faiss: return usual_ef_faiss;
        case Walk::hnswlib: return usual_ef_hnswlib;
        case Walk::usearch: return usual_ef_usearch;
        default: return usual_ef_diskann;
    }
}

const StoredIndex& searchable(const StoredIndex& index) {
    if (index.walk == Walk::none)
        throw Error(Failure::usage, "this index cannot be searched: " + index.why_no_walk, "its structure can be shown");
    if (!index.has_vectors())
        throw Error(Failure::usage, "the file of this index holds no vectors", "name the points from which it was built");
    return index;
}

}  // namespace

ReplaySettings settled(const StoredIndex& index, ReplaySettings settings) {
    const auto bounded = [](std::int64_t value, std::int64_t most) {
        return int(std::clamp<std::int64_t>(value, 1, std::max<std::int64_t>(1, most)));
    };
    settings.k = bounded(settings.k, index.rows);
    if (settings.ef <= 0) settings.ef = index.own_ef > 0 ? index.own_ef : usual_ef(index.walk);
    settings.ef = bounded(settings.ef, index.rows);
    if (index.has_graph() && index.walk != Walk::faiss) settings.ef = std::max(settings.ef, settings.k);  // as the libraries do
    if (settings.probes <= 0) settings.probes = std::max(1, index.own_probes);
    if (index.lists) settings.probes = bounded(settings.probes, std::int64_t(index.lists->lists.size()));
    return settings;
}

IndexReplay::IndexReplay(const StoredIndex& index)
    : index_(searchable(index)),
      distance_(index.codec(), index),
      visited_(index.has_graph() ? index.rows : 0),
      centroid_(std::size_t(index.dimension)) {
    if (index.lists) coarse_ = std::make_unique<IndexReplay>(*index.lists->coarse);
}

IndexReplay::~IndexReplay() = default;

std::int32_t IndexReplay::start_of(const float* query) {
    if (!index_.has_graph() || index_.rows == 0 || index_.entry < 0) return -1;
    if (index_.walk == Walk::diskann) return index_.entry;
    WalkState state{index_, distance_, visited_, {}, result_};
    NoObserver nothing;
    distance_.ask(query);
    return descend(state, nothing).row;
}

std::span<const Found> IndexReplay::nearest_lists(const float* query, int probes) {
    // A graph over the centroids keeps its own ef, and no less than the lists that are asked for.
    return coarse_->search(query, {probes, 0, 0});
}

}  // namespace neighborscope::stored
