#include "stepped_method.hpp"

#include "gpu/oracle/oracle.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <queue>
#include <thread>

namespace neighborscope {

std::atomic<int> SteppedMethod::recorded{0}, SteppedMethod::tiles{0};
std::atomic<bool> SteppedMethod::fails{false};

namespace {

enum Kind { push, eviction, merge_push, merge_eviction, entry };

class SteppedSearch : public Search {
public:
    explicit SteppedSearch(const Points& points) : points_(points) {}
    std::size_t bytes_needed(const Problem&) const override { return 0; }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const HostRows rows{{points_.coordinates, std::size_t(points_.count) * points_.dimension}, points_.dimension};
        const std::int64_t excluded = queries.exclude ? queries.exclude[0] : -1;
        const auto truth = exhaustive_search(rows, queries.points.coordinates, problem.k, problem.metric, excluded);
        for (int rank = 0; rank < problem.k; ++rank) {
            const bool there = rank < int(truth.size());
            lists.index[rank] = there ? std::int32_t(truth[std::size_t(rank)].index) : -1;
            lists.distance[rank] = there ? float(truth[std::size_t(rank)].distance) : std::numeric_limits<float>::quiet_NaN();
        }
        Report report;
        if (measure == Measure::total) report.total_milliseconds = 0.5;
        if (measure == Measure::phases) report.phases = {{"deal", 0.3, {}, std::nullopt}, {"merge", 0.2, {}, std::nullopt}};
        if (measure != Measure::steps) return report;

        for (int tile = 0; tile < SteppedMethod::tiles; ++tile) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            progress.step(tile, SteppedMethod::tiles);
        }
        if (SteppedMethod::fails)
            throw Error(Failure::usage, "this search has 3 000 000 steps, 2 097 152 can be recorded", "ask for fewer neighbours");
        // Every distance, by asking the oracle for all of them.
        const auto all = exhaustive_search(rows, queries.points.coordinates, int(points_.count), problem.metric, excluded);
        std::vector<float> distance(std::size_t(points_.count), std::numeric_limits<float>::quiet_NaN());
        for (const auto& one : all) distance[std::size_t(one.index)] = float(one.distance);
        using Key = std::pair<float, std::int32_t>;
        using Heap = std::priority_queue<Key>;
        const auto offer = [&](Heap& heap, Key key, int phase, int actor, std::int64_t round, int source) {
            Step step;
            if (int(heap.size()) >= problem.k && heap.top() < key) return;
            step.phase = phase;
            const bool full = int(heap.size()) >= problem.k;
            step.kind = phase == 0 ? (full ? eviction : push) : (full ? merge_eviction : merge_push);
            step.block = 0;
            step.actor = actor;
            step.round = round;
            step.entered = {key.second, key.first};
            step.source = source;
            if (full) step.left = {heap.top().second, heap.top().first}, heap.pop();
            heap.push(key);
            step.size = int(heap.size());
            if (step.size == problem.k) step.bound = heap.top().first;
            report.steps.push_back(step);
        };
        Heap heaps[SteppedMethod::threads], merged;
        for (std::int64_t i = 0; i < points_.count; ++i)
            if (i != excluded)
                offer(heaps[i % SteppedMethod::threads], {distance[std::size_t(i)], std::int32_t(i)}, 0, int(i % SteppedMethod::threads),
                    i / SteppedMethod::threads, -1);
        std::int64_t round = 0;
        for (int from = 0; from < SteppedMethod::threads; ++from)
            for (Heap rest = heaps[from]; !rest.empty(); rest.pop()) offer(merged, rest.top(), 1, 0, round++, from);
        std::vector<Key> list;
        for (; !merged.empty(); merged.pop()) list.push_back(merged.top());
        std::reverse(list.begin(), list.end());
        for (std::size_t i = 0; i < list.size(); ++i) {
            Step step;
            step.phase = 2;
            step.kind = entry;
            step.block = 0;
            step.round = std::int64_t(i);
            step.entered = {list[i].second, list[i].first};
            step.size = int(i) + 1;
            report.steps.push_back(step);
        }
        ++SteppedMethod::recorded;
        return report;
    }

private:
    Points points_;
};

std::unique_ptr<Search> prepare_stepped(const Points& points, const Options&, const Progress&) {
    return std::make_unique<SteppedSearch>(points);
}

const bool added = [] {
    Method method;
    MethodInfo& info = method.info;
    info.name = "stepped";
    info.title = "Stepped";
    info.group = "Test";
    info.help = "Four heaps, one heap, a list.";
    info.supports.cuda = false;
    info.phases = {"deal", "merge", "list"};
    info.pseudo_code = {"for each thread t in parallel", "  for i = t, t + T, ... < n", "    if D[i] < top(H[t])",
        "      popush(H[t], D[i])", "barrier", "if t = 0", "  for each heap H", "    for each entry e of H",
        "      if e < top(R): popush(R, e)", "write R in order"};
    info.structures = {"heap of a thread", "heap of the block", "list of a block"};
    info.step_kinds = {
        {"push", 0, {1, 3}, "Thread {actor} pushes point {point} at {distance}: {size} of {k} in its heap."},
        {"eviction", 0, {2, 3},
            "Thread {actor} finds point {point} at {distance} and lets point {left} at {left distance} go: its bound falls to {bound}."},
        {"push", 1, {7, 8}, "Point {point} at {distance} comes from heap {source}: {size} of {k}."},
        {"eviction", 1, {8}, "Point {point} at {distance} from heap {source} replaces point {left} at {left distance}; bound {bound}."},
        {"entry", 2, {9}, "Point {point} at {distance} is entry {size} of the list of block {block}."},
    };
    method.on_host = prepare_stepped;
    add_method(method);
    return true;
}();

}  // namespace
}  // namespace neighborscope
