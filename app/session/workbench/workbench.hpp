// The state of a window: the history of the document, the workers that load and search, and the view model. Call all members on the
// window's thread. Workers call `wake`, and poll() takes their results.
#pragma once
#include "app/session/answering/shown_search.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

class CardControls;  // each in a header of this folder with its name
class ClassControls;
class ComparingControls;
class CurveControls;
class EditControls;
class ExhibitionControls;
class FaceControls;
class InspectingControls;
class LessonControls;
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
    /// `wake` is called from any thread if poll() has something to do. It must only post an event.
    Workbench(SessionState first, std::function<void()> wake);
    ~Workbench() override;

    // The document.
    const SessionState& session() const override;
    /// Changes the document: one undoable step with the name of the change ("change k"). With `merge`, the changes of a drag are one step.
    void change(const std::function<void(SessionState&)>&, bool merge = false);
    /// Replaces the whole document (a session was opened): one undoable step.
    void replace(const SessionState&);
    /// Writes down what a window shows, to be saved: no undo step, and nothing is searched again.
    void note_view(const std::function<void(SessionState&)>&);
    /// Loads or makes `source`, even if it is already shown: one undoable step. The query goes back to the middle.
    void open_data(const std::string& source);
    /// Generates the data again with another value of one parameter (app/data/make/parameters.hpp): one undoable step; with `merge` one
    /// step with others of a drag. Keeps the query's position, or its point if that stays, and the tick, unless that takes long to compute.
    /// The picture stays until the new one is ready. During a drag always the newest value is generated and searched. No effect on data
    /// that are not generated.
    void change_data_parameter(const std::string& name, const std::string& text, bool merge = false);
    /// Ends a drag whose changes are merged (mouse released). Otherwise a pause of a second ends it.
    void end_drag();
    void undo();
    void redo();
    bool can_undo() const;
    bool can_redo() const;
    std::string undo_kind() const;  ///< "change k"; "": nothing to undo
    std::string redo_kind() const;

    // Features.
    QueryControls& query();            ///< position of the query
    FaceControls& faces();             ///< pictures as the query, the camera, the gallery
    EditControls& edits();             ///< points changed by hand
    PointControls& points();           ///< writing points, and the columns of their file
    MovingControls& moving();          ///< points that move
    SteppingControls& stepping();      ///< through the search that is shown
    ClassControls& classes();          ///< by the votes of neighbours
    RaceControls& race();              ///< methods side by side
    CurveControls& curves();           ///< of what methods take
    ComparingControls& comparing();    ///< lists of another program with the truth
    InspectingControls& inspecting();  ///< the health of an index of another library
    LessonControls& lessons();         ///< the lesson that is open
    bool has_lesson() const;           ///< one is open
    TimingControls& timings();         ///< kept to compare others with
    ExhibitionControls& exhibition();  ///< the query goes on by itself
    CardControls& cards();             ///< over the picture
    StartControls& starting();         ///< the card of a window that was opened without data

    // The view.
    const ViewModel& view() const override;
    Drawable drawable() const override;
    void set_visible_plane(const VisiblePlane&) override;
    void point_at(std::int64_t row, std::vector<double> place) override;
    /// Takes the results of workers. True if the view model changed. Call it after `wake`, and once per frame.
    bool poll();
    /// During playback: seconds until poll() has something new to show.
    std::optional<double> seconds_to_next_step() const;
    bool busy() const;  ///< writing, reading columns, loading or searching; measuring in idle time does not count
    /// Progress of the work that the user waits for: that in the view model, else of classification, which a window shows in the picture.
    std::optional<ProgressCard> progress() const;
    void cancel();  ///< cancels writing, reading columns, loading or searching; the last picture stays
    /// Shows an error card for the window's own work (a file that cannot be written).
    void show_error(const std::string& title, const std::string& remedy);
    void dismiss_error();
    void show_message(const std::string&);  ///< view().message, for the window's own work
    /// The window reports each frame for the status bar. Frames per second are counted over the last second; 0 for fewer than two frames.
    void report_frame(const std::string& buffer_path, double milliseconds);

private:
    std::unique_ptr<WorkbenchState> state_;
};

/// Opens files dropped on a window. The first one, if it is a picture and the data are a gallery, becomes the query. If it holds lists of
/// neighbours (looks_like_lists), they are compared with the truth, with a second file as their queries. Else it is opened as data. A
/// message names files that were ignored, except companions of the same name (NAME.cnode and NAME.cedge), which the reader finds itself.
void open_dropped(Workbench&, const std::vector<std::string>& paths);

}  // namespace neighborscope
