// The document: data, method, options, query, view. No GUI, no OpenGL. Saved as versioned JSON; unknown keys are kept.
#pragma once
#include "app/data/classify/vote_counter.hpp"
#include "app/data/faces/face.hpp"
#include "app/data/points/edits.hpp"
#include "gpu/knn.hpp"
#include "render/palette.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// How the leaves of a method's tree are drawn: not at all, as outlines, coloured by number of points or by level, or, in a self-join
/// (every point is a query), by number of queries or by distances computed per query.
enum class CellsShown { none, outlines, occupancy, depth, queries, work };
std::string_view name(CellsShown);  ///< "none", "outlines", ...
inline constexpr std::array all_cells_shown = {
    CellsShown::none, CellsShown::outlines, CellsShown::occupancy, CellsShown::depth, CellsShown::queries, CellsShown::work};
/// Whether leaves are filled.
constexpr bool colours_leaves(CellsShown shown) { return shown != CellsShown::none && shown != CellsShown::outlines; }
/// Whether the work of a self-join is needed.
constexpr bool shows_work(CellsShown shown) { return shown == CellsShown::queries || shown == CellsShown::work; }

/// The chart shown instead of the points: curves of time or work, or a roofline of the search's phases.
enum class ChartShown { none, curves, roofline };
inline constexpr std::array all_charts_shown = {ChartShown::none, ChartShown::curves, ChartShown::roofline};
std::string_view name(ChartShown);  ///< "none", "curves", "roofline"
/// The vertical axis of curves.
enum class CurveQuantity { time, distances, recall };
inline constexpr std::array all_curve_quantities = {CurveQuantity::time, CurveQuantity::distances, CurveQuantity::recall};
std::string_view name(CurveQuantity);

enum class QueryMode { follow, pinned };  ///< the query follows the mouse, or stays in place

/// What a camera shows, in true coordinates of the axes of the picture.
struct SavedCamera {
    bool three_d = false;
    std::array<double, 3> centre{};     ///< in 2-D the middle of the view; in 3-D the place that the eye turns around
    double height = 1;                  ///< of the part of the data that the view shows, at the centre
    double azimuth = 0, elevation = 0;  ///< 3-D: of the eye, in degrees
    std::array<double, 2> shift{};      ///< 3-D: of the centre from the middle of the view, right and down, as shares of the view's height
    bool operator==(const SavedCamera&) const = default;
};

/// A note on the picture: a text, and an arrow from it to what it explains.
struct Note {
    std::string text;
    std::optional<std::int64_t> row;        ///< the file row that it explains, and follows; none: a place
    std::array<double, 3> at{};             ///< that place, in true coordinates of the axes of the picture
    std::array<double, 2> offset{64, -48};  ///< of the text's middle from there, right and down, in pixels of a view of 1280 x 800
    bool ring = true;                       ///< around what it explains
    bool operator==(const Note&) const = default;
};

/// What the user did to a card over the picture, such as the legend. Without both, the layout decides.
struct SavedCard {
    std::optional<bool> open;  ///< none: folded by itself where it would take too much room
    /// Pinned: its left and top end, as shares (0 to 1) of the room that the view leaves beside its title line; none: placed by the layout.
    std::optional<std::array<double, 2>> place;
    bool operator==(const SavedCard&) const = default;
};
/// The names of all cards.
inline constexpr std::array card_names = {"legend", "timings", "index", "lists", "why", "polar", "gallery", "pictures", "timeline",
    "pseudo-code", "structure", "bound-chart", "race"};

