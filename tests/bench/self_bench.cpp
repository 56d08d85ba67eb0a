// Self-joins in 2-D and 3-D: the time of building the index and of the search.
//
//   self_bench [--method leaf-warp,quadtree-cached] [--data u2:1000000,g3:1000000] [-k 8,32,128] [--metric euclidean] [--repeat 11]
//              [--verify 200] [--counters] [--device cuda] [--set option=value]...
//
// u2, u3: uniform in [0, 22500)^D; g2, g3: 25 hotspots; d2: many equal points; o2: all at one position (generate_points.hpp). Prints
// medians of whole answers (two outer events) and of phases, the sums of indices and of squared distances, and verifies `--verify` lists by
// the oracle.
#include "gpu/oracle/oracle.hpp"
#include "tests/bench/generate_points.hpp"

#include <cstdio>

using namespace neighborscope;

namespace {

using bench::median, bench::words_of;

struct Arguments {
    std::vector<std::string> methods = {"leaf-warp"}, data = {"u2:1000000", "u3:1000000", "g2:1000000", "g3:1000000"};
    std::vector<int> ks = {8, 32, 128};
    std::string metric = "euclidean";
    DeviceKind device = default_device();
    int repeats = 11;
    std::int64_t verified = 200;
    bool counters = false, exclude_self = false;
    std::map<std::string, std::string> options;
};

void run(const Arguments& arguments, const std::string& method_name, const std::string& data, const std::vector<float>& coordinates,
    int dimension, int k) {
    const Method& method = find_method(method_name);
    const Metric metric = metric_named(arguments.metric);
    PointSet points(arguments.device, coordinates, dimension);
    const std::int64_t count = points.points().count;
    Searcher searcher(method, points, Options(method.info.options, arguments.options));
    const QuerySet queries = QuerySet::self_join(points, arguments.exclude_self);
    ListSet lists(arguments.device, count, k);
    std::vector<double> build, query;
    for (int i = 0; i <= arguments.repeats; ++i) {
        if (i > 0) searcher.points_moved();
        const Report report = searcher.search(queries, k, metric, lists);
        if (i > 0) build.push_back(report.build_milliseconds), query.push_back(report.total_milliseconds);
    }
    const Report phases = searcher.search(queries, k, metric, lists, {}, Measure::phases);
    {
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        lists.fetch(index, distance);
        double index_sum = 0, distance_sum = 0;
        for (std::size_t i = 0; i < index.size(); ++i) index_sum += index[i], distance_sum += double(distance[i]) * double(distance[i]);
        std::vector<float> asked;
        std::vector<std::int32_t> exclude, some_index;
        std::vector<float> some_distance;
        for (std::int64_t i = 0; i < arguments.verified; ++i) {
            const std::int64_t row = std::int64_t(counter_hash(9, std::uint64_t(i)) % std::uint64_t(count));
            const auto from = [&](auto& values, std::int64_t width) { return values.begin() + row * width; };
            asked.insert(asked.end(), from(coordinates, dimension), from(coordinates, dimension) + dimension);
            exclude.push_back(arguments.exclude_self ? std::int32_t(row) : -1);
            some_index.insert(some_index.end(), from(index, k), from(index, k) + k);
            some_distance.insert(some_distance.end(), from(distance, k), from(distance, k) + k);
        }
        Tally tally;
        if (arguments.verified > 0)
            tally = verify({coordinates, dimension}, {asked, dimension}, exclude, some_index, some_distance, k, metric);
        std::printf(
            "%-18s %-12s k %4d  build %8.3f  query %9.3f  sum %9.3f ms | index %.0f d2 %.9e | %lld exact %lld rounding %lld wrong |",
            method_name.c_str(), data.c_str(), k, median(build), median(query), median(build) + median(query), index_sum, distance_sum,
            (long long)tally.exact, (long long)tally.within_rounding, (long long)tally.wrong);
        for (const PhaseTime& phase : phases.phases) std::printf(" %s %.3f", phase.name.c_str(), phase.milliseconds);
        std::printf("\n");
        if (tally.wrong) std::printf("    %s\n", tally.first_reason.c_str());
    }
    if (arguments.counters) {
        const Report counted = searcher.search(queries, k, metric, lists, {}, Measure::counters);
        for (const Counter& one : counted.counters)
            std::printf("    %s: %lld (%.2f a query)\n", one.name.c_str(), (long long)one.value, double(one.value) / double(count));
    }
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
        if (word == "--method") arguments.methods = words_of(next());
        else if (word == "--data") arguments.data = words_of(next());
        else if (word == "-k") {
            arguments.ks.clear();
            for (const std::string& k : words_of(next())) arguments.ks.push_back(std::stoi(k));
        } else if (word == "--metric") arguments.metric = next();
        else if (word == "--device") arguments.device = device_named(next());
        else if (word == "--repeat") arguments.repeats = std::stoi(next());
        else if (word == "--verify") arguments.verified = std::stoll(next());
        else if (word == "--counters") arguments.counters = true;
        else if (word == "--exclude-self") arguments.exclude_self = true;
        else if (word == "--set") {
            const std::string set = next();
            arguments.options[set.substr(0, set.find('='))] = set.substr(set.find('=') + 1);
        } else {
            std::fprintf(stderr, "unknown word %s\n", word.c_str());
            return 2;
        }
    }
    for (const std::string& data : arguments.data) {
        const int dimension = data[1] - '0';
        const std::vector<float> coordinates = bench::generate_points(data[0], 3, std::stoll(data.substr(3)), dimension);
        for (const int k : arguments.ks)
            for (const std::string& method : arguments.methods) run(arguments, method, data, coordinates, dimension, k);
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
