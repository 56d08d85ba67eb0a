// Tests the panels of a view model.
#include "app/measure/curve.hpp"
#include "app/panels/tree_charts.hpp"
#include "app/session/compare/comparing.hpp"
#include "tests/app/panels/described.hpp"
#include "tests/patience.hpp"

#include <cmath>
#include <set>
#include <thread>

namespace neighborscope::panels {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Numbers, AreReadAsPeopleWriteThem) {
    EXPECT_EQ(parse_number("\u221215\u202f740.5"), -15740.5);
    EXPECT_EQ(parse_number("1e3"), 1000);
    EXPECT_EQ(parse_number(" +7 "), 7);
    for (const char* none : {"12 apples", "", "1,5", "--3", "+-3"}) EXPECT_TRUE(std::isnan(parse_number(none))) << none;
    EXPECT_EQ(number_as_typed(128), "128");
    EXPECT_EQ(number_as_typed(0.25), "0.25");
}

TEST(SliderScales, ReachBothEnds) {
    for (const SliderScale& scale :
        {SliderScale(1, 1024, true), SliderScale(1, 1024, true, true), SliderScale(-2, 5, false), SliderScale(0, 10, true)}) {
        EXPECT_EQ(scale.position(scale.value(0)), 0);
        EXPECT_EQ(scale.position(scale.value(SliderScale::steps)), SliderScale::steps);
        EXPECT_LT(scale.value(0), scale.value(SliderScale::steps));
    }
    EXPECT_EQ(SliderScale(1, 1024, true).position(32), SliderScale::steps / 2) << "logarithmic";
    for (int at = 0; at <= SliderScale::steps; ++at) {
        const double exponent = std::log2(SliderScale(1, 1024, true, true).value(at));
        EXPECT_EQ(exponent, std::round(exponent));
    }
}

TEST(OptionRows, ComeFromDescriptionsAndRefuseWhatIsOutside) {
    const std::vector<OptionSpec> specs = {{"leaf-capacity", std::int64_t(32), IntegerRange{1, 1024, true}, "points in a leaf"},
        {"work-factor", 1.5, RealRange{1, 3}, "work before a rebuild"},
        {"order", std::string("morton"), neighborscope::Choice{{"morton", "hilbert"}}, "order of leaves"},
        {"graph", true, Flag{}, "one CUDA graph"}};
    std::vector<std::string> taken;
    const auto rows = option_rows("method", specs, {{"leaf-capacity", "64"}, {"order", "hilbert"}, {"graph", "off"}},
        [&](const std::string& name, const std::string& text, bool) { taken.push_back(name + "=" + text); });
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].id, "method.leaf-capacity");
    const auto& capacity = std::get<Number>(rows[0].what);
    EXPECT_EQ(capacity.value, "64");
    EXPECT_EQ(capacity.step(64, 1), 128);
    EXPECT_EQ(capacity.step(1024, 1), 1024);
    EXPECT_EQ(capacity.change("5000", false), "leaf-capacity is at most 1024");
    EXPECT_EQ(capacity.change("0", false), "leaf-capacity is at least 1");
    EXPECT_NE(capacity.change("48", false), "") << "no power of two";
    EXPECT_EQ(capacity.change("1\u202f024", false), "");
    EXPECT_EQ(std::get<Number>(rows[1].what).value, "1.5");
    EXPECT_EQ(std::get<Choice>(rows[2].what).chosen, 1);
    std::get<Choice>(rows[2].what).change(0);
    EXPECT_FALSE(std::get<Check>(rows[3].what).on);
    std::get<Check>(rows[3].what).change(true);
    EXPECT_EQ(taken, (std::vector<std::string>{"leaf-capacity=1024", "order=morton", "graph=on"}));
}

