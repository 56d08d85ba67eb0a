// For a screen that people pass: the query goes on by itself.
#pragma once
#include "app/session/threads/clock.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <optional>

namespace neighborscope {

class ExhibitionControls : public Controls {
public:
    using Controls::Controls;

    struct Pauses {
        double between = 8, after_visitor = 20;  ///< seconds
    };
    /// The query goes on to a random row after so many seconds, and so many after somebody else has moved it. No undo steps.
    void run(bool, Pauses = {8, 20});
    bool is_running() const { return running_.has_value(); }

private:
    friend class Workbench;  // polls
    void move_query();
    std::optional<double> seconds_to_next() const;

    struct Running {
        Pauses pauses;
        Clock::time_point next;
        std::uint64_t asked = 0;  ///< the number of the question that was asked last
    };
    std::optional<Running> running_;
};

}  // namespace neighborscope
