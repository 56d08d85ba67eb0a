#include "gpu/inverted_lists.hpp"

#include <algorithm>
#include <numeric>

namespace neighborscope {

void InvertedLists::complete() {
    list_of.resize(std::max(list_of.size(), rows.size()));
    for (int list = 0; list < lists(); ++list)
        for (unsigned i = begin[std::size_t(list)]; i < begin[std::size_t(list) + 1]; ++i) list_of[rows[i]] = unsigned(list);
}

std::vector<int> InvertedLists::nearest(const float* query) const {
    std::vector<float> distance(std::size_t(lists()), 0.0f);
    for (int list = 0; list < lists(); ++list)
        for (int d = 0; d < dimension; ++d) {
            const float difference = query[d] - centroid(list)[d];
            distance[std::size_t(list)] += by_product ? -query[d] * centroid(list)[d] : difference * difference;
        }
    std::vector<int> order(distance.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[std::size_t(a)] < distance[std::size_t(b)]; });
    return order;
}

std::shared_ptr<const InvertedLists> join_lists(
    std::span<const std::shared_ptr<const InvertedLists>> parts, std::span<const std::int64_t> first_row) {
    const auto any = std::find_if(parts.begin(), parts.end(), [](const auto& part) { return part != nullptr; });
    if (any == parts.end()) return nullptr;
    auto joined = std::make_shared<InvertedLists>();
    joined->dimension = (*any)->dimension, joined->probes = (*any)->probes, joined->centroids = (*any)->centroids;
    joined->boxes = (*any)->boxes;  // of a list without points: at its centroid
    for (std::size_t list = 0; list < std::size_t((*any)->lists()); ++list) {
        joined->begin.push_back(unsigned(joined->rows.size()));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const InvertedLists* const part = parts[i].get();
            if (!part || part->points_of(int(list)) == 0) continue;
            const bool is_first = joined->rows.size() == joined->begin.back();
            for (unsigned at = part->begin[list]; at < part->begin[list + 1]; ++at)
                joined->rows.push_back(part->rows[at] + unsigned(first_row[i]));
            if (joined->boxes.empty()) continue;
            InvertedLists::Box& box = joined->boxes[list];
            if (is_first) box = part->boxes[list];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                box.low[axis] = std::min(box.low[axis], part->boxes[list].low[axis]);
                box.high[axis] = std::max(box.high[axis], part->boxes[list].high[axis]);
            }
        }
    }
    joined->begin.push_back(unsigned(joined->rows.size()));
    joined->complete();
    return joined;
}

MissReason reason_list_skipped(std::int64_t list, std::int64_t place, std::int64_t lists, std::int64_t probes) {
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    return {"skipped",
        "It lies in list " + number(list) + ", which was not searched: its centroid has rank " + number(place + 1) + " of " +
            number(lists) + " by distance from the query, and only the nearest " +
            (probes == 1 ? "list is" : number(probes) + " lists are") + " searched (probes).",
        "probes", number(place + 1)};
}

std::vector<MissReason> InvertedLists::miss_reasons(const float* query, std::span<const std::int32_t> rows_missed) const {
    const std::vector<int> order = nearest(query);
    std::vector<std::int64_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[std::size_t(order[i])] = std::int64_t(i);
    std::vector<MissReason> all;
    for (const std::int32_t row : rows_missed) {
        all.emplace_back();
        if (row < 0 || std::size_t(row) >= list_of.size()) continue;
        const unsigned list = list_of[std::size_t(row)];
        if (list == no_list) continue;
        if (place[list] >= probes) all.back() = reason_list_skipped(list, place[list], lists(), probes);
        else
            all.back() = {"rounding", "It lies in list " + std::to_string(list) +
                                          ", which was searched. Float32 distances did not rank it among the candidates."};
    }
    return all;
}

}  // namespace neighborscope