TEST(OptionRows, ZeroThatLeavesTheChoiceIsCalledAutomatic) {
    const std::vector<OptionSpec> specs = {{"threads", std::int64_t(0), IntegerRange{0, 64}, "threads; 0: one per core"},
        {"blocks", std::int64_t(0), IntegerRange{0, 64}, "blocks; 0: one per multiprocessor"},
        {"seed", std::int64_t(0), IntegerRange{0, 64}, "seed"}};
    std::string taken;
    const auto take = [&](const std::string&, const std::string& text, bool) { taken = text; };
    const auto value = [](const Row& row) { return std::get<Number>(row.what).value; };
    auto rows = option_rows("method", specs, {}, take, {.multiprocessors = 132});
    EXPECT_EQ(value(rows[0]), "automatic (" + std::to_string(std::thread::hardware_concurrency()) + ")");
    EXPECT_EQ(value(rows[1]), "automatic (132)");
    EXPECT_EQ(value(rows[2]), "0") << "a seed";
    EXPECT_EQ(std::get<Number>(rows[1].what).change("automatic (132)", false), "");
    EXPECT_EQ(taken, "0");
    EXPECT_EQ(parse_number("automatic"), 0) << "so that arrows go on from it";
    rows = option_rows("method", specs, {{"blocks", "8"}}, take);
    EXPECT_EQ(value(rows[1]), "8");
    EXPECT_EQ(automatic_text(specs[1], {}), "automatic") << "the device is not known yet";
}

TEST_F(Described, EveryRowHasAnIdOfItsPanelAndANameWhereItIsChanged) {
    view.data.loaded = true;
    view.data.dimension = 2;
    view.query = {1, 2};
    view.neighbours = rows_of({{5, 1.0}});
    std::set<std::string> ids;
    for (const PanelInfo& info : all_panels()) {
        const Panel described = panel(info.id);
        EXPECT_EQ(described.id, info.id);
        EXPECT_FALSE(described.title.empty());
        for (const Row& row : described.rows) {
            EXPECT_TRUE(row.id.starts_with(described.id) || described.id == "steps") << row.id;
            EXPECT_TRUE(ids.insert(row.id).second) << row.id << " stands twice";
            const bool read = std::holds_alternative<Text>(row.what) || std::holds_alternative<Facts>(row.what) ||
                              std::holds_alternative<Buttons>(row.what);
            EXPECT_TRUE(read || !row.label.empty()) << row.id << " has no name for screen readers";
        }
    }
}

TEST_F(Described, MethodsShowTheirRefusals) {
    Method plain, refused;
    plain.info.name = "walk";
    plain.info.title = "A walk";
    plain.info.group = refused.info.group = "Indexed";
    refused.info.name = "nn-shared";
    view.methods = {{&plain, {}}, {&refused, "k = 1 only"}};
    session.method = "walk";
    const auto methods = only<Choice>("method", "method.list");
    ASSERT_EQ(methods.items.size(), 2u);
    EXPECT_EQ(methods.chosen, 0);
    EXPECT_EQ(methods.items[1].refusal, "k = 1 only");
    EXPECT_FALSE(methods.find.empty()) << "a line to find them by typing";
    EXPECT_TRUE(methods.items[0].has_words("WALK indexed"));
    EXPECT_TRUE(methods.items[0].has_words(" "));
    EXPECT_FALSE(methods.items[0].has_words("walk shared"));
    EXPECT_FALSE(row<Text>(panel("method"), "method.warning"));
    plain.info.supports.approximate = true;
    EXPECT_THAT(only<Text>("method", "method.warning").text, HasSubstr("Approximate"));
    session.method = "no-such";
    EXPECT_THAT(only<Text>("method", "method.unknown").text, HasSubstr("no-such"));
}

