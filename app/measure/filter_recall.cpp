#include "app/measure/filter_recall.hpp"

#include "app/data/points/point_set.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/index/smallest_setting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope::measure {
namespace {

struct Lists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
};

/// Counts neighbours that are no farther than the last true one, and the true ones.
std::pair<std::int64_t, std::int64_t> found_of(const Lists& lists, const Lists& truth, int k, Metric metric) {
    std::int64_t found = 0, asked = 0;
    for (std::size_t first = 0; first < truth.index.size(); first += std::size_t(k)) {
        const auto list = std::span(truth.index).subspan(first, std::size_t(k));
        const std::int64_t length = std::find(list.begin(), list.end(), -1) - list.begin();
        asked += length;
        if (length == 0) continue;
        const float last = rank_value(metric, truth.distance[first + std::size_t(length) - 1]);
        std::int64_t here = 0;
        for (std::size_t at = first; at < first + std::size_t(k); ++at)
            here += lists.index[at] >= 0 && rank_value(metric, lists.distance[at]) <= last;
        found += std::min(here, length);
    }
    return {found, asked};
}

double share(const std::pair<std::int64_t, std::int64_t>& found) {
    return found.second > 0 ? double(found.first) / double(found.second) : 1;
}

}  // namespace

FilterRecall filter_recall(const DataSet& data, std::span<const float> queries, std::span<const std::int32_t> exclude, int k, Metric metric,
    const std::map<std::string, std::string>& options, const Progress& progress) {
    PointSet points = points_on(DeviceKind::host, data, progress.without_report());
    const QuerySet asked(DeviceKind::host, queries, data.dimension, exclude);
    const std::int64_t count = std::int64_t(queries.size()) / data.dimension;
    const auto search = [&](std::string_view name, const std::map<std::string, std::string>& chosen) {
        progress.without_report().step(0, 0);
        const Method& method = find_method(name);
        Searcher searcher(method, points, Options(method.info.options, chosen), progress.without_report());
        ListSet lists(DeviceKind::host, count, k);
        searcher.search(asked, k, metric, lists, progress.without_report());
        Lists found;
        lists.fetch(found.index, found.distance);
        return found;
    };
    FilterRecall recall;
    const Lists truth = search("auto", {});
    const auto with = found_of(search("own", options), truth, k, metric);
    recall.with = share(with);
    recall.asked = with.second;
    recall.found = with.first;
    recall.option = stored::option_of(*data.own_index);
    if (!recall.option.empty() && with.first < with.second) {
        const std::int64_t all = data.own_index->lists ? std::int64_t(data.own_index->lists->lists.size()) : data.own_index->rows;
        const int most = int(std::min<std::int64_t>(all, std::numeric_limits<int>::max() / 4));
        const auto finds = [&](int setting) {
            std::map<std::string, std::string> chosen = options;
            chosen[recall.option] = std::to_string(setting);
            recall.found = found_of(search("own", chosen), truth, k, metric).first;
            return recall.found == recall.asked;
        };
        if (finds(most)) recall.setting = stored::smallest_setting(1, most, finds);
    }
    points.set_filter(nullptr);
    recall.without = share(found_of(search("own", options), search("auto", {}), k, metric));
    return recall;
}

std::string filter_recall_text(const FilterRecall& recall) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "%.4f", std::floor(1e4 * recall.without) / 1e4);
    std::string text = "without the filter recall " + std::string(digits);
    if (recall.option.empty() || recall.with >= 1) return text;
    if (recall.setting > 0) return text + "; " + recall.option + " = " + std::to_string(recall.setting) + " finds all with it";
    return text + "; no " + recall.option + " finds all with it, at most " + std::to_string(recall.found) + " of " +
           std::to_string(recall.asked);
}

}  // namespace neighborscope::measure
