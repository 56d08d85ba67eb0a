#include "slow_method.hpp"

#include "gpu/oracle/oracle.hpp"
#include "test_clock.hpp"
#include "tests/patience.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace neighborscope {
namespace {

class SlowSearch : public Search {
public:
    explicit SlowSearch(const Points& points) : points_(points) {}
    std::size_t bytes_needed(const Problem&) const override { return 0; }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const int tiles = SlowMethod::tiles;  // read first: when it has begun, the test may set those of the next search
        ++SlowMethod::began;
        until([] { return !SlowMethod::held; });
        try {
            for (int tile = 0; tile < tiles; ++tile) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                TestClock::pass(std::chrono::milliseconds(1));
                progress.step(tile, tiles);
            }
        } catch (const Cancelled&) {
            ++SlowMethod::stopped;
            throw;
        }
        if (SlowMethod::fails) throw Error(Failure::device, "kernel slow failed in phase waiting: planted", "plant nothing");
        const HostRows rows{{points_.coordinates, std::size_t(points_.count) * points_.dimension}, points_.dimension};
        auto truth =
            exhaustive_search(rows, queries.points.coordinates, problem.k, problem.metric, queries.exclude ? queries.exclude[0] : -1);
        if (SlowMethod::lies) truth[0].index = truth.back().index == 0 ? 1 : 0;
        for (int rank = 0; rank < problem.k; ++rank) {
            const bool there = rank < int(truth.size());
            lists.index[rank] = there ? std::int32_t(truth[std::size_t(rank)].index) : -1;
            lists.distance[rank] = there ? float(truth[std::size_t(rank)].distance) : std::numeric_limits<float>::quiet_NaN();
        }
        ++SlowMethod::ended;
        Report report;
        const double milliseconds = 0.25 + tiles;
        if (measure == Measure::total) report.total_milliseconds = milliseconds;
        if (measure == Measure::phases) report.phases = {{"waiting", milliseconds, {}, std::nullopt}};
        return report;
    }

private:
    Points points_;
};

std::unique_ptr<Search> prepare_slow(const Points& points, const Options&, const Progress&) { return std::make_unique<SlowSearch>(points); }

// Before anything reads the registry.
const bool added = [] {
    Method method;
    method.info.name = "slow";
    method.info.title = "Slow";
    method.info.group = "Test";
    method.info.help = "Waits, then asks the oracle.";
    method.info.supports.k_to = 64;
    method.info.supports.cuda = false;
    method.info.options = {{"size", std::int64_t(4), IntegerRange{1, 8}, "does nothing"}};
    method.info.phases = {"waiting"};
    method.on_host = prepare_slow;
    add_method(method);
    return true;
}();

}  // namespace
}  // namespace neighborscope
