// Why a compared method takes longer although it computes fewer distances, and the n at which two methods would take the same time: from
// the phases and counts of one run.
#pragma once
#include "app/measure/curve.hpp"
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// Whether the least work of a phase depends on the points: its formula has n or a number made of it, or it walks through an index. Other
/// phases work on the queries and their lists: their work is the same at every n, or the same in each round of an index.
bool works_on_points(const LowerBound&);

/// How the time of a search is divided, milliseconds.
struct SearchCost {
    double total = 0;
    double fixed = 0;                                     ///< of phases that do not work on points
    double points = 0;                                    ///< of phases that do
    std::vector<std::string> fixed_phases, point_phases;  ///< their names
    bool linear = false;                                  ///< no phase walks through an index: all points are read

    double outside() const { return total - fixed - points; }  ///< of no phase: launches and gaps
    double without_points() const { return total - points; }
};
/// None until the search is measured as a whole and in phases. The phases of one kernel count as one if its time was only divided equally.
/// Phases that together take longer than the whole, on a busy machine, are reduced to it.
std::optional<SearchCost> cost_of(const Timings&);

/// The points at which two searches, measured at `n`, would take the same time, if the phases that read all points took time in proportion
/// to their number, and all else took the same. An estimate from one run. None: at no n, by this.
std::optional<double> equal_times_at(const SearchCost&, const SearchCost& other, double n);

/// One compared method. The pointers may be null: no answer.
struct RacedCost {
    std::string name;             ///< "B (heap)", or "B"
    std::int64_t distances = -1;  ///< below 0: not known
    const Timings* timings = nullptr;
};
/// The sentence on the method that computes fewer distances than another and certainly takes longer, with its cause; "": there is none.
std::string slower_with_less_work(std::span<const RacedCost>);
/// Where the pair nearest to `n` would take the same time; none: nowhere, or nowhere that the spread of the runs allows.
std::optional<measure::ExpectedCrossing> expected_crossing(std::span<const RacedCost>, double n);
inline const std::string what_an_estimate_assumes =
    "phases that read all points take time in proportion to n, and all else takes the same. A fixed part of these phases, and an index "
    "that takes longer with more points, move the place farther away.";
/// "By these phases, A and B would take the same time near n = 41 000." for the pair nearest to `n`; "": for none, or none that the spread of
/// the runs allows. `brief`: "same time expected near n = 41 000 or above", and which pair if there are several. Says if this is more than `most`, the points
/// that the data have.
std::string equal_times_text(std::span<const RacedCost>, double n, double most, bool brief = false);
/// The most points that these data can have: all rows of a file, or what can be generated.
double most_points(const DataFacts&);

/// The range of n that should hold the places where the times of compared methods cross, as measure::along_in parses it. `least` and
/// `most`: of the data, or of what can be generated. Without an estimate, a range around n.
std::string crossing_range(std::span<const RacedCost>, double n, double least, double most);

/// Whether quadtree-cached and quadtree-coalesced alone are compared: they differ in how they write lists, and cross along k.
bool compares_writes(const Racing&);
/// The measurement along n or k of the compared methods that asks what the race asks, which is newer and better than an estimate; null:
/// none. It has one query, as the race has; methods that differ in their writes are measured along k with many.
const measure::Curve* measured_race(const ViewModel&, const SessionState&);

/// The compared methods of a race, A first. `views`: [contenders] as the race has them.
std::vector<RacedCost> raced_costs(const Racing&, std::span<const ViewModel* const> views, bool names);

}  // namespace neighborscope
