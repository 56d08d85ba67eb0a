// Stepping through the recorded search, behind a workbench: opening it, going somewhere, playing, what is shown at a position; and why a
// point is a neighbour or none. Fills view.stepping, view.step_neighbours and view.why.
#pragma once
#include "app/session/points/loading_state.hpp"
#include "app/session/stepping/sorting.hpp"

#include <algorithm>

namespace neighborscope {

class SteppingState {
public:
    SteppingState(CommonState& common, const LoadingState& loading) : common_(common), loading_(loading) {}

    void refresh();              ///< what can be stepped through, and whether it is
    void drop();                 ///< another answer is shown, whose record is to come
    void take(RecordingResult);  ///< of the answer shown

    // As of Workbench.
    void open(bool, std::int64_t position);
    void step_to(std::int64_t position);
    void jump(Jump where) {
        if (shown_.ready) step_to(replay_->target(where));
    }
    void play(bool);
    void set_speed(double steps_per_second) {
        shown_.speed = std::clamp(steps_per_second, slowest_steps, fastest_steps);
        shown_.speed_chosen = true;
        common_.touch(Feature::stepping);
    }
    void set_loop(bool on) { shown_.loop = on, common_.touch(Feature::stepping); }
    void set_every(bool on) { shown_.every = on, common_.touch(Feature::stepping); }
    void point_at(std::int64_t row, std::vector<double> place) { pointed_row_ = row, pointed_place_ = std::move(place); }
    void ask_why();
    void close_why();

    void show_why(Why, bool of_next);  ///< `of_next`: about the answer to come
    std::optional<double> seconds_to_next() const;
    void poll();  ///< goes on while it plays

private:
    void begin();
    std::int64_t played_to(std::int64_t stops) const;
    void set(std::int64_t position);
    void show();
    void show_neighbours();
    void show_sort();

    CommonState& common_;
    const LoadingState& loading_;
    Stepping& shown_ = common_.view.stepping;

    std::shared_ptr<Replay> replay_;  ///< of the answer shown; null until it is recorded
    std::optional<Sorting> sorting_;  ///< of a record that sorts whole rows
    std::string why_not_recorded_;    ///< of the answer shown, when its recording failed or was cancelled
    Clock::time_point played_at_{};
    double played_part_ = 0;  ///< of the step to come, 0..1
    std::int64_t pointed_row_ = -1;
    std::vector<double> pointed_place_;
    bool why_is_of_next_ = false;
};

}  // namespace neighborscope
