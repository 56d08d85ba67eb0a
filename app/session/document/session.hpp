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

/// How the leaves of a method's tree are drawn: not, as lines, coloured by number of points or by level, or, with every
/// point as a query (self-join), by how many queries lie there or by how many distances one of these computes.
enum class CellsShown { none, outlines, occupancy, depth, queries, work };
std::string_view name(CellsShown);  ///< "none", "outlines", ...
inline constexpr std::array all_cells_shown = {
    CellsShown::none, CellsShown::outlines, CellsShown::occupancy, CellsShown::depth, CellsShown::queries, CellsShown::work};
/// Whether leaves are filled with colours.
constexpr bool colours_leaves(CellsShown shown) { return shown != CellsShown::none && shown != CellsShown::outlines; }
/// Whether these need the work of all queries.
constexpr bool shows_work(CellsShown shown) { return shown == CellsShown::queries || shown == CellsShown::work; }

/// A chart instead of the points: curves of time or work along an axis, or the phases of the search below the peak rates of the device.
enum class ChartShown { none, curves, roofline };
inline constexpr std::array all_charts_shown = {ChartShown::none, ChartShown::curves, ChartShown::roofline};
std::string_view name(ChartShown);  ///< "none", "curves", "roofline"
/// What is seen of a curve.
enum class CurveQuantity { time, distances, recall };
inline constexpr std::array all_curve_quantities = {CurveQuantity::time, CurveQuantity::distances, CurveQuantity::recall};
std::string_view name(CurveQuantity);

enum class QueryMode { follow, pinned };  ///< the query follows the mouse, or stays

/// One immutable snapshot. Undo goes back to earlier ones. Camera and results are not part of it; stepping is, but undo leaves it alone.
struct SessionState {
    std::string data = "sample:earthquakes";
    std::string columns;                    ///< LoadOptions::columns: "lon,lat" or "1,3-5"; "" = the reader's guess
    std::string array;                      ///< LoadOptions::array: which array of NPZ or HDF5; "" = the reader's choice
    std::string label;                      ///< LoadOptions::label: the column that is the class of a point; "" = the reader's guess
    bool strict = false;                    ///< LoadOptions::strict: refuse rows with NaN or infinity
    bool metres = false;                    ///< LoadOptions::metres: longitude and latitude are put on the ground
    bool whiten = false;                    ///< LoadOptions::whiten: whitened distances in a gallery
    std::string pictures;                   ///< LoadOptions::pictures: a list of the rows' pictures; "" = none
    std::vector<faces::Enrolled> enrolled;  ///< LoadOptions::enrolled: people added to the gallery that the data are
    PointEdits edits;                       ///< LoadOptions::edits: points added, moved and erased by hand
    std::string method = "heap";
    std::map<std::string, std::map<std::string, std::string>> options;  ///< method -> option -> value as typed
    std::string device;                                                 ///< "", "host" or "cuda"; "" = the default device
    int k = 16;
    Metric metric = Metric::euclidean;
    std::vector<std::string> compared;  ///< compared methods besides this one (app/session/document/contender.hpp)
    bool exclude_self = false;          ///< if a query is a point of the data, do not return that point as its own neighbour
    Voting vote = Voting::majority;     ///< how neighbours vote for a class
    QueryMode query_mode = QueryMode::follow;
    std::optional<std::vector<double>> query;  ///< true coordinates; none: the point nearest the middle of the data's box
    std::optional<std::int64_t> query_row;     ///< file row that is the query (a click, --query-index); coordinates follow it
    std::string query_picture;              ///< a file: its picture is the query, projected onto the gallery that the data are; "" = none
    std::optional<faces::Crop> query_crop;  ///< what of that picture is the face; none: all of it
    std::optional<double> unknown_above;    ///< limit on the distance to face space for unknown faces; none: that of the gallery
    std::optional<bool> three_d;            ///< seen in space; none: data of three dimensions are
    std::string projection;                 ///< projection_of: "" = principal components of more than three dimensions; "axes"; "3,7"
    std::optional<bool> polar;              ///< the polar view is shown; none: of more than three dimensions, where rows are no pictures
    bool links = true;
    bool gallery = true;                       ///< all pictures beside the view, where rows are pictures
    bool regions = false;                      ///< which class the votes give to places in the plane is drawn
    bool misclassified = false;                ///< every point is classified by the others, and those that are wrong are ringed
    std::string colour_by;                     ///< a ColourWay's value; "" = what the data have: their colours, their label, none
    CellsShown cells = CellsShown::occupancy;  ///< where the method has a tree
    bool morton = false;                       ///< the order of a tree's leaves is drawn
    bool network = true;                       ///< the street network is drawn, where the data have one
    std::string lists, list_queries;           ///< files: lists to compare, and their queries ("": every point); "" = none
    bool lists_squared = false;                ///< the distances in these lists are squared
    ChartShown chart = ChartShown::none;
    std::vector<std::string> curve_methods;  ///< contenders (document/contender.hpp); none: the document's method, and those beside
    std::string curve_along;                 ///< measure::along_in: "n=1000:100000"; "" = curve_range
    CurveQuantity curve_quantity = CurveQuantity::time;
    std::int64_t curve_queries = 100;    ///< random queries; 0: every point is a query
    bool stepping = false;               ///< the search is stepped through
    std::int64_t step = 0;               ///< after how many steps: 0 before anything; below 0 from the end, -1 after the last
    std::optional<render::Theme> theme;  ///< none: the system's
    std::string unknown_keys;            ///< those of a newer version, kept when saved: a JSON object; "" = none