TEST_F(Described, WhatAMethodDoesUnlikeItsSiblingsComesAfterTheOptionsThatMatterMost) {
    const Method& method = find_method("quadtree-cached");
    view.methods = {{&method, {}}};
    session.method = "quadtree-cached";
    view.data.count = 1000, session.k = 8;
    std::vector<std::string> ids;
    for (const Row& row : panel("method").rows) ids.push_back(row.id);
    const auto place = [&](const char* id) { return std::find(ids.begin(), ids.end(), id) - ids.begin(); };
    ASSERT_LT(place("method.leaf-capacity"), std::int64_t(ids.size()));
    EXPECT_LT(place("method.max-level"), place("method.unlike.0")) << "sliders stay above the fold";
    EXPECT_LT(place("method.unlike.2"), place("method.bins")) << "others are many";
    EXPECT_THAT(only<Text>("method", "method.unlike.0").text, HasSubstr("coalesced needs 4 times as many writes"))
        << "the answer first, then why";
    const Chart writes = only<Chart>("method", "method.writes");
    const auto touched = [&](bool right) {
        return std::count_if(writes.boxes.begin(), writes.boxes.end(),
            [&](const Chart::Box& box) { return box.shade == Chart::Box::Shade::pale && (box.from > 0.5 * writes.to) == right; });
    };
    EXPECT_EQ(touched(false), 32);
    EXPECT_EQ(touched(true), 2) << "a list of 64 bytes";
    EXPECT_EQ(writes.across[0].second + ", " + writes.across[1].second, "cached: 32, coalesced: 2");
    EXPECT_THAT(only<Text>("method", "method.along_k").text, HasSubstr("it is not measured yet"));
    only<Buttons>("method", "method.along_k.buttons").buttons.front().run();
    EXPECT_EQ(workbench.session().curve_along, "k=1:2") << "of as many points as the workbench has";
    EXPECT_EQ(workbench.session().curve_methods, (std::vector<std::string>{"quadtree-cached", "quadtree-coalesced"}));
    auto curve = std::make_shared<measure::Curve>();
    curve->asked.along = measure::along_in("k=1:512:2");
    curve->places = {1, 512};
    for (const char* name : {"quadtree-cached", "quadtree-coalesced"}) {
        curve->asked.lines.push_back({name, &find_method(name)});
        measure::CurvePoint few, many;
        few.milliseconds = {1, 1, 1}, many.milliseconds = std::vector<double>(3, curve->points.empty() ? 9.0 : 3.0);
        if (curve->points.empty()) few.milliseconds = {0.5, 0.5, 0.5};
        curve->points.push_back({few, many});
    }
    view.curves.curve = curve;
    EXPECT_THAT(only<Text>("method", "method.along_k").text, HasSubstr("is not measured")) << "it was the host, and here is a GPU";
    view.status.device = "host, 2 threads";
    EXPECT_THAT(only<Text>("method", "method.along_k").text, HasSubstr(": quadtree-cached is faster below, quadtree-coalesced above"));
}

TEST_F(Described, AMethodThatCannotAnswerNamesOneThatCan) {
    view.data.loaded = true;
    view.data.count = 4000;
    session.method = "quadtree-cached";
    session.k = 5000;
    for (const char* name : {"quadtree-cached", "serial", "heap"}) view.methods.push_back({&find_method(name), {}});
    EXPECT_FALSE(row<Buttons>(panel("query"), "query.way_out"));
    view.methods.front().refusal = "k at most 1024";
    EXPECT_EQ(only<Text>("query", "query.refusal").text, "quadtree-cached: k at most 1024");
    EXPECT_FALSE(row<Text>(panel("query"), "query.k.cut")) << "it does not find all points";
    const Buttons out = only<Buttons>("query", "query.way_out");
    EXPECT_EQ(out.buttons.front().label, "Use heap");
    out.buttons.front().run();
    EXPECT_EQ(workbench.session().method, "heap");

    view.neighbours = rows_of({{1, 0.5}, {2, 0.5}});
    view.error = ErrorCard{"cannot", "", Failure::usage};
    EXPECT_EQ(only<Text>("exactness", "exactness.last").text, "For the last completed search, with k = 2");
    view.error.reset();
    EXPECT_FALSE(row<Text>(panel("exactness"), "exactness.last"));
}

