// The card of a window that was opened without data. It goes by itself.
#pragma once
#include "app/session/shown/start_card.hpp"
#include "app/session/threads/clock.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <optional>

namespace neighborscope {

class StartControls : public Controls {
public:
    using Controls::Controls;

    /// Shows it for so many seconds from when there are points, and until the document changes or close() is called.
    void show(StartCard, double seconds);
    void close();

private:
    friend class Workbench;  // polls
    void close_when_expired();
    std::optional<double> seconds_to_next() const;

    double seconds_ = 0;
    std::optional<Clock::time_point> end_;  ///< none: there are no points yet
    std::uint64_t step_ = 0;                ///< of the document when it was shown
};

}  // namespace neighborscope
