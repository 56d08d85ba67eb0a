#include "odd_methods.hpp"

#include "gpu/oracle/oracle.hpp"

#include <limits>
#include <new>

namespace neighborscope {
namespace {

class OddSearch : public Search {
public:
    enum What { right, wrong, forgets, makes_up };
    OddSearch(const Points& points, What what) : points_(points), what_(what) {}
    double build_milliseconds() const override { return what_ == forgets ? 12.5 : 0; }
    std::size_t bytes_needed(const Problem&) const override { return 0; }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        if (OddMethods::signal) raise(OddMethods::signal);
        const HostRows rows{{points_.coordinates, std::size_t(points_.count) * points_.dimension}, points_.dimension};
        for (std::int64_t query = 0; query < problem.queries; ++query) {
            progress.step(double(query), double(problem.queries));
            const float* at = queries.points.coordinates + query * points_.dimension;
            auto truth = exhaustive_search(rows, at, int(points_.count), problem.metric, queries.exclude ? queries.exclude[query] : -1);
            const bool odd = query % OddMethods::wrong_every == 0;
            if (odd && what_ == forgets) truth.erase(truth.begin());
            const int length = std::min(problem.k, int(truth.size()));
            if (odd && what_ == wrong) truth[std::size_t(length - 1)] = truth.back();
            if (odd && what_ == makes_up && truth.size() > 1) truth[1] = truth[0];
            for (int rank = 0; rank < problem.k; ++rank) {
                lists.index[query * problem.k + rank] = rank < length ? std::int32_t(truth[std::size_t(rank)].index) : -1;
                lists.distance[query * problem.k + rank] =
                    rank < length ? float(truth[std::size_t(rank)].distance) : std::numeric_limits<float>::quiet_NaN();
            }
        }
        Report report;
        if (measure == Measure::total) report.total_milliseconds = 1;
        return report;
    }

private:
    Points points_;
    What what_;
};

Method method(std::string_view name, Method::Prepare prepare) {
    Method method;
    method.info.name = name;
    method.info.title = name;
    method.info.group = "Test";
    method.info.supports.cuda = false;
    method.on_host = prepare;
    return method;
}

// Before the registry is read.
const bool added = [] {
    add_method(method("wrong", [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<OddSearch>(points, OddSearch::wrong);
    }));
    Method nearest = method("nearest-only", [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<OddSearch>(points, OddSearch::right);
    });
    nearest.info.supports.k_to = 1;
    add_method(nearest);
    Method forgetful = method("forgetful", [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<OddSearch>(points, OddSearch::forgets);
    });
    forgetful.info.supports.approximate = true;
    add_method(forgetful);
    Method inventive = method("inventive", [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<OddSearch>(points, OddSearch::makes_up);
    });
    inventive.info.supports.approximate = true;
    add_method(inventive);
    Method absent = method("absent", nullptr);
    absent.info.supports.missing_package = "libabsent-dev";
    add_method(absent);
    add_method(
        method("out-of-memory", [](const Points&, const Options&, const Progress&) -> std::unique_ptr<Search> { throw std::bad_alloc(); }));
    add_method(method("after-out-of-memory", [](const Points& points, const Options&, const Progress&) -> std::unique_ptr<Search> {
        return std::make_unique<OddSearch>(points, OddSearch::right);
    }));
    return true;
}();

}  // namespace
}  // namespace neighborscope