TEST_F(Described, PanelsSayWhatTakesTheTimeAndWhatAMethodDoesUnlikeOthers) {
    view.timings.runs = view.timings.phase_runs = 3;
    TimingRow phase;
    phase.phase = "scan", phase.median = 0.5;
    view.timings.phases = {phase};
    EXPECT_THAT(only<Text>("timings", "timings.longest").text, HasSubstr("\"scan\" takes the most time: 0.500 ms"));
    session.method = "ppw";
    for (const Method& method : methods()) view.methods.push_back({&method, {}});
    EXPECT_THAT(only<Text>("method", "method.unlike.0").text, HasSubstr("Unlike those of ppk and ppb"));
}

TEST_F(Described, DistancesSayWhatThePolarViewShows) {
    view.data.dimension = 64;
    view.spread = DistanceSpread{100, 4, 6, 5, 0.5, {}};
    PolarView polar;
    polar.dimension = 64, polar.count = 100, polar.others = 50, polar.nearest = 4, polar.mean = 5;
    polar.deceptive_rank = 2, polar.look_nearer = 40, polar.share = 0.1;
    view.polar = std::make_shared<const PolarView>(polar);
    std::string said;
    for (const Row& one : panel("distances").rows)
        if (one.id.starts_with("distances.polar")) said += std::get<Text>(one.what).text;
    EXPECT_THAT(said, HasSubstr("80\u202f% of the mean distance"));
    EXPECT_THAT(said, HasSubstr("look nearer than neighbour 2"));
}

TEST_F(Described, DataOfManyDimensionsAreSeenAlongComponentsOrAxes) {
    view.data.loaded = true;
    view.data.dimension = 3;
    EXPECT_FALSE(row<Choice>(panel("data"), "data.projection"));
    view.data.dimension = 64;
    view.data.count = 100000;
    view.axes = {"a", "b", "c"};
    EXPECT_EQ(row<Choice>(panel("data"), "data.projection")->chosen, 1);
    const Number across = only<Number>("data", "data.projection.0");
    EXPECT_EQ(across.value, "1");
    EXPECT_EQ(across.change("65", false), "axes are numbered 1 to 64");
    EXPECT_EQ(across.change("2", false), "");
    EXPECT_EQ(workbench.session().projection, "2,1,3") << "they change places";
    auto plane = std::make_shared<PrincipalPlane>();
    plane->share = {0.2, 0.11, 0.05};
    plane->sampled = 2048;
    view.projection.plane = plane;
    const Panel seen = panel("data");
    EXPECT_EQ(row<Choice>(seen, "data.projection")->chosen, 0);
    EXPECT_THAT(row<Text>(seen, "data.projection.share")->text,
        HasSubstr("Components 1, 2: 31\u202f% of the variance, computed from a sample of 2\u202f048"));
    row<Choice>(seen, "data.projection")->change(0);
    EXPECT_EQ(workbench.session().projection, "");
}

TEST_F(Described, FrozenTimingsAreComparedWithThoseNow) {
    view.data.loaded = true;
    const auto measured = [&](double milliseconds) {
        Timings timings;
        for (int i = 0; i < 100; ++i) timings.totals.push_back(milliseconds * (1 + 0.001 * (i % 10)));
        timings.runs = 100;
        timings.total_median = timings.total_p95 = milliseconds;
        return timings;
    };
    view.timings = measured(4);
    EXPECT_FALSE(panel("runs").shown);
    const Panel wide = panel("runs", true);
    ASSERT_TRUE(wide.shown);
    EXPECT_EQ(row<Chart>(wide, "runs.histogram")->lines.size(), 1u);
    view.frozen = FrozenTimings{"another", measured(8)};
    EXPECT_EQ(only<Chart>("runs", "runs.histogram").lines.size(), 2u);
    EXPECT_EQ(only<Text>("runs", "runs.a").text, "A  8.000  another");
    EXPECT_FALSE(panel("timings").shown) << "a narrow dock has room for the comparison alone";
    EXPECT_TRUE(panel("timings", true).shown);
    const std::array<double, 2> top = only<Chart>("runs", "runs.histogram").lines[1].highest();
    EXPECT_NEAR(top[0], 8, 0.3) << "A is named where most of its runs are";
    EXPECT_GT(top[1], 0.3);
    EXPECT_EQ(only<Chart>("runs", "runs.history").lines[1].name, "A");
    EXPECT_THAT(only<Text>("runs", "runs.verdict").text, HasSubstr("B takes 0.50 times as long as A in these runs"));
    view.timings = measured(8);
    EXPECT_THAT(only<Text>("runs", "runs.verdict").text,
        testing::MatchesRegex("B takes 1.00 times as long as A in these runs .95 % interval [01].[0-9]+ to 1.[0-9]+."));
    view.timings.totals.resize(2);
    EXPECT_THAT(only<Text>("runs", "runs.verdict").text, HasSubstr("after 2 runs, too few"));
    view.frozen->asked = search_settings_text(session, view);
    EXPECT_THAT(only<Text>("runs", "runs.verdict").text, HasSubstr("becomes B"));
}

