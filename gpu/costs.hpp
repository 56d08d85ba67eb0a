// The expected time of a search. Each method has a sum of terms (launches, bytes of the points, distances, lists ...), each with a factor
// fitted to times measured on a device. The sum is then corrected by its error on the most similar measured searches.
#pragma once
#include "gpu/knn.hpp"

#include <map>

namespace neighborscope {

/// A term of the sum. Its factor is the cost of one unit.
struct CostTerm {
    std::string_view name;  ///< "n D: coordinates of the points"
    double (*of)(double points, double dimension, double queries, double k);
};
std::span<const CostTerm> cost_terms();

/// Milliseconds per unit: one factor per term, none negative.
using CostFactors = std::vector<double>;

struct TimedProblem {
    Problem problem;
    double milliseconds = 0;
};
/// Fits the factors by least squares of relative errors, none negative. All 0 if there are no times.
CostFactors fit_costs(std::span<const TimedProblem>);
/// The sum of terms times factors.
double sum_of_costs(const CostFactors&, const Problem&);

/// The fitted costs of a method on a device.
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

/// The costs of all methods that were measured on a device.
struct DeviceCosts {
    std::string device;  ///< its name, as in DeviceInfo
    DeviceKind kind = DeviceKind::host;
    std::map<std::string, MethodCosts> of_method;
};
/// Reads one line per method: device|kind|method|n D |Q| k ms;n D |Q| k ms... with an entry for each measured search. Lines that begin with
/// # are ignored. Input Error with the line for anything else.
std::vector<DeviceCosts> read_costs(const std::string& text, const std::string& source);
std::string costs_text(const DeviceCosts&);

/// Adds costs measured on this machine. They take precedence over those that the program contains.
void add_costs(std::vector<DeviceCosts>);
/// The costs of this device, if it was measured; else of another device of its kind; else null.
const DeviceCosts* costs_for(DeviceKind, const std::string& device);

struct ExpectedTime {
    const Method* method = nullptr;
    double milliseconds = 0;  ///< of a search, without building the index
};
/// The expected times of the exact methods that can answer the problem and have known costs on the device of that name, fastest first.
std::vector<ExpectedTime> expected_times(const Problem&, DeviceKind, const std::string& device);

/// The search of the method `auto`: chooses the fastest method for each search, and keeps prepared methods for the next ones.
std::unique_ptr<Search> prepare_auto(DeviceKind, const Points&, const Progress&);

}  // namespace neighborscope