/// One immutable snapshot of the document. Undo returns to earlier ones. Results are not part of it. Camera, tick, stepping, presentation
/// mode, docks and cards are, to be saved, but undo does not change them. Camera and presentation mode are those that were opened or saved
/// last, until a window writes down what it shows (Workbench::note_view).
struct SessionState {
    std::string data = "sample:earthquakes";
    std::string columns;                    ///< LoadOptions::columns: "lon,lat" or "1,3-5"; "" = the reader's guess
    std::string array;                      ///< LoadOptions::array: which array of NPZ or HDF5; "" = the reader's choice
    std::string index;                      ///< the file of an index that was built from the data, for `own`; "" = none
    std::string index_hash;                 ///< hexadecimal DataSet::hash if the data is an index of another library; "" = not yet known
    std::string label;                      ///< LoadOptions::label: the column that is the class of a point; "" = the reader's guess
    bool strict = false;                    ///< LoadOptions::strict: refuse rows with NaN or infinity
    std::int64_t every = 0;                 ///< LoadOptions::every: every N-th row; 0: all rows, or as many as fit
    bool metres = false;                    ///< LoadOptions::metres: longitude and latitude are converted to metres
    bool whiten = false;                    ///< LoadOptions::whiten: whitened distances in a gallery
    std::string pictures;                   ///< LoadOptions::pictures: a file that lists the rows' pictures; "" = none
    std::vector<faces::Enrolled> enrolled;  ///< LoadOptions::enrolled: people added to the gallery
    PointEdits edits;                       ///< LoadOptions::edits: points added, moved and erased by hand
    std::vector<std::string> where;         ///< RowConditions::where of LoadOptions::only: the rows that a search may return
    std::string mask;                       ///< RowConditions::mask of LoadOptions::only: a file; "" = none
    std::string method = "heap";
    std::map<std::string, std::map<std::string, std::string>> options;  ///< method -> option -> value as typed
    std::string device;                                                 ///< "", "host" or "cuda"; "" = the default device
    int k = 16;
    Metric metric = Metric::euclidean;
    std::vector<std::string> compared;  ///< compared methods besides `method` (app/session/document/contender.hpp)
    bool exclude_self = false;          ///< if a query is a point of the data, do not return that point as its own neighbour
    Voting vote = Voting::majority;     ///< how neighbours vote for a class
    QueryMode query_mode = QueryMode::follow;
    std::optional<std::vector<double>> query;  ///< true coordinates; none: the point nearest the middle of the data's box
    std::optional<std::int64_t> query_row;     ///< file row that is the query (a click, --query-index); `query` is its position
    std::string query_picture;                 ///< a picture file that is the query, projected onto the gallery; "" = none
    std::optional<faces::Crop> query_crop;     ///< the face in that picture; none: all of the picture
    std::optional<double> unknown_above;       ///< faces farther than this from face space are unknown; none: the gallery's limit
    std::optional<bool> three_d;               ///< shown in 3-D; none: if the data have three dimensions
    std::string projection;                    ///< projection_of: "" = principal components beyond three dimensions; "axes"; "3,7"
    std::optional<bool> polar;                 ///< the polar view is shown; none: beyond three dimensions, if rows are no pictures
    bool links = true;
    bool gallery = true;                       ///< if rows are pictures: all of them are shown beside the view
    bool regions = false;                      ///< decision regions are drawn
    bool misclassified = false;                ///< leave-one-out classification; misclassified points are ringed
    std::string colour_by;                     ///< a ColourWay's value; "" = the data's colours, else their label, else none
    CellsShown cells = CellsShown::occupancy;  ///< if the method has a tree
    bool morton = false;                       ///< the order of the tree's leaves is drawn
    bool network = true;                       ///< the street network is drawn, if the data have one
    int links_level = 0;                       ///< the level of the index's graph whose links are drawn; -1: none
    std::string lists, list_queries;           ///< files with lists to compare and with their queries ("" = every point); "" = none
    bool lists_squared = false;                ///< the distances in these lists are squared
    ChartShown chart = ChartShown::none;
    std::vector<std::string> curve_methods;  ///< contenders (document/contender.hpp); empty: `method` and `compared`
    std::string curve_along;                 ///< measure::along_in: "n=1000:100000"; "" = curve_range
    CurveQuantity curve_quantity = CurveQuantity::time;
    std::int64_t curve_queries = 100;              ///< number of random queries; 0: every point is a query
    bool stepping = false;                         ///< the search is stepped through
    std::int64_t step = 0;                         ///< position: 0 before the first step; below 0 counted from the end, -1 after the last
    std::optional<SavedCamera> camera;             ///< none: fitted to the data
    std::int64_t tick = 0;                         ///< of moving points, from 0
    std::int64_t index_tick = -1;                  ///< the tick at which the index shown was built; -1: at `tick`
    bool presenting = false;                       ///< the presentation mode
    std::vector<Note> notes;                       ///< on the picture
    std::string title;                             ///< above the picture, and of the window; "" = none
    bool timings = true;                           ///< times are written into the picture
    std::array<bool, 3> docks{true, true, false};  ///< at the left, right and bottom of the view: shown
    std::map<std::string, SavedCard> cards;        ///< those that the user folded, opened or pinned, by name
    std::optional<render::Theme> theme;            ///< none: the system's theme
    std::string unknown_keys;                      ///< a JSON object of unknown fields (of a newer version), kept when saved; "" = none

