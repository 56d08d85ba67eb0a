// Tests loading data into a workbench: other data, none, bad ones, chosen columns.
#include "app/session/search/exactness_check.hpp"
#include "app/session/workbench/point_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "gpu/oracle/oracle.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

TEST(Workbench, AFailedLoadKeepsTheLast) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    const auto rows = window.rows();
    window.workbench.open_data("no such file.csv");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("no such file.csv"));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.rows(), rows);
    EXPECT_EQ(window.workbench.session().data, "hotspots:n=500") << "the document names what is shown";
    EXPECT_FALSE(window.workbench.can_undo()) << "nothing has changed";
    EXPECT_TRUE(window.workbench.drawable().lists);
    window.workbench.dismiss_error();
    EXPECT_FALSE(window.workbench.view().error);
    // Trying again tries again.
    window.workbench.open_data("no such file.csv");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    window.workbench.open_data("uniform:n=50,d=2");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.count == 50 && !window.workbench.busy(); }));
    EXPECT_FALSE(window.workbench.view().error) << "a load that works takes the card away";
}

TEST(Workbench, NothingToShowWhenTheFirstLoadFails) {
    SessionState state = hotspots();
    state.data = "sample:earthquake";
    Window window(state);
    ASSERT_TRUE(window.settled());
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_FALSE(window.workbench.view().data.loaded);
    EXPECT_EQ(window.workbench.drawable().points, nullptr);
    window.workbench.open_data("hotspots:n=500");
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().neighbours.empty(); }));
    EXPECT_FALSE(window.workbench.view().error);
}

// The first columns are constant: the picture shows others, and the mouse moves the query along these.
TEST(Workbench, ShowsAxesThatSaySomething) {
    const test::TemporaryFolder folder;
    std::string table = "a,b,c,d,e,f\n";
    for (int row = 0; row < 40; ++row) {
        const std::string even = std::to_string(row % 2);
        table += even + "," + even + "," + std::to_string(row * 5) + "," + even + "," + std::to_string(row * row) + "," +
                 std::to_string(400 - 9 * row) + "\n";
    }
    std::ofstream(folder / "wide.csv") << table;
    SessionState state = hotspots();
    state.data = folder / "wide.csv";
    state.projection = "axes";
    Window window(state);
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    ASSERT_EQ(view.query.size(), 6u);
    const std::array<int, 3> shown = view.projection.axes;
    EXPECT_THAT(view.axes, testing::ElementsAre("e", "f", "c"));
    std::vector<double> expected = view.query;
    expected[std::size_t(shown[0])] = 12;
    expected[std::size_t(shown[1])] = 34;
    window.workbench.query().pin_at({12, 34});
    EXPECT_EQ(window.workbench.session().query, expected);
    ASSERT_TRUE(window.settled());
    const NeighbourRow nearest = window.workbench.view().neighbours.front();
    const DataSet& set = *window.workbench.drawable().data;
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_EQ(nearest.coordinates[axis], set.coordinate(nearest.row, shown[axis]));
}

// Pictures are projected onto principal components, since two pixels show nothing.
TEST(Workbench, PicturesLieAlongTheirPrincipalComponents) {
    SessionState state = hotspots();
    state.data = "sample:digits";
    Window window(state);
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    EXPECT_THAT(view.axes, testing::ElementsAre("component 1", "component 2", "component 3"));
    const DataSet& set = *window.workbench.drawable().data;
    ASSERT_TRUE(set.plane);
    EXPECT_GT(set.plane->share[0], set.plane->share[1]);
    EXPECT_GT(set.plane->share[0] + set.plane->share[1], 0.1);
    const NeighbourRow nearest = view.neighbours.front();
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_EQ(nearest.coordinates[axis], view.projection.place(set, nearest.row)[axis]);
    const auto before = window.workbench.session();
    window.workbench.query().pin_at({12, 34});
    EXPECT_EQ(window.workbench.session(), before) << "a place among pictures is none";
}