TEST_F(Described, TimingsEndWithTheTotal) {
    Timings& timings = view.timings;
    const auto wide = [this] { return *row<Table>(panel("timings", true), "timings.table"); };
    EXPECT_EQ(wide().count, 0);
    timings.runs = 3;
    TimingRow phase;
    phase.phase = "scan points";
    phase.median = 1.25;
    phase.p5 = 1;
    phase.p95 = 2;
    phase.lower_bound.bytes = 4000;
    phase.lower_bound.formula = "4 n D bytes";
    timings.phases = {phase};
    timings.total_median = 1.5;
    auto table = wide();
    ASSERT_EQ(table.count, 3);
    EXPECT_EQ(cell(table, 0, 0), "scan points");
    EXPECT_EQ(cell(table, 0, 1), "1.250");
    EXPECT_EQ(cell(table, 0, 5), "4 n D bytes");
    EXPECT_EQ(cell(table, 1, 0), "rest");
    EXPECT_EQ(cell(table, 1, 1), "0.250") << "phases and rest are the total";
    EXPECT_THAT(table.help(1), HasSubstr("0.250 ms or 17\u202f% of the total"));
    EXPECT_EQ(cell(table, 2, 0), "total");
    EXPECT_EQ(cell(table, 2, 1), "1.500");
    EXPECT_THAT(table.help(2), HasSubstr("separate runs"));
    timings.total_median = 1;
    EXPECT_THAT(cell(wide(), 1, 5), HasSubstr("the machine was busy"));
    EXPECT_THAT(wide().help(1), HasSubstr("different runs"));
    timings.build = {12.5, {}};  // listed below the total, since it is not part of it
    table = wide();
    ASSERT_EQ(table.count, 4);
    EXPECT_EQ(cell(table, 3, 0), "build");
    EXPECT_EQ(cell(table, 3, 1), "12.50");
    EXPECT_EQ(cell(table, 3, 5), "measured once, not part of the total; first build, measured once");
    timings.build = {48.2, {3, 1, 2}};
    EXPECT_EQ(cell(wide(), 3, 1), "2.000") << "the median of those that are warm";
    EXPECT_EQ(cell(wide(), 3, 5), "measured once, not part of the total; warm build; the first took 48.20 ms");
    EXPECT_TRUE(table.columns.back().optional) << "in a narrow dock formulas would be cut";
    timings.total_median = 0.003;
    EXPECT_EQ(only<Table>("timings", "timings.table").columns[1].title, "median, \u00b5s");
    EXPECT_EQ(cell(only<Table>("timings", "timings.table"), 2, 1), "3.0") << "not 0.003 ms";
    EXPECT_THAT(only<Text>("timings", "timings.formula").text, HasSubstr("\"scan points\": 4 n D bytes"));
}

