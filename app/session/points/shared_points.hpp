// Points on their devices for all who search them: contenders of a race have one set between them.
#pragma once
#include "app/session/points/searched_points.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace neighborscope {

/// Any thread. A set goes when nobody holds it any more.
class SharedPoints {
public:
    /// Those of `data`, at their first tick, on that device; uploaded where nobody holds them. Nobody moves them. Errors as SearchedPoints.
    std::shared_ptr<SearchedPoints> on(DeviceKind, const std::shared_ptr<const LoadedData>& data, const Progress&);
    /// True when nobody else holds them: then they may be moved, and are shared no longer.
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
