// The state behind a window: the session's history, the workers that load and search, and the view model.
// All members are called on the window's thread; workers talk to it through `wake` and `poll`.
#pragma once
#include "app/data/faces/camera.hpp"
#include "app/data/points/data_set.hpp"
#include "app/data/points/projection.hpp"
#include "app/session/answering/shown_search.hpp"
#include "app/session/document/session.hpp"
#include "app/session/points/column_choice.hpp"
#include "app/session/shown/view_model.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace neighborscope {

class Workbench final : public ShownSearch {
public:
    /// `wake` is called from any thread when poll() has something to do; it must only post an event.
    Workbench(SessionState first, std::function<void()> wake);
    ~Workbench() override;

    const SessionState& session() const override;
    /// Changes the document: one undoable step, named by what changes ("change k"). With `merge`, drags become one step.
    void change(const std::function<void(SessionState&)>&, bool merge = false);
    /// Loads or makes `source`, even if it is already shown: one undoable step. The query goes back to the middle.
    void open_data(const std::string& source);
    /// Makes the data of a generator again with another value of one parameter (app/data/make/parameters.hpp): one undoable step, with
    /// `merge` together with others of a drag. The query stays in its place, and on its point where that stays; ticks go on from the one
    /// shown, unless that takes long to compute. The picture stays until the new one is ready. During a drag one value after another
    /// is made and searched, always the newest; none waits in a queue. Nothing happens to data of no generator.
    void change_data_parameter(const std::string& name, const std::string& text, bool merge = false);
    /// The drag whose changes were merged has ended (mouse released). Without it, a pause of a second ends it.
    void end_drag();
    /// Moves the query without an undo step (the mouse). True coordinates, all axes; those of the picture when fewer.
    void move_query(const std::vector<double>& position);
    /// Puts the query on a data point and pins it there: one undoable step. Nothing happens when there is no such row.
    /// With `merge` it goes on with the same change.
    void pin_query_at_row(std::int64_t row, bool merge = false);
    /// The same without an undo step, and the query keeps following the mouse.
    void move_query_to_row(std::int64_t row);
    /// Pins the query on the row so many further, past the last on the first; from no row on the first, or the last: undoable, one step
    /// with those before.
    void go_on_rows(std::int64_t by);
    void pin_query_at_random_row();  ///< another than now, where there is one: one undoable step
    /// Pins the query at true coordinates (a click beside points): one undoable step.
    void pin_query(const std::vector<double>& position);
    /// True coordinates of the newest query, answered or not; empty: no query yet.
    std::vector<double> query_as_asked() const;
    /// Makes the picture of a file the query, where the data are a gallery, or the part of it that is the face: one undoable step. What
    /// goes wrong is the error card.
    void ask_picture(const std::string& file, const std::optional<faces::Crop>& = {}, bool merge = false);
    /// What finds the faces of a photo. The part of a photo that is asked for the first time is then the largest face; else all of it.
    void set_face_finder(faces::FaceFinder);
    bool finds_faces() const;
    /// Where stills come from. `missing`: why there are none, "" when there are.
    void set_camera(faces::StillSource, const std::string& missing = {});
    const std::string& camera_missing() const;
    /// Takes a still in the background, and makes it the query: one undoable step.
    void take_still();
    /// Cuts the next face of the picture that is asked out of it, or finds the first.
    void next_face();
    /// Adds the picture that is asked to the gallery, as a picture of that person: one undoable step.
    void enrol(const std::string& person);

    // Points changed by hand, each an undoable step. What is shown is view().by_hand. Nothing happens where that refuses.
    /// From now on the mouse changes points (Pointer), and the query stays where it is.
    void edit_points(bool);
    /// Adds a point there: true coordinates along the axes of the picture; on further ones it is where the query is.
    void add_point(const std::vector<double>& position);
    /// Moves the point of a file row, along the axes of the picture. With `merge` it goes on with the same drag, however slow.
    void move_point(std::int64_t file_row, const std::vector<double>& position, bool merge = false);
    void erase_point(std::int64_t file_row);
    void take_back_edits();                                 ///< all of them, as one step
    void set_new_label(const std::optional<std::string>&);  ///< ByHand::label: no step

    void undo();
    void redo();
    bool can_undo() const;
    bool can_redo() const;
    std::string undo_kind() const;  ///< "change k"; "" when there is nothing to undo
    std::string redo_kind() const;
    /// Replaces the whole document (a session was opened): one undoable step.
    void replace(const SessionState&);
    /// An error of the window's own work (a file that cannot be written) as the error card.
    void show_error(const std::string& title, const std::string& remedy);
    void say(const std::string&);  ///< view().said, of the window's own work

    /// Writes the points shown, with rank and distance of the neighbours, in the background: see Exporter. What goes wrong is the
    /// error card.
    void export_points(const std::string& path);

    /// Looks at the columns of the data's file, in the background. What goes wrong is the error card.
    void ask_columns();
    /// What came of it: once, after poll(), and only while the data are those that were asked about.
    std::optional<ColumnChoice> take_columns();
    void choose_columns(const ColumnChoice&);  ///< loads the data again with these: one undoable step

    /// Keeps the present timings as A, to compare others with them; or discards A.
    void freeze_timings(bool);

    /// For an exhibition: moves the query to a random row every `seconds`, or that long after somebody moved it. No undo
    /// steps.
    struct Pauses {
        double between = 8, after_visitor = 20;
    };
    void exhibit(bool, Pauses = {8, 20});
    bool exhibiting() const;

