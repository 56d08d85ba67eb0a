// How close a method comes to its lower bound, in total and by phase: queries over generated points.
//
//   methods_bench [--method ppw] [--device cuda] [--queries 1] [-k 64] [--repeat 50] [--size 1275219x128]... [--set threads=768]...
//                 [--metric euclidean] [--verify 2] [--bandwidth 4.3e12]
//   methods_bench --table 1,2,4,8,12 [--method stream,ppw] [-k 64,128] ...      a line per size, method and k, a column per |Q|
//
// A size may begin with a kind of generate_points.hpp: g70000x784 are 25 hotspots; without, it is `vectors:`. Without --size: 70000x784,
// 1275219x128 and 3000000x300 on CUDA, 20000x2 and 20000x784 on the host. Prints the median total (two outer events), each phase (from
// other runs), each lower bound and the share of it reached, and verifies the lists of --verify queries against the oracle.
#include "app/measure/builds.hpp"
#include "gpu/oracle/oracle.hpp"
#include "tests/bench/generate_points.hpp"

#include <cstdio>

using namespace neighborscope;

namespace {

using bench::generate_points, bench::median, bench::words_of;

struct Size {
    std::int64_t count;
    int dimension;
    char kind = 'v';
};

struct Arguments {
    std::string method = "ppw", metric = "euclidean";
    std::vector<std::int64_t> table;  ///< numbers of queries
    std::vector<int> ks = {64};
    DeviceKind device = default_device();
    std::int64_t queries = 1, verified = 2;
    int k = 64, repeats = 50;
    double bandwidth = 4.3e12;
    std::vector<Size> sizes;
    std::map<std::string, std::string> options;
};

void run(const Arguments& arguments, Size size) {
    const std::vector<float> reference = generate_points(size.kind, 1, size.count, size.dimension),
                             asked = generate_points(size.kind, 2, arguments.queries, size.dimension);
    const PointSet points(arguments.device, reference, size.dimension);
    const QuerySet queries(arguments.device, asked, size.dimension);
    const Method& method = find_method(arguments.method);
    { const Searcher first(method, points, Options(method.info.options, arguments.options)); }  // loads the kernels
    Searcher searcher(method, points, Options(method.info.options, arguments.options));
    ListSet lists(arguments.device, arguments.queries, arguments.k);
    const Metric metric = metric_named(arguments.metric);

    searcher.search(queries, arguments.k, metric, lists);
    std::vector<double> totals;
    for (int i = 0; i < arguments.repeats; ++i) totals.push_back(searcher.search(queries, arguments.k, metric, lists).total_milliseconds);
    std::vector<Report> reports;
    for (int i = 0; i < std::max(1, arguments.repeats / 5); ++i)
        reports.push_back(searcher.search(queries, arguments.k, metric, lists, {}, Measure::phases));

    const double total = median(totals), bytes = 4.0 * double(size.count) * size.dimension;
    std::printf("%s on %s, %c %lld x %d, |Q| = %lld, k = %d, %s\n", arguments.method.c_str(), device_info(arguments.device).name.c_str(),
        size.kind, static_cast<long long>(size.count), size.dimension, static_cast<long long>(arguments.queries), arguments.k,
        arguments.metric.c_str());
    std::printf("  total %.4f ms (least %.4f, most %.4f, %d repeats)\n", total, *std::min_element(totals.begin(), totals.end()),
        *std::max_element(totals.begin(), totals.end()), arguments.repeats);
    if (arguments.device == DeviceKind::cuda) {
        const double lower_bound = bytes / arguments.bandwidth * 1e3;
        std::printf("  floor %.4f ms = 4 n D bytes / %.2f TB/s; reached %.1f %%\n", lower_bound, arguments.bandwidth / 1e12,
            100 * lower_bound / total);
    }
    for (std::size_t i = 0; i < reports[0].phases.size(); ++i) {
        std::vector<double> times;
        for (const Report& report : reports) times.push_back(report.phases[i].milliseconds);
        const PhaseTime& phase = reports[0].phases[i];
        std::printf("  %-16s %9.4f ms, minimum %12.0f bytes %14.0f operations (%s)", phase.name.c_str(), median(times),
            phase.lower_bound.bytes, phase.lower_bound.operations, phase.lower_bound.formula.c_str());
        if (phase.inside)
            std::printf(", share %.2f, imbalance %.2f, stamping %+.0f %%", phase.inside->share, phase.inside->imbalance,
                100 * phase.inside->stamping_overhead);
        std::printf("\n");
    }
    const Report counted = searcher.search(queries, arguments.k, metric, lists, {}, Measure::counters);
    const BuildTimes built = measure::measure_builds(searcher, counted.build_milliseconds);
    if (built.first > 0) std::printf("  built in %.3f ms before, the first time in %.3f ms\n", built.milliseconds(), built.first);
    for (const Counter& counter : counted.counters)
        std::printf("  %s: %lld\n", counter.name.c_str(), static_cast<long long>(counter.value));

    if (arguments.verified > 0) {
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        searcher.search(queries, arguments.k, metric, lists);
        lists.fetch(index, distance);
        const std::size_t some = std::size_t(std::min(arguments.verified, arguments.queries)), width = some * std::size_t(arguments.k);
        const Tally tally = verify({reference, size.dimension},
            {std::span(asked).first(some * std::size_t(size.dimension)), size.dimension}, {}, std::span(index).first(width),
            std::span(distance).first(width), arguments.k, metric, {}, 0, method.info.supports.approximate);
        if (method.info.supports.approximate) std::printf("  recall %.4f\n", tally.recall());
        std::printf("  %lld exact, %lld exact within rounding, %lld wrong, of %zu queries%s%s\n", static_cast<long long>(tally.exact),
            static_cast<long long>(tally.within_rounding), static_cast<long long>(tally.wrong), some, tally.wrong ? ": " : "",
            tally.first_reason.c_str());
    }
    std::fflush(stdout);
}

/// Median totals in milliseconds for every method, k and number of queries over the same resident points; the last number of queries
/// is verified.
void table(const Arguments& arguments, Size size) {
    const std::int64_t most = *std::max_element(arguments.table.begin(), arguments.table.end());
    const std::vector<float> reference = generate_points(size.kind, 1, size.count, size.dimension),
                             asked = generate_points(size.kind, 2, most, size.dimension);
    const PointSet points(arguments.device, reference, size.dimension);
    const Metric metric = metric_named(arguments.metric);
    std::printf("%c %lld x %d on %s, floor %.4f ms\n%-10s %5s", size.kind, static_cast<long long>(size.count), size.dimension,
        device_info(arguments.device).name.c_str(), 4e3 * double(size.count) * size.dimension / arguments.bandwidth, "method", "k");
    for (std::int64_t queries : arguments.table) std::printf("  |Q| = %-3lld", static_cast<long long>(queries));
    std::printf("\n");
    for (const std::string& name : words_of(arguments.method)) {
        const Method& method = find_method(name);
        Searcher searcher(method, points, Options(method.info.options, arguments.options));
        for (int k : arguments.ks) {
            std::printf("%-10s %5d", name.c_str(), k);
            for (std::int64_t count : arguments.table) {
                const QuerySet queries(arguments.device, std::span(asked).first(std::size_t(count * size.dimension)), size.dimension);
                ListSet lists(arguments.device, count, k);
                std::vector<double> totals;
                searcher.search(queries, k, metric, lists);
                for (int i = 0; i < arguments.repeats; ++i) totals.push_back(searcher.search(queries, k, metric, lists).total_milliseconds);
                std::printf("  %9.4f", median(totals));
                if (count != arguments.table.back() || arguments.verified == 0) continue;
                std::vector<std::int32_t> index;
                std::vector<float> distance;
                lists.fetch(index, distance);
                const std::size_t some = std::size_t(std::min(arguments.verified, count)), width = some * std::size_t(k);
                const Tally tally =
                    verify({reference, size.dimension}, {std::span(asked).first(some * std::size_t(size.dimension)), size.dimension}, {},
                        std::span(index).first(width), std::span(distance).first(width), k, metric);
                std::printf("  of %zu: %lld exact, %lld within rounding, %lld wrong %s", some, static_cast<long long>(tally.exact),
                    static_cast<long long>(tally.within_rounding), static_cast<long long>(tally.wrong), tally.first_reason.c_str());
            }
            std::printf("\n");
            std::fflush(stdout);
        }
    }
}

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (i + 1 >= count) throw Error(Failure::usage, word + " needs a value", "see the head of tests/bench/methods_bench.cpp");
        const std::string value = words[++i];
        if (word == "--method") arguments.method = value;
        else if (word == "--metric") arguments.metric = value;
        else if (word == "--device") arguments.device = device_named(value);
        else if (word == "--queries") arguments.queries = std::stoll(value);
        else if (word == "--verify") arguments.verified = std::stoll(value);
        else if (word == "-k") {
            arguments.ks.clear();
            for (const std::string& k : words_of(value)) arguments.ks.push_back(std::stoi(k));
            arguments.k = arguments.ks.front();
        } else if (word == "--table") {
            for (const std::string& queries : words_of(value)) arguments.table.push_back(std::stoll(queries));
        } else if (word == "--repeat") arguments.repeats = std::max(1, std::stoi(value));
        else if (word == "--bandwidth") arguments.bandwidth = std::stod(value);
        else if (word == "--size") {
            const bool named = !value.empty() && value[0] >= 'a';
            arguments.sizes.push_back(
                {std::stoll(value.substr(named)), std::stoi(value.substr(value.find('x') + 1)), named ? value[0] : 'v'});
        } else if (word == "--set") arguments.options[value.substr(0, value.find('='))] = value.substr(value.find('=') + 1);
        else throw Error(Failure::usage, "unknown " + word, "see the head of tests/bench/methods_bench.cpp");
    }
    if (arguments.sizes.empty()) {
        if (arguments.device == DeviceKind::cuda) arguments.sizes = {{70000, 784}, {1275219, 128}, {3000000, 300}};
        else arguments.sizes = {{20000, 2}, {20000, 784}};
    }
    return arguments;
}

}  // namespace

int main(int count, char** words) {
    try {
        const Arguments arguments = parse(count, words);
        for (const Size size : arguments.sizes) arguments.table.empty() ? run(arguments, size) : table(arguments, size);
    } catch (const Error& error) {
        std::fprintf(stderr, "methods_bench: %s\n", error.one_line().c_str());
        return exit_status(error.kind);
    }
}
