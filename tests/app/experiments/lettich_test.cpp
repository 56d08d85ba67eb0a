// Verdicts on Lettich's claims with given measurements, in both directions; and how the runner measures moving points.
#include "app/experiments/lettich.hpp"
#include "made_up.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::experiments::lettich_claims {
namespace {

using ::testing::HasSubstr;
using Time = std::function<double(const Case&)>;

Outcome outcome(const Suite& suite, std::size_t experiment, const std::string& words, const Time& of) {
    return verdict_on(suite.experiments[experiment], words, all_cases(suite, of)[experiment]).outcome;
}

double capacity(const Case& one) { return one.method == "leaf-warp" ? 64 : std::stod(one.options.at("leaf-capacity")); }
/// A curve with its minimum at `best`, and `steep` times as much at a factor of 8 from it.
double valley(double capacity, double best, double steep) { return std::pow(steep, std::abs(std::log(capacity / best) / std::log(8))); }

TEST(LettichS1, CapacityByK) {
    const Suite suite = lettich_s1();
    const Time in_the_middle = [](const Case& one) { return double(one.k) * valley(capacity(one), 64, 2); };
    const Time falling = [](const Case& one) { return double(one.k) / capacity(one); };
    EXPECT_EQ(outcome(suite, 0, "range of capacities", in_the_middle), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "range of capacities", falling), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "relatively wide", in_the_middle), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "relatively wide", [](const Case& one) { return valley(capacity(one), 64, 1.1); }), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "increases again", in_the_middle), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "increases again", falling), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "increases with k", in_the_middle), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "increases with k", [](const Case& one) { return 1.0 / one.k; }), Outcome::not_reproduced);
}

TEST(LettichS1, CapacityBySkewness) {
    const Suite suite = lettich_s1();
    EXPECT_EQ(outcome(suite, 1, "skewness does not", [](const Case& one) { return valley(capacity(one), 64, 2); }), Outcome::reproduced);
    const Time moves = [](const Case& one) { return valley(capacity(one), one.data.ends_with("=1") ? 8 : 64, 2); };
    EXPECT_EQ(outcome(suite, 1, "skewness does not", moves), Outcome::not_reproduced);
    const Verdict verdict = verdict_on(suite.experiments[1], "skewness does not", all_cases(suite, moves)[1]);
    EXPECT_THAT(verdict.ours, HasSubstr("the best capacity of 25 hotspots, 64, takes at most 2.00 times the least time"));
}

TEST(LettichS2, AgainstBruteForce) {
    const Suite suite = lettich_s2();
    const auto brute = [](const Case& one) { return one.method == "insertion" && one.options.count("selection") > 0; };
    const Time squared = [=](const Case& one) { return (brute(one) ? double(one.n) : 5.0) * double(one.n) * 1e-3; };
    EXPECT_EQ(outcome(suite, 0, "heavily outperforms", squared), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "heavily outperforms", [](const Case& one) { return double(one.n); }), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "quadratic", squared), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "quadratic", [](const Case& one) { return double(one.n); }), Outcome::not_reproduced);
    Findings findings = all_cases(suite, squared)[0];
    EXPECT_EQ(verdict_on(suite.experiments[0], "the same lists", findings).outcome, Outcome::reproduced);
    findings.measured[1].other_lists = 3;
    const Verdict verdict = verdict_on(suite.experiments[0], "the same lists", findings);
    EXPECT_EQ(verdict.outcome, Outcome::not_reproduced);
    EXPECT_THAT(verdict.text(), HasSubstr("quadtree-coalesced, k = 32, uniform:n=200: 3 lists differ"));

    const Time by_k = [=](const Case& one) { return brute(one) ? 100.0 : double(one.k); };
    for (const char* words : {"brute force does not depend on k", "quadtree increases with k", "reduces its advantage"})
        EXPECT_EQ(outcome(suite, 1, words, by_k), Outcome::reproduced) << words;
    const Time other = [=](const Case& one) { return brute(one) ? double(one.k) : 1.0 / one.k; };
    for (const char* words : {"brute force does not depend on k", "quadtree increases with k", "reduces its advantage"})
        EXPECT_EQ(outcome(suite, 1, words, other), Outcome::not_reproduced) << words;
}

