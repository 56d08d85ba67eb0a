// Measure::steps: properties of every record of any method. Its steps can be replayed, they count what the
// plain run counts, they end in the plain run's list, and they depend only on the data.
#include "tests/gpu/methods/recorded.hpp"

#include <gmock/gmock.h>

namespace neighborscope::test {
namespace {

using OptionValues = std::map<std::string, std::string>;

/// What holds beyond that for each method: steps compared with the plain run's counters.
void expect_steps_counted(const Method& method, const Report& plain, const Steps& steps, const std::string& where) {
    if (method.info.phases.front() == "initial") {
        EXPECT_EQ(count_steps(method, steps, -1, {"replacement"}), counter(plain, "list replacements")) << where;
        EXPECT_EQ(count_steps(method, steps, -1, {"warp reduction"}), counter(plain, "warp reductions")) << where;
    }
    if (method.info.name == "quicksort") {
        EXPECT_EQ(count_steps(method, steps, 1, {"partition"}), counter(plain, "pivots, partition")) << where;
        EXPECT_EQ(count_steps(method, steps, 2, {"pivot"}), counter(plain, "pivots, sort")) << where;
        EXPECT_EQ(count_steps(method, steps, 2, {"bitonic sort"}), counter(plain, "bitonic sorts")) << where;
    }
    for (const Counter& one : plain.counters) {
        if (one.name == "insertions") { EXPECT_EQ(count_steps(method, steps, 1, {"insertion", "replacement"}), one.value) << where; }
        if (one.name == "radix passes" && !steps.empty()) { EXPECT_EQ(count_steps(method, steps, 1, {"pass"}), one.value) << where; }
    }
    for (int phase = 1; phase <= 3 && method.info.phases.at(1) == "phase 1"; ++phase) {
        const std::string its = ", phase " + std::to_string(phase);
        EXPECT_EQ(count_steps(method, steps, phase, {"push", "eviction"}), counter(plain, "heap pushes" + its)) << where;
        EXPECT_EQ(count_steps(method, steps, phase, {"eviction"}), counter(plain, "heap evictions" + its)) << where;
        EXPECT_EQ(count_steps(method, steps, 0, {"distances"}), counter(plain, "distances") > 0) << where;
        EXPECT_EQ(steps.empty() ? 0 : steps.front().size, counter(plain, "distances")) << where;
    }
}

struct RecordedCase {
    std::string method;
    OptionValues options;
};

class Recorded : public testing::TestWithParam<std::tuple<RecordedCase, DeviceKind>> {
protected:
    const Method& method = find_method(std::get<0>(GetParam()).method);
    const OptionValues options = std::get<0>(GetParam()).options;
    const DeviceKind device = std::get<1>(GetParam());