TEST_F(Described, PhasesSayWhatTheyMoveAtTheLeast) {
    const auto at = [](double bytes_per_second, double operations = 0) {
        Timings ceilings;
        ceilings.read_bytes_per_second = bytes_per_second, ceilings.fp32_operations_per_second = operations;
        return ceilings;
    };
    TimingRow phase;
    phase.median = 2;
    phase.lower_bound.bytes = 1e6;
    phase.lower_bound.formula = "4 n D bytes";
    EXPECT_THAT(explain_phase(phase, at(1e9)),
        HasSubstr("1.000 ms at 1.0\u202fGB/s, 50\u202f% reached\nformula: 4 n D bytes\nwith n points, D dimensions"));
    EXPECT_THAT(explain_phase(phase, at(0)), Not(HasSubstr("reached"))) << "the device was not measured";
    view.timings.runs = 1;
    view.timings.phases = {phase};
    EXPECT_EQ(only<Table>("timings", "timings.table").help(0), explain_phase(phase, at(0)));
    phase.lower_bound.traversal = {{"distances", "distances in own leaves", 8, 6, 4000}};
    phase.lower_bound.formula = "8 k bytes";
    view.timings.phases = {phase};
    view.timings.read_bytes_per_second = 1e9;
    EXPECT_EQ(cell(only<Table>("timings", "timings.table"), 0, 3), "without the index walk") << "a number would mislead";
    EXPECT_THAT(explain_phase(phase, at(1e9)), testing::AllOf(HasSubstr("8 k bytes; without the index walk"), Not(HasSubstr("reached"))));
    view.timings.phases[0].lower_bound = with_traversal(phase.lower_bound, {{"distances", 1200}, {"distances in own leaves", 200}});
    EXPECT_THAT(cell(only<Table>("timings", "timings.table"), 0, 3), HasSubstr("1.0\u202fMB"));
    EXPECT_THAT(
        only<Table>("timings", "timings.table").help(0), HasSubstr("8 k bytes; 8 bytes, 6 operations for each of 1\u202f000 distances, "
                                                                   "without distances in own leaves, 4.0\u202fkB of memory, read once"));
    view.timings.phases[0].lower_bound.operations = 4e6;
    EXPECT_THAT(explain_phase(view.timings.phases[0], at(1e9, 2e9)), HasSubstr("2.000 ms at 1.0\u202fGB/s and 2.0 operations per ns"))
        << "whichever takes longer";
}

TEST(TreeCharts, AreToldInWords) {
    const TreeChart level{render::CellNumber::level, {{3, 3, 12}}, 48}, objects{render::CellNumber::objects, {{1, 1, 5}, {9, 16, 1}}, 6},
        visited{render::CellNumber::visited, {{2, 2, 7}}, 70};
    EXPECT_EQ(level.long_text_of(level.bars[0]), "leaves at level 3");
    EXPECT_EQ(
        level.text_of(level.bars[0]) + ": " + level.count_text(12) + ", " + level.percent_of(level.bars[0]), "level 3: 12 leaves, 25.0");
    EXPECT_EQ(objects.long_text_of(objects.bars[0]), "leaves with 1 point");
    EXPECT_EQ(objects.long_text_of(objects.bars[1]), "leaves with 9 – 16 points");
    EXPECT_EQ(objects.marked_to(objects.bars[1]), 16);
    EXPECT_EQ(visited.long_text_of(visited.bars[0]), "active queries in iteration 2");
    EXPECT_GT(visited.marked_to(visited.bars[0]), 1000000) << "those whose queries visit more leaves, too";
}

