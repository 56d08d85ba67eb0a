// Tests texts about a search, such as those of the presentation mode.
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/exhibition_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"

#include "app/commands/commands.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::vector<std::string> said_facts(const ViewModel& view, const SessionState& session) {
    std::vector<std::string> all;
    for (const PresentedFact& fact : presented_facts(view, session)) all.push_back(fact.number + fact.of);
    return all;
}

TEST(Presented, AMethodWithoutATreeSaysWhatItHas) {
    ViewModel view;
    SessionState session;
    session.method = "heap";
    session.k = 4;
    EXPECT_THAT(said_facts(view, session), ElementsAre("heap", "k = 4", "\u2013 ms")) << "nothing is loaded";
    EXPECT_EQ(presented_sentence(view, {}), "");
    view.data.loaded = true;
    view.data.count = 4000;
    view.data.dimension = 2;
    EXPECT_EQ(presented_sentence(view, {}), "There is no query yet.");
    view.neighbours.resize(4);
    view.kth_distance = 518.6;
    view.status.search_milliseconds = 0.764;
    EXPECT_THAT(said_facts(view, session), ElementsAre("heap", "k = 4", "4\u202f000 points, 2-D", "0.764 ms"));
    EXPECT_EQ(presented_sentence(view, {}), "The 4th nearest of 4\u202f000 points is 519 away.");
    view.neighbours.resize(1);
    EXPECT_EQ(presented_sentence(view, {}), "The nearest of 4\u202f000 points is 519 away.");
}

TEST(Presented, TheClassOfLabelledPointsIsSaid) {
    ViewModel view;
    view.data.loaded = true, view.data.count = 5;
    auto classes = std::make_shared<Classes>();
    classes->names = {"lower", "upper"};
    classes->of_training = {0, 1, 1, 0, 1};
    view.classes.classes = classes;
    view.neighbours.resize(3);
    for (std::int64_t row = 0; row < 3; ++row) {
        NeighbourRow& one = view.neighbours[std::size_t(row)];
        one.row = one.file_row = row, one.distance = 1 + double(row);
    }
    SessionState session;
    EXPECT_EQ(presented_sentence(view, session), "The class is upper, by 2 of 3 votes. The 3rd nearest of 5 points is 0 away.");
    session.regions = true;
    EXPECT_EQ(presented_sentence(view, session), "The class is upper, by 2 of 3 votes.");
    session.vote = Voting::rank;
    EXPECT_EQ(presented_sentence(view, session), "The class is lower, with 55\u202f% of the vote weight.") << "1 against 1/2 + 1/3";
    session.vote = Voting::majority;
    view.query_row = 2;  // has no vote
    EXPECT_EQ(presented_sentence(view, session),
        "The class is lower, by 1 of 2 votes. One of the 3 neighbours is the query itself, which does not vote.")
        << "a tie: the nearest decides";
    view.classes.of_query = 1;
    EXPECT_THAT(presented_sentence(view, session), HasSubstr("The class is lower, by 1 of 2 votes; the true class is upper. One of"));
    view.exactness.known = view.exactness.approximate = true;
    view.exactness.missed.resize(1);
    EXPECT_THAT(presented_sentence(view, session), MatchesRegex("The class is lower, .* 1 true neighbour is missed.*"));
}

// The cause and the setting are what a lecture on an approximate index is about.
TEST(Presented, MissedNeighboursAreToldWithCauseAndSetting) {
    ViewModel view;
    view.data.loaded = true, view.data.count = 100;
    view.neighbours.resize(3);
    view.exactness.known = view.exactness.approximate = true;
    view.exactness.missed.resize(1);
    view.exactness.missed[0].rank = 2;
    view.exactness.missed[0].why = {
        .what = "not probed", .sentence = "Its list was not probed; probes = 2 finds it.", .option = "probes", .value = "2"};
    EXPECT_THAT(presented_sentence(view, {}), HasSubstr("1 true neighbour is missed."));
    EXPECT_THAT(presented_sentence(view, {}), HasSubstr("probes = 2 finds it."));
}

TEST(Presented, OneSearchTimeForTitleAndStatus) {
    ViewModel view;
    EXPECT_EQ(search_time_text(view), "\u2013");
    view.neighbours.resize(4);
    view.status.search_milliseconds = 0.412;
    EXPECT_EQ(search_time_text(view), "0.412\u202fms, one run");
    view.timings.runs = 9;
    view.timings.total_median = 0.237;
    EXPECT_EQ(search_time_text(view), "0.237\u202fms, median");
    view.timings.total_median = 0.0873;
    EXPECT_EQ(search_time_text(view), "87.3\u202f\u00b5s, median") << "as over the chart";
    view.timings.previous = true;
    EXPECT_EQ(search_time_text(view), "0.412\u202fms, one run") << "the median is of the question before";
}