TEST(Workbench, DataOfThreeDimensionsOpenInSpace) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(window.workbench.view().three_d);
    const auto open = [&](const std::string& source) {
        window.workbench.open_data(source);
        return window.settled();
    };
    ASSERT_TRUE(open("uniform:n=300,d=3"));
    EXPECT_TRUE(window.workbench.view().three_d);
    window.set([](SessionState& state) { state.three_d = false; });
    EXPECT_FALSE(window.workbench.view().three_d) << "the session says otherwise";
    ASSERT_TRUE(open("uniform:n=300,d=2"));
    EXPECT_FALSE(window.workbench.view().three_d);
    ASSERT_TRUE(open("uniform:n=200,d=3"));
    EXPECT_TRUE(window.workbench.view().three_d) << "what was chosen for other data says nothing of these";
    ASSERT_TRUE(open("uniform:n=300,d=5"));
    EXPECT_FALSE(window.workbench.view().three_d) << "three of five axes are no more than two";
    SessionState session = host_session("uniform:n=300,d=3", "heap", 3);
    session.three_d = false;
    window.workbench.replace(session);
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(window.workbench.view().three_d);
}

TEST(Workbench, OtherDataResetTheQuery) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    window.workbench.query().move_to({1, 2});
    window.workbench.open_data("uniform:n=60,d=5");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.dimension == 5 && !window.workbench.busy(); }));
    EXPECT_FALSE(window.workbench.session().query);
    EXPECT_EQ(window.workbench.view().query.size(), 5u);
    // The mouse moves the query along the two components shown; along all others it stays.
    const auto before = window.workbench.view().query;
    window.workbench.query().move_to({7, 8});
    ASSERT_TRUE(window.settled());
    ASSERT_TRUE(window.workbench.view().projection.plane);
    const PrincipalPlane& plane = *window.workbench.view().projection.plane;
    const auto at = plane.place(window.workbench.view().query);
    EXPECT_NEAR(at[0], 7, 1e-6);
    EXPECT_NEAR(at[1], 8, 1e-6);
    EXPECT_NEAR(at[2], plane.place(before)[2], 1e-6);
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.dimension == 2 && !window.workbench.busy(); }));
    EXPECT_EQ(window.workbench.session().data, "hotspots:n=500");
    window.workbench.redo();
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.dimension == 5 && !window.workbench.busy(); }));
}

TEST(Workbench, AFirstQueryThatDoesNotFitIsSaid) {
    SessionState state = hotspots();
    state.query = std::vector<double>{1, 2, 3};
    Window window(state);
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().neighbours.empty(); }));
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("3 coordinates, the data 2"));
    state.query.reset();
    state.query_row = 100000;
    Window other(state);
    ASSERT_TRUE(other.until([&] { return !other.workbench.view().neighbours.empty(); }));
    ASSERT_TRUE(other.workbench.view().error);
    state.query_row = 17;
    Window right(state);
    ASSERT_TRUE(right.settled());
    EXPECT_FALSE(right.workbench.view().error);
    EXPECT_EQ(right.rows()[0], 17);
}

TEST(Workbench, FewerPointsThanNeighbours) {
    SessionState state = hotspots("heap", 5000);
    state.data = "uniform:n=7,d=3";
    Window window(state);
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.rows().size(), 7u);
    EXPECT_EQ(window.workbench.view().exactness.of, 7);
    EXPECT_EQ(window.workbench.session().k, 5000) << "asked is asked";
}

TEST(Workbench, SkippedRowsKeepTheFilesNumbers) {
    const test::TemporaryFolder folder;
    const std::string path = folder.write("a.csv", "x,y\n0,0\nnan,1\n2,2\n3,3\n");
    SessionState state = hotspots("heap", 3);
    state.data = path;
    state.query = std::vector<double>{3, 3};
    Window window(state);
    ASSERT_TRUE(window.settled());
    ASSERT_EQ(window.rows().size(), 3u);
    EXPECT_EQ(window.workbench.view().neighbours[0].file_row, 3);
    EXPECT_EQ(window.workbench.view().neighbours[0].row, 2);
    EXPECT_EQ(window.workbench.view().data.losses, std::vector<std::string>{"1 of 4 rows lacks a number in x and is left out: row 1"});
}