TEST(ComparedTable, MarksWhatIsWrong) {
    auto list = std::make_shared<ComparedList>();
    list->ranks = {{.rank = 1,
                       .row = 4,
                       .file_row = 4,
                       .distance = 2,
                       .right_row = 7,
                       .right_file_row = 7,
                       .right_distance = 1.5,
                       .is_false = true,
                       .distance_wrong = true,
                       .missing = true},
        {.rank = 2, .row = 5, .file_row = 5, .distance = 3, .right_row = 5, .right_file_row = 5, .right_distance = 3}};
    const Table table = compared_table(list);
    ASSERT_EQ(table.count, 2);
    EXPECT_EQ(table.cell(0, 1).mark, Mark::wrong);
    EXPECT_EQ(table.cell(0, 1).tone, Tone::error);
    EXPECT_EQ(table.cell(0, 2).mark, Mark::differs);
    EXPECT_EQ(table.cell(0, 3).mark, Mark::missing);
    EXPECT_EQ(table.cell(0, 5).text, "false, distance wrong, 7 missing");
    for (int column = 0; column < 5; ++column) EXPECT_EQ(table.cell(1, column).mark, Mark::none) << column;
    EXPECT_EQ(compared_table(nullptr).count, 0);
}

TEST_F(Described, PanelsOfTheBottomShareTheirRoom) {
    view.stepping.open = true;
    EXPECT_TRUE(panel("steps").shown);
    EXPECT_FALSE(panel("timings").shown);
    EXPECT_TRUE(panel("timings", true).shown) << "side by side where both can be read";
    EXPECT_FALSE(panel("tree").shown);
    EXPECT_FALSE(panel("compare").shown);
}

TEST_F(Described, ACoordinateTypedKeepsTheOthers) {
    ASSERT_TRUE(until(workbench, [&] { return !workbench.busy() && !workbench.view().query.empty(); }));
    ASSERT_EQ(workbench.view().query.size(), 2u);
    view.data.dimension = 2;
    view.query = workbench.view().query;
    const double y = view.query[1];
    const auto x = only<Number>("query", "query.coordinate.0");
    EXPECT_EQ(x.change("far", false), "a coordinate must be a number");
    EXPECT_EQ(x.change("\u221212.5", true), "");
    ASSERT_TRUE(workbench.session().query);
    EXPECT_EQ(*workbench.session().query, (std::vector<double>{-12.5, y}));
    EXPECT_EQ(workbench.session().query_mode, QueryMode::pinned);
    EXPECT_EQ(only<Number>("query", "query.k").change("0", false), "k must be at least 1");
    EXPECT_EQ(only<Number>("query", "query.k").change("23", false), "");
    EXPECT_EQ(workbench.session().k, 23);
}

TEST_F(Described, LongCoordinatesHaveALineEach) {
    view.axes = {"lon", "lat"};
    view.data.dimension = 2;
    view.query = {-120, 37};
    const auto second_is_beside = [&] {
        const Panel query = panel("query");
        const auto second =
            std::find_if(query.rows.begin(), query.rows.end(), [](const Row& row) { return row.id == "query.coordinate.1"; });
        return second != query.rows.end() && second->beside;
    };
    view.data.low = {-180, -60}, view.data.high = {180, 80};
    EXPECT_TRUE(second_is_beside());
    view.data.low = {-122.46, 37.7}, view.data.high = {-122.38, 37.8};  // a part of a city: "-122.4600000"
    EXPECT_FALSE(second_is_beside());
    view.axes[0] = "longitude";
    view.data.low = {-180, -60}, view.data.high = {180, 80};
    EXPECT_FALSE(second_is_beside());
}

TEST_F(Described, ALatitudeIsBetweenThePoles) {
    workbench.change([](SessionState& state) { state.data = "sample:earthquakes"; });
    ASSERT_TRUE(until(workbench, [&] { return !workbench.busy() && workbench.drawable().data && workbench.drawable().data->degrees; }));
    view.data.dimension = 2;
    view.query = workbench.view().query;
    const auto latitude = only<Number>("query", "query.coordinate.1");
    EXPECT_EQ(latitude.change("-202.9", false), "lat is a latitude: from \u221290 to 90");
    EXPECT_EQ(latitude.change("-82.9", false), "");
    EXPECT_EQ(only<Number>("query", "query.coordinate.0").change("-361", false), "lon is a longitude: from \u2212360 to 360");
}

}  // namespace
}  // namespace neighborscope::panels