TEST(Presented, TheRestOfTheTotalIsSaid) {
    Timings timings;
    EXPECT_FALSE(timings.rest());
    timings.runs = 5;
    timings.total_median = 0.166;
    EXPECT_FALSE(timings.rest()) << "no phases yet";
    timings.phases.resize(2);
    timings.phases[0].median = 0.1, timings.phases[1].median = 0.019;
    EXPECT_NEAR(timings.rest().value(), 0.047, 1e-9);
    EXPECT_THAT(explain_rest(timings), ::testing::HasSubstr("gaps between phases"));
    EXPECT_NEAR(timings.shown_rest().value(), 0.047, 1e-9);
    timings.phases[0].median = 0.15;
    EXPECT_LT(timings.rest().value(), 0);
    EXPECT_EQ(timings.shown_rest(), 0) << "no time is less";
    EXPECT_THAT(explain_rest(timings), ::testing::HasSubstr("Nothing remains"));
    timings.phases[0].median = 0.2;
    EXPECT_FALSE(timings.shown_rest()) << "not known";
    EXPECT_THAT(explain_rest(timings), ::testing::HasSubstr("The machine was busy"));
}

TEST(Presented, PhasesThatDoNotAddUpToTheTotalAreExplained) {
    Timings timings;
    timings.runs = 5, timings.phase_runs = 3, timings.queries = 1;
    timings.total_median = 0.166;
    timings.phases.resize(1);
    timings.phases[0].median = 0.165;
    EXPECT_EQ(phases_against_total(timings), "");
    timings.phases[0].median = 0.2;
    EXPECT_THAT(phases_against_total(timings),
        ::testing::AllOf(::testing::HasSubstr("200"), ::testing::HasSubstr("166"), ::testing::HasSubstr("the median of 5 runs")))
        << phases_against_total(timings);
    timings.previous = true;
    EXPECT_EQ(phases_against_total(timings), "");
}

// Letters of all methods' formulas are explained, there or in the tooltip.
TEST(Presented, FormulasHaveNoUnknownLetters) {
    EXPECT_EQ(explain_symbols("8 k T bytes, k T comparisons, for each query"), "k neighbours, T threads of a block");
    EXPECT_EQ(explain_symbols("8 k B |Q| bytes, B blocks"), "k neighbours, |Q| queries");
    EXPECT_EQ(explain_symbols("what enters"), "");
    const DeviceKind host = DeviceKind::host;
    std::vector<float> coordinates;
    for (int i = 0; i < 600; ++i) coordinates.push_back(float(i * 7919 % 601));
    const PointSet points(host, coordinates, 2);
    for (const Method& method : methods()) {
        if (!method.info.supports.host || !method.info.supports.missing_package.empty() || method.info.supports.own_index) continue;
        Searcher searcher(method, points, Options(method.info.options));
        const int k = std::min(method.info.supports.k_to, 4);
        ListSet lists(host, 1, k);
        const Report report =
            searcher.search(QuerySet(host, std::vector<float>{3, 4}, 2), k, Metric::euclidean, lists, {}, Measure::phases);
        for (const PhaseTime& phase : report.phases) {
            const std::string& formula = phase.lower_bound.formula;
            const std::string known = formula + ", " + explain_symbols(formula) + ",";
            for (std::size_t i = 0; i < formula.size(); ++i) {
                const auto letter = [&](std::size_t at) {
                    return at < formula.size() && std::isalpha(static_cast<unsigned char>(formula[at]));
                };
                if (!letter(i) || letter(i + 1) || (i > 0 && (letter(i - 1) || formula[i - 1] == '|' || formula[i - 1] == '\'')) ||
                    formula[i] == 'a')
                    continue;
                const std::string symbol(1, formula[i]);
                EXPECT_TRUE(explain_symbols(symbol) != "" || known.find(symbol + " = ") != std::string::npos)
                    << method.info.name << ": " << symbol << " in " << formula;
            }
        }
    }
}

