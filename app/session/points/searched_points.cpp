#include "app/session/points/searched_points.hpp"

#include "app/data/points/point_set.hpp"
#include "gpu/device/copy.hpp"

#include <utility>

namespace neighborscope {

SearchedPoints::SearchedPoints(DeviceKind device, const DataSet& data, const Progress& progress)
    : set_(std::make_shared<PointSet>(points_on(device, data, progress))) {
    if (!data.index_bounds.empty()) set_->set_extent(data.index_bounds);
    if (!data.motion) {
        snapshot_ = {set_->points(), set_};
        return;
    }
    set_->set_extent(data.motion->extent({{}, progress.stop}));
    copy_to(memory_for_copy());
}

void SearchedPoints::move(const LoadedData& data) {
    std::shared_ptr<DeviceMemory> memory = memory_for_copy();  // first, since it may fail
    if (data.device_positions && data.device_positions->positions.device() == set_->device())
        set_->move(data.device_positions->positions, data.device_positions->magnitudes.largest, data.device_positions->magnitudes.smallest);
    else set_->move(data.set.coordinates);
    copy_to(std::move(memory));
}

std::shared_ptr<DeviceMemory> SearchedPoints::memory_for_copy() {
    return copy_pool_.take([this] {
        const Points& points = set_->points();
        const std::size_t bytes = std::size_t(points.count) * std::size_t(points.dimension) * sizeof(float);
        return std::make_unique<DeviceMemory>(set_->device(), bytes, "the points of a tick");
    });
}

void SearchedPoints::copy_to(std::shared_ptr<DeviceMemory> memory) {
    snapshot_.points = set_->points();
    snapshot_.points.extent = nullptr, snapshot_.points.filter = nullptr;  // owned by the searched points
    copy_on_device(set_->device(), memory->data(), snapshot_.points.coordinates, memory->bytes());
    snapshot_.points.coordinates = static_cast<const float*>(memory->data());
    snapshot_.memory = std::move(memory);
}

}  // namespace neighborscope
