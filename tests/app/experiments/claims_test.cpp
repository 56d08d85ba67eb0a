// Verdicts on claims with given measurements: each verdict in both directions, and "not measured" if a method is missing.
#include "made_up.hpp"

#include "app/data/points/data_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::experiments {
namespace {

using ::testing::HasSubstr;

Outcome outcome(const Suite& suite, std::size_t experiment, const std::string& words, const std::function<double(const Case&)>& of) {
    return verdict_on(suite.experiments[experiment], words, all_cases(suite, of)[experiment]).outcome;
}

/// Cases of the named method take `its` times as long as all others.
auto times(std::string method, double its) {
    return [=](const Case& one) { return (one.method == method ? its : 1.0) * double(one.n) * double(one.asked()) * 1e-6; };
}

TEST(Statistics, MeanAndInterval) {
    const double values[] = {1, 2, 3, 4, 5};
    const Mean found = mean_of(values);
    EXPECT_DOUBLE_EQ(found.mean, 3);
    EXPECT_NEAR(found.interval, 2.776 * std::sqrt(2.5 / 5), 1e-9) << "Student's t with 4 degrees of freedom";
    EXPECT_EQ(found.runs, 5);
    EXPECT_EQ(mean_of(std::span<const double>(values, 1)).interval, 0);
    EXPECT_EQ(mean_of({}).mean, 0);
    std::vector<double> many(100, 1);
    many[0] = 2;
    EXPECT_NEAR(mean_of(many).interval, 1.984 * 0.1 / 10, 1e-4);
}

TEST(Words, Digits) {
    EXPECT_EQ(digits(0), "0");
    EXPECT_EQ(digits(0.0123456), "0.0123");
    EXPECT_EQ(digits(1.5), "1.50");
    EXPECT_EQ(digits(9.996), "10.0");
    EXPECT_EQ(digits(123456), "123456");
    EXPECT_EQ(digits(NAN), "-");
}

TEST(Verdicts, SayWhatTheyAre) {
    EXPECT_EQ(reproduced_if(true, "it is").text(), "reproduced");
    EXPECT_EQ(reproduced_if(false, "it is slower").text(), "not, because it is slower");
    EXPECT_EQ((Verdict{Outcome::not_measured, "quicksort is not in this build"}).text(), "not measured: quicksort is not in this build");
}

TEST(Mohammadi, SharedMemoryAgainstGlobal) {
    const Suite suite = mohammadi();
    EXPECT_EQ(outcome(suite, 0, "shared memory has the best", times("nn-global", 2)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "shared memory has the best", times("nn-global", 0.5)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "shared memory has the best", times("serial", 9)), Outcome::not_clear) << "intervals overlap";
    EXPECT_EQ(outcome(suite, 0, "global memory alone", times("serial", 10)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "global memory alone", times("serial", 1)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "faster than the serial", times("nn-shared", 2)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "faster than the serial", times("nn-shared", 0.2)), Outcome::reproduced);
    const auto growing = [](const Case& one) { return one.method == "serial" ? double(one.n * one.n) : double(one.n); };
    const auto falling = [](const Case& one) { return one.method == "serial" ? double(one.n) : double(one.n * one.n); };
    EXPECT_EQ(outcome(suite, 0, "grows", growing), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "grows", falling), Outcome::not_reproduced);
}

TEST(Mohammadi, WithoutAMethodNothingIsSaid) {
    const Suite suite = mohammadi();
    Findings findings = all_cases(suite, times("", 1))[0];
    std::erase_if(findings.measured, [](const MeasuredCase& one) { return one.asked.method == "nn-global"; });
    findings.left_out = {{"nn-global", "is not in this build"}};
    const Verdict verdict = verdict_on(suite.experiments[0], "shared memory has the best", findings);
    EXPECT_EQ(verdict.outcome, Outcome::not_measured);
    EXPECT_THAT(verdict.text(), HasSubstr("nn-global is not in this build"));
    EXPECT_NE(verdict_on(suite.experiments[0], "faster than the serial", findings).outcome, Outcome::not_measured);
}

