// k-NN classification of positions in the plane and of points, as panels and instruments show it.
#pragma once
#include "app/data/classify/classes.hpp"
#include "app/data/classify/labelling.hpp"
#include "app/data/classify/vote_counter.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// The rectangle that a picture shows, in coordinates along its axes, relative to the data's origin.
struct VisiblePlane {
    std::array<double, 2> low{}, size{};
    int width = 0, height = 0;  ///< logical pixels
    bool waits = false;         ///< the picture is drawn only once: computing finer regions may take longer
    bool operator==(const VisiblePlane&) const = default;
};

/// The class that the votes give to each cell of a grid over the visible plane.
struct DecisionRegions {
    VisiblePlane plane;             ///< the rectangle that the grid covers
    int columns = 0, rows = 0;      ///< row 0 is the lowest
    std::vector<VoteResult> votes;  ///< [rows][columns] by the neighbours of the cell's centre
    double milliseconds = 0;        ///< time of search and votes
    std::uint64_t generation = 0;   ///< changes with the regions
};

/// Leave-one-out classification: every point is classified by its neighbours among all others.
struct LeaveOneOut {
    std::shared_ptr<const DataSet> data;  ///< the classified rows belong to it
    int k = 1;
    std::int64_t asked = 0, of = 0;       ///< rows classified so far, and to classify in all
    std::vector<std::int32_t> predicted;  ///< [rows] class; -1: not classified
    std::vector<std::int64_t> wrong;      ///< misclassified rows, ascending
    std::vector<std::int64_t> correct;    ///< [k - 1] rows classified correctly by the first k neighbours
    std::vector<Confusion> confusion;     ///< pairs of classes that were confused, with this k

    std::int64_t right() const { return asked - std::int64_t(wrong.size()); }
    bool complete() const { return asked == of; }
};
/// At most this many rows are classified. Of more rows, a random sample is.
inline constexpr std::int64_t max_classified_rows = 100000;
/// The curve of accuracy over k ends at this k or later.
inline constexpr int curve_ks = 31;

/// The colour of a class as an index, before a theme maps it to a colour: as in Shades::of_point.
struct ClassShade {
    std::uint32_t shade = 0;
    bool ramp = false;  ///< the index is of Shades::Scale::ramp, else of classes
    bool operator==(const ClassShade&) const = default;
};

/// One cell of the confusion matrix: the rows of class `of` that were classified as `predicted`.
struct ConfusionCell {
    std::int32_t of = -1, predicted = -1;
    bool operator==(const ConfusionCell&) const = default;
};

/// The state of classification, shared by panels, the view and commands.
struct Classifying {
    std::shared_ptr<const Classes> classes;             ///< of the points shown; null: the points have no classes
    std::int32_t of_query = -1;                         ///< class of the row that is the query; -1: the query is not a row
    std::string label_name;                             ///< name of the column with the classes
    std::string refusal = "the points have no labels";  ///< why the points have no classes
    std::vector<ClassShade> shades;                     ///< [classes]

    std::string no_regions = "the points have no labels";  ///< why no regions can be drawn; "": they can
    std::shared_ptr<const DecisionRegions> regions;        ///< null: not drawn, or not computed yet
    std::string regions_error;                             ///< why the method failed to compute them
    bool refining = false;                                 ///< finer regions are being computed

    std::string no_votes = "the points have no labels";  ///< why leave-one-out classification is impossible; "": it is possible
    std::shared_ptr<const LeaveOneOut> leave_one_out;    ///< null: not requested, or not computed yet
    std::string leave_one_out_error;
    bool is_classifying = false;          ///< more rows are being classified
    std::optional<ConfusionCell> chosen;  ///< its rows are ringed; none: all misclassified rows are
    std::vector<std::int64_t> ringed;     ///< rows of leave_one_out->data, ascending
    std::uint64_t ringed_generation = 0;  ///< grows when `ringed` changes
    std::int64_t place = -1;              ///< index of the query's row in `ringed`; -1: it is not in there
};

}  // namespace neighborscope
