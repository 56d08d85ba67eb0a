// The implementation of Workbench, only for the sources of this folder.
#pragma once
#include "app/session/answering/answering_state.hpp"
#include "app/session/compare/comparing_state.hpp"
#include "app/session/curves/curves_state.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/inspecting/inspecting_state.hpp"
#include "app/session/race/race_state.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/class_controls.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/exhibition_controls.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/inspecting_controls.hpp"
#include "app/session/workbench/lesson_controls.hpp"
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

/// Each part knows only the parts before it. Calls in the other direction go through this struct.
struct WorkbenchState : AnsweringState {
    using AnsweringState::AnsweringState;

    ComparingState comparing{common, loading, moving, asking.foreground_busy()};
    CurvesState curves{common, loading, asking.foreground_busy()};
    InspectingState inspecting{common, loading, asking.foreground_busy()};
    RaceState race{*this};

    /// The controls of each feature.
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
        InspectingControls inspecting{state};
        TimingControls timings{state};
        ExhibitionControls exhibition{state};
        CardControls cards{state};
        StartControls starting{state};
        LessonControls lessons{state};
    } controls{*this};

    // Changing the document.
    void change(const std::function<void(SessionState&)>&, bool merge = false);  ///< Workbench::change
    /// Makes `next` the document: one undoable step.
    void set_document(SessionState next, bool merge, std::string kind = {});
    /// Makes a saved session, or what a page of a lesson shows, the document: one undoable step.
    void open_document(const SessionState&, std::string kind);
    void extend_drag() { changed_at_ = Clock::now(); }  ///< a pause then does not end the drag
    void undo_or_redo(bool undoes);
    void show_error(const std::string& title, const std::string& remedy) {
        common.set_error({title, remedy, Failure::input}, ErrorOrigin::window);
    }

    // Rows and positions of the query.
    /// Completes true coordinates along the axes of the picture to all axes. Empty without data, or if they are no valid position.
    std::vector<double> whole_position(std::vector<double> position) const;
    bool has_row(std::int64_t row) const {
        return loading.data && row >= 0 && row < loading.data->set.count() && row < loading.shown_set().count();
    }
    std::int64_t query_row_now() const;     ///< row that is the query or is requested to be; -1: none
    std::int64_t random_other_row() const;  ///< a random row, not the query's if possible; there must be a row
    void place_on_row(SessionState& next, std::int64_t row) const;

    std::optional<std::int64_t> step_wanted;  ///< of the document that was opened last, until it is shown: a recording may stay
    bool view_opened = false;                 ///< what the document that was opened last says about the view is shown

    // Steps of Workbench::poll.
    void open_view();  ///< when the data of an opened document are there
    void open_step();  ///< when its search is recorded
    /// Makes a new still or the costliest query the query, and shows the explanation of its cost.
    void take_found_queries();
    /// Compares lists of another program. Sends a new request if the document adopts their k.
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
    std::deque<Clock::time_point> frames_;  ///< of frames drawn in the last second
};

}  // namespace neighborscope