TEST(Workbench, PutsDegreesOnTheGroundAndBack) {
    const test::TemporaryFolder folder;
    SessionState state = hotspots("heap", 2);
    state.data = folder.write("a.csv", "lon,lat\n10,60\n11,60\n10,60.7\n");
    state.query_row = 0;
    Window window(state);
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().data.distance_unit, "degrees");
    EXPECT_EQ(window.rows().back(), 2) << "0.7 degrees north";
    window.set([](SessionState& next) { next.metres = true; });
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.distance_unit == "metres" && !window.workbench.busy(); }));
    EXPECT_EQ(window.workbench.view().axes, (std::vector<std::string>{"easting (m)", "northing (m)"}));
    EXPECT_EQ(window.workbench.session().query_row, 0) << "the query stays on its row";
    EXPECT_EQ(window.rows().back(), 1) << "56 km east";
    EXPECT_NEAR(window.workbench.view().neighbours.back().distance, 55799.47, 0.2);
    EXPECT_TRUE(session_from_json(to_json(window.workbench.session())).metres);
    EXPECT_NE(command_line(window.workbench.session()).find("--metres"), std::string::npos);
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.distance_unit == "degrees" && !window.workbench.busy(); }));
    EXPECT_EQ(window.rows().back(), 2);
    window.set([](SessionState& next) { next.metres = true; });
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.distance_unit == "metres" && !window.workbench.busy(); }));
    window.set([](SessionState& next) { next.data = "hotspots:n=9"; });
    EXPECT_FALSE(window.workbench.session().metres) << "other data may have none";
}

TEST(Workbench, ReadsTheColumnsChosenAndRefusesWhenStrict) {
    const test::TemporaryFolder folder;
    const std::string path = folder.write("a.csv", "x,y,z\n0,1,2\n3,nan,5\n6,7,8\n");
    SessionState state = hotspots("heap", 3);
    state.data = path;
    state.columns = "x,z";
    Window window(state);
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().axes, (std::vector<std::string>{"x", "z"}));
    EXPECT_EQ(window.rows().size(), 3u);
    window.set([](SessionState& next) { next.columns = "y"; });
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.dimension == 1 && !window.workbench.busy(); }));
    EXPECT_EQ(window.rows().size(), 2u);
    window.set([](SessionState& next) { next.strict = true; });
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_EQ(window.workbench.view().error->kind, Failure::input);
    EXPECT_FALSE(window.workbench.session().strict) << "the document says what is shown";
    EXPECT_EQ(window.rows().size(), 2u);
    window.workbench.open_data("hotspots:n=50");
    EXPECT_EQ(window.workbench.session().columns, "") << "columns of one file mean nothing in other data";
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.count == 50; }));
}

TEST(Workbench, CancelledLoadKeepsTheLast) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    window.workbench.open_data("vectors:n=1000000,d=100");
    window.workbench.cancel();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_EQ(window.workbench.session().data, "hotspots:n=500");
    EXPECT_EQ(window.workbench.view().data.count, 500);
    EXPECT_FALSE(window.workbench.view().error);
    window.set([](SessionState& state) { state.k = 3; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_EQ(window.rows().size(), 3u);
}

TEST(Workbench, OverThePictureOfOtherDataItSaysThatItLoads) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    SlowMethod::tiles = 20;
    SlowMethod::held = true;  // a measurement of the former data, which does not react to cancellation
    ASSERT_TRUE(window.until([] { return SlowMethod::began > SlowMethod::ended + SlowMethod::stopped; }));
    const Workbench& workbench = window.workbench;
    window.workbench.open_data("uniform:n=400");
    ASSERT_TRUE(window.until([&] { return workbench.view().data.count == 400 && workbench.view().progress; }));
    EXPECT_EQ(workbench.view().progress->title, "Loading uniform:n=400");
    EXPECT_EQ(workbench.drawable().data->count(), 500);
    SlowMethod::held = false;
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(workbench.drawable().data->count(), 400);
    EXPECT_FALSE(workbench.view().progress);
}

