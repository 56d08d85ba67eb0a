#include "made_up_method.hpp"

#include "gpu/oracle/oracle.hpp"
#include "tests/patience.hpp"

#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

using Time = double (*)(double n);

class MadeUpSearch : public Search {
public:
    MadeUpSearch(const Points& points, Time time, double weight, bool sloppy)
        : points_(points), time_(time), weight_(weight), sloppy_(sloppy) {}
    std::size_t bytes_needed(const Problem&) const override { return 0; }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        ++MadeUpMethod::began;
        until([&] { return progress.step(0, 1), !MadeUpMethod::held; });
        const HostRows rows{{points_.coordinates, std::size_t(points_.count) * points_.dimension}, points_.dimension};
        for (std::int64_t query = 0; query < problem.queries; ++query) {
            const auto truth = exhaustive_search(rows, queries.points.coordinates + query * points_.dimension, problem.k, problem.metric,
                queries.exclude ? queries.exclude[query] : -1);
            for (int rank = 0; rank < problem.k; ++rank) {
                const bool there = rank < int(truth.size()) - (sloppy_ ? 1 : 0);
                lists.index[query * problem.k + rank] = there ? std::int32_t(truth[std::size_t(rank)].index) : -1;
                lists.distance[query * problem.k + rank] =
                    there ? float(truth[std::size_t(rank)].distance) : std::numeric_limits<float>::quiet_NaN();
            }
        }
        Report report;
        const double milliseconds = weight_ * time_(double(points_.count));
        if (measure == Measure::total) report.total_milliseconds = milliseconds;
        if (measure == Measure::phases)
            report.phases = {{"all", milliseconds, {4.0 * double(points_.count) * points_.dimension, 0, "4 n D bytes"}, std::nullopt}};
        if (measure == Measure::counters) report.counters = {{"distances", points_.count * problem.queries}};
        return report;
    }

private:
    Points points_;
    Time time_;
    double weight_;
    bool sloppy_;
};

double linear(double n) { return n / 1000; }
double root(double n) { return std::sqrt(n) / 20; }

Method described(const char* name) {
    Method method;
    method.info.name = name;
    method.info.title = name;
    method.info.group = "Test";
    method.info.help = "Its time is a formula.";
    method.info.supports.k_to = 64;
    method.info.supports.cuda = false;
    method.info.phases = {"all"};
    return method;
}

// Before the registry is read.
const bool added = [] {
    Method one = described("made-linear"), other = described("made-root"), sloppy = described("made-sloppy");
    one.info.options = {{"weight", std::int64_t(1), IntegerRange{1, 64, true}, "times its time"},
        {"word", std::string("a"), Choice{{"a", "b"}}, "does nothing"}};
    one.on_host = [](const Points& points, const Options& options, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<MadeUpSearch>(points, linear, double(options.get<std::int64_t>("weight")), false);
    };
    other.on_host = [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<MadeUpSearch>(points, root, 1, false);
    };
    sloppy.info.supports.approximate = true;
    sloppy.on_host = [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<MadeUpSearch>(points, root, 1, true);
    };
    add_method(one), add_method(other), add_method(sloppy);
    return true;
}();

}  // namespace
}  // namespace neighborscope
