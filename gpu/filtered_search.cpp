// Search among the rows that a filter allows: a method searches a copy of these rows, and what it names becomes rows of the point set.
#include "gpu/device/on_device.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/lists.hpp"
#include "gpu/knn.hpp"
#include "gpu/row_filter.hpp"

namespace neighborscope {
namespace {

DeviceMemory on_device(DeviceKind device, const std::vector<std::int32_t>& values, std::string_view what) {
    DeviceMemory memory(device, values.size() * sizeof(std::int32_t), what);
    memory.from_host(values.data(), memory.bytes());
    return memory;
}

const std::int32_t* rows_in(const DeviceMemory& memory) { return static_cast<const std::int32_t*>(memory.data()); }

}  // namespace

/// Gathered on the host, as the magnitudes of exactly these rows decide at which scale they are searched.
std::vector<float> Searcher::allowed_coordinates(const Progress& progress) const {
    const Points& points = points_->points();
    const auto dimension = std::size_t(points.dimension);
    std::vector<float> all(std::size_t(points.count) * dimension);
    copy_to_host(points_->device(), all.data(), points.coordinates, all.size() * sizeof(float));
    progress.without_report().step(0, 0);
    std::size_t to = 0;
    for (const std::int32_t row : allowed_->rows) {
        std::copy_n(all.begin() + std::ptrdiff_t(std::size_t(row) * dimension), dimension, all.begin() + std::ptrdiff_t(to));
        to += dimension;
    }
    all.resize(to);
    return all;
}

void Searcher::make_allowed_points(const Progress& progress) {
    const Points& points = points_->points();
    const DeviceKind device = points_->device();
    allowed_ = std::make_unique<AllowedPoints>();
    std::vector<std::int32_t> place(std::size_t(points.count), -1);
    for (std::int64_t row = 0; row < points.count; ++row) {
        if (!points.filter->allows(row)) continue;
        place[std::size_t(row)] = std::int32_t(allowed_->rows.size());
        allowed_->rows.push_back(std::int32_t(row));
    }
    allowed_->row = on_device(device, allowed_->rows, "the rows that the filter allows");
    allowed_->place = on_device(device, place, "the rows that the filter allows");
    allowed_->points = std::make_unique<PointSet>(device, allowed_coordinates(progress), points.dimension, progress);
    if (points.extent) allowed_->points->set_extent({points.extent, 2 * std::size_t(points.dimension)});
    allowed_->searcher = std::make_unique<Searcher>(*method_, *allowed_->points, options_, progress);
}

void Searcher::move_allowed_points(const Progress& progress) {
    allowed_->tree_is_known = false;
    allowed_->points->move(allowed_coordinates(progress));
    allowed_->searcher->points_moved(progress);
}

Report Searcher::answer_among_allowed(const BatchRequest& asked, ListSet& lists, const Progress& progress) {
    const DeviceKind device = points_->device();
    const auto count = std::size_t(asked.queries.points.count);
    BatchRequest request = asked;
    request.k = allowed_->points->list_width(lists.k());
    request.queries.self_join_row = -1;  // a self-join asks for points that the method does not have
    DeviceMemory exclude;
    if (request.queries.exclude) {
        exclude = DeviceMemory(device, count * sizeof(std::int32_t), "rows to exclude");
        auto* const to = static_cast<std::int32_t*>(exclude.data());
        ON_DEVICE(device, rename_rows(request.queries.exclude, to, count, rows_in(allowed_->place)));
        request.queries.exclude = to;
    }
    Report report = allowed_->searcher->search(request, lists.k(), lists, progress);
    std::int32_t* const index = lists.lists().index;
    ON_DEVICE(device, rename_rows(index, index, count * std::size_t(lists.k()), rows_in(allowed_->row)));
    const auto rename = [&](std::int32_t& row) {
        if (row >= 0) row = allowed_->rows[std::size_t(row)];
    };
    for (Step& step : report.steps)
        for (std::int32_t* const row : {&step.entered.index, &step.left.index, &step.seen.index, &step.from}) rename(*row);
    if (report.tree && !report.tree->rows.empty()) {
        auto tree = std::make_shared<RecordedTree>(*report.tree);
        for (std::int32_t& row : tree->rows) rename(row);
        report.tree = std::move(tree);
    }
    if (report.index_update) allowed_->tree_is_known = false;
    return report;
}

std::optional<Tree> Searcher::tree() const {
    if (!allowed_) return search_ && !searched_unit_points_ ? search_->tree() : std::nullopt;
    std::optional<Tree> tree = allowed_->searcher->tree();
    return tree ? std::optional(renamed(*tree)) : std::nullopt;
}

/// The tree with rows of the point set.
Tree Searcher::renamed(Tree tree) const {
    const std::size_t bytes = allowed_->row.bytes();
    const int*& rows = tree.grid() ? std::get<MortonGrid>(tree.form).object : std::get<LeafBoxes>(tree.form).row;
    if (allowed_->row_of_leaf.bytes() != bytes)
        allowed_->row_of_leaf = DeviceMemory(points_->device(), bytes, "rows in the order of leaves"), allowed_->tree_is_known = false;
    auto* const to = static_cast<std::int32_t*>(allowed_->row_of_leaf.data());
    if (!std::exchange(allowed_->tree_is_known, true))
        ON_DEVICE(points_->device(), rename_rows(rows, to, bytes / sizeof(std::int32_t), rows_in(allowed_->row)));
    rows = to;
    return tree;
}

std::shared_ptr<const InvertedLists> Searcher::inverted_lists() const {
    if (!allowed_) return search_ && !searched_unit_points_ ? search_->inverted_lists() : nullptr;
    std::shared_ptr<const InvertedLists> lists = allowed_->searcher->inverted_lists();
    if (lists != allowed_->lists) {
        std::shared_ptr<InvertedLists> renamed;
        if (lists) {
            renamed = std::make_shared<InvertedLists>(*lists);
            for (unsigned& row : renamed->rows) row = unsigned(allowed_->rows[row]);
            renamed->list_of.assign(std::size_t(points_->points().count), InvertedLists::no_list);
            renamed->complete();
        }
        allowed_->lists = std::move(lists);
        allowed_->renamed_lists = std::move(renamed);
    }
    return allowed_->renamed_lists;
}

std::shared_ptr<const DevicesOfRows> Searcher::devices_of_rows() const {
    if (!allowed_ && searched_unit_points_) return unit_.searcher->devices_of_rows();
    if (!allowed_) return search_ ? search_->devices_of_rows() : nullptr;
    std::shared_ptr<const DevicesOfRows> devices = allowed_->searcher->devices_of_rows();
    if (devices != allowed_->devices) {
        std::shared_ptr<DevicesOfRows> of_rows;
        if (devices) {
            of_rows = std::make_shared<DevicesOfRows>(
                DevicesOfRows{devices->names, std::vector<std::uint8_t>(std::size_t(points_->points().count), DevicesOfRows::none)});
            for (std::size_t i = 0; i < allowed_->rows.size(); ++i) of_rows->of_row[std::size_t(allowed_->rows[i])] = devices->of_row[i];
        }
        allowed_->devices = std::move(devices);
        allowed_->devices_of_rows = std::move(of_rows);
    }
    return allowed_->devices_of_rows;
}

std::vector<MissReason> Searcher::miss_reasons_among_allowed(std::span<const float> query, std::span<const std::int32_t> rows) {
    std::vector<std::int32_t> places;
    for (const std::int32_t row : rows) {
        const auto found = std::lower_bound(allowed_->rows.begin(), allowed_->rows.end(), row);
        if (found != allowed_->rows.end() && *found == row) places.push_back(std::int32_t(found - allowed_->rows.begin()));
    }
    std::vector<MissReason> of_allowed = allowed_->searcher->miss_reasons(query, places), all;
    auto next = of_allowed.begin();
    for (const std::int32_t row : rows) {
        const bool allowed = row >= 0 && row < points_->points().count && points_->points().filter->allows(row);
        all.push_back(allowed ? std::move(*next++) : MissReason{"filtered", "The filter does not allow this row."});
    }
    return all;
}

}  // namespace neighborscope
