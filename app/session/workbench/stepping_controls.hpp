// Stepping through the search that is shown, and asking it for reasons.
#pragma once
#include "app/session/shown/stepping.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>

namespace neighborscope {

/// What is shown is view().stepping. Contenders of a race all go on together. No undo steps.
class SteppingControls : public Controls {
public:
    using Controls::Controls;

    void open(bool, std::int64_t position = 0);  ///< from a step on: 0 before anything, -1 after the last
    void go_to(std::int64_t position);           ///< 0 before anything; clamped. Playing pauses.
    void jump(Jump);                             ///< Playing pauses.
    void play(bool);                             ///< from the beginning when it is at the end
    void set_speed(double steps_per_second);
    void set_loop(bool);
    void set_every_step(bool);  ///< playing goes to every step, not from decision to decision

    /// Answers why what was pointed at is no neighbour (or is one), or what became of the leaf there: view().why.
    void ask_why();
    void close_why();
};

}  // namespace neighborscope