TEST(Barrientos, HeapsAgainstSorting) {
    const Suite suite = barrientos();
    EXPECT_EQ(outcome(suite, 0, "In all cases BulkH", times("quicksort", 3)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "In all cases BulkH", times("quicksort", 0.5)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "even Heap is faster", times("heap", 0.5)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "even Heap is faster", times("heap", 2)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "Many queries at once", times("heap", 2)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "Many queries at once", times("bulk-heap", 2)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "scales linearly", times("", 1)), Outcome::reproduced);
    const auto squared = [](const Case& one) { return double(one.n) * double(one.n); };
    EXPECT_EQ(outcome(suite, 0, "scales linearly", squared), Outcome::not_reproduced);
    const auto with_k = [](double power) {
        return [power](const Case& one) { return one.method == "bulk-heap" ? std::pow(one.k, power) : 100.0; };
    };
    EXPECT_EQ(outcome(suite, 0, "increases with k", with_k(0.5)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "increases with k", with_k(1.5)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "decreases slightly with k", with_k(0.3)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "decreases slightly with k", with_k(0.9)), Outcome::not_reproduced) << "more than slightly";
    EXPECT_EQ(outcome(suite, 0, "decreases slightly with k", with_k(-0.5)), Outcome::not_reproduced);
}

TEST(CordeiroZola, TheInfluenceOfK) {
    const Suite suite = cordeiro_zola();
    EXPECT_EQ(outcome(suite, 0, "K has little influence", [](const Case&) { return 1.0; }), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 0, "K has little influence", [](const Case& one) { return double(one.k); }), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 0, "K has little influence", [](const Case& one) { return 1.0 / one.k; }), Outcome::not_reproduced)
        << "to become faster is an influence too";
    EXPECT_EQ(outcome(suite, 0, "K has little influence", [](const Case& one) { return one.k == 120 ? 0.75 : 1.0; }), Outcome::reproduced);
    Findings findings = all_cases(suite, [](const Case&) { return 1.0; })[0];
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method == "ppw") one.phases = {phase("scan", 1), phase("k-selection", 0.01 * one.asked.k)};
    EXPECT_EQ(verdict_on(suite.experiments[0], "K-selection is the main", findings).outcome, Outcome::reproduced);
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method == "ppw") one.phases = {phase("scan", 0.01 * one.asked.k), phase("k-selection", 0.1)};
    const Verdict verdict = verdict_on(suite.experiments[0], "K-selection is the main", findings);
    EXPECT_EQ(verdict.outcome, Outcome::not_reproduced);
    EXPECT_THAT(verdict.text(), HasSubstr("1.10 ms, k-selection by 0 ms"));
}

TEST(CordeiroZola, Tables) {
    const Suite suite = cordeiro_zola();
    for (const std::size_t table : {1u, 2u}) {
        EXPECT_EQ(outcome(suite, table, "PPW surpasses PPK", times("ppk", 2)), Outcome::reproduced);
        EXPECT_EQ(outcome(suite, table, "PPW surpasses PPK", times("ppk", 0.9)), Outcome::not_reproduced);
        EXPECT_EQ(outcome(suite, table, "PPK surpasses PPB", times("ppb", 2)), Outcome::reproduced);
        EXPECT_EQ(outcome(suite, table, "PPK surpasses PPB", times("ppk", 2)), Outcome::not_reproduced);
        EXPECT_EQ(outcome(suite, table, "PPW surpasses PPB", times("ppb", 0.5)), Outcome::not_reproduced);
        const auto together = [](const Case& one) { return one.method == "ppk" ? double(one.queries) : 1.0; };
        EXPECT_EQ(outcome(suite, table, "Asking several queries", together), Outcome::reproduced);
        EXPECT_EQ(outcome(suite, table, "Asking several queries", times("", 1)), Outcome::not_reproduced);
        EXPECT_EQ(outcome(suite, table, "aggregates queries better", together), Outcome::reproduced);
        EXPECT_EQ(outcome(suite, table, "aggregates queries better", times("", 1)), Outcome::not_clear) << "they grow alike";
        EXPECT_EQ(outcome(suite, table, "intervals are narrow", times("", 1)), Outcome::reproduced);
        Findings findings = all_cases(suite, times("", 1))[table];
        EXPECT_EQ(verdict_on(suite.experiments[table], "same answers", findings).outcome, Outcome::not_measured);
        findings.measured[1].other_lists = 0;
        EXPECT_EQ(verdict_on(suite.experiments[table], "same answers", findings).outcome, Outcome::reproduced);
        findings.measured[2].other_lists = 1;
        EXPECT_EQ(verdict_on(suite.experiments[table], "same answers", findings).outcome, Outcome::not_reproduced);
        findings.measured[0].milliseconds = {1, 2, 1};
        EXPECT_EQ(verdict_on(suite.experiments[table], "intervals are narrow", findings).outcome, Outcome::not_reproduced);
    }
}

