// Suites measured with tiny cases.
#include "app/experiments/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace neighborscope::experiments {
namespace {

using ::testing::Contains;

Suite tiny(std::vector<Case> cases) {
    Suite suite;
    suite.name = "tiny";
    Experiment experiment;
    experiment.id = "one";
    experiment.workload = [](Scale) { return "tiny"; };
    experiment.cases = [cases](Scale) { return cases; };
    experiment.tables = [](const Findings& findings) { return std::vector{table_of_times(findings, "times")}; };
    suite.experiments = {experiment};
    return suite;
}

Case asked(std::string method, std::int64_t queries = 3) {
    return {.data = "vectors:n=200,d=8",
        .n = 200,
        .dimension = 8,
        .queries = queries,
        .k = 4,
        .method = std::move(method),
        .repeats = 4,
        .time_budget_ms = 1e9};
}

TEST(Runner, MeasuresEveryCaseAndComparesTheAnswers) {
    Case with_phases = asked("heap");
    with_phases.phases = true;
    const Suite suite = tiny({asked("serial"), with_phases, asked("ppw"), asked("serial", 0), asked("heap", 0)});
    const Findings found = run_suite(suite, {}).at(0);
    ASSERT_EQ(found.measured.size(), 5u);
    for (const MeasuredCase& one : found.measured) {
        EXPECT_EQ(one.milliseconds.size(), 4u);
        EXPECT_GT(one.total().mean, 0);
    }
    EXPECT_EQ(found.measured[0].other_lists, -1);
    EXPECT_EQ(found.measured[1].other_lists, 0);
    EXPECT_EQ(found.measured[2].other_lists, 0);
    EXPECT_EQ(found.measured[4].other_lists, 0);
    EXPECT_TRUE(found.measured[0].phases.empty());
    EXPECT_GE(found.measured[1].phases.size(), 4u);
    EXPECT_GT(found.measured[1].bytes(), 4.0 * 200 * 8);
    EXPECT_GT(found.read_bytes_per_second, 0);
}

TEST(Runner, LeavesOutWhatIsNotThereAndSaysSo) {
    Case vast = asked("heap");
    vast.data = "vectors:n=2000000000,d=4096", vast.n = 2000000000, vast.dimension = 4096;
    const Findings found = run_suite(tiny({asked("nobody"), asked("nobody", 5), vast, asked("heap")}), {}).at(0);
    EXPECT_EQ(found.measured.size(), 1u);
    ASSERT_EQ(found.left_out.size(), 2u);
    EXPECT_EQ(found.left_out[0], (UnmeasuredCase{"nobody", "is not in this build"}));
    EXPECT_EQ(found.left_out[1].what, vast.data);
    EXPECT_THAT(found.left_out[1].why, testing::HasSubstr("of memory"));
}

TEST(Runner, StopsBetweenCases) {
    std::atomic<bool> stop{false};
    int cases = 0;
    RunOptions options;
    options.progress.stop = &stop;
    options.progress.report = [&](double done, double) { stop = done >= 1 || cases++ > 100; };
    EXPECT_THROW(run_suite(tiny({asked("serial"), asked("heap"), asked("heap", 5)}), options), Cancelled);
}

TEST(Runner, AHeldMethodIsFoundByItsQuestion) {
    const Findings found = run_suite(tiny({asked("serial"), asked("serial", 5)}), {}).at(0);
    EXPECT_NE(found.find("serial", 200, 4, 5), nullptr);
    EXPECT_EQ(found.find("serial", 200, 4, 6), nullptr);
    EXPECT_EQ(found.find("heap", 200, 4, 5), nullptr);
    EXPECT_EQ(found.query_counts(), (std::vector<std::int64_t>{3, 5}));
}

}  // namespace
}  // namespace neighborscope::experiments
