// Controls of stepping through the search shown, and of explanations.
#pragma once
#include "app/session/shown/stepping.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>

namespace neighborscope {

/// The state is view().stepping. All contenders of a race step together. No undo steps.
class SteppingControls : public Controls {
public:
    using Controls::Controls;

    void open(bool, std::int64_t position = 0);  ///< at a position: 0 before the first step, -1 after the last
    void go_to(std::int64_t position);           ///< clamped. Pauses playback.
    void jump(Jump);                             ///< pauses playback
    void play(bool);                             ///< from the beginning if it is at the end; once it is recorded
    void set_speed(double steps_per_second);
    void set_loop(bool);
    void set_every_step(bool);  ///< playback stops at every step, not only at decisions

    void point_in_list(std::int64_t row);  ///< the row of the data that is pointed at in the list of neighbours; -1: none
    /// Explains in view().why why the point under the mouse, or pointed at in the list, is a neighbour or not, or whether the leaf
    /// there is visited.
    void ask_why();
    void close_why();
};

}  // namespace neighborscope
