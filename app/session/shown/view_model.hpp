// The view model: what panels and instruments of both windows show, as plain data.
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
#include "app/session/shown/inspecting.hpp"
#include "app/session/shown/list_difference.hpp"
#include "app/session/shown/moving.hpp"
#include "app/session/shown/neighbour_row.hpp"
#include "app/session/shown/point_changes.hpp"
#include "app/session/shown/polar.hpp"
#include "app/session/shown/racing.hpp"
#include "app/session/shown/start_card.hpp"
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
    int multiprocessors = 0;          ///< of the device; on the host its worker threads; 0: not known yet
    std::string device;               ///< "host, 2 threads", "CUDA, NVIDIA H200", "built for CPU only"
    std::string buffer_path;          ///< "interop", "copy (host device)", "copy (interop refused: ...)"
    std::uint64_t bytes_to_host = 0;  ///< copied to the host for the last answer
    double search_milliseconds = 0;   ///< of the newest run
    double frame_milliseconds = 0, frames_per_second = 0;
};

struct ProbedLists;  // app/session/search/probed_lists.hpp
namespace inspect {
struct GraphRows;  // app/inspect/graph_rows.hpp
}

struct ViewModel {
    std::optional<TreeFacts> tree;              ///< of the answer shown; none: its method has no tree
    std::shared_ptr<const ProbedLists> probed;  ///< of the answer shown; null: its method has no inverted lists
    DataFacts data;
    std::shared_ptr<const inspect::GraphRows> graph;  ///< of the index that is the data; null: there is none, or it has no graph
    Colouring colouring;
    std::vector<MethodEntry> methods;
    std::vector<NeighbourRow> neighbours;
    std::vector<NeighbourRow> step_neighbours;                 ///< the k best so far, while a search is stepped through
    std::vector<double> query;                                 ///< true coordinates of the query of `neighbours`; empty: none
    std::int64_t query_row = -1;                               ///< file row that is the query; -1: none
    std::shared_ptr<const DataSet> pictures;                   ///< the data, if their rows are pictures (picture_of()); else null
    std::shared_ptr<const faces::QueryPicture> query_picture;  ///< the document's, once it is read; null: the query is no picture
    bool answers_hidden = false;  ///< a lesson's prediction is open, whose answer results and the neighbours in the picture would tell
    bool page_waits = false;      ///< it stands before all of its page: the document leaves out what answers, and commands refuse
    bool exhibiting = false;      ///< ExhibitionControls::run
    std::shared_ptr<const faces::Evaluation> evaluation;  ///< of the gallery, once requested
    std::vector<std::string> axes;                        ///< names of the axes of the picture, at most three
    Projection projection;                                ///< of the data into the picture
    bool has_components = false;                          ///< the data have principal components to be projected onto
    bool polar_shown = false;                             ///< by the document, else by the data
    std::shared_ptr<const PolarView> polar;               ///< of the answer shown; null: not computed, or not requested
    std::string title_name;                               ///< name of the column of NeighbourRow::title; "": the data have none
    double kth_distance = 0;                              ///< of the list shown
    double list_extent = 0;                               ///< the greatest magnitude of its distances; sets their digits
    bool products = false;                                ///< its distances are inner products, in descending order
    Timings timings;
    std::optional<FrozenTimings> frozen;  ///< TimingControls::freeze
    Stepping stepping;
    Moving moving;
    ManualEdits manual_edits;
    Comparing comparing;
    Inspecting inspecting;
    Classifying classes;
    Racing race;
    std::optional<ListDifference> difference;  ///< of a compared method's list from that of A; none: this is A, or nothing is compared
    std::vector<Counter> counters;             ///< of the search shown, if its method has an index or is compared with others
    bool counters_previous = false;            ///< `counters` are of the previous query
    std::optional<double> neighbours_within;   ///< as in Report
    Curving curves;
    Exactness exactness;
    std::optional<DistanceSpread> spread;  ///< none: not computed yet, or too many points
    std::optional<ListChanges> changes;    ///< by the last change of the document; none if that moved the query
    std::optional<Why> why;
    StatusLine status;
    bool three_d = false;  ///< the points are seen in space
    /// Grows when a document was opened and its data are there: the picture then shows its camera.
    std::uint64_t opened_views = 0;
    std::optional<StartCard> start;  ///< while it is shown
    std::optional<ErrorCard> error;
    std::optional<ProgressCard> progress;  ///< shown after 200 ms
    std::string message;                   ///< until the next change: "6 points written to a.csv"
    bool busy = false;                     ///< the present search has no result yet
    FeatureGenerations generations;        ///< of the document and of all of this except frame times

    const char* no_components() const;                           ///< why has_components is false
    const MethodInfo* info_of(const std::string& method) const;  ///< null: no such method
    /// "One point per warp"; of the method `own` the name of its index.
    std::string title_of(const MethodInfo&) const;
    /// The level of the index's graph whose links are drawn: the one that the step shown searches, else the document's; -1: none.
    int level_shown(int of_document) const;
    std::vector<OptionSpec> options_of(const MethodInfo&) const;  ///< of `own` only those that its index has
    std::string sentence() const;                                 ///< the error, else the progress, else the message
    /// The list is that of a step. The list after the last step is that of the search, with the neighbours that it missed.
    bool shows_step_list() const { return stepping.ready && (stepping.position < stepping.count || exactness.missed.empty()); }
    bool list_has_leaf_visits() const { return shows_step_list() && stepping.record->tree; }  ///< with the visits that found neighbours
    const std::vector<NeighbourRow>& listed() const { return shows_step_list() ? step_neighbours : neighbours; }
    /// The ranks of the list shown are true. While the list of a method that may miss neighbours is not checked, they are only places.
    bool true_ranks_known(const MethodInfo* method) const {
        return exactness.known || shows_step_list() || !method || !method->supports.approximate;
    }
    /// Changes of the list shown and true neighbours that it lacks; none while a search is stepped through.
    const ListChanges* listed_changes() const { return changes && !shows_step_list() ? &*changes : nullptr; }
    /// True neighbours that the search of the answer missed, also while it is stepped through: crosses in the picture.
    std::span<const NeighbourRow> crossed() const { return exactness.missed; }
    std::span<const NeighbourRow> listed_missed() const { return shows_step_list() ? std::span<const NeighbourRow>() : exactness.missed; }
};

}  // namespace neighborscope
