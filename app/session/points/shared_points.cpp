#include "app/session/points/shared_points.hpp"

namespace neighborscope {

std::shared_ptr<SearchedPoints> SharedPoints::on(
    DeviceKind device, const std::shared_ptr<const LoadedData>& data, const Progress& progress) {
    const std::lock_guard lock(mutex_);
    std::erase_if(held_, [](const Held& one) { return one.points.expired(); });
    for (const Held& one : held_)
        if (one.device == device && one.data.lock() == data)
            if (std::shared_ptr<SearchedPoints> points = one.points.lock()) return points;
    auto points = std::make_shared<SearchedPoints>(device, data->set, progress);
    held_.push_back({data, device, points});
    return points;
}

bool SharedPoints::remove(const std::shared_ptr<SearchedPoints>& points) {
    const std::lock_guard lock(mutex_);
    if (points.use_count() > 1) return false;
    std::erase_if(held_, [&](const Held& one) { return one.points.lock() == points; });
    return true;
}

}  // namespace neighborscope