TEST(Presented, VerdictsHaveTheirCount) {
    ViewModel view;
    EXPECT_EQ(presented_verdict(view).text, "");
    view.neighbours.resize(16);
    EXPECT_EQ(presented_verdict(view).text, "checking…");
    view.exactness = {true, 16, 16};
    EXPECT_EQ(presented_verdict(view).text, "16 of 16 exact");
    EXPECT_EQ(presented_verdict(view).tone, Tone::exact);
    view.exactness.right = 15;
    EXPECT_EQ(presented_verdict(view).tone, Tone::error);
    view.exactness.approximate = true;
    EXPECT_EQ(presented_verdict(view).text, "recall 0.9375: 15 of 16");
    EXPECT_EQ(presented_verdict(view).tone, Tone::warning);
    view.stepping.ready = true;
    view.stepping.count = 10;
    view.stepping.position = 3;
    view.stepping.settled = 9;
    EXPECT_EQ(presented_verdict(view).text, "9 of 16 final");
    EXPECT_EQ(presented_verdict(view).tone, Tone::normal);
}

TEST(Presented, WithinRoundingIsExplainedWithItsNumbers) {
    ViewModel view;
    view.neighbours.resize(16);
    view.exactness = {true, 15, 16};
    EXPECT_EQ(explain_verdict(view), "") << "speaks for itself";
    view.exactness.within_rounding = true;
    view.exactness.confused = Exactness::Confused{7, 1.25000012, 1.25, 4.5e-7};
    EXPECT_THAT(explain_verdict(view),
        MatchesRegex(
            ".*rank 7: 1.25000012 in the list, 1.25000000 in the oracle, a difference of 1.2e-07. Rounding can hide up to 4.5e-07 there."));
    view.exactness.confused = Exactness::Confused{7, 1.000000033, 0.999999997, 1.2e-7};
    EXPECT_THAT(explain_verdict(view), testing::HasSubstr("1.000000033 in the list, 0.999999997 in the oracle, a difference of 3.6e-08"))
        << "what is written differs by what is written";
    view.exactness.confused = Exactness::Confused{7, 3.00000042e-20, 3.00000001e-20, 1e-26};
    EXPECT_THAT(
        explain_verdict(view), testing::HasSubstr("3.00000042e-20 in the list, 3.00000001e-20 in the oracle, a difference of 4.1e-27"));
    view.exactness.confused = Exactness::Confused{7, 424264068.7, 424264000, 128};
    EXPECT_THAT(explain_verdict(view), MatchesRegex(".*: 424\u202f264\u202f069 in the list, 424\u202f264\u202f000 in the oracle, a "
                                                    "difference of 69. Rounding can hide up to 130 there."));
    view.exactness = {true, 15, 16};
    view.exactness.approximate = true;
    view.exactness.missed.resize(1);
    EXPECT_THAT(explain_verdict(view), MatchesRegex("1 true neighbour is missed. The view crosses out each missed neighbour.*"));
}

struct PresentingWindow : Window {
    PresentingWindow() : Window(tree_session()) {
        WindowActions actions;
        actions.toggle_presenter = [this] { presenting = !presenting; };
        actions.presenting = [this] { return presenting; };
        actions.set_full_screen = [this](bool fill) { full = fill; };
        actions.is_full_screen = [this] { return full; };
        add_standard_commands(commands, workbench, actions);
        EXPECT_TRUE(checked());
        EXPECT_TRUE(until([this] { return workbench.view().tree.has_value(); }));
    }
    static SessionState tree_session() {
        SessionState session = hotspots("quadtree-cached", 16);
        session.options["quadtree-cached"]["leaf-capacity"] = "8";
        session.query_mode = QueryMode::pinned;
        return session;
    }
    bool ready() {
        return until([this] { return workbench.view().stepping.ready; });
    }
    Commands commands;
    bool presenting = false, full = false;
};

TEST(Presented, AnExhibitionFillsTheScreenAndEscEndsIt) {
    PresentingWindow window;
    ASSERT_TRUE(window.commands.run("view.exhibit"));
    EXPECT_TRUE(window.presenting);
    EXPECT_TRUE(window.full);
    EXPECT_TRUE(window.workbench.exhibition().is_running());
    EXPECT_TRUE(window.workbench.seconds_to_next_step());
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    ASSERT_TRUE(window.commands.run("work.cancel"));
    EXPECT_FALSE(window.presenting);
    EXPECT_FALSE(window.full);
    EXPECT_FALSE(window.workbench.exhibition().is_running());
    ASSERT_TRUE(window.commands.run("view.full_screen"));
    EXPECT_TRUE(window.full);
}

