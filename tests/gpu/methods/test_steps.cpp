// Measure::steps: records worked by hand, and what every record has to keep whatever the method: its steps can be played back, they
// count what the plain run counts, they end in the plain run's list, and they depend on nothing but the data.
#include "tests/gpu/support.hpp"

#include <gmock/gmock.h>

#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace neighborscope::test {
namespace {

using ::testing::HasSubstr;
using OptionValues = std::map<std::string, std::string>;

Data cloud(int count, int dimension, unsigned seed, bool exclude = false) {
    std::mt19937 random(seed);
    Data data;
    data.dimension = dimension;
    for (int i = 0; i < count * dimension; ++i) data.points.push_back(float(random() % 97) / 4);  // coarse: equal distances occur
    if (exclude) {
        data.queries.assign(data.points.begin(), data.points.begin() + dimension);
        data.exclude = {0};
    } else {
        for (int d = 0; d < dimension; ++d) data.queries.push_back(float(random() % 97) / 4);
    }
    return data;
}

std::string_view kind_of(const Method& method, const Step& step) { return method.info.step_kinds.at(std::size_t(step.kind)).name; }

std::int64_t count_steps(const Method& method, const Steps& steps, int phase, std::initializer_list<std::string_view> kinds) {
    return std::count_if(steps.begin(), steps.end(), [&](const Step& step) {
        return (phase < 0 || step.phase == phase) && std::find(kinds.begin(), kinds.end(), kind_of(method, step)) != kinds.end();
    });
}

/// Everything in a step, NaN equal to NaN.
auto all_of(const Step& s) {
    const auto bits = [](float x) { return std::isnan(x) ? 0x7fc00000u : std::bit_cast<unsigned>(x); };
    return std::tuple(s.phase, s.kind, s.block, s.actor, s.round, s.entered.index, bits(s.entered.distance), s.left.index,
        bits(s.left.distance), bits(s.bound), s.size, s.source);
}

void expect_same(const Steps& a, const Steps& b, const std::string& where) {
    ASSERT_EQ(a.size(), b.size()) << where;
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(all_of(a[i]), all_of(b[i])) << where << ", step " << i;
}

/// Plays a record back: what leaves was there, what enters was not, sizes are right, nothing exceeds its bound when it enters.
/// Returns what each (structure, block, actor) holds in the end.
using Entry = std::pair<float, std::int32_t>;
using Played = std::map<std::tuple<int, int, int>, std::set<Entry>>;
Played play(const Method& method, const Steps& steps, int k) {
    Played held;
    std::map<std::tuple<int, int, int>, float> bound;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const StepKind& kind = method.info.step_kinds.at(std::size_t(step.kind));
        EXPECT_LT(step.phase, int(method.info.phases.size()));
        for (const int line : kind.lines) EXPECT_LT(line, int(method.info.pseudo_code.size())) << kind.name;
        if (i > 0) {
            const Step& before = steps[i - 1];
            EXPECT_LE(
                std::tie(before.phase, before.round, before.block, before.actor), std::tie(step.phase, step.round, step.block, step.actor))
                << "step " << i;
        }
        if (kind.structure < 0) continue;
        EXPECT_LT(kind.structure, int(method.info.structures.size()));
        const std::tuple<int, int, int> place{kind.structure, step.block, step.actor};
        std::set<Entry>& entries = held[place];
        if (step.left.index >= 0) {
            EXPECT_EQ(entries.erase({step.left.distance, step.left.index}), 1u) << "step " << i << " lets go what is not there";
        }
        if (step.entered.index >= 0) {
            EXPECT_TRUE(entries.insert({step.entered.distance, step.entered.index}).second) << "step " << i << " enters twice";
            if (const auto before = bound.find(place); before != bound.end()) {
                EXPECT_LE(step.entered.distance, before->second) << "step " << i;
            }
        }
        EXPECT_EQ(int(entries.size()), step.size) << "step " << i << ", " << kind.name;
        EXPECT_LE(step.size, k) << "step " << i;
        if (!std::isnan(step.bound)) bound[place] = step.bound;
    }
    return held;
}

/// The list that the steps of the last phase put together.
Found list_of(const Method& method, const Steps& steps, int k) {
    Found found;
    found.index.assign(std::size_t(k), -1);
    found.distance.assign(std::size_t(k), std::numeric_limits<float>::quiet_NaN());
    for (const Step& step : steps) {
        if (kind_of(method, step) != "place") continue;
        found.index.at(std::size_t(step.size - 1)) = step.entered.index;
        found.distance.at(std::size_t(step.size - 1)) = step.entered.distance;
    }
    return found;
}

