#include "app/compare/cause_counter.hpp"

#include "app/data/files/parallel.hpp"

#include <algorithm>

namespace neighborscope {

CauseCounter::CauseCounter(
    const Comparison& compared, const DataSet& set, const FileRows& file_points, const FileRows& file_queries, const Progress& watch)
    : comparison(compared), data(set), points(file_points), queries(file_queries), progress(watch) {
    for (const ListClass one : {ListClass::missing, ListClass::wrong})
        bad_.insert(bad_.end(), comparison.queries_of(one).begin(), comparison.queries_of(one).end());
    std::sort(bad_.begin(), bad_.end());
    explained_.resize(bad_.size());
}

std::int64_t CauseCounter::unexplained() const { return std::count(explained_.begin(), explained_.end(), char(0)); }

void CauseCounter::count(Cause cause, const Explains& explains, double least, const std::function<void(Cause&)>& finish) {
    progress.step(0, 0);
    std::vector<char> found(bad_.size());
    constexpr std::size_t a_piece = 256;
    parallel_pieces((bad_.size() + a_piece - 1) / a_piece, 0, progress.without_report(), [&](std::size_t piece) {
        Scratch scratch(points.dimension());
        for (std::size_t i = piece * a_piece; i < std::min(bad_.size(), (piece + 1) * a_piece); ++i)
            found[i] = !explained_[i] && explains(i, scratch);
    });
    cause.lists = std::count(found.begin(), found.end(), char(1));
    cause.of = std::int64_t(bad_.size());
    if (cause.lists == 0 || double(cause.lists) < least * double(bad_.size())) return;
    if (finish) finish(cause);
    add(std::move(cause), [&](std::size_t i) { return found[i] != 0; });
}

void CauseCounter::count_of_indices(Cause cause, const Explains& explains, double least, const std::function<void(Cause&)>& finish) {
    const auto of_indices = [&](std::size_t i, Scratch& scratch) { return judgement(i).faults != other_distance && explains(i, scratch); };
    count(std::move(cause), of_indices, least, finish);
}

void CauseCounter::count_of_distances(Cause cause, const std::function<bool(double given, double exact)>& is_of) {
    count(std::move(cause), [&](std::size_t i, Scratch&) {
        if (judgement(i).faults != other_distance) return false;
        const GivenList list = comparison.given(bad_[i]);
        for (std::size_t rank = 0; rank < list.index.size(); ++rank)
            if (list.index[rank] >= 0 && !comparison.by.is_true(list.distance[rank], list.true_distance[rank]) &&
                !is_of(list.distance[rank], list.true_distance[rank]))
                return false;
        return true;
    });
}

void CauseCounter::add(Cause cause, const std::function<bool(std::size_t i)>& explains) {
    for (std::size_t i = 0; i < bad_.size(); ++i) explained_[i] |= char(explains(i));
    causes_.push_back(std::move(cause));
}

std::vector<Cause> CauseCounter::take() {
    std::stable_sort(causes_.begin(), causes_.end(), [](const Cause& a, const Cause& b) { return a.lists > b.lists; });
    return std::move(causes_);
}

}  // namespace neighborscope
