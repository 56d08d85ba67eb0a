// Tests explanations of a search, with made-up numbers.
#include "app/session/sentences/explain_search.hpp"
#include "app/session/sentences/warp_writes.hpp"
#include "gpu/knn.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct ToldSearch : ::testing::Test {
    ToldSearch() {
        for (const Method& method : methods()) view.methods.push_back({&method, {}});
        session.method = "heap";
        session.k = 8;
        view.data.count = 1000, view.data.dimension = 2;
        view.status.device = "CUDA, made up";
        view.timings.runs = view.timings.phase_runs = 5;
        view.timings.total_median = 1.2;
        view.timings.read_bytes_per_second = 1e9;
        view.timings.phases = {row("distances", 0.9, 2e5, 3e6), row("phase 1", 0.1, 1e3, 0)};
    }
    static TimingRow row(const std::string& phase, double median, double bytes, double operations) {
        TimingRow one;
        one.phase = phase, one.median = median;
        one.lower_bound.bytes = bytes, one.lower_bound.operations = operations;
        return one;
    }
    static std::string unlike(const ViewModel& view, const SessionState& session) {
        const MethodDifferences explanation = explain_method_differences(view, session);
        std::string all;
        for (const auto* sentences : {&explanation.always, &explanation.measured})
            for (const std::string& one : *sentences) all += one + " ";
        return all;
    }
    ViewModel view;
    SessionState session;
};

TEST_F(ToldSearch, TheLongestPhaseWithItsFloorAndWhyItIsFarFromIt) {
    EXPECT_THAT(explain_longest_phase(view, session),
        AllOf(
            HasSubstr("\"distances\" takes the most time: 0.900 ms, 75\u202f% of the total. The rest, 0.200 ms or 17\u202f% of the total"),
            HasSubstr("Its least time is 0.200 ms"), HasSubstr("move 200.0\u202fkB"), HasSubstr("It takes 4.5 times its least time"),
            HasSubstr("3.3 operations per ns"), Not(HasSubstr("share one core"))));
    view.timings.total_median = 1.05;
    EXPECT_THAT(
        explain_longest_phase(view, session), AllOf(HasSubstr("86\u202f% of the total. Its least time"), Not(HasSubstr("The rest"))));
    view.timings.total_median = 0.7;
    EXPECT_THAT(explain_longest_phase(view, session), HasSubstr("takes the most time: 0.900 ms. Its least time"))
        << "no share of a shorter total";
    view.timings.total_median = 1.2;
    view.status.device = "host, 2 threads";
    EXPECT_THAT(explain_longest_phase(view, session), HasSubstr("threads of a block share one core"));
    view.timings.phases[0].inside = InsideKernel{1, 2.5, 0};
    EXPECT_THAT(explain_longest_phase(view, session), HasSubstr("slowest block takes 2.5 times as long"));
    view.timings.phases[0].median = 0.25;
    EXPECT_THAT(explain_longest_phase(view, session), HasSubstr("near its least time"));
    view.timings.phases[0].median = 0.05;
    view.timings.phases[1].median = 0.06;
    view.status.device = "CUDA, made up";
    EXPECT_THAT(explain_longest_phase(view, session), AllOf(HasSubstr("\"phase 1\""), HasSubstr("launching the kernel")));
    session.method = "faiss-ivf-cpu";
    view.timings.kernels = false;
    EXPECT_THAT(explain_longest_phase(view, session), Not(HasSubstr("kernel"))) << "a library launches none";
    session.method = "heap";
    view.timings.kernels = true;
    view.timings.phases[1].lower_bound.bytes = 80;
    EXPECT_THAT(explain_longest_phase(view, session), HasSubstr("which takes 80.0 ns, under 1\u202f% of its time. So little"));
    view.timings.previous = true;
    EXPECT_EQ(explain_longest_phase(view, session), "") << "of another question";
}