void expect_same_lists(const Found& a, const Found& b, const std::string& where) {
    EXPECT_EQ(a.index, b.index) << where;
    for (std::size_t i = 0; i < a.distance.size(); ++i) {
        if (std::isnan(a.distance[i])) EXPECT_TRUE(std::isnan(b.distance[i])) << where << ", rank " << i;
        else EXPECT_EQ(a.distance[i], b.distance[i]) << where << ", rank " << i;
    }
}

/// What holds of each method beyond all that: steps against the plain run's counters.
void expect_counts(const Method& method, const Report& plain, const Steps& steps, const std::string& where) {
    if (method.info.phases.front() == "initial") {
        EXPECT_EQ(count_steps(method, steps, -1, {"replacement"}), counter(plain, "list replacements")) << where;
        EXPECT_EQ(count_steps(method, steps, -1, {"warp reduction"}), counter(plain, "warp reductions")) << where;
    }
    for (int phase = 1; phase <= 3 && method.info.phases.at(1) == "phase 1"; ++phase) {
        const std::string its = ", phase " + std::to_string(phase);
        EXPECT_EQ(count_steps(method, steps, phase, {"push", "eviction"}), counter(plain, "heap pushes" + its)) << where;
        EXPECT_EQ(count_steps(method, steps, phase, {"eviction"}), counter(plain, "heap evictions" + its)) << where;
        EXPECT_EQ(count_steps(method, steps, 0, {"distances"}), counter(plain, "distances") > 0) << where;
        EXPECT_EQ(steps.empty() ? 0 : steps.front().size, counter(plain, "distances")) << where;
    }
}

struct Case {
    std::string method;
    OptionValues options;
};

class Recorded : public testing::TestWithParam<std::tuple<Case, DeviceKind>> {
protected:
    const Method& method = find_method(std::get<0>(GetParam()).method);
    const OptionValues options = std::get<0>(GetParam()).options;
    const DeviceKind device = std::get<1>(GetParam());

    void expect_recorded(const Data& data, int k, Metric metric) {
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
        expect_counts(method, counted, steps, where);
        const Played held = play(method, steps, k);
        // What a heap or a list takes over was in the heap or list it names.
        for (const Step& step : steps) {
            const int structure = method.info.step_kinds[std::size_t(step.kind)].structure;
            if (step.source < 0) continue;
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
    for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev})
        for (const int k : {1, 7, 64}) expect_recorded(cloud(sanitized ? 150 : 400, 2, unsigned(k)), k, metric);
    expect_recorded(cloud(300, 3, 1, true), 10, Metric::euclidean);
    expect_recorded(cloud(70, 8, 2), 5, Metric::manhattan);
    expect_recorded(cloud(60, 1, 3), 300, Metric::euclidean);
    expect_recorded(cloud(60, 129, 4, true), 60, Metric::chebyshev);
    expect_recorded(cloud(1, 2, 5), 3, Metric::euclidean);
    expect_recorded(cloud(0, 2, 5), 3, Metric::euclidean);
    expect_recorded(cloud(1, 2, 5, true), 3, Metric::euclidean);
}

TEST_P(Recorded, DependsOnTheDataAlone) {
    const Data data = cloud(sanitized ? 200 : 500, 2, 9);
    const Steps ascending = search(method, device, data, 12, Metric::euclidean, options, Measure::steps).report.steps;
    ASSERT_FALSE(ascending.empty());
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
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

// Far outside of what float32 can square: the same steps, their distances true.
TEST_P(Recorded, HasTrueDistancesWhateverTheScale) {
    Data data = cloud(100, 2, 6);
    const Steps here = search(method, device, data, 5, Metric::euclidean, options, Measure::steps).report.steps;
    for (float& x : data.points) x = std::ldexp(x, 90);
    for (float& x : data.queries) x = std::ldexp(x, 90);
    Steps there = search(method, device, data, 5, Metric::euclidean, options, Measure::steps).report.steps;
    for (Step& step : there)
        for (float* const distance : {&step.entered.distance, &step.left.distance, &step.bound}) *distance = std::ldexp(*distance, -90);
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
        const std::set<std::string_view> known = {
            "block", "actor", "round", "point", "distance", "left", "left distance", "bound", "size", "k", "source"};
        for (std::size_t at = 0; (at = sentence.find('{', at)) != sentence.npos; ++at) {
            const std::string_view word = sentence.substr(at + 1, sentence.find('}', at) - at - 1);
            EXPECT_EQ(known.count(word), 1u) << word;
        }
    }
}

std::vector<Case> recorded_cases() {
    return {
        {"heap", {{"threads", "32"}}},
        {"heap", {{"threads", "256"}}},
        {"bulk-heap", {{"threads", "64"}, {"blocks", "3"}}},
        {"ppw", {{"threads", "128"}, {"blocks", "4"}}},
        {"ppw", {{"threads", "32"}, {"blocks", "3"}}},
        {"ppw", {{"threads", "256"}, {"blocks", "1"}}},
        {"ppk", {{"threads", "64"}, {"blocks", "4"}}},
        {"ppb", {{"threads", "96"}}},
    };
}