TEST(Workbench, NothingOfTheDataBeforeStandsUnderThoseThatUndoAndRedoBringBack) {
    const test::TemporaryFolder folder;
    const std::string first = folder.write("first.csv", "x,y,kind\n0,0,a\n1,0,b\n0,1,a\n1,1,b\n2,2,a\n");
    const std::string second = folder.write("second.csv", "x,y,kind\n5,5,a\n6,5,b\n5,6,a\n6,6,b\n");
    SlowMethod::reset();
    Window window(host_session(first, "slow", 2));
    const ViewModel& view = window.workbench.view();
    const auto known = [&] {
        return window.until([&] {
            return !window.workbench.busy() && view.timings.runs > 1 && !view.timings.phases.empty() && !view.timings.previous &&
                   view.exactness.known && view.spread;
        });
    };
    ASSERT_TRUE(known());
    window.workbench.open_data(second);
    ASSERT_TRUE(known());
    const auto holds_back = [&](const std::function<void()>& go, std::int64_t count) {
        SlowMethod::held = true;
        go();
        ASSERT_TRUE(window.until([&] { return view.data.count == count; }));
        for (int poll = 0; poll < 5; ++poll, window.workbench.poll()) {
            EXPECT_TRUE(view.neighbours.empty());
            EXPECT_EQ(view.timings.runs, 0);
            EXPECT_TRUE(view.timings.phases.empty());
            EXPECT_EQ(view.status.search_milliseconds, 0);
            EXPECT_FALSE(view.spread);
            EXPECT_FALSE(view.exactness.known);
        }
        SlowMethod::held = false;
        ASSERT_TRUE(known());
    };
    holds_back([&] { window.workbench.undo(); }, 5);
    holds_back([&] { window.workbench.redo(); }, 4);
}

TEST(Workbench, ColoursAreOfTheDocumentAndOfItsDataAlone) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    ASSERT_EQ(window.workbench.view().colouring.ways.size(), 1u) << "made points have nothing to be coloured by";
    const test::TemporaryFolder folder;
    const std::string path = folder.write("a.csv", "x,y,kind\n0,0,oak\n1,0,elm\n0,1,oak\n1,1,elm\n2,2,oak\n");
    window.workbench.open_data(path);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.count == 5; }));
    const Colouring& colouring = window.workbench.view().colouring;
    ASSERT_EQ(colouring.ways.size(), 2u);
    EXPECT_EQ(colouring.ways[colouring.shown].value, "label");
    window.set([](SessionState& state) { state.colour_by = "plain"; });
    EXPECT_EQ(colouring.shown, 0u);
    EXPECT_EQ(window.workbench.undo_kind(), "colour by");
    window.workbench.open_data("no such file.csv");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_EQ(window.workbench.session().colour_by, "plain") << "what could not be loaded changes nothing";
    EXPECT_EQ(window.workbench.undo_kind(), "colour by");
    window.workbench.undo();
    EXPECT_EQ(colouring.shown, 1u);
    window.workbench.open_data("hotspots:n=50");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.count == 50; }));
    EXPECT_EQ(window.workbench.session().colour_by, "");
    EXPECT_EQ(colouring.ways.size(), 1u);
}

TEST(Workbench, WritesPointsInTheBackground) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    const test::TemporaryFolder folder;
    const std::string path = folder / "a.csv";
    window.workbench.points().write(path);
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_FALSE(window.workbench.view().error);
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().message.empty(); }));
    EXPECT_EQ(window.workbench.view().message, "500 points written to " + path);
    const DataSet back = load_data(path, {.columns = "1,2"});
    EXPECT_EQ(back.coordinates, window.workbench.drawable().data->coordinates);
    std::string header;
    std::getline(std::ifstream(path), header);
    EXPECT_THAT(header, HasSubstr("rank,distance"));
    window.workbench.points().write(path + ".txt");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("The points were not written"));
    EXPECT_EQ(window.workbench.view().message, "");
}