TEST_F(ToldSearch, WritesAndSectorsOfBothQuadtreesAndNoSpeed) {
    session.method = "quadtree-coalesced";
    view.timings.phases = {row("list updates", 0.6, 0, 0)};
    const std::string few = unlike(view, session);
    EXPECT_THAT(
        few, HasSubstr("needs 8 writes, which touch 256 sectors of 32 bytes. A warp of quadtree-coalesced needs 32, which touch 64."));
    EXPECT_THAT(few, HasSubstr("coalesced needs 4 times as many writes as quadtree-cached, and these touch 4 times fewer sectors: "
                               "32 writes to 64 sectors, against 8 to 256."));
    EXPECT_THAT(few, HasSubstr("\"list updates\" takes 0.600 ms here, 50\u202f% of the total"));
    session.k = 256;
    view.frozen = FrozenTimings{"quadtree-cached, k = 256", {}};
    view.frozen->timings.phases = {row("list updates", 0.9, 0, 0)};
    const std::string many = unlike(view, session);
    EXPECT_THAT(many, HasSubstr("coalesced needs as many writes as quadtree-cached, and these touch 4 times fewer sectors"));
    EXPECT_THAT(many, HasSubstr("in A (quadtree-cached, k = 256) 0.900 ms"));
    session.k = 5000;
    EXPECT_THAT(unlike(view, session), HasSubstr("k = 1\u202f000 quadtree-coalesced needs about as many writes"))
        << "a list has no more than there are points";
    for (const int k : {1, 2, 31, 33, 257, 1000}) {
        session.k = k;
        const WarpWrites cached = WarpWrites::cached(k), coalesced = WarpWrites::coalesced(k);
        const std::string explanation = unlike(view, session);
        EXPECT_EQ(cached.sectors > coalesced.sectors, explanation.find("times fewer sectors") != std::string::npos) << k << explanation;
        EXPECT_THAT(explanation, AllOf(Not(HasSubstr("faster")), HasSubstr("Only a measurement shows"))) << k << " is no speed";
    }
}

TEST(WarpWrites, AreCountedAsAWarpWrites) {
    const auto counts = [](const WarpWrites& one) { return std::pair(one.writes, one.sectors); };
    EXPECT_EQ(counts(WarpWrites::cached(1)), std::pair(std::int64_t(1), std::int64_t(8))) << "four lists share a sector";
    EXPECT_EQ(counts(WarpWrites::coalesced(1)), std::pair(std::int64_t(32), std::int64_t(32)));
    EXPECT_EQ(counts(WarpWrites::cached(5)), std::pair(std::int64_t(5), std::int64_t(160)));
    EXPECT_EQ(counts(WarpWrites::coalesced(5)), std::pair(std::int64_t(32), std::int64_t(64))) << "a list of 40 bytes lies in two";
    EXPECT_EQ(counts(WarpWrites::cached(32)), std::pair(std::int64_t(32), std::int64_t(1024)));
    EXPECT_EQ(counts(WarpWrites::coalesced(32)), std::pair(std::int64_t(32), std::int64_t(256)));
    EXPECT_EQ(counts(WarpWrites::coalesced(33)), std::pair(std::int64_t(64), std::int64_t(312)));
}

TEST_F(ToldSearch, WhatPpwDoesThatItsSiblingsDoNot) {
    for (const char* method : {"ppw", "ppk", "ppb"}) {
        session.method = method;
        EXPECT_THAT(unlike(view, session), AllOf(HasSubstr("block"), HasSubstr("8.0\u202fkB"))) << method;
    }
    session.method = "heap";
    EXPECT_EQ(unlike(view, session), "");
}

