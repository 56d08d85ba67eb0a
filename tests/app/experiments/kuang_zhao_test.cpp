// Verdicts on Kuang and Zhao's claims with given measurements, in both directions; and how the runner classifies rows.
#include "app/experiments/kuang_zhao.hpp"
#include "gpu/error.hpp"
#include "made_up.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

namespace neighborscope::experiments::votes_claims {
namespace {

using ::testing::HasSubstr;

struct Times {
    double t1, t2, t3;
};

/// Findings of the suite's first experiment: the given times per phase of a method, and 10 correct rows.
Findings found(const std::function<Times(const std::string& method)>& of) {
    Findings findings;
    findings.device = DeviceKind::cuda;
    for (const Case& asked : kuang_zhao().experiments[0].cases(Scale::quick)) {
        const Times times = of(asked.method);
        const double whole = times.t1 + times.t2;
        MeasuredCase one = took(asked, {0.999 * whole, whole, 1.001 * whole});
        if (asked.phases) one.phases = {phase("T1 distances", times.t1), phase("T2 sort", times.t2)};
        one.phases.push_back(phase("T3 labels", times.t3));
        one.correct.assign(std::size_t(asked.k), 10);
        if (asked.method == "tiled-radix") one.device = DeviceKind::cuda;
        findings.measured.push_back(std::move(one));
    }
    return findings;
}

/// Table I of the paper, and its ANN.
Times as_in_the_paper(const std::string& method) {
    if (method == "tiled-radix") return {828, 2484, 16};
    if (method == "serial") return {77871, 30645, 15};
    return {49000, 800, 15};
}
/// The same for a device that is no faster than the CPU.
Times no_faster(const std::string& method) { return method == "tiled-radix" ? Times{90000, 20000, 60} : as_in_the_paper(method); }

Outcome outcome(const std::string& words, const Findings& findings) {
    return verdict_on(kuang_zhao().experiments[0], words, findings).outcome;
}

constexpr const char* of_speed[] = {"over 30 times as fast", "its kd-tree is that", "its brute force is that", "gain about 90 times",
    "gains 12 to 13 times", "gain more than the sort", "the bottleneck is the sort"};

TEST(KuangZhao, ThePapersOwnNumbersReproduceIt) {
    const Findings findings = found(as_in_the_paper);
    for (const char* words : of_speed) EXPECT_EQ(outcome(words, findings), Outcome::reproduced) << words;
    EXPECT_EQ(outcome("distances take most", findings), Outcome::reproduced);
    EXPECT_EQ(outcome("negligible", findings), Outcome::reproduced);
    const std::vector<TableOfText> tables = kuang_zhao().experiments[0].tables(findings);
    const auto of_gpu = std::find_if(tables[0].rows.begin(), tables[0].rows.end(), [](const auto& row) { return row[1] == "tiled-radix"; });
    ASSERT_NE(of_gpu, tables[0].rows.end());
    EXPECT_EQ((*of_gpu)[5], "24.88") << "T1 / (T1 + T2 + T3) as in table I";
    EXPECT_EQ(tables[1].rows[2], (std::vector<std::string>{"a1a", "serial (CPU)", "the whole", "32.61", "32.6"}));
}

TEST(KuangZhao, AnythingElseDoesNot) {
    const Findings findings = found(no_faster);
    for (const char* words : of_speed) EXPECT_EQ(outcome(words, findings), Outcome::not_reproduced) << words;
    const auto sorts_slowly = [](const std::string& method) { return method == "serial" ? Times{10, 90, 1} : Times{1, 1, 1}; };
    EXPECT_EQ(outcome("distances take most", found(sorts_slowly)), Outcome::not_reproduced);
    EXPECT_EQ(outcome("negligible", found(sorts_slowly)), Outcome::not_reproduced) << "half of T1 and T2";
    EXPECT_EQ(outcome("no more than 20 ms", findings), Outcome::not_reproduced) << "60 ms for a hundredth of the rows";
    const auto labels_at_once = [](const std::string&) { return Times{1, 1, 0.1}; };
    EXPECT_EQ(outcome("no more than 20 ms", found(labels_at_once)), Outcome::reproduced);
    EXPECT_THAT(verdict_on(kuang_zhao().experiments[0], "no more than 20 ms", found(labels_at_once)).ours, HasSubstr("scaled from 16 rows"))
        << "which would take 10 ms";
}

TEST(KuangZhao, TheFasterKdTreeIsTheRival) {
    const auto one_is_fast = [](const std::string& method) { return method == "nanoflann" ? Times{400, 0, 15} : as_in_the_paper(method); };
    const Verdict verdict = verdict_on(kuang_zhao().experiments[0], "its kd-tree is that", found(one_is_fast));
    EXPECT_EQ(verdict.outcome, Outcome::not_reproduced);
    EXPECT_THAT(verdict.ours, HasSubstr("as fast as nanoflann"));
}

TEST(KuangZhao, AccuraciesAreOfTheSameRows) {
    Findings findings = found(as_in_the_paper);
    EXPECT_EQ(outcome("accuracies of the methods differ little", findings), Outcome::reproduced);
    EXPECT_EQ(outcome("comes from equal distances", findings), Outcome::reproduced);
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method == "faiss-flat-cpu") one.asked.queries = 10000, one.correct.assign(15, 6290);  // 10 of 16 are 62.5 %
    EXPECT_EQ(outcome("accuracies of the methods differ little", findings), Outcome::not_reproduced) << "of a2a 10 of 22 are 45.5 %";
    EXPECT_EQ(outcome("comes from equal distances", findings), Outcome::not_reproduced);
    for (MeasuredCase& one : findings.measured) one.correct.clear();
    EXPECT_EQ(outcome("accuracies of the methods differ little", findings), Outcome::not_measured) << "no row has a class";
}

TEST(KuangZhao, WithoutAMethodNothingIsSaid) {
    Findings findings = found(as_in_the_paper);
    std::erase_if(
        findings.measured, [](const MeasuredCase& one) { return one.asked.method == "flann-kdtree" || one.asked.method == "nanoflann"; });
    EXPECT_EQ(outcome("its kd-tree is that", findings), Outcome::not_measured);
    EXPECT_EQ(outcome("its brute force is that", findings), Outcome::reproduced);
    std::erase_if(findings.measured, [](const MeasuredCase& one) { return one.asked.method == "serial"; });
    for (const char* words : {"over 30 times", "gain about 90", "gains 12 to 13", "differ little"})
        EXPECT_EQ(outcome(words, findings), Outcome::not_measured) << words;
}

TEST(KuangZhao, TilesByDimension) {
    const auto with = [](double square_at_few, double rectangle_at_few) {
        Findings findings;
        for (const Case& asked : kuang_zhao().experiments[1].cases(Scale::quick)) {
            const bool few = asked.dimension <= 8, square = asked.options.at("tile") == "16x16";
            findings.measured.push_back(took(asked, {1, 1, 1}));
            findings.measured.back().phases = {phase("T1 distances", asked.dimension * (!few        ? 1
                                                                                           : square ? square_at_few
                                                                                                    : rectangle_at_few)),
                phase("T2 sort", 5)};
        }
        return findings;
    };
    const Experiment experiment = kuang_zhao().experiments[1];
    EXPECT_EQ(verdict_on(experiment, "square tile performance", with(2, 1)).outcome, Outcome::reproduced);
    EXPECT_EQ(verdict_on(experiment, "square tile performance", with(1, 1)).outcome, Outcome::not_reproduced);
    EXPECT_EQ(verdict_on(experiment, "8 wide and 32 high", with(2, 1)).outcome, Outcome::reproduced);
    EXPECT_EQ(verdict_on(experiment, "8 wide and 32 high", with(1, 2)).outcome, Outcome::not_reproduced);
    EXPECT_EQ(verdict_on(experiment, "square tile performance", Findings{}).outcome, Outcome::not_measured);
}

/// A folder with the names of LIBSVM's files, which contain the small part of Adult.
class AdultFolder {
public:
    explicit AdultFolder(const std::string& name) : path_(std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
        const std::filesystem::path adult = NEIGHBORSCOPE_TEST_DATA "/adult";
        for (const char* set : {"a1a", "a2a"}) {
            std::filesystem::copy_file(adult / "train.gz", path_ / (std::string(set) + ".t.gz"));
            std::filesystem::copy_file(adult / "test.gz", path_ / (std::string(set) + ".gz"));
        }
    }
    AdultFolder(const AdultFolder&) = delete;
    ~AdultFolder() { std::filesystem::remove_all(path_); }
    std::filesystem::path operator/(const char* file) const { return path_ / file; }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

TEST(KuangZhao, TakesFilesOfAFolder) {
    const AdultFolder folder("neighborscope-adult-");
    const Suite suite = kuang_zhao().on_files(folder.path());
    const std::vector<Case> cases = suite.experiments[0].cases(Scale::full);
    EXPECT_EQ(cases[0].data, folder / "a1a.t.gz") << "the larger file is what neighbours are found in";
    EXPECT_EQ(cases[0].test, folder / "a1a.gz");
    EXPECT_EQ(cases[0].n, 30956);
    EXPECT_EQ(cases[0].queries, 1605);
    EXPECT_THAT(suite.experiments[0].workload(Scale::quick), HasSubstr("a2a.t.gz"));
    EXPECT_THAT(kuang_zhao().experiments[0].workload(Scale::quick), HasSubstr("these rows are made, not Adult's"));

    const auto refused = [](const std::string& where) {
        try {
            kuang_zhao().on_files(where);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, Failure::input);
            return std::string(error.what());
        }
        return std::string("taken");
    };
    std::filesystem::remove(folder / "a2a.gz");
    EXPECT_THAT(refused(folder.path()), HasSubstr("holds no a2a or a2a.gz"));
    EXPECT_THAT(refused(folder / "nowhere"), HasSubstr("is not a folder"));
}

/// One case for each method, on the small part of Adult.
std::vector<MeasuredCase> measured_on(const AdultFolder& folder, std::int64_t n, std::int64_t queries) {
    Suite suite;
    Experiment experiment;
    experiment.cases = [&](Scale) {
        std::vector<Case> all;
        for (const char* method : {"serial", "tiled-radix", "nanoflann"})
            all.push_back({.data = folder / "a1a.t.gz",
                .n = n,
                .dimension = 123,
                .queries = queries,
                .k = 5,
                .method = method,
                .repeats = 2,
                .time_budget_ms = 1,
                .phases = true,
                .test = folder / "a1a.gz",
                .paper_name = "a1a"});
        return all;
    };
    suite.experiments = {experiment};
    return run_suite(suite, {.device = DeviceKind::host, .scale = Scale::quick})[0].measured;
}

TEST(Votes, AreCountedAsClassifyCountsThem) {
    const AdultFolder folder("neighborscope-votes-");
    const std::vector<MeasuredCase> all = measured_on(folder, 10000, 10000);
    ASSERT_GE(all.size(), 2u);
    for (const MeasuredCase& one : all) {
        SCOPED_TRACE(one.asked.method);
        EXPECT_EQ(one.asked.n, 600) << "as many as there are";
        EXPECT_EQ(one.asked.asked(), 200);
        EXPECT_EQ(one.correct, all[0].correct);
        EXPECT_LE(one.other_lists, 0);
        ASSERT_FALSE(one.phases.empty());
        EXPECT_EQ(one.phases.back().name, "T3 labels");
        EXPECT_GT(mean_of(one.phases.back().milliseconds).mean, 0);
    }
    // Computed by a separate program: rows by distance and number, the majority; in a tie the class that comes first.
    EXPECT_EQ(all[0].correct, (std::vector<std::int64_t>{146, 146, 157, 152, 161}));
}

TEST(Votes, OfFewerRowsThanThereAreTheseAreEvenlySpread) {
    const AdultFolder folder("neighborscope-fewer-");
    const std::vector<MeasuredCase> all = measured_on(folder, 100, 40);
    ASSERT_GE(all.size(), 2u);
    EXPECT_EQ(all[0].asked.n, 100);
    EXPECT_EQ(all[0].asked.asked(), 40);
    EXPECT_EQ(all[0].correct, (std::vector<std::int64_t>{32, 32, 31, 31, 30}));
}

TEST(Votes, MadeRowsCanBeToldApart) {
    Suite suite = kuang_zhao();
    suite.experiments.resize(1);
    std::vector<Case> cases = suite.experiments[0].cases(Scale::laptop);
    std::erase_if(cases, [](const Case& one) { return one.method != "serial" || one.paper_name != "a1a"; });
    cases[0].repeats = 1, cases[0].time_budget_ms = 1, cases[0].phases = false;
    suite.experiments[0].cases = [cases](Scale) { return cases; };
    const Findings findings = run_suite(suite, {.device = DeviceKind::host, .scale = Scale::laptop})[0];
    ASSERT_EQ(findings.measured.size(), 1u);
    const double share = double(findings.measured[0].correct.back()) / double(findings.measured[0].asked.asked());
    EXPECT_GT(share, 0.77) << "three quarters are of one class";
    EXPECT_LT(share, 0.99);
}

}  // namespace
}  // namespace neighborscope::experiments::votes_claims
