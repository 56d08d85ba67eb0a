// What the panels show, as plain data: Qt docks, ImGui instruments and the light window read the same structs.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/session/shown/data_facts.hpp"
#include "app/session/shown/manual_edits.hpp"
#include "app/session/shown/cards.hpp"
#include "app/session/shown/classifying.hpp"
#include "app/session/shown/colouring.hpp"
#include "app/session/shown/compared_lists.hpp"
#include "app/session/shown/curving.hpp"
#include "app/session/shown/distance_spread.hpp"
#include "app/session/shown/exactness.hpp"
#include "app/session/shown/features.hpp"
#include "app/session/shown/list_difference.hpp"
#include "app/session/shown/moving.hpp"
#include "app/session/shown/neighbour_row.hpp"
#include "app/session/shown/point_changes.hpp"
#include "app/session/shown/polar.hpp"
#include "app/session/shown/racing.hpp"
#include "app/session/shown/stepping.hpp"
#include "app/session/shown/timings.hpp"
#include "app/session/shown/tree_facts.hpp"
#include "app/session/text/numbers.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

struct DataSet;  // app/data/points/data_set.hpp
namespace faces {
struct Gallery;       // app/data/faces/gallery.hpp
struct QueryPicture;  // app/data/faces/query_picture.hpp
struct Evaluation;    // app/data/faces/evaluate.hpp
}  // namespace faces

struct StatusLine {
    int multiprocessors = 0;          ///< of the device: on the host its worker threads; 0: not known yet
    std::string device;               ///< "host, 2 threads", "CUDA, NVIDIA H200", "built for CPU only"
    std::string buffer_path;          ///< "interop", "copy (host device)", "copy (interop refused: ...)"
    std::uint64_t bytes_to_host = 0;  ///< that crossed for the last answer
    double search_milliseconds = 0;   ///< of the newest run alone
    double frame_milliseconds = 0, frames_per_second = 0;
};

struct ProbedLists;  // app/session/search/probed_lists.hpp

struct ViewModel {
    std::optional<TreeFacts> tree;              ///< of the answer shown; none: its method has none
    std::shared_ptr<const ProbedLists> probed;  ///< the same of a method that searches some of its lists; null: its method has none
    DataFacts data;
    Colouring colouring;
    std::vector<MethodEntry> methods;
    std::vector<NeighbourRow> neighbours;
    std::vector<NeighbourRow> step_neighbours;                 ///< the best so far, while a search is stepped through
    std::vector<double> query;                                 ///< true coordinates of the query that `neighbours` answers; empty: none
    std::int64_t query_row = -1;                               ///< file row that it was placed on, -1: on none
    std::shared_ptr<const DataSet> pictures;                   ///< the data, where their rows are pictures: picture_of(); else null
    std::shared_ptr<const faces::QueryPicture> query_picture;  ///< the document's, once it is read; null: the query is none
    bool exhibiting = false;                                   ///< Workbench::exhibit
    std::shared_ptr<const faces::Evaluation> evaluation;       ///< of the gallery that the data are, once asked for
    std::vector<std::string> axes;                             ///< names of the axes of the picture, three at most
    Projection projection;                                     ///< how the data are seen
    bool has_components = false;                               ///< principal components were found, and the data can be seen along them
    bool polar_shown = false;                                  ///< the polar view, as the document or the data say
    std::shared_ptr<const PolarView> polar;                    ///< of the answer shown; null: there is none, or it is not wanted
    std::string title_name;   ///< of the column that NeighbourRow::title is from; "" when the data have none
    double kth_distance = 0;  ///< of the list shown
    double list_extent = 0;   ///< the greatest magnitude of its distances, which gives all of them one precision
    bool products = false;    ///< its distances are inner products, in descending order
    Timings timings;
    std::optional<FrozenTimings> frozen;  ///< Workbench::freeze_timings
    Stepping stepping;
    Moving moving;
    ManualEdits manual_edits;
    Comparing comparing;
    Classifying classes;
    Racing race;
    std::optional<ListDifference> difference;  ///< of a compared method: from the list of A; none: it is A, or nothing is compared
    std::vector<Counter> counters;             ///< of the search shown; of methods with an index, and while it is compared with others
    bool counters_previous = false;            ///< they belong to the previous query
    std::optional<double> neighbours_within;   ///< as in Report, with the counters
    Curving curves;
    Exactness exactness;
    std::optional<DistanceSpread> spread;  ///< of the distances from the query to all points; none: not known yet, or too many points
    std::optional<ListChanges> changes;    ///< since the last change that was not of the query; none after one of the query
    std::optional<Why> why;
    StatusLine status;
    bool three_d = false;  ///< the points are seen in space
    std::optional<ErrorCard> error;
    std::optional<ProgressCard> progress;  ///< shown after 200 ms
    std::string message;                   ///< the last message, until the next change: "6 points written to a.csv"
    bool busy = false;                     ///< the present search has no result yet
    FeatureGenerations generations;        ///< of all of this but frame times, and of the document

    const char* no_components() const;                           ///< why not
    const MethodInfo* info_of(const std::string& method) const;  ///< null: there is no such method
    std::string sentence() const;                                ///< the error, the progress or the message, as text; "": none of these
    bool shows_step_list() const { return stepping.ready; }      ///< the list is that of a step
    bool list_has_leaf_visits() const { return shows_step_list() && stepping.record->tree; }  ///< and each came with a visit of a leaf
    const std::vector<NeighbourRow>& listed() const { return shows_step_list() ? step_neighbours : neighbours; }
    /// What the list lacks; of a step nothing is missed yet.
    const ListChanges* listed_changes() const { return changes && !shows_step_list() ? &*changes : nullptr; }
    std::span<const NeighbourRow> listed_missed() const { return shows_step_list() ? std::span<const NeighbourRow>() : exactness.missed; }
};

}  // namespace neighborscope
