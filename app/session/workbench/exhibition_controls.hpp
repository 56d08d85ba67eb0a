// Controls of the exhibition mode, for an unattended screen: the query moves by itself.
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
    /// Moves the query to a random row after each pause, and after a longer pause if somebody has moved it. No undo steps.
    void run(bool, Pauses = {8, 20});
    bool is_running() const { return running_.has_value(); }

private:
    friend class Workbench;  // calls move_query()
    void move_query();
    std::optional<double> seconds_to_next() const;

    struct Running {
        Pauses pauses;
        Clock::time_point next;
        std::uint64_t asked = 0;  ///< number of the last request
    };
    std::optional<Running> running_;
};

}  // namespace neighborscope