TEST(Presented, AnExhibitionGoesOnByItselfAndLeavesVisitorsTheirTime) {
    Window window(hotspots("heap", 4));
    ASSERT_TRUE(window.checked());
    const bool could_undo = window.workbench.can_undo();
    window.workbench.exhibition().run(true, {0.01, 3600});
    std::vector<std::int64_t> rows;
    ASSERT_TRUE(window.until([&] {
        const std::int64_t row = window.workbench.view().query_row;
        if (row >= 0 && (rows.empty() || rows.back() != row)) rows.push_back(row);
        return rows.size() == 3;
    }));
    EXPECT_EQ(window.workbench.can_undo(), could_undo) << "no undo steps";
    window.workbench.query().pin_at_row(7);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().query_row == 7 && !window.workbench.busy(); }));
    EXPECT_GT(window.workbench.seconds_to_next_step().value_or(0), 1000);
    window.workbench.exhibition().run(false);
    EXPECT_FALSE(window.workbench.seconds_to_next_step());
}

TEST(Presented, TheResultIsShownUntilAKeyOpensTheSteps) {
    PresentingWindow window;
    const auto facts = [&] { return said_facts(window.workbench.view(), window.workbench.session()); };
    EXPECT_THAT(facts()[2], MatchesRegex("[0-9]+ leaves"));
    EXPECT_FALSE(window.commands.run("step.previous_visit")) << "without presenting only S opens them";
    ASSERT_TRUE(window.commands.run("view.present"));
    EXPECT_TRUE(window.presenting);
    EXPECT_FALSE(window.workbench.session().stepping) << "what the window shows is kept";
    EXPECT_EQ(facts()[3], "500 points");
    EXPECT_THAT(presented_sentence(window.workbench.view(), {}), MatchesRegex("The 16th nearest of 500 points is .* away."));
    EXPECT_EQ(presented_verdict(window.workbench.view()).text, "16 of 16 exact");

    ASSERT_TRUE(window.commands.run("step.previous_visit"));
    ASSERT_TRUE(window.ready());
    const Stepping& stepping = window.workbench.view().stepping;
    EXPECT_EQ(stepping.position, stepping.count);
    EXPECT_EQ(facts()[2],
        text_of_count(std::int64_t(stepping.record->visits.size())) + " of " + text_of_count(stepping.record->tree->leaves()) + " leaves");
    EXPECT_THAT(facts()[3], MatchesRegex("[0-9]+ of 500 distances"));
    EXPECT_EQ(presented_sentence(window.workbench.view(), window.workbench.session()), stepping.claim);

    // Another query: its end is shown, too.
    const auto record = stepping.record;
    window.workbench.query().pin_at_row(7);
    ASSERT_TRUE(window.until([&] { return stepping.ready && stepping.record != record; }));
    EXPECT_EQ(stepping.position, stepping.count);
    window.workbench.stepping().jump(Jump::first);
    EXPECT_EQ(facts()[2].substr(0, 5), "0 of ");
    EXPECT_EQ(presented_verdict(window.workbench.view()).text, "0 of 16 final");

    ASSERT_TRUE(window.commands.run("work.cancel")) << "Escape ends presenting, then stepping";
    EXPECT_FALSE(window.presenting);
    EXPECT_TRUE(window.workbench.session().stepping);
    ASSERT_TRUE(window.commands.run("work.cancel"));
    EXPECT_FALSE(window.workbench.session().stepping);
    EXPECT_FALSE(window.commands.run("work.cancel"));
}

TEST(Presented, SpacePlaysTheStepsOnceTheyAreRecorded) {
    PresentingWindow window;
    window.commands.run("view.present");
    ASSERT_TRUE(window.commands.run("step.play"));
    EXPECT_TRUE(window.workbench.session().stepping);
    const Stepping& stepping = window.workbench.view().stepping;
    ASSERT_TRUE(window.until([&] { return stepping.ready && stepping.position > 0; }));
    EXPECT_TRUE(stepping.playing);
    window.commands.run("step.play");
    EXPECT_FALSE(stepping.playing);
}

TEST(Presented, SteppingThatWasOpenStays) {
    PresentingWindow window;
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    window.workbench.stepping().jump(Jump::next_visit);
    const std::int64_t position = window.workbench.view().stepping.position;
    window.commands.run("view.present");
    EXPECT_EQ(window.workbench.view().stepping.position, position);
    window.commands.run("view.present");
    EXPECT_FALSE(window.presenting);
    EXPECT_TRUE(window.workbench.session().stepping);
}

TEST(Presented, OtherMethodsAreNotSteppedThrough) {
    PresentingWindow window;
    window.set([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().tree && window.workbench.view().exactness.known; }));
    window.commands.run("view.present");
    EXPECT_TRUE(window.presenting);
    EXPECT_FALSE(window.workbench.session().stepping);
    EXPECT_TRUE(window.commands.find("view.present")->checked());
}

}  // namespace
}  // namespace neighborscope
