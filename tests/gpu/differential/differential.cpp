// Random problems: compares every method on every device present with the oracle. Dimensions 1 to 40, magnitudes 1e-30 to 1e30, also mixed
// in a problem; grids, equal rows, moving points, k beyond the number of points, all metrics, points that exclude themselves.
//
//   differential                                             twenty seconds, as in continuous integration
//   differential --seconds 7200 --first 100000               two hours of new problems
//   differential --seed 4711 --method heap --device host     repeats one problem: a failure prints this line
#include "tests/gpu/differential/problem.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <limits>

namespace neighborscope::test {
namespace {

struct Wanted {
    std::string method, device;
    std::uint64_t first = 1;
    /// Least number of problems, however slow the machine: a run without problems does not pass.
    std::int64_t at_least = watches_races ? 2 : sanitized ? 5 : 100;
    double seconds = sanitized ? 10 : 20;
    bool one = false;  ///< only the first problem
};

/// Faults beyond the oracle's verification: distances must be correctly rounded and in exact order. Empty: none.
std::string beyond_judgement(const Data& data, const Found& found, std::size_t width, Metric metric) {
    for (std::size_t query = 0; query < std::size_t(data.query_count()); ++query) {
        TrueNeighbour previous{-std::numeric_limits<double>::infinity(), -1};  // the distance of `previous` is its rank value
        for (std::size_t rank = 0; rank < width && found.index[query * width + rank] >= 0; ++rank) {
            const std::int32_t index = found.index[query * width + rank];
            const double exact = exact_distance(data.points.data() + std::size_t(index) * std::size_t(data.dimension),
                data.queries.data() + query * std::size_t(data.dimension), data.dimension, metric);
            const std::string where = "query " + std::to_string(query) + ", rank " + std::to_string(rank + 1) + ": ";
            if (found.distance[query * width + rank] != float(exact)) return where + "the distance is not the exact one, rounded";
            const double ranked = rank_value(metric, exact);
            if (ranked < previous.distance || (ranked == previous.distance && index < previous.index))
                return where + "not in the order of (distance, index)";
            previous = {ranked, index};
        }
    }
    return {};
}

/// The fault in a method's answer; empty: none.
std::string fault(const Method& method, DeviceKind device, const RandomProblem& problem) {
    const int k = within(method, problem.k), dimension = problem.batches.front().data.dimension;
    PointSet points(device, problem.batches.front().data.points, dimension);
    Searcher searcher(method, points, Options(method.info.options));
    for (const Batch& batch : problem.batches) {
        const Data& data = batch.data;
        if (&batch != &problem.batches.front()) {
            points.move(data.points);
            searcher.points_moved();
        }
        const bool excludes = data.exclude.front() >= 0;
        const QuerySet queries =
            batch.self_join ? QuerySet::self_join(points, excludes) : QuerySet(device, data.queries, dimension, data.exclude);
        ListSet lists(device, data.query_count(), k);
        searcher.search(queries, k, problem.metric, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        const Tally tally = verify({data.points, dimension}, {data.queries, dimension}, data.exclude, found.index, found.distance, k,
            problem.metric, {}, 1, method.info.supports.approximate);
        if (tally.wrong > 0) return "query " + std::to_string(tally.first_wrong) + ": " + tally.first_reason;
        if (const std::string more = beyond_judgement(data, found, std::size_t(k), problem.metric); !more.empty()) return more;
    }
    return {};
}

/// Number of compared answers, and of wrong ones.
struct Score {
    std::int64_t answers = 0, wrong = 0;
};

void solve(std::uint64_t seed, const Wanted& wanted, Score& score) {
    const RandomProblem problem = random_problem(seed);
    const ExecutorOrder order(seed % 3, 1 + unsigned(seed % 2));
    for (const DeviceKind device : devices_under_test()) {
        if (!wanted.device.empty() && wanted.device != name(device)) continue;
        for (const Method& method : methods()) {
            if (!wanted.method.empty() && wanted.method != method.info.name) continue;
            const Data& data = problem.batches.front().data;
            const Problem size{.count = data.count(),
                .queries = data.query_count(),
                .dimension = data.dimension,
                .k = within(method, problem.k),
                .metric = problem.metric,
                .exclude_self = true};
            if (method.info.unsupported_reason(size, device)) continue;
            std::string why;
            try {
                why = fault(method, device, problem);
            } catch (const Error& error) { why = error.one_line(); }
            ++score.answers;
            if (why.empty()) continue;
            ++score.wrong;
            std::printf("%s on %s, %s: %s\n    again: differential --seed %llu --method %s --device %s\n",
                std::string(method.info.name).c_str(), std::string(name(device)).c_str(), problem.description.c_str(), why.c_str(),
                static_cast<unsigned long long>(seed), std::string(method.info.name).c_str(), std::string(name(device)).c_str());
        }
    }
}

int run(const Wanted& wanted) {
    const auto began = std::chrono::steady_clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    Score score;
    std::int64_t problems = 0;
    do solve(wanted.first + std::uint64_t(problems++), wanted, score);
    while (!wanted.one && (problems < wanted.at_least || seconds() < wanted.seconds));
    std::printf("%lld problems from seed %llu on, %lld answers, %lld wrong, %.0f s\n", static_cast<long long>(problems),
        static_cast<unsigned long long>(wanted.first), static_cast<long long>(score.answers), static_cast<long long>(score.wrong),
        seconds());
    return score.wrong > 0 || score.answers == 0;
}

}  // namespace
}  // namespace neighborscope::test

int main(int count, char** arguments) {
    neighborscope::test::Wanted wanted;
    CLI::App app("Random problems, every method against the oracle");
    app.add_option("--seconds", wanted.seconds, "how long")->envname("NEIGHBORSCOPE_DIFFERENTIAL_SECONDS");
    app.add_option("--first", wanted.first, "the first seed; the next problems have the seeds after it");
    app.add_option("--at-least", wanted.at_least, "so many problems, however long they take");
    CLI::Option* const one = app.add_option("--seed", wanted.first, "one problem alone");
    app.add_option("--method", wanted.method, "one method alone");
    app.add_option("--device", wanted.device, "cuda or host alone");
    CLI11_PARSE(app, count, arguments);
    wanted.one = one->count() > 0;
    return neighborscope::test::run(wanted);
}
