// What stands behind Workbench, for the sources of this folder alone.
#pragma once
#include "app/session/answering/answering_state.hpp"
#include "app/session/compare/comparing_state.hpp"
#include "app/session/curves/curves_state.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/race/race_state.hpp"
#include "app/session/workbench/class_controls.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/exhibition_controls.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/point_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/start_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "app/session/workbench/timing_controls.hpp"
#include "app/session/workbench/workbench.hpp"

#include <deque>

namespace neighborscope {

/// The document's own question, and what stands beside it. Each part knows those before it alone; what goes the other way goes through here.
struct WorkbenchState : AnsweringState {
    using AnsweringState::AnsweringState;

    ComparingState comparing{common, loading, moving, asking.foreground_busy()};
    CurvesState curves{common, loading, asking.foreground_busy()};
    RaceState race{*this};

    /// What callers have of each feature.
    struct AllControls {
        WorkbenchState& state;
        QueryControls query{state};
        FaceControls faces{state};
        EditControls edits{state};
        PointControls points{state};
        MovingControls moving{state};
        SteppingControls stepping{state};
        ClassControls classes{state};
        RaceControls race{state};
        CurveControls curves{state};
        ComparingControls comparing{state};
        TimingControls timings{state};
        ExhibitionControls exhibition{state};
        StartControls starting{state};
    } controls{*this};

    // Changing the document.
    void change(const std::function<void(SessionState&)>&, bool merge = false);  ///< Workbench::change
    /// The document is `next` from now on: one undoable step.
    void set_document(SessionState next, bool merge, std::string kind = {});
    void extend_drag() { changed_at_ = Clock::now(); }  ///< a hand that rests does not end it
    void undo_or_redo(bool undoes);
    void show_error(const std::string& title, const std::string& remedy) {
        common.set_error({title, remedy, Failure::input}, ErrorOrigin::window);
    }

    // Rows and places of the query.
    /// True coordinates, all axes, of those or of the ones in the picture; empty without data, or where they are no place.
    std::vector<double> whole_position(std::vector<double> position) const;
    bool has_row(std::int64_t row) const {
        return loading.data && row >= 0 && row < loading.data->set.count() && row < loading.shown_set().count();
    }
    std::int64_t query_row_now() const;     ///< that the query is on, or is asked to be on; -1: on none
    std::int64_t random_other_row() const;  ///< a random one, another than now where there is one; there is a row
    void place_on_row(SessionState& next, std::int64_t row) const;

    // Steps of Workbench::poll.
    /// Asks for what the parts have found for the document: a still of the camera, the costliest query. Says why that one costs so much.
    void take_found_queries();
    /// Judges lists of another program, and asks as these have it.
    void compare();
    void measure_curves();
    std::optional<ProgressCard> all_progress() const;

    // Frames drawn.
    void frame_drawn() { frames_.push_back(Clock::now()); }
    void count_frames();

private:
    void apply();
    void leave_place(SessionState& next) const;

    Clock::time_point changed_at_{};
    std::deque<Clock::time_point> frames_;  ///< drawn within the last second
};

}  // namespace neighborscope