    // Defined in session.cpp: a copy of so many members is long code.
    SessionState();
    SessionState(const SessionState&);
    SessionState(SessionState&&) noexcept;
    SessionState& operator=(const SessionState&);
    SessionState& operator=(SessionState&&) noexcept;
    ~SessionState();
    bool operator==(const SessionState&) const = default;

    /// The query is there, or on that row, or at its first position.
    void set_query(std::optional<std::vector<double>> position = {}, std::optional<std::int64_t> row = {}) {
        query = std::move(position);
        query_row = row;
        query_picture.clear();
        query_crop.reset();
    }
};

/// What a window without data opens with: clustered points, and a method that shows its index.
SessionState default_session();

nlohmann::json to_json(const SessionState&);
SessionState session_from_json(const nlohmann::json&);            ///< input Error that names the key
void save_session(const SessionState&, const std::string& path);  ///< written under another name, then renamed: never a partial file
/// Input Error with file and key. Relative paths that exist beside the session are taken from there.
SessionState load_session(const std::string& path);
/// Whether a file named .json is one: other JSON is data. One that cannot be read counts as a session, whose error says why.
bool is_session_file(const std::string& path);
/// The arguments that open the same view: {"sample:earthquakes", "--method", "heap", ...}.
std::vector<std::string> command_arguments(const SessionState&);
/// The command line that opens the same view: "neighborscope sample:earthquakes --method heap -k 16 --query -120,37".
std::string command_line(const SessionState&);
/// "neighborscope", and these words as a shell takes them.
std::string joined_command_line(const std::vector<std::string>& words);

/// What the change from one to the other is called: by the first field that differs, "change k"; "" when none does that undo goes back to.
std::string change_name(const SessionState& before, const SessionState& after);
/// Fields that undo leaves as they are become as in `from`.
void copy_fields_without_undo(SessionState&, const SessionState& from);
/// For `next` of other data than `before`: fields that mean nothing with these and were not changed along go back to their presets.
void reset_fields_of_data(SessionState& next, const SessionState& before);

/// Snapshots for undo and redo, the oldest of many are forgotten.
class UndoHistory {
public:
    explicit UndoHistory(SessionState first) : states_{std::make_shared<const SessionState>(std::move(first))} {}
    const SessionState& now() const { return *states_[at_]; }
    /// No step when nothing differs. With `merge`, follows on from a merged change of the same kind as one step. The kind is
    /// change_name()'s unless it is given.
    void change(SessionState next, bool merge = false, std::string kind = {});
    void amend(SessionState next);          ///< replaces the present snapshot: no step (the mouse)
    void drop_if_unchanged();               ///< forgets the newest step when it changed nothing
    void end_merge() { merging_ = false; }  ///< a drag has ended: the next change is a step of its own
    /// Which step the present snapshot is: another for each, the same while changes go on as one.
    std::uint64_t step() const { return ids_[at_]; }
    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }
    void undo();
    void redo();
    const std::string& undo_kind() const { return kinds_[at_]; }  ///< "change k", for the menu; "" when nothing to undo
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
