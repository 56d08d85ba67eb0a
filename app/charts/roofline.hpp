// The roofline of an answer (Williams, Waterman & Patterson, "Roofline: an insightful visual performance model for multicore
// architectures", 2009): the rate of each phase, the peak rate that limits it, and the share of that it reaches.
#pragma once
#include "app/charts/chart.hpp"
#include "app/session/shown/view_model.hpp"

namespace neighborscope::charts {

/// The peak rates of a device as lines in GFLOP/s over operations per byte, from `left` to `right`.
std::vector<ReferenceLine> ceilings_of(double read_bytes_per_second, double fp32_operations_per_second, double left, double right);

struct RooflinePoint {
    std::string phase;
    double milliseconds = 0;  ///< median
    double bytes = 0, operations = 0;
    double least_milliseconds = 0;  ///< lower bound: the maximum for memory and arithmetic; 0: not known
    bool by_memory = true;          ///< memory is the limit, else arithmetic
    double share_of_total = 0;      ///< share of the time of all phases
    std::string formula;

    bool drawn() const { return bytes > 0 && operations > 0 && milliseconds > 0; }
    double intensity() const { return operations / bytes; }                                    ///< operations per byte
    double rate() const { return operations / milliseconds / 1e6; }                            ///< GFLOP/s
    double share() const { return milliseconds > 0 ? least_milliseconds / milliseconds : 0; }  ///< of the peak rate, 0 to 1
    std::string why;  ///< known reason for a small share(); else ""
};
/// The phases in order. Empty if phases or peak rates are not measured.
std::vector<RooflinePoint> roofline_points(const Timings&);

/// The chart, with the frozen timings as A if they are of a device with the same peak rates.
Chart roofline_chart(const ViewModel&, const std::string& asked);
/// "distances takes 84 % of the time. Memory binds it: at least 0.012 ms, 3.1 % reached." and why, for each phase.
std::vector<std::string> roofline_sentences(const ViewModel&);
/// The tooltip of one phase.
std::string roofline_point_text(const RooflinePoint&);

}  // namespace neighborscope::charts