TEST(CordeiroZola, InvertedLists) {
    const Suite suite = cordeiro_zola();
    constexpr std::size_t table = 4;
    ASSERT_EQ(suite.experiments[table].id, "table-4");
    const auto lists_of = [](const Case& one) { return one.method == "ivf" ? std::stod(one.options.at("lists")) : 0.0; };
    // As in the paper: twice the lists take half the time, and ppw is faster, most for one query.
    const auto as_paper = [&](const Case& one) { return one.method == "ppw" ? 1.0 + 0.1 * double(one.queries) : 40.0 / lists_of(one); };
    const auto too_fast = [&](const Case& one) { return one.method == "ppw" ? 5.0 : 40.0 / lists_of(one); };
    const auto all_alike = [&](const Case& one) { return one.method == "ppw" ? 1.0 : 2.0 + lists_of(one); };
    EXPECT_EQ(outcome(suite, table, "in all tests", as_paper), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, table, "in all tests", too_fast), Outcome::not_reproduced) << "with 11 lists ivf takes 3.6";
    EXPECT_EQ(outcome(suite, table, "greatest for one query", as_paper), Outcome::reproduced);
    const auto aggregating = [&](const Case& one) { return one.method == "ppw" ? 2 - 0.1 * double(one.queries) : 40.0 / lists_of(one); };
    EXPECT_EQ(outcome(suite, table, "greatest for one query", aggregating), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, table, "the faster the search", as_paper), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, table, "the faster the search", all_alike), Outcome::not_reproduced);
    Findings findings = all_cases(suite, as_paper)[table];
    EXPECT_EQ(verdict_on(suite.experiments[table], "lower the precision", findings).outcome, Outcome::not_measured);
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method == "ivf") one.recall = 1 / lists_of(one.asked);
    const Verdict falls = verdict_on(suite.experiments[table], "lower the precision", findings);
    EXPECT_EQ(falls.outcome, Outcome::reproduced);
    EXPECT_THAT(falls.text() + falls.ours, HasSubstr("50.0 % with 2, 20.0 % with 5, 9.09 % with 11"));
    const std::vector<TableOfText> tables = suite.experiments[table].tables(findings);
    ASSERT_EQ(tables.at(0).rows.size(), 8u) << "ppw and three of ivf, and the paper's four";
    EXPECT_EQ(tables[0].rows[1][0], "ivf, 2 lists, recall 50.0 %");
    EXPECT_EQ(tables[0].rows[7][1], "15.57");
    for (MeasuredCase& one : findings.measured)
        if (one.asked.method == "ivf") one.recall = 0.5;
    EXPECT_EQ(verdict_on(suite.experiments[table], "lower the precision", findings).outcome, Outcome::not_reproduced);
    std::erase_if(findings.measured, [](const MeasuredCase& one) { return one.asked.method == "ivf"; });
    EXPECT_EQ(verdict_on(suite.experiments[table], "in all tests", findings).outcome, Outcome::not_measured);
}

