// Controls of points that move from tick to tick.
#pragma once
#include "app/session/shown/moving.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>

namespace neighborscope {

/// The state is view().moving. Every tick is searched. No undo steps.
class MovingControls : public Controls {
public:
    using Controls::Controls;

    void play(bool);                     ///< from the first tick if the last is shown
    void go_to_tick(std::int64_t tick);  ///< from 0; clamped. Pauses playback.
    void set_speed(double ticks_per_second);
    void set_loop(bool);  ///< for data with a last tick
    /// Advances tick by tick, as fast as ticks are searched and drawn, until the method rebuilds its index, the last tick, or `at_most`
    /// ticks. The outcome is view().message. No effect if the method keeps no index.
    void seek_rebuild(bool, std::int64_t at_most = max_seek_ticks);

private:
    bool waits();
};

}  // namespace neighborscope