INSTANTIATE_TEST_SUITE_P(Methods, Recorded, testing::Combine(testing::ValuesIn(recorded_cases()), testing::ValuesIn(devices_under_test())),
    [](const auto& info) {
        std::string text = std::get<0>(info.param).method;
        for (const auto& [option, value] : std::get<0>(info.param).options) text += "_" + option + value;
        std::erase_if(text, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_'; });
        return text + "_" + std::string(name(std::get<1>(info.param)));
    });

class RecordedSteps : public testing::TestWithParam<DeviceKind> {};

// 32 threads, k = 1, points at 9 9 ... 9 (32 of them), then 3 at place 32: thread 0 pushes point 0, lets it go for point 32; lane by
// lane the 32 heaps move on; the first thread begins with point 32 and takes nothing else.
TEST_P(RecordedSteps, OfHeapAreAsByHand) {
    std::vector<float> positions(33, 9);
    positions[32] = -3;
    const Method& heap = find_method("heap");
    const Steps steps = search(heap, GetParam(), line(positions), 1, Metric::euclidean, {{"threads", "32"}}, Measure::steps).report.steps;
    ASSERT_EQ(steps.size(), 1u + 32 + 1 + 32 + 1 + 2);
    EXPECT_EQ(kind_of(heap, steps[0]), "distances");
    EXPECT_EQ(steps[0].size, 33);
    EXPECT_EQ(steps[0].block, -1);
    for (int t = 0; t < 32; ++t) {
        const Step& push = steps[std::size_t(1 + t)];
        EXPECT_EQ(push.phase, 1);
        EXPECT_EQ(kind_of(heap, push), "push");
        EXPECT_EQ(push.actor, t);
        EXPECT_EQ(push.round, 0);
        EXPECT_EQ(push.entered.index, t);
        EXPECT_EQ(push.entered.distance, 9);
        EXPECT_EQ(push.bound, 9);
        EXPECT_EQ(push.size, 1);
        EXPECT_EQ(push.left.index, -1);
    }
    const Step& eviction = steps[33];
    EXPECT_EQ(kind_of(heap, eviction), "eviction");
    EXPECT_EQ(eviction.actor, 0);
    EXPECT_EQ(eviction.round, 1);
    EXPECT_EQ(eviction.entered.index, 32);
    EXPECT_EQ(eviction.entered.distance, 3);
    EXPECT_EQ(eviction.left.index, 0);
    EXPECT_EQ(eviction.left.distance, 9);
    EXPECT_EQ(eviction.bound, 3);
    for (int lane = 0; lane < 32; ++lane) {
        const Step& push = steps[std::size_t(34 + lane)];
        EXPECT_EQ(push.phase, 2);
        EXPECT_EQ(push.actor, lane);
        EXPECT_EQ(push.source, lane);
        EXPECT_EQ(push.entered.index, lane == 0 ? 32 : lane);
    }
    EXPECT_EQ(steps[66].phase, 3);
    EXPECT_EQ(steps[66].entered.index, 32);
    EXPECT_EQ(steps[66].source, 0);
    EXPECT_EQ(kind_of(heap, steps[67]), "exact distance");
    EXPECT_EQ(kind_of(heap, steps[68]), "place");
    EXPECT_EQ(steps[68].entered.index, 32);
    EXPECT_EQ(steps[68].entered.distance, 3);
    EXPECT_EQ(steps[68].size, 1);
}

// One warp, k = 2, distances 5 3 4 1 2 9, all in its first turn: the list fills with 5 and 3, then 4, 1 and 2 each replace the
// farthest and a reduction finds the next one.
TEST_P(RecordedSteps, OfPpwAreAsByHand) {
    const Method& ppw = find_method("ppw");
    const Steps steps =
        search(ppw, GetParam(), line({5, 3, 4, 1, 2, 9}), 2, Metric::euclidean, {{"threads", "32"}, {"blocks", "1"}}, Measure::steps)
            .report.steps;
    struct Line {
        std::string_view kind;
        std::int32_t entered, left;
        float bound;
        int size;
    };
    const float none = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Line> expected = {
        {"entry", 0, -1, none, 1},
        {"entry", 1, -1, none, 2},
        {"warp reduction", -1, -1, 5, 2},
        {"replacement", 2, 0, 5, 2},
        {"warp reduction", -1, -1, 4, 2},
        {"replacement", 3, 2, 4, 2},
        {"warp reduction", -1, -1, 3, 2},
        {"replacement", 4, 1, 3, 2},
        {"warp reduction", -1, -1, 2, 2},
        {"block list", 3, -1, none, 1},
        {"block list", 4, -1, none, 2},
        {"chosen", 3, -1, none, 1},
        {"chosen", 4, -1, none, 2},
        {"exact distance", 3, -1, none, 0},
        {"exact distance", 4, -1, none, 0},
        {"place", 3, -1, none, 1},
        {"place", 4, -1, none, 2},
    };
    ASSERT_EQ(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        SCOPED_TRACE("step " + std::to_string(i));
        EXPECT_EQ(kind_of(ppw, steps[i]), expected[i].kind);
        EXPECT_EQ(steps[i].entered.index, expected[i].entered);
        EXPECT_EQ(steps[i].left.index, expected[i].left);
        EXPECT_EQ(steps[i].size, expected[i].size);
        if (std::isnan(expected[i].bound)) EXPECT_TRUE(std::isnan(steps[i].bound));
        else EXPECT_EQ(steps[i].bound, expected[i].bound);
    }
}

// Two warps: 0 holds 1 and 2, 1 holds 101 and 102. Together they hold two points up to 101, so warp 1 wants nothing from there on.
TEST_P(RecordedSteps, ShowWhatTheWarpsOfABlockTellEachOther) {
    std::vector<float> positions(32, 200.0f);
    for (int i = 0; i < 8; ++i) {
        positions[std::size_t(i)] = float(1 + i);
        positions[std::size_t(8 + i)] = float(101 + i);
    }
    const Method& ppw = find_method("ppw");
    const Steps steps =
        search(ppw, GetParam(), line(positions), 2, Metric::manhattan, {{"threads", "64"}, {"blocks", "1"}}, Measure::steps).report.steps;
    std::vector<float> first, block;
    for (const Step& step : steps) {
        if (kind_of(ppw, step) == "first bound") first.push_back(step.bound);
        if (kind_of(ppw, step) == "block bound") block.push_back(step.bound);
    }
    EXPECT_THAT(first, testing::ElementsAre(2, 101));
    EXPECT_THAT(block, testing::ElementsAre(101));
    EXPECT_EQ(count_steps(ppw, steps, -1, {"block list"}), 2);
}

// Points cut into several launches, so that a search can be stopped: the lists of every launch are lists of their own.
TEST_P(RecordedSteps, KeepTheListsOfLaunchesApart) {
    if (sanitized) GTEST_SKIP() << "many points";
    const ExecutorOrder order(0, 1);
    const Data data = cloud(40000, 2, 5);
    for (const char* named : {"ppw", "ppb", "heap"}) {
        const Method& method = find_method(named);
        const Found plain = search(method, GetParam(), data, 5, Metric::euclidean);
        const Found recorded = search(method, GetParam(), data, 5, Metric::euclidean, {}, Measure::steps);
        expect_same_lists(plain, recorded, named);
        expect_same_lists(plain, list_of(method, recorded.report.steps, 5), named);
        play(method, recorded.report.steps, 5);
    }
}

TEST_P(RecordedSteps, AreOfOneQuery) {
    Data data = line({1, 2, 3});
    data.queries = {0, 1};
    try {
        search(find_method("heap"), GetParam(), data, 1, Metric::euclidean, {}, Measure::steps);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::usage);
        EXPECT_THAT(std::string(error.what()), HasSubstr("2 queries"));
    }
    data.queries.clear();
    EXPECT_TRUE(search(find_method("heap"), GetParam(), data, 1, Metric::euclidean, {}, Measure::steps).report.steps.empty());
}