TEST(CordeiroZola, Roofline) {
    const Suite suite = cordeiro_zola();
    // Ceilings of all_cases: 1e12 bytes/s and 1e13 operations/s, so that one query takes at least 4 n D / 1e12 seconds.
    const auto with_floors = [&](const std::function<double(const Case&)>& of) {
        Findings findings = all_cases(suite, of)[3];
        for (MeasuredCase& one : findings.measured) {
            const double once = 4.0 * double(one.asked.n) * one.asked.dimension;
            one.phases = {phase("scan", 1, one.asked.method == "ppk" ? once * double(one.asked.queries) : once, 1)};
        }
        return findings;
    };
    const auto outcome = [&](const Suite&, std::size_t, const std::string& words, const std::function<double(const Case&)>& of) {
        return verdict_on(suite.experiments[3], words, with_floors(of)).outcome;
    };
    const auto share = [](double one, double eight) {
        return [=](const Case& asked) {
            const double least = 4.0 * double(asked.n) * asked.dimension / 1e12 * 1e3;
            return asked.queries == 1 ? least / one : least / eight;
        };
    };
    EXPECT_EQ(outcome(suite, 3, "near the ceiling", share(0.9, 0.1)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 3, "near the ceiling", share(0.3, 0.1)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 3, "capacity left", share(0.9, 0.2)), Outcome::reproduced);
    EXPECT_EQ(outcome(suite, 3, "capacity left", share(0.9, 0.8)), Outcome::not_reproduced);
    EXPECT_EQ(outcome(suite, 3, "more operations a second", share(0.9, 0.2)), Outcome::reproduced) << "8 x 0.2 > 0.9";
    EXPECT_EQ(outcome(suite, 3, "more operations a second", share(0.9, 0.05)), Outcome::not_reproduced);
    const Verdict verdict = verdict_on(suite.experiments[3], "near the ceiling", with_floors(share(0.9, 0.1)));
    EXPECT_THAT(verdict.ours, HasSubstr("0.750 FLOP/byte at the least"));
    EXPECT_THAT(verdict.ours, HasSubstr("90 %"));
    EXPECT_EQ(outcome(suite, 3, "near the ceiling", share(1.5, 0.1)), Outcome::not_reproduced) << "no memory is that fast: a cache";
    // `ppk` reads all points for each query: the picture and the table show eight queries at the place of one.
    const Findings findings = with_floors(share(0.9, 0.1));
    const Chart picture = suite.experiments[3].charts[0].draw(findings);
    for (const Series& series : picture.panels[0].series) {
        if (series.points.size() < 2) continue;
        EXPECT_DOUBLE_EQ(series.points[0].x, 0.75) << series.name;
        EXPECT_DOUBLE_EQ(series.points[1].x, series.name == "ppk" ? 0.75 : 6) << series.name;
    }
    const auto tables = suite.experiments[3].tables(findings);
    for (const auto& row : tables[0].rows) EXPECT_EQ(row[2], row[1] == "1" || row[0] == "ppk" ? "0.750" : "6.00") << row[0];
}

/// Without measurements nothing is decided, and tables, charts and claims work.
TEST(Suites, NothingMeasuredIsNothingSaid) {
    for (const Suite& suite : suites())
        for (const Experiment& experiment : suite.experiments)
            for (const ClaimVerdict& judged : verdicts_of(experiment, Findings{}))
                EXPECT_EQ(judged.verdict.outcome, Outcome::not_measured) << suite.name << ": " << judged.claim->paper;
}

TEST(Suites, NamesAreUniqueAndEveryCaseIsWhatItsDataMakes) {
    std::map<std::string, std::int64_t> counts;  // a gallery takes some time
    const auto count_of = [&](const std::string& data) {
        const auto [found, first] = counts.try_emplace(data);
        if (first) found->second = load_data(data, {.quantities = false}).count();
        return found->second;
    };
    for (const Suite& suite : suites()) {
        EXPECT_EQ(find_suite(suite.name), &suite);
        for (const Experiment& experiment : suite.experiments)
            for (const Scale scale : {Scale::quick, Scale::laptop, Scale::full})
                for (const Case& asked : experiment.cases(scale)) {
                    if (asked.data.starts_with("sample:")) EXPECT_EQ(count_of(asked.data), asked.n);
                    else EXPECT_THAT(asked.data, HasSubstr("n=" + std::to_string(asked.n)));
                    EXPECT_FALSE(experiment.workload(scale).empty());
                }
    }
    EXPECT_EQ(find_suite("nobody"), nullptr);
}

}  // namespace
}  // namespace neighborscope::experiments
