// Every point asks for its nearest neighbours in 2-D and 3-D: what building the index and answering take.
//
//   self_bench [--method leaf-warp,quadtree-cached] [--data u2:1000000,g3:1000000] [-k 8,32,128] [--metric euclidean] [--repeat 11]
//              [--verify 200] [--counters] [--device cuda] [--set option=value]...
//
// u2, u3: uniform in [0, 22500)^D; g2, g3: 25 hotspots; d2: masses of equal points; o2: one place. The formulas are those of the
// generators `uniform:` and `hotspots:`, so that lists can be compared with other programs' to the index. Prints medians of whole
// answers (two outer events) and of phases, the sums of indices and of squared distances, and judges `--verify` lists by the oracle.
#include "gpu/oracle/oracle.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

using namespace neighborscope;

namespace {

std::uint64_t hashed(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15u + seed * 0xD1B54A32D192ED03u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
float uniform(std::uint64_t seed, std::uint64_t i) { return float(hashed(seed, i) >> 40) * 0x1p-24f; }

float coordinate(char kind, int dimension, std::uint64_t e) {
    const std::uint64_t point = e / std::uint64_t(dimension), axis = e % std::uint64_t(dimension);
    if (kind == 'o') return 7;
    if (kind == 'd') return float(hashed(5, e) % 40);
    if (kind != 'g') return uniform(3, e) * 22500.0f;
    const std::uint64_t centre = hashed(103, point) % 25;
    std::int64_t sum = 0;
    for (std::uint64_t t = 0; t < 12; ++t) sum += std::int64_t(hashed(203, 12 * e + t) >> 40);
    sum -= std::int64_t(6) << 24;
    const float middle = uniform(303, centre * std::uint64_t(dimension) + axis) * 22500.0f;
    const float aside = float(sum) * (900.0f * 0x1p-24f);
    return middle + aside;
}

std::vector<float> made(char kind, int dimension, std::int64_t count) {
    std::vector<float> values(std::size_t(count) * std::size_t(dimension));
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
            for (std::size_t i = values.size() * t / threads, end = values.size() * (t + 1) / threads; i < end; ++i)
                values[i] = coordinate(kind, dimension, i);
        });
    for (std::thread& worker : workers) worker.join();
    return values;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        words.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

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
    const QuerySet queries = QuerySet::every_point(points, arguments.exclude_self);
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
            const std::int64_t row = std::int64_t(hashed(9, std::uint64_t(i)) % std::uint64_t(count));
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
        const std::vector<float> coordinates = made(data[0], dimension, std::stoll(data.substr(3)));
        for (const int k : arguments.ks)
            for (const std::string& method : arguments.methods) run(arguments, method, data, coordinates, dimension, k);
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
