// Points on their devices, shared by all workers that search them, such as the contenders of a race.
#pragma once
#include "app/session/points/searched_points.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace neighborscope {

/// Any thread. A set is freed when nobody holds it.
class SharedPoints {
public:
    /// Returns the points of `data` at their first tick on that device, and uploads them unless somebody holds them. They must not be
    /// moved. Errors as SearchedPoints.
    std::shared_ptr<SearchedPoints> on(DeviceKind, const std::shared_ptr<const LoadedData>& data, const Progress&);
    /// Stops sharing the points if nobody else holds them, so that the caller may move them. False if somebody does.
    bool remove(const std::shared_ptr<SearchedPoints>&);

private:
    struct Held {
        std::weak_ptr<const LoadedData> data;
        DeviceKind device = DeviceKind::host;
        std::weak_ptr<SearchedPoints> points;
    };
    std::mutex mutex_;
    std::vector<Held> held_;
};

}  // namespace neighborscope