// Every point evicts the one before: more steps than a record holds are refused with both numbers. The last point, thread 0's, is the
// nearest, the other threads hold theirs in descending order: lane 0 takes its first alone, the others take all of theirs.
TEST_P(RecordedSteps, AreNotMoreThanARecordHolds) {
    if (sanitized) GTEST_SKIP() << "two million steps";
    std::vector<float> positions;
    for (int i = int(most_steps); i >= 0; --i) positions.push_back(float(i));
    try {
        search(find_method("heap"), GetParam(), line(positions), 1, Metric::manhattan, {}, Measure::steps);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::usage);
        EXPECT_THAT(std::string(error.what()), HasSubstr("at most " + std::to_string(most_steps)));
        EXPECT_THAT(std::string(error.what()), HasSubstr(std::to_string(1 + (most_steps + 1) + (1 + 31 * 8) + 1 + 2)));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Devices, RecordedSteps, testing::ValuesIn(devices_under_test()), [](const auto& info) { return std::string(name(info.param)); });

TEST(Steps, AreRefusedByMethodsThatDoNotRecord) {
    try {
        search(find_method("serial"), DeviceKind::host, line({1, 2, 3}), 1, Metric::euclidean, {}, Measure::steps);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::usage);
        EXPECT_THAT(std::string(error.what()), HasSubstr("serial does not record its steps"));
        EXPECT_THAT(error.remedy, HasSubstr("heap"));
    }
}

}  // namespace
}  // namespace neighborscope::test
