// The expected time of a search, by its size: for each method a sum of terms with a meaning (launches, bytes of the points,
// distances, lists ...), each with a factor fitted to measured times on a device; then corrected by the error on the most similar
// measured searches.
#pragma once
#include "gpu/knn.hpp"

#include <map>

namespace neighborscope {

/// A term of the sum; its factor is the cost of one unit.
struct CostTerm {
    std::string_view name;  ///< "n D: coordinates of the points"
    double (*of)(double points, double dimension, double queries, double k);
};
std::span<const CostTerm> cost_terms();

/// Milliseconds per unit of each term. One per term, none negative.
using CostFactors = std::vector<double>;

struct TimedProblem {
    Problem problem;
    double milliseconds = 0;
};
/// The factors with the least squares of relative errors, none negative. Of no times: all 0.
CostFactors fit_costs(std::span<const TimedProblem>);
/// The sum of the terms, each times its factor.
double sum_of_costs(const CostFactors&, const Problem&);

/// What is known of a method on a device.
class MethodCosts {
public:
    MethodCosts() = default;
    explicit MethodCosts(std::vector<TimedProblem>);
    double expected_milliseconds(const Problem&) const;
    const std::vector<TimedProblem>& timed() const { return timed_; }

private:
    std::vector<TimedProblem> timed_;
    CostFactors factors_;
    std::vector<double> log_errors_;  ///< logarithms of the times measured over the sums
};

/// The costs of methods on a device that was measured.
struct DeviceCosts {
    std::string device;  ///< its name, as DeviceInfo has it
    DeviceKind kind = DeviceKind::host;
    std::map<std::string, MethodCosts> of_method;
};
/// One line a method: device|kind|method|n D |Q| k ms;n D |Q| k ms... of each measured question. Lines that begin with # are remarks. Input
/// Error with the line for anything else.
std::vector<DeviceCosts> read_costs(const std::string& text, const std::string& source);
std::string costs_text(const DeviceCosts&);

/// Adds costs that were measured on this machine; they come before those that the program brings along.
void add_costs(std::vector<DeviceCosts>);
/// Of the device, if it was measured; else of another of its kind. Null where none of its kind is known.
const DeviceCosts* costs_for(DeviceKind, const std::string& device);

struct ExpectedTime {
    const Method* method = nullptr;
    double milliseconds = 0;  ///< of a search; its index, if any, is built already
};
/// The exact methods that can answer the problem on a device of that name and whose costs are known, the fastest first.
std::vector<ExpectedTime> expected_times(const Problem&, DeviceKind, const std::string& device);

/// The search of the method `auto`: for each search it prepares the fastest of the above, and keeps it for the next search.
std::unique_ptr<Search> prepare_auto(DeviceKind, const Points&, const Progress&);

}  // namespace neighborscope