TEST_F(ToldSearch, WhyAnIndexWasMadeAnewAtThisTickAndNotBefore) {
    Moving moving;
    EXPECT_EQ(explain_index_update(moving, session), "");
    moving.available = true;
    moving.tick = 15;
    moving.index = "rebuilt: it costs too much";
    moving.compared = {15, moving.index, 412, 160, 320};
    moving.before = {14, "kept", 158, 161, 322};
    EXPECT_EQ(explain_index_update(moving, session),
        "At tick 15 the index was rebuilt: a query of tick 14 took 412 computations, more than 320, which is rebuild-factor (2) times the "
        "usual 160. At tick 14 it was kept: a query of tick 13 took 158 computations, no more than 322, which is rebuild-factor (2) times "
        "the usual 161. Computations are distances and tests of quadrants; those of the last tick decide about this one.");
    moving.compared = {15, moving.index, 193.4, 96.5, 193};
    EXPECT_THAT(explain_index_update(moving, session),
        HasSubstr("took 193.4 computations, more than 193.0, which is rebuild-factor (2) times the usual 96.5."));
    moving.compared = {15, moving.index, 412, 97.25, 121.5625};
    EXPECT_THAT(
        explain_index_update(moving, session), HasSubstr("more than 121.56, which is rebuild-factor (1.25) times the usual 97.25."));
    moving.compared = {15, "rebuilt: a point left the root square", 0, 0, 0};
    EXPECT_THAT(explain_index_update(moving, session), HasSubstr("was rebuilt: a point left the root square. At tick 14"));
    moving.before.tick = 3;
    EXPECT_THAT(explain_index_update(moving, session), Not(HasSubstr("At tick 14"))) << "somebody jumped";
    EXPECT_THAT(explain_index_update(moving, session), HasSubstr("this needs the counts of two ticks")) << "what it waits for";
    session.method = "quadtree-cached";
    session.options["quadtree-cached"]["rebuild"] = "never";
    moving.index = "kept";
    moving.compared = {15, "kept", 0, 0, 0};
    EXPECT_EQ(explain_index_update(moving, session), "At tick 15 the index was kept because rebuild = never.");
}

TEST_F(ToldSearch, WhatAWarpOfLeafWarpDoes) {
    session.method = "leaf-warp";
    EXPECT_THAT(unlike(view, session),
        AllOf(HasSubstr("searches for the 32 queries of a leaf together"), Not(HasSubstr("When every point is a query"))));
    view.tree.emplace().leaves = 125;
    view.tree->work.emplace().leaves.median = 9;
    view.tree->work->leaves.most = 27;
    EXPECT_THAT(unlike(view, session), HasSubstr("When every point is a query, a warp visits a median of 9 of 125 leaves and at most 27."));
}

TEST_F(ToldSearch, WhatWasMissedAndWhichSettingFindsIt) {
    EXPECT_EQ(explain_missed(view).sentence, "");
    view.exactness.known = view.exactness.approximate = true;
    NeighbourRow one;
    one.rank = 3, one.file_row = 17;
    one.why = {"skipped", "It lies in list 9.", "probes", "6"};
    view.exactness.missed = {one, one};
    view.exactness.missed[1].why.value = "11";
    const MissedAdvice advice = explain_missed(view);
    EXPECT_EQ(advice.sentence,
        "2 true neighbours are missed. The nearest of them, row 17, should have rank 3. It lies in list 9. With probes = 11, all of them "
        "are found.");
    EXPECT_EQ(advice.option, "probes");
    EXPECT_EQ(advice.value, "11") << "not 6, though it is the greater text";
    view.exactness.missed.pop_back();
    EXPECT_EQ(explain_missed(view).sentence,
        "1 true neighbour is missed. Row 17 should have rank 3. It lies in list 9. With probes = 6, it is found.");
    view.exactness.missed.push_back(one);
    view.exactness.missed[1].why = {"rounding", "", "", ""};
    const MissedAdvice part = explain_missed(view);
    EXPECT_EQ(part.option, "probes");
    EXPECT_FALSE(part.finds_all);
    EXPECT_TRUE(part.sentence.ends_with("With probes = 6, one of them is found.")) << part.sentence;
    EXPECT_EQ(part.remedy, "");
    view.exactness.missed = {one};
    view.exactness.missed[0].why = {"unreachable", "No links lead to it from where the search begins.", "", ""};
    EXPECT_EQ(explain_missed(view).option, "");
    EXPECT_TRUE(explain_missed(view).remedy.starts_with("To make it reachable, insert it again"));
    view.exactness.missed[0].why = {"beam ended", "The beam ended first; ef = 92 finds it.", "ef", "92"};
    EXPECT_EQ(
        explain_missed(view).sentence, "1 true neighbour is missed. Row 17 should have rank 3. The beam ended first; ef = 92 finds it.")
        << "not twice";
}

}  // namespace
}  // namespace neighborscope
