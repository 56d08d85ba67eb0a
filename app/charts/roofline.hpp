// The phases of an answer below the ceilings of the device that gave it (Williams, Waterman & Patterson, "Roofline: an insightful visual
// performance model for multicore architectures", 2009): what each could reach at the most, what binds it, and how far away it is.
#pragma once
#include "app/charts/chart.hpp"
#include "app/session/shown/view_model.hpp"

namespace neighborscope::charts {

/// The ceilings of a device as lines of a chart of GFLOP/s over operations per byte, from `left` to `right` of these.
std::vector<ReferenceLine> ceilings_of(double read_bytes_per_second, double fp32_operations_per_second, double left, double right);

/// One phase.
struct RooflinePoint {
    std::string phase;
    double milliseconds = 0;  ///< its median
    double bytes = 0, operations = 0;
    double least_milliseconds = 0;  ///< its floor: the slower of memory and arithmetic; 0: it is not known
    bool by_memory = true;          ///< which of the two that is
    double share_of_total = 0;      ///< its part of all phases' time
    std::string formula;

    bool drawn() const { return bytes > 0 && operations > 0 && milliseconds > 0; }
    double intensity() const { return operations / bytes; }                                    ///< operations per byte
    double rate() const { return operations / milliseconds / 1e6; }                            ///< GFLOP/s
    double share() const { return milliseconds > 0 ? least_milliseconds / milliseconds : 0; }  ///< of the floor that is reached: 0 to 1
    std::string why;  ///< it is far from it, as far as the program knows; ""
};
/// In the order of the phases. Empty without measured phases or ceilings.
std::vector<RooflinePoint> roofline_points(const Timings&);

/// With the frozen timings as A, where they are of a device with the same ceilings.
Chart roofline_chart(const ViewModel&, const std::string& asked);
/// "distances takes 84 % of the time. Memory binds it: at least 0.012 ms, 3.1 % reached." and why, a sentence or two each.
std::vector<std::string> roofline_sentences(const ViewModel&);
/// All of one phase, for a tooltip.
std::string roofline_point_text(const RooflinePoint&);

}  // namespace neighborscope::charts
