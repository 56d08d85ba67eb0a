// The output of `bench` for known measurements.
#include "made_up.hpp"

#include "gpu/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope::experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Escapes |Q|, which would end a cell of a Markdown table.
std::string in_a_table(const std::string& words) {
    std::string text;
    for (const char c : words) text += c == '|' ? "\\|" : std::string(1, c);
    return text;
}

double one_each(const Case& asked) { return 0.5 * asked.k; }

TEST(Csv, EveryRepeatComesBack) {
    for (const Suite& suite : suites()) {
        const SuiteRun run = made_up_run(suite, one_each);
        const std::vector<CsvLine> lines = read_csv(csv_text(run));
        std::size_t expected = 0;
        for (const Findings& findings : run.findings)
            for (const MeasuredCase& one : findings.measured) {
                expected += one.milliseconds.size();
                for (const MeasuredPhase& phase : one.phases) expected += phase.milliseconds.size();
            }
        EXPECT_EQ(lines.size(), expected) << suite.name;
        const MeasuredCase& first = run.findings[0].measured[0];
        EXPECT_EQ(lines[0].experiment, suite.experiments[0].id);
        EXPECT_EQ(lines[0].method, first.asked.method);
        EXPECT_EQ(lines[0].data, first.asked.data) << "names of data have commas in them";
        EXPECT_EQ(lines[0].n, first.asked.n);
        EXPECT_EQ(lines[0].dimension, first.asked.dimension);
        EXPECT_EQ(lines[0].queries, first.asked.asked());
        EXPECT_EQ(lines[0].phase, "total");
        EXPECT_EQ(lines[0].repeat, 1);
        EXPECT_EQ(lines[0].milliseconds, first.milliseconds[0]) << "to the last digit";
        EXPECT_EQ(lines[1].repeat, 2);
    }
}

TEST(Csv, PhasesHaveTheirFloors) {
    const SuiteRun run = made_up_run(*find_suite("cordeiro-zola"), one_each);
    const auto lines = read_csv(csv_text(run));
    const auto scan = std::find_if(lines.begin(), lines.end(), [](const CsvLine& line) { return line.phase == "scan"; });
    ASSERT_NE(scan, lines.end());
    EXPECT_EQ(scan->bytes, 4e6);
    EXPECT_EQ(scan->operations, 3e6);
}

TEST(Csv, RefusesWhatItDidNotWrite) {
    const std::string good = csv_text(made_up_run(suites()[0], one_each));
    EXPECT_THROW(read_csv("a,b\n1,2\n"), Error);
    EXPECT_THROW(read_csv(good.substr(0, good.size() - 5)), Error);
    EXPECT_THROW(read_csv(good + "x,y\n"), Error);
    EXPECT_THROW(read_csv(good + "e,m,host,\"d,1,1,1,1,total,1,2,,,\n"), Error);
    EXPECT_THROW(read_csv(good + "e,m,host,d,1,1,1,1,total,1,soon,,,\n"), Error);
}

TEST(Report, SaysWhereOnWhatAndWhy) {
    for (const Suite& suite : suites()) {
        SuiteRun run = made_up_run(suite, one_each);
        run.findings[0].left_out = {{"flat", "is not in this build"}};
        const std::string text = report_markdown(run), summary = summary_text(run);
        EXPECT_THAT(text, HasSubstr(suite.citation));
        EXPECT_THAT(text, HasSubstr("Imaginary 9000, sm_00, 64 multiprocessors"));
        EXPECT_THAT(text, HasSubstr("NVIDIA 1.2.3"));
        EXPECT_THAT(text, HasSubstr("Nobody's CPU, 4 threads"));
        EXPECT_THAT(text, HasSubstr("commit abc"));
        EXPECT_THAT(text, HasSubstr("1000 GB/s (streaming read of nothing)"));
        EXPECT_THAT(text, HasSubstr("quick"));
        EXPECT_THAT(text, HasSubstr("flat is not in this build"));
        EXPECT_THAT(text, HasSubstr("](a-picture.png)"));
        EXPECT_THAT(text, HasSubstr("](" + suite.name + ".csv)"));
        EXPECT_THAT(text, Not(testing::ContainsRegex("[^a-z]nan[^o]")));
        for (const Experiment& experiment : suite.experiments) {
            EXPECT_THAT(text, HasSubstr("## " + experiment.title));
            for (const Claim& claim : experiment.claims) EXPECT_THAT(text, HasSubstr(claim.paper));
        }
        for (std::size_t e = 0; e < suite.experiments.size(); ++e)
            for (const ClaimVerdict& judged : verdicts_of(suite.experiments[e], run.findings[e])) {
                EXPECT_THAT(text, HasSubstr(in_a_table(judged.verdict.ours)));
                EXPECT_THAT(summary, HasSubstr(judged.verdict.text()));
            }
    }
}

TEST(Report, JsonHasTheSame) {
    for (const Suite& suite : suites()) {
        const SuiteRun run = made_up_run(suite, one_each);
        const auto json = nlohmann::json::parse(report_json(run));
        EXPECT_EQ(json["suite"], suite.name);
        EXPECT_EQ(json["scale"], "quick");
        EXPECT_EQ(json["machine"]["device_name"], "Imaginary 9000");
        EXPECT_EQ(json["machine"]["read_bytes_per_second"], 1e12);
        ASSERT_EQ(json["experiments"].size(), suite.experiments.size());
        for (std::size_t e = 0; e < suite.experiments.size(); ++e) {
            const auto& experiment = json["experiments"][e];
            EXPECT_EQ(experiment["id"], suite.experiments[e].id);
            EXPECT_EQ(experiment["claims"].size(), suite.experiments[e].claims.size());
            EXPECT_EQ(experiment["measured"].size(), run.findings[e].measured.size());
            const double mean = experiment["measured"][0]["milliseconds"]["mean"];
            EXPECT_NEAR(mean, one_each(run.findings[e].measured[0].asked), 1e-9);
        }
    }
}

TEST(Report, SaysWhyThereAreNoPictures) {
    SuiteRun run = made_up_run(suites()[0], one_each);
    run.no_pictures = "pictures need OpenGL, and there is none";
    EXPECT_THAT(report_markdown(run), HasSubstr("No pictures: pictures need OpenGL, and there is none"));
}

}  // namespace
}  // namespace neighborscope::experiments