TEST(Workbench, ColumnsAreLookedAtInTheBackground) {
    const test::TemporaryFolder folder;
    const std::string path = folder.write("a.csv", "x,y,height\n1,2,3\n4,5,6\n7,8,10\n");
    SessionState session = hotspots();
    session.data = path;
    session.columns = "y,x";
    Window window(session);
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(window.settled());
    workbench.points().ask_columns();
    std::optional<ColumnChoice> choice;
    ASSERT_TRUE(window.until([&] { return (choice = workbench.points().take_columns()).has_value(); }));
    EXPECT_FALSE(workbench.points().take_columns()) << "once";
    EXPECT_EQ(choice->columns(), "2,1") << "as it is loaded";
    choice->set(2, {ColumnChoice::Use::Kind::coordinate, 2, ""});
    workbench.points().choose_columns(*choice);
    ASSERT_TRUE(window.until([&] { return workbench.view().data.dimension == 3; }));
    ASSERT_TRUE(window.settled());
    workbench.undo();
    ASSERT_TRUE(window.until([&] { return workbench.view().data.dimension == 2; }));

    workbench.points().ask_columns();
    workbench.open_data("hotspots:n=100");
    ASSERT_TRUE(window.until([&] { return workbench.view().data.count == 100; }));
    EXPECT_FALSE(workbench.points().take_columns()) << "of data that went";
    EXPECT_FALSE(workbench.view().error);

    workbench.undo();
    ASSERT_TRUE(window.until([&] { return workbench.view().data.count == 3; }));
    ASSERT_TRUE(window.settled());
    std::filesystem::remove(path);
    workbench.points().ask_columns();
    ASSERT_TRUE(window.until([&] { return workbench.view().error.has_value(); }));
    EXPECT_THAT(workbench.view().error->title, HasSubstr("The columns cannot be shown"));
    EXPECT_EQ(workbench.view().data.count, 3) << "the last picture stays";
}

TEST(Workbench, OfSeveralDroppedFilesTheFirstIsOpenedAndSaidSo) {
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    const std::string folder = NEIGHBORSCOPE_TEST_DATA "/points/", diamond = folder + "diamond.xyz";
    open_dropped(window.workbench, {diamond, folder + "autzen.pts"});
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().data, diamond);
    EXPECT_EQ(window.workbench.view().message, "Only diamond.xyz is shown of 2 files: the program shows one at a time");
    EXPECT_EQ(window.workbench.view().data.count, 6);
    open_dropped(window.workbench, {folder + "diamond.ply", diamond});  // companions
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().message, "");
}

TEST(Workbench, ListsAreDroppedWithTheirQueries) {
    const test::TemporaryFolder folder;
    const std::string lists = folder.write("lists.csv", "query,rank,index,distance\n0,1,1,2.5\n"),
                      queries = folder.write("queries.csv", "x,y\n1,2\n");
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    open_dropped(window.workbench, {lists, queries});
    EXPECT_EQ(window.workbench.session().lists, lists);
    EXPECT_EQ(window.workbench.session().list_queries, queries);
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
}

TEST(Workbench, SamplesSayWhyAndWithWhichMethodToBegin) {
    for (const SampleInfo& sample : samples()) {
        SessionState session = hotspots("serial", 4);
        session.data = "sample:" + sample.name;
        Window window(session);
        ASSERT_TRUE(window.settled()) << sample.name;
        const DataFacts& facts = window.workbench.view().data;
        EXPECT_FALSE(facts.why.empty()) << sample.name;
        const MethodInfo& first = find_method(facts.first_method).info;
        EXPECT_TRUE(first.records_steps()) << sample.name << ": there is something to see";
        if (facts.own_option == "ef") {
            EXPECT_EQ(first.name, "own") << sample.name << ": an index of another library is searched as this library does";
            continue;
        }
        EXPECT_FALSE(first.unsupported_reason({facts.count, 1, facts.dimension, 16}, DeviceKind::host)) << sample.name;
        EXPECT_EQ(first.name.starts_with("quadtree"), facts.dimension <= 3) << sample.name << ": an index where one can be drawn";
    }
    Window window(hotspots());
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().data.why, "");
}

}  // namespace
}  // namespace neighborscope
