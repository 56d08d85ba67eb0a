// The libraries as methods: what the parameterised tests of exactness do not cover. Skipped in builds without the library.
#include "tests/gpu/resource_limit.hpp"
#include "tests/gpu/support.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <set>

namespace neighborscope::test {
namespace {

using testing::HasSubstr;

constexpr std::string_view libraries[] = {"nanoflann", "flann-kdtree", "faiss-flat-cpu", "faiss-ivf-cpu"};

bool built(std::string_view name) { return find_method(name).on_host != nullptr; }

Data uniform(std::int64_t count, int dimension, std::int64_t queries, unsigned seed = 1) {
    std::mt19937 random(seed);
    Data data;
    data.dimension = dimension;
    for (std::int64_t i = 0; i < count * dimension; ++i) data.points.push_back(float(random() >> 8) * 0x1p-24f);
    for (std::int64_t i = 0; i < queries * dimension; ++i) data.queries.push_back(float(random() >> 8) * 0x1p-24f);
    return data;
}

Tally verify_approximate_found(const Data& data, const Found& found, int k) {
    return verify({data.points, data.dimension}, {data.queries, data.dimension}, data.exclude, found.index, found.distance, k,
        Metric::euclidean, {}, 1, true);
}

TEST(CpuLibraries, AreListedAtTheEndBuiltOrNot) {
    ASSERT_GE(methods().size(), std::size(libraries));
    for (const std::string_view name : libraries) {
        const Method& method = find_method(name);
        EXPECT_EQ(method.info.group, "CPU libraries");
        EXPECT_EQ(method.info.supports.missing_package.empty(), method.on_host != nullptr) << name;
        EXPECT_FALSE(method.info.supports.cuda);
    }
}

TEST(CpuLibraries, OnesThatAreNotBuiltSaySo) {
    const std::vector<float> one = {1};
    const PointSet points(DeviceKind::host, one, 1);
    for (const std::string_view name : libraries) {
        if (built(name)) continue;
        EXPECT_THAT(refused(Failure::usage, [&] { Searcher(find_method(name), points, {}); }), HasSubstr("not built: lib")) << name;
    }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they reserve terabytes, and end the program if memory is missing
/// Builds faiss-ivf-cpu's lists with `more` bytes of address space than now, and ends the process as the program does.
[[noreturn]] void cluster_within(std::size_t more) {
    const Data data = uniform(2000, 8, 0);
    const PointSet points(DeviceKind::host, data.points, 8);
    const ResourceLimit limited(RLIMIT_AS, more);
    try {
        const Searcher searcher(find_method("faiss-ivf-cpu"), points, {});
    } catch (const Error& error) {
        std::fputs(error.what(), stderr);
        std::exit(exit_status(error.kind));
    }
    std::exit(0);
}

// OpenBLAS retries forever if it does not get memory.
TEST(CpuLibrariesDeathTest, FaissComesToAnEndWithLittleMemory) {
    if (!built("faiss-ivf-cpu")) GTEST_SKIP() << "not built";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(cluster_within(100 << 20), testing::ExitedWithCode(3), "BLAS for FAISS on the host device needs 201.3 MB, ");
    EXPECT_EXIT(cluster_within(450 << 20), testing::ExitedWithCode(0), "");
}
#endif

TEST(CpuLibraries, RefuseMetricsTheyDoNotHave) {
    const Problem problem{.count = 10, .queries = 1, .dimension = 2, .k = 1, .metric = Metric::chebyshev};
    for (const auto& [name, why] : {std::pair<std::string_view, std::string>{"nanoflann", "no Chebyshev distance"},
             {"flann-kdtree", "no Chebyshev distance"}, {"faiss-ivf-cpu", "no Chebyshev distance"}})
        if (built(name)) { EXPECT_EQ(find_method(name).info.unsupported_reason(problem, DeviceKind::host), why) << name; }
}

TEST(CpuLibraries, SayWhatBuildingTook) {
    const Data data = uniform(2000, 3, 4);
    for (const std::string_view name : libraries) {
        if (!built(name)) continue;
        for (const Measure measure : {Measure::total, Measure::phases})
            EXPECT_GT(search(find_method(name), DeviceKind::host, data, 3, Metric::euclidean, {}, measure).report.build_milliseconds, 0)
                << name;
    }
    EXPECT_EQ(search(find_method("serial"), DeviceKind::host, data, 3, Metric::euclidean).report.build_milliseconds, 0);
}

TEST(CpuLibraries, GiveTheSameWhateverTheNumberOfThreads) {
    const Data data = uniform(sanitized ? 300 : 3000, 8, sanitized ? 30 : 300);
    for (const std::string_view name : libraries) {
        if (!built(name) || name == "flann-kdtree") continue;  // one core
        const Found one = search(find_method(name), DeviceKind::host, data, 7, Metric::euclidean, {{"threads", "1"}}, Measure::counters);
        const Found three = search(find_method(name), DeviceKind::host, data, 7, Metric::euclidean, {{"threads", "3"}}, Measure::counters);
        EXPECT_EQ(one.index, three.index) << name;
        ASSERT_EQ(one.report.counters.size(), three.report.counters.size());
        for (std::size_t i = 0; i < one.report.counters.size(); ++i)
            EXPECT_EQ(one.report.counters[i].value, three.report.counters[i].value) << name << ": " << one.report.counters[i].name;
    }
}

// A tree must not skip a cell with an equally near point of smaller index: the rows are in reverse of the tree's order.
TEST(CpuLibraries, TreesMeetEquallyNearPointsInOtherCells) {
    Data data;
    data.dimension = 2;
    data.exact = true;
    for (int i = 0; i < 900; ++i) {
        const int place = (i * 523) % 900;
        data.points.push_back(float(place % 30));
        data.points.push_back(float(place / 30));
    }
    for (int i = 0; i < 60; ++i) data.queries.push_back(float(i * 7 % 59) / 2);
    for (const std::string_view name : {libraries[0], libraries[1]})
        for (const Metric metric : one_for_races({Metric::euclidean, Metric::manhattan}))
            for (const char* leaf : one_for_races({"1", "10"}))
                for (int k = 1; k <= 13; k += watches_races ? 6 : 1)
                    if (built(name)) expect_right(find_method(name), DeviceKind::host, data, k, metric, {{"leaf", leaf}});
}

TEST(CpuLibraries, FaissAsksAgainOnlyWhereItMust) {
    if (!built("faiss-flat-cpu")) GTEST_SKIP() << "not built";
    const Method& flat = find_method("faiss-flat-cpu");
    const Data far_apart = uniform(2000, 16, 50);
    const Found once = search(flat, DeviceKind::host, far_apart, 10, Metric::euclidean, {}, Measure::counters);
    EXPECT_EQ(counter(once.report, "fallback queries"), 0);
    EXPECT_EQ(counter(once.report, "distances"), 2000 * 50);
    // All at one distance: however many candidates there are, one more could have a smaller index.
    Data equal;
    equal.dimension = 2;
    equal.exact = true;
    for (int i = 0; i < 2 * 2000; ++i) equal.points.push_back(3);
    for (int i = 0; i < 2 * 25; ++i) equal.queries.push_back(float(i));
    const Found found = search(flat, DeviceKind::host, equal, 10, Metric::euclidean, {}, Measure::counters);
    EXPECT_EQ(counter(found.report, "queries scanned in double"), 25);
    expect_right(flat, DeviceKind::host, equal, 10, Metric::euclidean);
}

// From 20 queries on distances come from a matrix product, which loses the digits of a common distance from the origin.
TEST(CpuLibraries, FaissKeepsItsDigitsFarFromTheOrigin) {
    if (!built("faiss-flat-cpu")) GTEST_SKIP() << "not built";
    Data data;
    data.dimension = 2;
    data.exact = true;
    for (int i = 0; i < 800; ++i) data.points.insert(data.points.end(), {1e6f + float(i % 40), 2e6f + float(i / 40)});
    for (int i = 0; i < 60; ++i) data.queries.insert(data.queries.end(), {1e6f + float(i % 7) * 5, 2e6f + float(i % 9) * 2});
    data.points.insert(data.points.end(), {-3e6f, 3e6f});  // a distant one moves the mean
    for (const int k : {1, 9, 40}) expect_right(find_method("faiss-flat-cpu"), DeviceKind::host, data, k, Metric::euclidean);
}

TEST(CpuLibraries, IvfMissesSomeMakesUpNoneAndIsExactWhenItLooksEverywhere) {
    if (!built("faiss-ivf-cpu")) GTEST_SKIP() << "not built";
    const Method& ivf = find_method("faiss-ivf-cpu");
    const std::int64_t count = sanitized ? 500 : 4000;
    Data data = uniform(count, 12, 60);
    for (int i = 0; i < 60; ++i) data.exclude.push_back(i % 2 ? i : -1);
    double before = -1;
    for (const char* probes : {"1", "4", "30"}) {
        const Found found =
            search(ivf, DeviceKind::host, data, 10, Metric::euclidean, {{"lists", "30"}, {"probes", probes}}, Measure::counters);
        const Tally tally = verify_approximate_found(data, found, 10);
        EXPECT_EQ(tally.wrong, 0) << tally.first_reason;
        EXPECT_EQ(tally.asked, 600);
        EXPECT_GT(tally.recall(), before);
        EXPECT_EQ(counter(found.report, "lists probed"), 60 * std::stoi(probes));
        before = tally.recall();
    }
    EXPECT_EQ(before, 1);
}

/// The explanation of a missed row is right: with one list more than its rank the row is found.
TEST(CpuLibraries, IvfTellsWhyItMissedARow) {
    if (!built("faiss-ivf-cpu")) GTEST_SKIP() << "not built";
    const Method& ivf = find_method("faiss-ivf-cpu");
    constexpr int k = 150;
    const Data data = uniform(sanitized ? 300 : 2000, 3, 1);
    const auto options = [&](std::int64_t probes) {
        return Options(ivf.info.options, {{"lists", "20"}, {"probes", std::to_string(probes)}});
    };
    const auto truth = exhaustive_search({data.points, 3}, data.queries.data(), k, Metric::euclidean);
    const PointSet points(DeviceKind::host, data.points, 3);
    const QuerySet queries(DeviceKind::host, data.queries, 3);
    const auto found = [&](std::int64_t probes) {
        Searcher searcher(ivf, points, options(probes));
        ListSet lists(DeviceKind::host, 1, k);
        searcher.search(queries, k, Metric::euclidean, lists);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        lists.fetch(index, distance);
        return std::set<std::int32_t>(index.begin(), index.end());
    };
    std::vector<std::int32_t> missed;
    const auto listed = found(1);
    for (const TrueNeighbour& one : truth)
        if (!listed.count(std::int32_t(one.index))) missed.push_back(std::int32_t(one.index));
    ASSERT_FALSE(missed.empty()) << "else this shows nothing";
    Searcher searcher(ivf, points, options(1));
    const std::vector<MissReason> why = searcher.miss_reasons(std::span(data.queries).first(3), missed);
    ASSERT_EQ(why.size(), missed.size());
    for (std::size_t i = 0; i < missed.size(); ++i) {
        EXPECT_EQ(why[i].what, "skipped");
        const std::string before = "its centroid has rank ";
        const std::size_t at = why[i].sentence.find(before);
        ASSERT_NE(at, std::string::npos) << why[i].sentence;
        const int place = std::stoi(why[i].sentence.substr(at + before.size()));
        EXPECT_GT(place, 1);
        EXPECT_EQ(why[i].option + "=" + why[i].value, "probes=" + std::to_string(place));
        EXPECT_EQ(found(place).count(missed[i]), 1u) << why[i].sentence;
        EXPECT_EQ(found(place - 1).count(missed[i]), 0u) << why[i].sentence;
    }
    Searcher exact(find_method("serial"), points, {});
    EXPECT_EQ(exact.miss_reasons(std::span(data.queries).first(3), missed).at(0).what, "") << "an exact method misses nothing";
}

TEST(CpuLibraries, IvfTakesWhateverThereIs) {
    if (!built("faiss-ivf-cpu")) GTEST_SKIP() << "not built";
    const Method& ivf = find_method("faiss-ivf-cpu");
    testing::internal::CaptureStderr();
    for (const std::int64_t count : {0, 1, 2, 9, 40}) {
        for (const int k : {1, 5, 60}) {
            const Data data = uniform(count, 3, 3);
            const Found found = search(ivf, DeviceKind::host, data, k, Metric::euclidean, {{"probes", "100"}, {"lists", "50"}});
            const Tally tally = verify_approximate_found(data, found, k);
            EXPECT_EQ(tally.wrong, 0) << tally.first_reason;
            EXPECT_EQ(tally.recall(), 1) << count << " points, k = " << k;
        }
    }
    Data equal = uniform(0, 2, 2);
    equal.points.assign(2 * 100, 0.25f);
    EXPECT_EQ(verify_approximate_found(equal, search(ivf, DeviceKind::host, equal, 4, Metric::euclidean), 4).wrong, 0);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "k-means warns of few points";
}

TEST(CpuLibraries, IvfMakesEqualListsOfEqualSeeds) {
    if (!built("faiss-ivf-cpu")) GTEST_SKIP() << "not built";
    const Method& ivf = find_method("faiss-ivf-cpu");
    const Data data = uniform(sanitized ? 700 : 6000, 20, 100);
    const auto found = [&](const char* seed) {
        return search(ivf, DeviceKind::host, data, 10, Metric::euclidean, {{"seed", seed}, {"lists", "20"}, {"probes", "2"}}).index;
    };
    EXPECT_EQ(found("5"), found("5"));
    EXPECT_NE(found("5"), found("6"));
}

TEST(CpuLibraries, IvfTrainingCanBeCancelled) {
    if (!built("faiss-ivf-cpu")) GTEST_SKIP() << "not built";
    const Data data = uniform(sanitized ? 2000 : 20000, 32, 1);
    const PointSet points(DeviceKind::host, data.points, data.dimension);
    const std::atomic<bool> stop{true};
    EXPECT_THROW(Searcher(find_method("faiss-ivf-cpu"), points, {}, {{}, &stop}), Cancelled);
}

}  // namespace
}  // namespace neighborscope::test
