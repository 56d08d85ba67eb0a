// One device against several that share the points: times in turn, what each device does, and whether the lists are the same.
//
//   shards_bench [--devices 0,1] [--kind cuda] [--repeat 11] [--case METHOD:KIND:POINTS:DIMENSION:QUERIES:K]...
//
// KIND as in generate_points.hpp. QUERIES 0: a self-join. Prints medians in milliseconds: `total` as a report has it, and `call` as the
// caller waits for it.
#include "gpu/knn.hpp"
#include "tests/bench/generate_points.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>

using namespace neighborscope;

namespace {

using bench::median, bench::words_of;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point began) { return std::chrono::duration<double, std::milli>(Clock::now() - began).count(); }

struct Times {
    std::vector<double> total, call;
    std::vector<std::vector<double>> working, waiting, communicating;  ///< [devices]

    void add(const Report& report, double called) {
        total.push_back(report.total_milliseconds);
        call.push_back(called);
        for (auto* const parts : {&working, &waiting, &communicating}) parts->resize(report.devices.size());
        for (std::size_t i = 0; i < report.devices.size(); ++i) {
            working[i].push_back(report.devices[i].working);
            waiting[i].push_back(report.devices[i].waiting);
            communicating[i].push_back(report.devices[i].communicating);
        }
    }
};

/// A searcher, its lists and its times.
struct Side {
    std::optional<Searcher> searcher;
    ListSet lists;
    Times times;
    double prepared = 0;  ///< milliseconds of making the searcher and of its first search
    Report last;
};

/// How many of some lists differ: all of them, if there are few.
std::int64_t different(const Side& a, const Side& b, std::int64_t queries, int k) {
    const std::int64_t some = std::min<std::int64_t>(queries, 50'000'000 / k);
    const auto entries = std::size_t(some) * std::size_t(k);
    std::vector<std::int32_t> index(entries), other_index(entries);
    std::vector<float> distance(entries), other_distance(entries);
    const DeviceKind kind = default_device();
    copy_to_host(kind, index.data(), a.lists.lists().index, entries * sizeof(std::int32_t));
    copy_to_host(kind, other_index.data(), b.lists.lists().index, entries * sizeof(std::int32_t));
    copy_to_host(kind, distance.data(), a.lists.lists().distance, entries * sizeof(float));
    copy_to_host(kind, other_distance.data(), b.lists.lists().distance, entries * sizeof(float));
    std::int64_t count = 0;
    for (std::int64_t query = 0; query < some; ++query) {
        const auto at = std::size_t(query) * std::size_t(k);
        count += std::memcmp(&index[at], &other_index[at], std::size_t(k) * sizeof(std::int32_t)) != 0 ||
                 std::memcmp(&distance[at], &other_distance[at], std::size_t(k) * sizeof(float)) != 0;
    }
    return count;
}

void run(DeviceKind kind, const std::vector<int>& numbers, const std::string& text, int repeats) {
    std::vector<std::string> word;
    std::string part;
    for (const char c : text + ":") {
        if (c == ':') word.push_back(std::exchange(part, {}));
        else part += c;
    }
    const Method& method = find_method(word.at(0));
    const std::int64_t count = std::stoll(word.at(2)), asked = std::stoll(word.at(4));
    const int dimension = std::stoi(word.at(3)), k = std::stoi(word.at(5));
    const PointSet points(kind, bench::generate_points(word.at(1)[0], 3, count, dimension), dimension);
    const QuerySet queries = asked > 0 ? QuerySet(kind, bench::generate_points(word.at(1)[0], 4, asked, dimension), dimension)
                                       : QuerySet::self_join(points, false);
    const std::int64_t all = asked > 0 ? asked : count;
    Side one, several;
    for (Side* const side : {&one, &several}) {
        share_points(kind, side == &one ? std::vector<int>() : numbers);
        side->lists = ListSet(kind, all, k);
        const Clock::time_point began = Clock::now();
        side->searcher.emplace(method, points, Options(method.info.options));
        side->searcher->search(queries, k, Metric::euclidean, side->lists);
        side->prepared = milliseconds_since(began);
    }
    for (int i = 0; i < repeats; ++i)
        for (Side* const side : {&one, &several}) {
            const Clock::time_point began = Clock::now();
            side->last = side->searcher->search(queries, k, Metric::euclidean, side->lists);
            side->times.add(side->last, milliseconds_since(began));
        }
    std::printf(
        "%-34s one %9.3f (call %9.3f)  several %9.3f (call %9.3f)  %.2f times (%.2f of calls)  first %.0f, %.0f  build %.1f, %.1f ms  "
        "%lld lists differ  %s\n",
        text.c_str(), median(one.times.total), median(one.times.call), median(several.times.total), median(several.times.call),
        median(one.times.total) / median(several.times.total), median(one.times.call) / median(several.times.call), one.prepared,
        several.prepared, one.last.build_milliseconds, several.last.build_milliseconds, (long long)different(one, several, all, k),
        several.last.communication.c_str());
    for (std::size_t i = 0; i < several.last.devices.size(); ++i)
        std::printf("    %s  %lld points  %lld queries  working %.3f  waiting %.3f  communicating %.3f\n",
            several.last.devices[i].device.c_str(), (long long)several.last.devices[i].points, (long long)several.last.devices[i].queries,
            median(several.times.working[i]), median(several.times.waiting[i]), median(several.times.communicating[i]));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
    std::vector<std::string> cases;
    std::vector<int> numbers = {0, 1};
    DeviceKind kind = default_device();
    int repeats = 11;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
        if (word == "--case") cases.push_back(next());
        else if (word == "--repeat") repeats = std::stoi(next());
        else if (word == "--kind") kind = device_named(next());
        else if (word == "--devices") {
            numbers.clear();
            for (const std::string& number : words_of(next())) numbers.push_back(std::stoi(number));
        } else {
            std::fprintf(stderr, "unknown word %s\n", word.c_str());
            return 2;
        }
    }
    for (const std::string& one : cases) run(kind, numbers, one, repeats);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
