// k-NN classification of places and of points, as panels and instruments show it.
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

/// A rectangle of the plane that a picture shows, along the axes of the picture, relative to the data's origin.
struct VisiblePlane {
    std::array<double, 2> low{}, size{};
    int width = 0, height = 0;  ///< logical pixels
    bool waits = false;         ///< for a picture that is drawn once: finer regions may take longer
    bool operator==(const VisiblePlane&) const = default;
};

/// Which class the votes give to places in the plane, cell by cell.
struct DecisionRegions {
    VisiblePlane plane;             ///< that the cells lie in
    int columns = 0, rows = 0;      ///< the first row is the lowest
    std::vector<VoteResult> votes;  ///< [rows][columns] of the neighbours of the cell's middle
    double milliseconds = 0;        ///< of the search and the votes
    std::uint64_t generation = 0;   ///< changes with the regions
};

/// Every point classified by its neighbours among all others.
struct LeaveOneOut {
    std::shared_ptr<const DataSet> data;  ///< whose rows these are
    int k = 1;
    std::int64_t asked = 0, of = 0;       ///< rows classified so far, and in the end
    std::vector<std::int32_t> predicted;  ///< [rows] class; -1: not classified
    std::vector<std::int64_t> wrong;      ///< rows, ascending
    std::vector<std::int64_t> correct;    ///< [k - 1] rows classified correctly by the first k neighbours
    std::vector<Confusion> confusion;     ///< at this k

    std::int64_t right() const { return asked - std::int64_t(wrong.size()); }
    bool complete() const { return asked == of; }
};
/// At most this many rows are classified, chosen at random if there are more.
inline constexpr std::int64_t max_classified_rows = 100000;
/// The curve of accuracy goes at least to this k.
inline constexpr int curve_ks = 31;

/// The colour of a class, before a theme gives it one: as in Shades::of_point.
struct ClassShade {
    std::uint32_t shade = 0;
    bool ramp = false;  ///< of Shades::Scale::ramp, else of classes
    bool operator==(const ClassShade&) const = default;
};

/// One cell of the confusion matrix: rows of one class that were classified as another class, or as their own.
struct ConfusionCell {
    std::int32_t of = -1, predicted = -1;
    bool operator==(const ConfusionCell&) const = default;
};

/// Labels and votes: what a panel, the view and commands show and do.
struct Classifying {
    std::shared_ptr<const Classes> classes;             ///< of the points shown; null: they have none
    std::int32_t of_query = -1;                         ///< the class of the row that the query is on; -1: it is on none
    std::string label_name;                             ///< of the column that is the class
    std::string refusal = "the points have no labels";  ///< why they have no classes
    std::vector<ClassShade> shades;                     ///< [classes]

    std::string no_regions = "the points have no labels";  ///< why no regions can be drawn; "" they can
    std::shared_ptr<const DecisionRegions> regions;        ///< null: none are drawn, or none is known yet
    std::string regions_error;                             ///< why the method failed to compute them
    bool refining = false;                                 ///< finer ones are being computed

    std::string no_votes = "the points have no labels";  ///< why points cannot be classified by the others; "" they can
    std::shared_ptr<const LeaveOneOut> leave_one_out;    ///< null: not wanted, or nothing known yet
    std::string leave_one_out_error;
    bool is_classifying = false;          ///< more rows are being classified
    std::optional<ConfusionCell> chosen;  ///< whose rows are ringed; none: all that are wrong
    std::vector<std::int64_t> ringed;     ///< rows of judged->data, ascending
    std::uint64_t ringed_generation = 0;  ///< grows when they change
    std::int64_t place = -1;              ///< of the query's row among `ringed`, from 0; -1: it is none of them
};

}  // namespace neighborscope
