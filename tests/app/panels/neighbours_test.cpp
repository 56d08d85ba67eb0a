// Tests the panels of neighbours: the list, its exactness, missed neighbours and changes.
#include "described.hpp"

#include "app/session/sentences/neighbour_table.hpp"

#include <set>

namespace neighborscope::panels {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(Described, NeighboursAreSortedAndKeepTheSelectedRank) {
    view.neighbours = rows_of({{50, 1.0}, {7, 2.0}, {9, 2.0}, {3, 4.0}});
    view.kth_distance = 4;
    only<Table>("neighbours", "neighbours.table").select(1);
    EXPECT_EQ(state.selected_rank, 1);
    only<Table>("neighbours", "neighbours.table").sort(1, true);
    const auto sorted = only<Table>("neighbours", "neighbours.table");
    std::vector<std::string> order;
    for (int row = 0; row < 4; ++row) order.push_back(cell(sorted, row, 1));
    EXPECT_EQ(order, (std::vector<std::string>{"50", "9", "7", "3"}));
    EXPECT_EQ(sorted.selected, 2) << "still rank 2, index 7";
    view.neighbours = rows_of({{1, 1.0}});
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").selected, -1);
    EXPECT_EQ(state.selected_rank, -1) << "there is no such rank any more";
    sorted.hover(1);
    EXPECT_EQ(state.highlighted_rank(), -1) << "rows of a list that is gone";
}

TEST_F(Described, KBeyondThePointsIsSaid) {
    view.data.loaded = true;
    view.data.count = 42049;
    session.k = 42049;
    EXPECT_FALSE(row<Text>(panel("query"), "query.k.cut"));
    session.k = 1000000;
    EXPECT_EQ(only<Number>("query", "query.k").value, text_of_count(1000000));
    EXPECT_EQ(only<Text>("query", "query.k.cut").text, "only " + text_of_count(42049) + " points: all are neighbours");
    session.exclude_self = true;
    view.query_row = 7;
    EXPECT_EQ(only<Text>("query", "query.k.cut").text, "only " + text_of_count(42048) + " other points: all are neighbours");
}

TEST_F(Described, DistancesSayTheirUnit) {
    view.neighbours = rows_of({{1, 0.5}, {2, 0.5}});
    const auto title = [&] { return only<Table>("neighbours", "neighbours.table").columns[2].title; };
    EXPECT_EQ(title(), "distance");
    view.data.loaded = true;
    view.data.distance_unit = "degrees";
    view.data.distance_note = "Distances are in degrees.";
    view.data.offers_metres = true;
    EXPECT_EQ(title(), "distance, degrees");
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").cell(0, 2).bracket, Table::Bracket::first);
    EXPECT_EQ(only<Text>("data", "data.distances").text, "Distances are in degrees.");
    EXPECT_FALSE(only<Check>("data", "data.metres").on);
    session.metres = true;
    EXPECT_TRUE(only<Check>("data", "data.metres").on);
    view.title_name = "city";
    EXPECT_EQ(title(), "degrees") << "where there is little room";
}

TEST_F(Described, NeighboursHaveNamesWhereTheFileGivesThem) {
    view.neighbours = rows_of({{50, 1.0}, {7, 2.0}, {9, 3.0}});
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").columns.size(), 3u);
    view.title_name = "place";
    const char* places[] = {"Ulm", "Bonn", "Kiel"};
    for (std::size_t i = 0; i < 3; ++i) view.neighbours[i].title = places[i];
    auto table = only<Table>("neighbours", "neighbours.table");
    ASSERT_EQ(table.columns.size(), 4u);
    EXPECT_EQ(table.columns[3].title, "place");
    EXPECT_EQ(cell(table, 1, 3), "Bonn");
    table.sort(3, false);
    table = only<Table>("neighbours", "neighbours.table");
    EXPECT_EQ(cell(table, 0, 3), "Bonn");
    EXPECT_EQ(cell(table, 0, 0), "2");
}

TEST_F(Described, NeighboursOfAStepSayLeafAndFinal) {
    view.title_name = "place";
    view.neighbours = rows_of({{5, 1.0}, {6, 2.0}});
    auto record = std::make_shared<Recording>();
    record->tree = std::make_shared<RecordedTree>();
    view.stepping.ready = true;
    view.stepping.record = record;
    view.step_neighbours = rows_of({{5, 1.0}, {7, 2.5}});
    view.step_neighbours[0].visit = 3;
    view.step_neighbours[0].way = 1;
    view.step_neighbours[0].settled = true;
    view.step_neighbours[1].visit = 1;
    auto table = only<Table>("neighbours", "neighbours.table");
    ASSERT_EQ(table.columns.size(), 5u);
    EXPECT_EQ(table.columns[3].title, "leaf");
    EXPECT_THAT(table.columns[4].help, HasSubstr("is final"));
    EXPECT_EQ(cell(table, 0, 3) + ", " + cell(table, 0, 4), "3 right, yes");
    EXPECT_EQ(cell(table, 1, 3) + ", " + cell(table, 1, 4), "1 own, no");
    EXPECT_THAT(table.help(0), HasSubstr("visit 3 right"));
    table.sort(3, false);
    EXPECT_EQ(cell(only<Table>("neighbours", "neighbours.table"), 0, 3), "1 own");
    table.sort(4, false);
    view.stepping.ready = false;
    table = only<Table>("neighbours", "neighbours.table");
    EXPECT_EQ(table.columns.size(), 4u);
    EXPECT_EQ(table.sorted_by, 0) << "the column it was sorted by is gone";
}

TEST_F(Described, NeighboursOfAStepFollowItWithoutATree) {
    view.title_name = "place";
    view.neighbours = rows_of({{5, 1.0}, {6, 2.0}});
    view.stepping.ready = true;
    view.stepping.record = std::make_shared<Recording>();
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").count, 0) << "none found yet";
    view.step_neighbours = rows_of({{6, 2.0}});
    view.step_neighbours[0].title = "Ulm";
    const auto table = only<Table>("neighbours", "neighbours.table");
    ASSERT_EQ(table.count, 1);
    ASSERT_EQ(table.columns.size(), 4u);
    EXPECT_EQ(table.columns[3].title, "final");
    EXPECT_EQ(cell(table, 0, 1) + " " + cell(table, 0, 3), "6 no");
    EXPECT_THAT(table.help(0), HasSubstr("not final"));
    EXPECT_THAT(table.help(0), HasSubstr("place Ulm"));
}

TEST_F(Described, MissedNeighboursStandWhereTheyBelong) {
    view.neighbours = rows_of({{50, 1.0}, {7, 3.0}, {9, 4.0}});
    auto missed = rows_of({{8, 2.0}, {3, 3.0}});
    for (NeighbourRow& one : missed) ++one.rank, one.missed = true;
    missed[0].why = {"skipped", "It lies in list 4."};
    view.exactness.missed = missed;
    view.exactness.of = 3;
    auto table = only<Table>("neighbours", "neighbours.table");
    ASSERT_EQ(table.count, 5);
    EXPECT_EQ(table.ranks, 3) << "colours are those of the view";
    std::string order;
    for (int row = 0; row < 5; ++row) order += cell(table, row, 0) + ":" + cell(table, row, 1) + " ";
    EXPECT_EQ(order, "1:50 2:8 3:3 >3:7 >3:9 ") << "one numbering, the true one; two of the list stand in place of the missed ones";
    ASSERT_EQ(table.columns.size(), 3u);
    EXPECT_EQ(cell(table, 1, 2), "skipped") << "in place of its distance";
    EXPECT_EQ(cell(table, 2, 2).substr(0, 1), "3") << "no reason is known";
    EXPECT_EQ(table.cell(1, 0).mark, Mark::missed);
    EXPECT_EQ(table.cell(1, 0).rank, 0);
    EXPECT_EQ(table.cell(3, 0).mark, Mark::none);
    EXPECT_THAT(table.help(1), HasSubstr("missed, should have rank 2"));
    EXPECT_THAT(table.help(1), HasSubstr("It lies in list 4."));
    table.select(1);
    EXPECT_EQ(state.selected_rank, -1) << "it has no rank in the list";
    table.select(3);
    EXPECT_EQ(state.selected_rank, 1) << "its colour is that of the list";
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").selected, 3);
    EXPECT_THAT(table.help(3), HasSubstr("in the place of a missed one"));
    view.stepping.ready = true, view.stepping.count = 1;
    view.stepping.record = std::make_shared<Recording>();
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").count, 0) << "of a step nothing is missed yet";
}

TEST_F(Described, PlacesAreNoRanksBeforeTheCheck) {
    session.method = "own";
    MethodEntry own;
    own.method = &find_method("own");
    view.methods = {own};
    view.neighbours = rows_of({{50, 1.0}, {7, 3.0}});
    view.exactness = {};
    auto table = only<Table>("neighbours", "neighbours.table");
    EXPECT_EQ(table.columns[0].title, "place") << "a nearer row may be missed";
    EXPECT_THAT(table.help(0), HasSubstr("place 1"));
    view.exactness.known = true;
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").columns[0].title, "rank");
    session.method = "heap";
    view.exactness.known = false;
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").columns[0].title, "rank") << "an exact method";
}

TEST_F(Described, EqualDistancesAreBracketed) {
    using Bracket = Table::Bracket;
    view.neighbours = rows_of({{1, 1.0}, {5, 2.0}, {6, 2.0}, {9, 2.0}, {2, 3.0}, {3, 4.0}, {4, 4.0}});
    const auto brackets = [&] {
        const auto table = only<Table>("neighbours", "neighbours.table");
        std::vector<Bracket> all;
        for (int row = 0; row < 7; ++row) all.push_back(table.cell(row, 2).bracket);
        return all;
    };
    EXPECT_EQ(brackets(), (std::vector<Bracket>{Bracket::none, Bracket::first, Bracket::middle, Bracket::last, Bracket::none,
                              Bracket::first, Bracket::last}));
    auto table = only<Table>("neighbours", "neighbours.table");
    EXPECT_EQ(table.cell(1, 1).bracket, Bracket::none) << "of distances alone";
    EXPECT_THAT(table.help(2), HasSubstr("equal in float32: ranks 2 to 4"));
    EXPECT_THAT(table.help(0), Not(HasSubstr("equally")));
    EXPECT_THAT(table.help(6), Not(HasSubstr("not listed")));
    view.exactness.tie_beyond = true;
    EXPECT_THAT(table.help(6), HasSubstr("points that are not listed have the same distance"));
    EXPECT_THAT(table.help(2), Not(HasSubstr("not listed")));
    table.sort(1, false);
    EXPECT_EQ(brackets()[0], Bracket::none) << "not beside each other any more: 1, 2, 3, 4, 5, 6, 9";
    EXPECT_EQ(brackets()[2], Bracket::first);
}

TEST_F(Described, ExactnessNeverClaimsWithoutTheCount) {
    view.neighbours = rows_of({{1, 1.0}, {2, 2.0}});
    Exactness& exactness = view.exactness;
    const auto sentence = [&] { return only<Text>("exactness", "exactness.sentence").text; };
    EXPECT_THAT(sentence(), Not(HasSubstr("exact")));
    exactness.known = true;
    exactness.right = 15;
    exactness.of = 16;
    EXPECT_EQ(sentence(), "15 of 16 exact");
    EXPECT_EQ(only<Text>("exactness", "exactness.sentence").mark, Mark::wrong);
    EXPECT_FALSE(row<Share>(panel("exactness"), "exactness.step"));
    view.stepping.ready = true;
    view.stepping.settled = 1;
    EXPECT_EQ(only<Share>("exactness", "exactness.step").text, "1 of 2");
    EXPECT_EQ(only<Share>("exactness", "exactness.step").part, 0.5);
    EXPECT_EQ(sentence(), "at the end: 15 of 16 exact");
    view.stepping.ready = false;
    EXPECT_FALSE(row<Text>(panel("exactness"), "exactness.certificate")) << "a method without one";
    view.counters = {{"candidates kept", 76}, {"certified queries", 1}};
    EXPECT_EQ(only<Text>("exactness", "exactness.certificate").text, "certified in the first search, 76 candidates kept");
    view.kth_distance = 2;
    view.neighbours_within = 2.001;
    EXPECT_EQ(only<Text>("exactness", "exactness.bound").text, "no neighbour is farther than 2.0010: 0.05\u202f% above the k-th distance");
    view.counters[1].value = 0;
    EXPECT_EQ(only<Text>("exactness", "exactness.certificate").text, "not certified: searched again");
    view.counters_previous = true;
    EXPECT_FALSE(row<Text>(panel("exactness"), "exactness.certificate")) << "it was of the query before";

    exactness.approximate = true;  // a missed neighbour is no error, a false one is
    EXPECT_EQ(sentence(), "recall 0.9375: 15 of 16");
    exactness.wrong = "index 7 occurs twice";
    EXPECT_EQ(sentence(), "wrong: index 7 occurs twice");
    view.neighbours.clear();
    EXPECT_THAT(sentence(), Not(HasSubstr("wrong")));
}

TEST_F(Described, NeighboursThatEnteredAreTold) {
    view.neighbours = rows_of({{7, 1.0}, {3, 2.0}, {9, 3.0}});
    EXPECT_FALSE(row<Text>(panel("neighbours"), "neighbours.changes"));
    view.changes = ListChanges{"k changed from 2 to 3", {3}, {}};
    EXPECT_EQ(only<Text>("neighbours", "neighbours.changes").text, "Since k changed from 2 to 3: 1 entered, none left");
    const Table table = only<Table>("neighbours", "neighbours.table");
    EXPECT_EQ(table.cell(1, 1).tone, Tone::normal);
    EXPECT_EQ(table.cell(2, 1).tone, Tone::exact);
}

TEST_F(Described, DistancesSayWhetherNeighboursStandOut) {
    EXPECT_FALSE(panel("distances", true).shown);
    view.data.dimension = 64;
    view.kth_distance = 4.5;
    view.spread = DistanceSpread{100, 4, 6, 5, 0.5, {}};
    const Panel shown = panel("distances");
    ASSERT_TRUE(shown.shown);
    EXPECT_THAT(row<Text>(shown, "distances.verdict")->text, HasSubstr("1.50 times as far as the nearest: distances hardly"));
    const Chart* chart = row<Chart>(shown, "distances.histogram");
    EXPECT_EQ(chart->value, 4.5);
    EXPECT_THAT(chart->caption, HasSubstr("the axis begins at 3.7")) << "nothing is nearer than 4";
    EXPECT_LT(chart->from, 4);
    EXPECT_EQ(chart->bars.size(), 15u) << "parts of 6 / 40 each";
    EXPECT_EQ(chart->across.front(), (std::pair<double, std::string>(4, "nearest")));
    EXPECT_EQ(chart->across.back(), (std::pair<double, std::string>(6, "farthest")));
    EXPECT_THAT(chart->lines.front().name, HasSubstr("= 4.5"));
    EXPECT_EQ(row<Facts>(shown, "distances.facts")->facts.back(), (std::pair<std::string, std::string>("relative contrast", "0.50")));
    view.spread->nearest = 0;
    EXPECT_THAT(only<Text>("distances", "distances.verdict").text, HasSubstr("at the query"));
    view.data.dimension = 2;
    EXPECT_FALSE(panel("distances").shown);
    EXPECT_TRUE(panel("distances", true).shown);
}

TEST_F(Described, AMissedNeighbourHasAButtonThatFindsIt) {
    session.method = workbench.session().method;
    view.neighbours = rows_of({{7, 1.0}, {3, 2.0}});
    view.exactness.known = view.exactness.approximate = true;
    view.exactness.right = 1, view.exactness.of = 2;
    NeighbourRow missed;
    missed.rank = 2, missed.file_row = 5, missed.missed = true;
    missed.why = {"skipped", "It lies in list 4.", "threads", "128"};
    view.exactness.missed = {missed};
    EXPECT_THAT(only<Text>("exactness", "exactness.missed").text, HasSubstr("It lies in list 4. With threads = 128, it is found."));
    const Buttons remedy = only<Buttons>("exactness", "exactness.remedy");
    ASSERT_EQ(remedy.buttons.size(), 1u);
    EXPECT_EQ(remedy.buttons[0].label, "Set threads to 128");
    remedy.buttons[0].run();
    EXPECT_EQ(workbench.session().options.at(session.method).at("threads"), "128");
    workbench.undo();
    EXPECT_TRUE(workbench.session().options.empty());
}

TEST_F(Described, WithinRoundingIsExplainedWithBothNumbers) {
    view.neighbours = rows_of({{7, 1.0}, {3, 2.0}});
    view.exactness.known = view.exactness.within_rounding = true;
    view.exactness.right = 1, view.exactness.of = 2;
    view.exactness.confused = Exactness::Confused{2, 2.00000012, 2.0, 1e-6};
    EXPECT_THAT(only<Text>("exactness", "exactness.explained").text,
        ::testing::AllOf(HasSubstr("2.00000012 in the list, 2.00000000 in the oracle"), HasSubstr("Rounding can hide up to 1e-06")));
}

TEST_F(Described, IdsOfAnIndexAreAColumn) {
    view.neighbours = rows_of({{50, 1.0}, {7, 3.0}});
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").columns.size(), 3u);
    view.data.own_has_ids = true;
    view.neighbours[0].id = 900050, view.neighbours[1].id = 12;
    Table table = only<Table>("neighbours", "neighbours.table");
    ASSERT_EQ(table.columns.size(), 4u);
    EXPECT_EQ(table.columns[2].title, "id");
    EXPECT_EQ(cell(table, 0, 2) + " " + cell(table, 1, 2), "900050 12");
    table.sort(2, false);
    table = only<Table>("neighbours", "neighbours.table");
    EXPECT_EQ(cell(table, 0, 2), "12");
    EXPECT_THAT(table.help(0), HasSubstr("id 12"));
    EXPECT_THAT(neighbours_as_tsv(view), HasSubstr("\tid\n"));
    EXPECT_THAT(neighbours_as_tsv(view), HasSubstr("\t900050\n"));
}

}  // namespace
}  // namespace neighborscope::panels