    /// Searches for every picture of the gallery among all others, in the background, or for half of each person's among the other half,
    /// which this seed chooses: view().evaluation.
    void evaluate_gallery(std::optional<std::uint64_t> split = {});

    // Methods side by side on one query: view().race shows them. Changes of the compared methods are undoable steps.
    /// The searches of the compared methods besides the document's; changes go through this workbench. Valid until the next poll().
    std::vector<ShownSearch*> rivals() const;
    void put_beside(const std::string& contender);  ///< see contender_in; does nothing if there are most_contenders
    void put_present_beside();                      ///< adds the document's method, options and metric, which may then change
    /// Another text for a contender from 1 on; with `merge` it goes on with the same change.
    void set_beside(std::size_t contender, const std::string& text, bool merge = false);
    void swap_with_first(std::size_t contender = 1);  ///< they change places
    void take_out(std::size_t contender);             ///< 0: the document's method; the next one takes its place
    void end_race();
    void set_race_by(RaceBy);    ///< no undo step, as all of stepping
    void race_to(double clock);  ///< clamped to 0 .. view().race.total. Playing pauses.
    void play_race(bool);

    // Stepping through the search that is shown, or through all compared searches at once. No undo steps; view().stepping shows it.
    void open_stepping(bool, std::int64_t position = 0);  ///< from a step on: 0 before anything, -1 after the last
    void step_to(std::int64_t position);                  ///< 0 before anything; clamped. Playing pauses.
    void jump(Jump);                                      ///< Playing pauses.
    void play(bool);                                      ///< from the beginning when it is at the end
    void set_step_speed(double steps_per_second);
    void set_step_loop(bool);
    void set_every_step(bool);  ///< playing stops at every step, not only at decisions
    /// While steps or ticks are played: how long until poll() has something else to show, in seconds.
    std::optional<double> seconds_to_next_step() const;

    // Points that move: no undo steps; what is shown is view().moving. The search follows every tick.
    void play_ticks(bool);               ///< from the first tick when the last is shown
    void go_to_tick(std::int64_t tick);  ///< from 0; clamped. Playing pauses.
    void set_tick_speed(double ticks_per_second);
    void set_tick_loop(bool);  ///< of data that have a last tick
    /// Moves tick by tick, as fast as searches and drawing allow, until the method rebuilds its index; stops there, at the last tick
    /// or after `at_most` ticks, and says so in view().said. Nothing happens where no index is kept.
    void seek_rebuild(bool, std::int64_t at_most = most_sought);

    // Curves of time and work of methods, measured in the background with the settings of the document: view().curves.
    void measure_curves();  ///< continues a stopped measurement, else begins. Does nothing if that is refused.
    void stop_curves();     ///< measured values stay
    void forget_curves();
    /// Takes the settings of one point of the curve: its method, with the k, the n or the option there. One undoable step.
    void ask_as_curve(std::size_t line, std::size_t place);

    // Neighbour lists of another program, compared with the true neighbours: view().comparing.
    /// Reads and compares them in the background: one undoable step. `queries` "": every point is a query. Errors are the error card, and
    /// the lists before stay. `lists` "": none any more.
    void compare_lists(const std::string& lists, const std::string& queries = {});
    void name_list_queries(const std::string& queries);  ///< of the lists compared, or of those that were refused last
    void walk_lists(ListClass);                          ///< chooses the kind of lists to step through
    void next_list(int direction);                       ///< of that kind: 1 or -1; wraps around
    void look_at_list(std::int64_t query);               ///< puts the query there: no undo step

    bool follows_mouse() const;  ///< whether the mouse moves the query: it stays while its search is stepped through

    void point_at(std::int64_t row, std::vector<double> place) override;
    /// Explains why the point under the mouse is (not) a neighbour, or why its leaf was skipped: view().why.
    void ask_why();
    void close_why();
    /// Makes every point a query (self-join), and pins the query on the one that needs the most distances (or leaves, if the points are
    /// coloured by leaves), with an explanation: view().why. One undoable step, once it is known.
    void find_costliest();

    // Classes, by the votes of neighbours: what is shown is view().classes.
    void see(const SeenPlane&) override;
    void ring_rows_of(std::optional<ConfusionCell>);  ///< none: all that are misclassified; no step
    /// Pins the query on the next row that is ringed, 1, or the one before, -1, and leaves the row itself out of its neighbours: one
    /// undoable step with those before.
    void next_ringed(int direction);

    void cancel();  ///< stops writing, looking at columns, loading or searching; the last picture stays
    void dismiss_error();
    /// Progress of the work that is waited for: that of the view model, else of classes, which a window shows beside the picture.
    std::optional<ProgressCard> progress() const;
    bool busy() const;  ///< writing, looking at columns, loading, or searching for what is asked now (measuring when idle is not)

    /// Takes over what workers finished. True when the view model changed. Call after `wake`, and once per frame.
    bool poll();
    const ViewModel& view() const override;
    Drawable drawable() const override;

    /// Filled in by the drawing side for the status bar, after each frame. Frames per second are of the frames of the last
    /// second before view() is read; 0 when there were fewer than two.
    void report_frame(const std::string& buffer_path, double milliseconds);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Files dropped on a window, whichever it is.
/// Asks a gallery the first one when it is a picture. Compares the first with the truth when it holds lists of neighbours
/// (looks_like_lists), with a second file as their queries; else opens it. Of further ones the window says that they were not, unless they
/// are companions of the same name (NAME.cnode and NAME.cedge), which the reader finds itself.
void open_dropped(Workbench&, const std::vector<std::string>& paths);

}  // namespace neighborscope