    // Defined in session.cpp, since inline copies of so many members would be large code.
    SessionState();
    SessionState(const SessionState&);
    SessionState(SessionState&&) noexcept;
    SessionState& operator=(const SessionState&);
    SessionState& operator=(SessionState&&) noexcept;
    ~SessionState();
    bool operator==(const SessionState&) const = default;

    /// Puts the query at this position, or on this row, or, without both, at its default position.
    void set_query(std::optional<std::vector<double>> position = {}, std::optional<std::int64_t> row = {}) {
        query = std::move(position);
        query_row = row;
        query_picture.clear();
        query_crop.reset();
    }
};

/// The session of a window that is opened without data: clustered points, and a method with an index.
SessionState default_session();

nlohmann::json to_json(const SessionState&);
SessionState session_from_json(const nlohmann::json&);            ///< input Error that names the key
void save_session(const SessionState&, const std::string& path);  ///< atomic: written under another name, then renamed
/// Relative paths that exist beside the file are resolved there. Input Error with file and key.
SessionState load_session(const std::string& path);
/// Whether a .json file is a session; other JSON is data. Also true for a file that cannot be read, so that load_session gives the error.
bool is_session_file(const std::string& path);
/// The arguments that open the same view: {"sample:earthquakes", "--method", "heap", ...}.
std::vector<std::string> command_arguments(const SessionState&);
/// The command line that opens the same view: "neighborscope sample:earthquakes --method heap -k 16 --query -120,37".
std::string command_line(const SessionState&);
/// Joins "neighborscope" and these words, quoted for a shell.
std::string joined_command_line(const std::vector<std::string>& words);

/// The name of the change, by the first field that differs: "change k". "": no field differs that undo would restore.
std::string change_name(const SessionState& before, const SessionState& after);
/// Copies the fields that undo does not change.
void copy_fields_without_undo(SessionState&, const SessionState& from);
/// If `next` has other data than `before`: resets fields that depend on the data, unless they were changed too.
void reset_fields_of_data(SessionState& next, const SessionState& before);

/// Snapshots for undo and redo, at most max_undo_steps.
class UndoHistory {
public:
    explicit UndoHistory(SessionState first) : states_{std::make_shared<const SessionState>(std::move(first))} {}
    const SessionState& now() const { return *states_[at_]; }
    /// Adds a step, unless nothing differs. With `merge`, a merged change before it of the same kind becomes one step with it. The kind is
    /// change_name() unless it is given.
    void change(SessionState next, bool merge = false, std::string kind = {});
    void amend(SessionState next);          ///< replaces the present snapshot without a step
    void drop_if_unchanged();               ///< removes the newest step if it changed nothing
    void end_merge() { merging_ = false; }  ///< ends a drag: the next change is a new step
    /// Identifies the present step. Merged changes have the same number.
    std::uint64_t step() const { return ids_[at_]; }
    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }
    void undo();
    void redo();
    const std::string& undo_kind() const { return kinds_[at_]; }  ///< "change k", for the menu; "": nothing to undo
    std::string redo_kind() const { return can_redo() ? kinds_[at_ + 1] : std::string(); }

    static constexpr std::size_t max_undo_steps = 1000;

private:
    std::vector<std::shared_ptr<const SessionState>> states_;
    std::vector<std::string> kinds_{""};
    std::vector<std::uint64_t> ids_{0};
    std::uint64_t newest_ = 0;
    std::size_t at_ = 0;
    bool merging_ = false;
};

}  // namespace neighborscope
