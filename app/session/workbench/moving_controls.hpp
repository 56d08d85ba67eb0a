// Points that move from tick to tick.
#pragma once
#include "app/session/shown/moving.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>

namespace neighborscope {

/// What is shown is view().moving. The search follows every tick. No undo steps.
class MovingControls : public Controls {
public:
    using Controls::Controls;

    void play(bool);                     ///< from the first tick when the last is shown
    void go_to_tick(std::int64_t tick);  ///< from 0; clamped. Playing pauses.
    void set_speed(double ticks_per_second);
    void set_loop(bool);  ///< of data that have a last tick
    /// Goes on tick by tick, as fast as they are searched and drawn, until the method makes its index anew; stops there, at the last tick
    /// or after `at_most` ticks, and says so in view().message. Nothing happens where no index is kept.
    void seek_rebuild(bool, std::int64_t at_most = max_seek_ticks);
};

}  // namespace neighborscope
