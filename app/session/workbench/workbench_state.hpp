// What stands behind Workbench, for its own sources alone.
#pragma once
#include "app/session/answering/answering_state.hpp"
#include "app/session/compare/comparing_state.hpp"
#include "app/session/curves/curves_state.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/race/race_state.hpp"
#include "app/session/workbench/workbench.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>

namespace neighborscope {

/// The document's own question, and what stands beside it. Each part knows those before it alone; what goes the other way goes through here.
struct Workbench::State : AnsweringState {
    using AnsweringState::AnsweringState;

    ComparingState comparing{common, loading, moving, asking.in_front()};
    CurvesState curves{common, loading, asking.in_front()};
    RaceState race{*this};

    Clock::time_point changed_at{};
    std::string camera_missing = "this window has no camera";
    /// Goes on by itself to another row, unless somebody else has asked.
    struct Exhibition {
        Pauses pauses;
        Clock::time_point next;
        std::uint64_t asked = 0;  ///< the number of the question that was asked last
    };
    std::optional<Exhibition> exhibition;
    static Clock::time_point after(double seconds) {
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
    std::deque<Clock::time_point> frames;  ///< drawn within the last second

    // Points changed by hand (workbench_edits.cpp).
    std::int64_t hovered_row = -1;              ///< of the data drawn
    std::weak_ptr<const LoadedData> labels_of;  ///< ByHand::labels are of these
    std::optional<std::string> why_not_edited() const;
    void describe_by_hand();
    std::vector<double> place_by_hand(const std::vector<double>& position, std::vector<double> whole) const;
    std::string label_for(const std::vector<double>& place) const;
    void change_edits(const std::function<void(PointEdits&, std::int64_t first_new)>&, bool merge = false);

    /// Whatever the document says now: the right data, the right question.
    void apply() {
        asking.refresh();
        faces.refresh();
        if (!loading.is_current() && (!loading.adjusting.waits || loading.opens)) loading.start();
        else asking.ask();
        asking.record();
        stepping.refresh();
        comparing.refresh();
        curves.refresh(asking.device());
        classifying.refresh(asking.device());
    }

    static constexpr double pause_ends_drag = 1;  // seconds
    /// The document is `next` from now on.
    void take_over(SessionState next, bool merge, std::string kind = {}) {
        if (seconds_since(std::exchange(changed_at, Clock::now())) > pause_ends_drag) common.history.end_merge();
        common.dismissed.clear();
        common.undone_to.reset();
        common.say("");
        common.change(std::move(next), merge, std::move(kind));
        apply();
    }

    /// Asks for what the parts have found for the document: a still of the camera, the costliest query. Says why that one costs so much.
    void take_findings(Workbench&);
    /// Judges lists of another program, and asks as these have it.
    void compare();
    void measure_curves();
    std::optional<ProgressCard> all_progress() const;

    /// Undo, or redo.
    void go(bool back) {
        const SessionState from = now();
        common.say("");  // of what is taken back
        if (back) common.dismissed.clear(), common.history.undo();
        else common.history.redo();
        common.amend([&](SessionState& to) {
            // A query that follows the mouse is not what people want to take back.
            if (back && without_edits(data_of(to)) == without_edits(data_of(from)) && to.query_mode == QueryMode::follow &&
                from.query_mode == QueryMode::follow) {
                to.set_query(from.query, from.query_row);
                to.query_picture = from.query_picture, to.query_crop = from.query_crop;
            }
            if (to.edits != from.edits && loading.data && without_edits(data_of(to)) == without_edits(data_of(from)))
                loading.keep_query_among_edited(to);
            keep_left_by_undo(to, from);  // neither is where one has stepped to
        });
        common.touch(changed_features(from, now()));
        if (!back) common.undone_to.reset();
        else if (now().edits != from.edits) common.undone_to = now().edits;
        apply();
    }

    /// True coordinates, all axes, of those or of the ones in the picture; empty without data, or where they are no place.
    std::vector<double> whole_position(std::vector<double> position) const {
        if (!loading.data || position.empty()) return {};
        const DataSet& set = loading.data->set;
        const std::size_t dimension = std::size_t(set.dimension);
        if (position.size() > dimension) position.resize(dimension);
        if (position.size() < dimension && set.picture) return {};  // of the picture's places few are pictures
        if (position.size() < dimension) {  // A mouse moves the axes of the picture; the others stay where they are.
            std::vector<double> whole = asking.position();
            if (whole.size() < dimension) return {};
            position = loading.projection(set).moved(std::move(whole), position);
        }
        const bool finite = std::all_of(position.begin(), position.end(), [](double coordinate) { return std::isfinite(coordinate); });
        return finite ? position : std::vector<double>();
    }

    bool has_row(std::int64_t row) const {
        return loading.data && row >= 0 && row < loading.data->set.count() && row < loading.shown_set().count();
    }

    /// A random one, another than now where there is one; there is a row.
    std::int64_t another_row() const {
        const std::int64_t count = loading.shown_set().count(), row = row_now();
        std::random_device seed;
        const std::int64_t any = std::uniform_int_distribution<std::int64_t>(0, std::max<std::int64_t>(0, count - 2))(seed);
        return row >= 0 && any >= row && count > 1 ? any + 1 : any;
    }

    void go_on_exhibiting() {
        if (!exhibition) return;
        if (asking.number() != exhibition->asked)
            exhibition->next = after(exhibition->pauses.after_visitor), exhibition->asked = asking.number();
        if (Clock::now() < exhibition->next || !has_row(0) || asking.busy()) return;
        common.amend([&](SessionState& next) {
            next.query_mode = QueryMode::pinned;
            next.query_picture.clear(), next.query_crop.reset();
            place_on_row(next, another_row());
        });
        faces.refresh();
        asking.ask();
        exhibition->next = after(exhibition->pauses.between), exhibition->asked = asking.number();
    }

    void place_on_row(SessionState& next, std::int64_t row) const {
        const DataSet& set = loading.shown_set();
        std::vector<double> position;
        for (int axis = 0; axis < set.dimension; ++axis) position.push_back(set.coordinate(row, axis));
        next.set_query(std::move(position), set.file_row(row));
    }

    /// Among other columns the query is where it is at first; among other components of a gallery it stays the same picture.
    void leave_place(SessionState& next) const {
        if (!loading.data || !loading.data->set.gallery) next.set_query();
        else next.query.reset();
    }

    /// The row that the query is on, or is asked to be on; -1: on none.
    std::int64_t row_now() const {
        const std::int64_t file_row = now().query_row.value_or(now().query ? -1 : common.view.query_row);
        return file_row < 0 ? -1 : loading.shown_set().row_of_file_row(file_row);
    }

    /// Painting is on demand, so a rate is one of the last second only: a still picture has none.
    void count_frames() {
        while (!frames.empty() && seconds_since(frames.front()) > 1) frames.pop_front();
        const double seconds = frames.size() < 2 ? 0 : std::chrono::duration<double>(frames.back() - frames.front()).count();
        common.view.status.frames_per_second = seconds > 0 ? double(frames.size() - 1) / seconds : 0;
    }
};

}  // namespace neighborscope
