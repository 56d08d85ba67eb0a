// The part of a workbench that steps through a recorded search and explains why a point is a neighbour or not. Fills view.stepping,
// view.step_neighbours and view.why.
#pragma once
#include "app/session/points/loading_state.hpp"
#include "app/session/stepping/replay.hpp"
#include "app/session/stepping/sorting.hpp"

#include <algorithm>

namespace neighborscope {

class SteppingState {
public:
    SteppingState(CommonState& common, const LoadingState& loading) : common_(common), loading_(loading) {}

    void refresh();              ///< updates whether the search can be stepped through, and whether it is
    void drop();                 ///< forgets the recording, since another answer is shown
    void take(RecordingResult);  ///< takes the recording of the answer shown

    // See SteppingControls.
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
    void point_in_list(std::int64_t row) { listed_row_ = row; }  ///< of the list of neighbours; it counts where no point is under the mouse
    /// Explains the point or the leaf under the mouse in view.why. Returns a row if it seems to be missed and the reason is not known yet.
    std::optional<std::int32_t> ask_why();
    void add_to_why(std::int64_t row, const std::string& sentence);  ///< to the explanation of this row, if it is still shown
    void close_why();

    void show_why(Why, bool of_next);  ///< `of_next`: it is about the next answer
    std::optional<double> seconds_to_next() const;
    void poll();  ///< advances playback

private:
    void begin();
    std::int64_t played_to(std::int64_t stops) const;
    void set(std::int64_t position);
    void show();
    void show_neighbours();
    void show_sort();
    void show_fates();

    CommonState& common_;
    const LoadingState& loading_;
    Stepping& shown_ = common_.view.stepping;

    std::shared_ptr<Replay> replay_;  ///< of the answer shown; null until it is recorded
    std::optional<Sorting> sorting_;  ///< if the recording sorts whole rows
    bool fates_are_checked_ = false;  ///< the list was compared with the truth when their fates were found
    std::string why_not_recorded_;    ///< if recording the answer failed or was cancelled
    Clock::time_point played_at_{};
    double played_part_ = 0;  ///< elapsed part of the next step, 0..1
    std::int64_t pointed_row_ = -1, listed_row_ = -1;
    std::vector<double> pointed_place_;
    bool why_is_of_next_ = false;
};

}  // namespace neighborscope