    void expect_recorded(const Data& data, int k, Metric metric) {
        if (method.info.unsupported_reason(
                {.count = data.count(), .queries = 1, .dimension = data.dimension, .k = k, .metric = metric}, device))
            return;
        const std::string where = std::to_string(data.count()) + " x " + std::to_string(data.dimension) + ", k = " + std::to_string(k) +
                                  ", " + std::string(name(metric));
        SCOPED_TRACE(where);
        const Found plain = search(method, device, data, k, metric, options);
        const Report counted = search(method, device, data, k, metric, options, Measure::counters).report;
        EXPECT_TRUE(counted.steps.empty());
        const Found recorded = search(method, device, data, k, metric, options, Measure::steps);
        const Steps& steps = recorded.report.steps;
        expect_same_lists(plain, recorded, where);
        expect_same_lists(plain, list_of(method, steps, k), where + ", list of the steps");
        ASSERT_EQ(counted.counters.size(), recorded.report.counters.size());
        for (const Counter& one : counted.counters) EXPECT_EQ(one.value, counter(recorded.report, one.name)) << one.name;
        expect_steps_counted(method, counted, steps, where);
        const StructuresAfterReplay held = play(method, steps, list_width(data, k));
        // An entry that a heap or list takes from another one was in the heap or list that the step names.
        for (const Step& step : steps) {
            const int structure = method.info.step_kinds[std::size_t(step.kind)].structure;
            if (step.source < 0 || step.entered.index < 0) continue;  // without an entry it is the begin of a sequence
            const auto from = std::find_if(held.begin(), held.end(), [&](const auto& one) {
                const auto& [its_structure, block, actor] = one.first;
                return its_structure < structure &&
                       ((actor == step.source && block == step.block) || (actor < 0 && block == step.source)) &&
                       one.second.count({step.entered.distance, step.entered.index});
            });
            EXPECT_NE(from, held.end()) << kind_of(method, step) << " of point " << step.entered.index << " from " << step.source;
        }
    }
};

TEST_P(Recorded, CountsAndEndsAsThePlainRun) {
    for (const Metric metric : one_for_races({Metric::euclidean, Metric::manhattan, Metric::chebyshev}))
        for (const int k : one_for_races({64, 1, 7})) expect_recorded(cloud(sanitized ? 150 : 400, 2, unsigned(k)), k, metric);
    if (watches_races) return;
    expect_recorded(cloud(300, 3, 1, true), 10, Metric::euclidean);
    expect_recorded(cloud(70, 8, 2), 5, Metric::manhattan);
    expect_recorded(cloud(60, 1, 3), 300, Metric::euclidean);
    expect_recorded(cloud(60, 129, 4, true), 60, Metric::chebyshev);
    expect_recorded(cloud(1, 2, 5), 3, Metric::euclidean);
    expect_recorded(cloud(0, 2, 5), 3, Metric::euclidean);
    expect_recorded(cloud(1, 2, 5, true), 3, Metric::euclidean);
}

// Lists too long to be sorted by counting, and too long for shared memory.
TEST_P(Recorded, CountsAndEndsAsThePlainRunWithLongLists) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    expect_recorded(cloud(900, 2, 7), 300, Metric::euclidean);
    if (!sanitized) expect_recorded(cloud(4000, 2, 8), 1500, Metric::manhattan);
}

TEST_P(Recorded, DependsOnTheDataAlone) {
    const Data data = cloud(sanitized ? 200 : 500, 2, 9);
    const Steps ascending = search(method, device, data, 12, Metric::euclidean, options, Measure::steps).report.steps;
    ASSERT_FALSE(ascending.empty());
    for (const int seed : one_for_races({1, 2, 3, 4})) {
        const ExecutorOrder order(seed, unsigned(1 + seed % 3));
        expect_same(ascending, search(method, device, data, 12, Metric::euclidean, options, Measure::steps).report.steps,
            "order " + std::to_string(seed));
    }
}

TEST_P(Recorded, IsTheSameOnEveryDevice) {
    if (devices_under_test().size() < 2) GTEST_SKIP() << "one device";
    const Data data = cloud(700, 3, 4);
    std::vector<Steps> all;
    for (const DeviceKind kind : devices_under_test())
        all.push_back(search(method, kind, data, 20, Metric::manhattan, options, Measure::steps).report.steps);
    expect_same(all[0], all[1], "both devices");
}

// Far outside the range of float32's squares: the same steps, with true distances.
TEST_P(Recorded, HasTrueDistancesWhateverTheScale) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    Data data = cloud(100, 2, 6);
    const Steps here = search(method, device, data, 5, Metric::euclidean, options, Measure::steps).report.steps;
    for (float& x : data.points) x = std::ldexp(x, 90);
    for (float& x : data.queries) x = std::ldexp(x, 90);
    Steps there = search(method, device, data, 5, Metric::euclidean, options, Measure::steps).report.steps;
    for (Step& step : there)
        for (float* const distance : {&step.entered.distance, &step.left.distance, &step.bound, &step.nearest, &step.reach})
            *distance = std::ldexp(*distance, -90);
    expect_same(here, there, "scaled");
}

TEST_P(Recorded, DescribesItsStepsInFull) {
    EXPECT_FALSE(method.info.pseudo_code.empty());
    for (const StepKind& kind : method.info.step_kinds) {
        EXPECT_FALSE(kind.name.empty());
        EXPECT_FALSE(kind.lines.empty()) << kind.name;
        EXPECT_LT(kind.structure, int(method.info.structures.size())) << kind.name;
        const std::string_view sentence = kind.sentence;
        EXPECT_THAT(std::string(sentence), testing::EndsWith(".")) << kind.name;
        const std::set<std::string_view> known = {"block", "actor", "round", "point", "distance", "left", "left distance", "bound", "size",
            "k", "source", "way", "visit", "leaves", "nearest", "kth", "leaf", "before", "reach"};
        for (std::size_t at = 0; (at = sentence.find('{', at)) != sentence.npos; ++at) {
            const std::string_view word = sentence.substr(at + 1, sentence.find('}', at) - at - 1);
            EXPECT_EQ(known.count(word), 1u) << word;
        }
    }
}

std::vector<RecordedCase> recorded_cases() {
    return {
        {"heap", {{"threads", "32"}}},
        {"heap", {{"threads", "256"}}},
        {"bulk-heap", {{"threads", "64"}, {"blocks", "3"}}},
        {"ppw", {{"threads", "128"}, {"blocks", "4"}}},
        {"ppw", {{"threads", "32"}, {"blocks", "3"}}},
        {"ppw", {{"threads", "256"}, {"blocks", "1"}}},
        {"ppk", {{"threads", "64"}, {"blocks", "4"}}},
        {"ppb", {{"threads", "96"}}},
        {"leaf-warp", {}},
        {"insertion", {}},
        {"insertion", {{"selection", "full"}}},
        {"quicksort", {{"threshold", "32"}, {"partitions", "5"}}},
        {"tiled-radix", {}},
        {"tiled-radix", {{"sort", "cub"}}},
    };
}

INSTANTIATE_TEST_SUITE_P(Methods, Recorded, testing::Combine(testing::ValuesIn(recorded_cases()), testing::ValuesIn(devices_under_test())),
    [](const auto& info) {
        std::string text = std::get<0>(info.param).method;
        for (const auto& [option, value] : std::get<0>(info.param).options) text += "_" + option + value;
        std::erase_if(text, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_'; });
        return text + "_" + std::string(name(std::get<1>(info.param)));
    });

}  // namespace
}  // namespace neighborscope::test