TEST(LettichS3, AgainstKdTrees) {
    const Suite suite = lettich_s3();
    const auto faster = [](double factor_at_200, double factor_at_500, double of_skewed) {
        return [=](const Case& one) {
            if (one.method == "flann-kdtree") return 100.0;
            const double factor = one.n == 200 ? factor_at_200 : factor_at_500;
            return 100.0 / (one.data.starts_with("uniform") ? factor : factor * of_skewed);
        };
    };
    EXPECT_EQ(outcome(suite, 0, "with the number of objects", faster(5, 15, 0.8)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "with the number of objects", faster(15, 5, 0.8)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "10 to 20", faster(5, 15, 0.8)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "10 to 20", faster(5, 15, 0.4)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "10 to 20", faster(5, 60, 0.8)), Outcome::not_reproduced) << "60 times is another order than 20";
    EXPECT_EQ(outcome(suite, 0, "slightly lower", faster(5, 15, 0.8)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "slightly lower", faster(5, 15, 1.2)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "slightly lower", faster(5, 15, 0.3)), Outcome::not_reproduced);

    const auto at_k = [](double few, double many) {
        return [=](const Case& one) {
            if (one.method == "flann-kdtree") return 100.0;
            const bool other = (one.k < 32) != (one.method == "quadtree-cached");
            return 100.0 / (one.k < 32 ? few : many) * (other ? 2 : 1);
        };
    };
    EXPECT_EQ(outcome(suite, 1, "positive effects", at_k(3, 6)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 1, "positive effects", at_k(6, 3)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 1, "degrades", at_k(6, 3)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 1, "degrades", at_k(3, 6)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 1, "Coalesced writes outperform", at_k(3, 6)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 1, "Coalesced writes outperform", [](const Case&) { return 1.0; }), Outcome::not_clear);
    const auto always_slower = [](const Case& one) { return one.method == "quadtree-coalesced" ? 2.0 : 1.0; };
    EXPECT_EQ(outcome(suite, 1, "Coalesced writes outperform", always_slower), Outcome::not_reproduced);
}

TEST(LettichS3, WithoutFlannNothingIsSaid) {
    const Suite suite = lettich_s3();
    Findings findings = all_cases(suite, [](const Case&) { return 1.0; })[0];
    std::erase_if(findings.measured, [](const MeasuredCase& one) { return one.asked.method == "flann-kdtree"; });
    EXPECT_EQ(verdict_on(suite.experiments[0], "10 to 20", findings).outcome, Outcome::not_measured);
}

TEST(Ticks, WhatFewerAskIsScaledButNotWhatTheIndexCost) {
    MeasuredCase one = took({.n = 1000, .queries = 100, .moving = true}, {30, 30});
    one.phases = {phase("index", 10)};
    EXPECT_DOUBLE_EQ(lettich::tick_ms(&one), 10 + 20 * 10);
    one.asked.queries = 0;
    EXPECT_DOUBLE_EQ(lettich::tick_ms(&one), 30);
    EXPECT_EQ(lettich::tick_ms(nullptr), 0);
}

TEST(Ticks, PointsMoveUnderEveryMethodAlike) {
    Suite suite;
    Experiment experiment;
    experiment.cases = [](Scale scale) {
        std::vector<Case> all;
        for (const std::string_view method : {"serial", "quadtree-cached", "quadtree-coalesced", "nanoflann"}) {
            all.push_back(lettich::tick_case(scale, "hotspots:n=150,hotspots=3", 150, 4, method));
            all.push_back(all.back());
            all.back().queries = 20;
        }
        return all;
    };
    suite.experiments = {experiment};
    const std::vector<Findings> findings = run_suite(suite, {.device = DeviceKind::host, .scale = Scale::quick});
    ASSERT_EQ(findings.size(), 1u);
    int compared = 0;
    for (const MeasuredCase& one : findings[0].measured) {
        SCOPED_TRACE(one.asked.method);
        EXPECT_GE(one.milliseconds.size(), 1u);
        ASSERT_EQ(one.phases.size(), 1u);
        EXPECT_EQ(one.phases[0].name, "index");
        EXPECT_EQ(one.phases[0].milliseconds.size(), one.milliseconds.size());
        for (std::size_t i = 0; i < one.milliseconds.size(); ++i) EXPECT_LT(one.phases[0].milliseconds[i], one.milliseconds[i]);
        EXPECT_EQ(one.phases[0].milliseconds[0] > 0, one.asked.method != "serial");
        EXPECT_LE(one.other_lists, 0);
        compared += one.other_lists == 0;
    }
    EXPECT_EQ(compared, int(findings[0].measured.size()) - 2) << "all but serial's";
}

}  // namespace
}  // namespace neighborscope::experiments::lettich_claims
