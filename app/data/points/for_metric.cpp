#include "app/data/points/for_metric.hpp"

#include "app/data/files/memory.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

/// [rows][dimension], relative to the origin: true afterwards. Returns for each axis the most that a value was rounded by.
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

/// The same walk from 0 instead of the origin.
class TrueWalk : public Walk {
public:
    TrueWalk(std::unique_ptr<Walk> walk, const std::vector<double>& origin) : walk_(std::move(walk)), origin_(origin) {}
    bool next(std::span<float> coordinates, const Progress& progress) override {
        if (!walk_->next(coordinates, progress)) return false;
        make_true(coordinates, origin_);
        return true;
    }

private:
    std::unique_ptr<Walk> walk_;
    const std::vector<double>& origin_;
};

class TrueMotion : public Motion {
public:
    TrueMotion(std::shared_ptr<const Motion> motion, std::vector<double> origin) : motion_(std::move(motion)), origin_(std::move(origin)) {}
    std::int64_t ticks() const override { return motion_->ticks(); }
    std::int64_t tick_number(std::int64_t tick) const override { return motion_->tick_number(tick); }
    std::unique_ptr<Walk> walk(const Progress& progress) const override {
        return std::make_unique<TrueWalk>(motion_->walk(progress), origin_);
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

bool depends_on_zero(Metric metric) { return metric == Metric::cosine; }

bool needs_true_coordinates(const DataSet& data, Metric metric) {
    return depends_on_zero(metric) && std::any_of(data.origin.begin(), data.origin.end(), [](double origin) { return origin != 0; });
}

void take_true_coordinates(DataSet& data, Metric metric, const Progress& progress) {
    if (!needs_true_coordinates(data, metric)) return;
    const std::vector<double> added = make_true(data.coordinates, data.origin);
    if (std::any_of(added.begin(), added.end(), [](double by) { return by > 0; })) {
        data.rounding.resize(added.size());
        std::transform(added.begin(), added.end(), data.rounding.begin(), data.rounding.begin(), std::plus<>());
    }
    make_true(data.within, data.origin);
    if (data.motion) data.motion = std::make_shared<const TrueMotion>(data.motion, data.origin);
    data.origin.assign(data.origin.size(), 0.0);
    data.hash = hash_of(data, progress);
}

std::shared_ptr<const DataSet> searched_with(Metric metric, const std::shared_ptr<const DataSet>& data, const Progress& progress) {
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
    take_true_coordinates(*searched, metric, progress);
    return searched;
}

}  // namespace neighborscope
