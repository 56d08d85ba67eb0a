// The state behind a window: the session's history, the workers that load and search, and the view model.
// All members are called on the window's thread; workers talk to it through `wake` and `poll`.
#pragma once
#include "app/session/answering/shown_search.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

class ClassControls;  // each in a header of this folder that is called the same
class ComparingControls;
class CurveControls;
class EditControls;
class ExhibitionControls;
class FaceControls;
class MovingControls;
class PointControls;
class QueryControls;
class RaceControls;
class StartControls;
class SteppingControls;
class TimingControls;
struct WorkbenchState;

class Workbench final : public ShownSearch {
public:
    /// `wake` is called from any thread when poll() has something to do; it must only post an event.
    Workbench(SessionState first, std::function<void()> wake);
    ~Workbench() override;

    // The document.
    const SessionState& session() const override;
    /// Changes the document: one undoable step, named by what changes ("change k"). With `merge`, drags become one step.
    void change(const std::function<void(SessionState&)>&, bool merge = false);
    /// Replaces the whole document (a session was opened): one undoable step.
    void replace(const SessionState&);
    /// Loads or makes `source`, even if it is already shown: one undoable step. The query goes back to the middle.
    void open_data(const std::string& source);
    /// Makes the data of a generator again with another value of one parameter (app/data/make/parameters.hpp): one undoable step, with
    /// `merge` together with others of a drag. The query stays in its place, and on its point where that stays; ticks go on from the one
    /// shown, unless that takes long to compute. The picture stays until the new one is ready. During a drag one value after another
    /// is made and searched, always the newest; none waits in a queue. Nothing happens to data of no generator.
    void change_data_parameter(const std::string& name, const std::string& text, bool merge = false);
    /// The drag whose changes were merged has ended (mouse released). Without it, a pause of a second ends it.
    void end_drag();
    void undo();
    void redo();
    bool can_undo() const;
    bool can_redo() const;
    std::string undo_kind() const;  ///< "change k"; "" when there is nothing to undo
    std::string redo_kind() const;

    // Features.
    QueryControls& query();            ///< where it is asked, and whether the mouse moves it
    FaceControls& faces();             ///< pictures as the query, the camera, the gallery
    EditControls& edits();             ///< points changed by hand
    PointControls& points();           ///< writing them, and the columns of their file
    MovingControls& moving();          ///< points that move
    SteppingControls& stepping();      ///< through the search that is shown
    ClassControls& classes();          ///< by the votes of neighbours
    RaceControls& race();              ///< methods side by side
    CurveControls& curves();           ///< of what methods take
    ComparingControls& comparing();    ///< lists of another program with the truth
    TimingControls& timings();         ///< kept to compare others with
    ExhibitionControls& exhibition();  ///< the query goes on by itself
    StartControls& starting();         ///< the card of a window that was opened without data

    // What a window shows, and what happens in it.
    const ViewModel& view() const override;
    Drawable drawable() const override;
    void set_visible_plane(const VisiblePlane&) override;
    void point_at(std::int64_t row, std::vector<double> place) override;
    /// Takes over what workers finished. True when the view model changed. Call after `wake`, and once per frame.
    bool poll();
    /// While steps or ticks are played: how long until poll() has something else to show, in seconds.
    std::optional<double> seconds_to_next_step() const;
    bool busy() const;  ///< writing, looking at columns, loading, or searching for what is asked now (measuring when idle is not)
    /// How far any of what is waited for is: what the view model says, else work of classes, which a window shows by the picture.
    std::optional<ProgressCard> progress() const;
    void cancel();  ///< stops writing, looking at columns, loading or searching; the last picture stays
    /// An error of the window's own work (a file that cannot be written) as the error card.
    void show_error(const std::string& title, const std::string& remedy);
    void dismiss_error();
    void show_message(const std::string&);  ///< view().message, of the window's own work
    /// Filled in by the drawing side for the status bar, after each frame. Frames per second are of the frames of the last
    /// second before view() is read; 0 when there were fewer than two.
    void report_frame(const std::string& buffer_path, double milliseconds);

private:
    std::unique_ptr<WorkbenchState> state_;
};

/// Files dropped on a window, whichever it is.
/// Asks a gallery the first one when it is a picture. Compares the first with the truth when it holds lists of neighbours
/// (looks_like_lists), with a second file as their queries; else opens it. Of further ones the window says that they were not, unless they
/// are companions of the same name (NAME.cnode and NAME.cedge), which the reader finds itself.
void open_dropped(Workbench&, const std::vector<std::string>& paths);

}  // namespace neighborscope
