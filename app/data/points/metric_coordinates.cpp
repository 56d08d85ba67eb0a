#include "app/data/points/metric_coordinates.hpp"

#include "app/data/files/memory.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

/// Adds the origin to [rows][dimension]. Returns for each axis the largest rounding.
std::vector<double> make_true(std::span<float> coordinates, const std::vector<double>& origin) {
    std::vector<double> rounding(origin.size());
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const std::size_t axis = i % origin.size();
        const double value = origin[axis] + double(coordinates[i]);
        coordinates[i] = float(value);
        rounding[axis] = std::max(rounding[axis], std::fabs(value - double(coordinates[i])));
    }
    return rounding;
}

/// The same motion with origin 0.
class TrueCoordinatesCursor : public TickCursor {
public:
    TrueCoordinatesCursor(std::unique_ptr<TickCursor> tick_cursor, const std::vector<double>& origin)
        : tick_cursor_(std::move(tick_cursor)), origin_(origin) {}
    bool next(std::span<float> coordinates, const Progress& progress) override {
        if (!tick_cursor_->next(coordinates, progress)) return false;
        make_true(coordinates, origin_);
        return true;
    }

private:
    std::unique_ptr<TickCursor> tick_cursor_;
    const std::vector<double>& origin_;
};

class TrueCoordinatesMotion : public Motion {
public:
    TrueCoordinatesMotion(std::shared_ptr<const Motion> motion, std::vector<double> origin)
        : motion_(std::move(motion)), origin_(std::move(origin)) {}
    std::int64_t ticks() const override { return motion_->ticks(); }
    std::int64_t tick_number(std::int64_t tick) const override { return motion_->tick_number(tick); }
    std::unique_ptr<TickCursor> tick_cursor(const Progress& progress) const override {
        return std::make_unique<TrueCoordinatesCursor>(motion_->tick_cursor(progress), origin_);
    }
    std::vector<float> extent(const Progress& progress) const override {
        std::vector<float> extent = motion_->extent(progress);
        make_true(extent, origin_);
        return extent;
    }

private:
    std::shared_ptr<const Motion> motion_;
    std::vector<double> origin_;
};

}  // namespace

bool depends_on_origin(Metric metric) { return metric == Metric::cosine || metric == Metric::inner_product; }

bool needs_true_coordinates(const DataSet& data, Metric metric) {
    return depends_on_origin(metric) && std::any_of(data.origin.begin(), data.origin.end(), [](double origin) { return origin != 0; });
}

void convert_to_true_coordinates(DataSet& data, Metric metric, const Progress& progress) {
    if (!needs_true_coordinates(data, metric)) return;
    const std::vector<double> added = make_true(data.coordinates, data.origin);
    if (std::any_of(added.begin(), added.end(), [](double by) { return by > 0; })) {
        data.rounding.resize(added.size());
        std::transform(added.begin(), added.end(), data.rounding.begin(), data.rounding.begin(), std::plus<>());
    }
    make_true(data.index_bounds, data.origin);
    if (data.motion) data.motion = std::make_shared<const TrueCoordinatesMotion>(data.motion, data.origin);
    data.origin.assign(data.origin.size(), 0.0);
    data.hash = hash_of(data, progress);
}

std::shared_ptr<const DataSet> data_for_metric(Metric metric, const std::shared_ptr<const DataSet>& data, const Progress& progress) {
    if (!needs_true_coordinates(*data, metric)) return data;
    require_memory(double(data->coordinates.size()) * sizeof(float), "searching " + data->name + " by true coordinates",
        "choose another metric, or fewer points");
    auto searched = std::make_shared<DataSet>();
    searched->name = data->name, searched->source = data->source, searched->format = data->format;
    searched->dimension = data->dimension;
    searched->coordinates = data->coordinates;
    searched->origin = data->origin;
    searched->rounding = data->rounding;
    searched->axes = data->axes;
    searched->file_rows = data->file_rows;
    searched->conditions = data->conditions, searched->filter = data->filter;
    convert_to_true_coordinates(*searched, metric, progress);
    return searched;
}

}  // namespace neighborscope
