// Trajectories in text files: the positions of objects at each tick.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

/// Returns positions at every tick, including the first, by one cursor.
std::vector<std::vector<float>> ticks_of(const DataSet& data) {
    std::vector<std::vector<float>> all{data.coordinates};
    if (!data.motion) return all;
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    for (std::vector<float> next(data.coordinates.size(), -777); tick_cursor->next(next);) all.push_back(next);
    std::vector<float> untouched(data.coordinates.size(), -777);
    EXPECT_FALSE(tick_cursor->next(untouched));
    EXPECT_THAT(untouched, testing::Each(-777));
    EXPECT_EQ(std::int64_t(all.size()), data.motion->ticks());
    return all;
}

TEST(Trajectories, ObjectsMoveTickByTick) {
    const DataSet data = load_text("tick,id,x,y\n0,a,1,2\n0,b,3,4\n1,a,5,6\n1,b,3,5\n2,b,7,8\n");
    EXPECT_THAT(ticks_of(data), ElementsAre(ElementsAre(1, 2, 3, 4), ElementsAre(5, 6, 3, 5), ElementsAre(5, 6, 7, 8)));
    EXPECT_EQ(ticks_of(data), ticks_of(data)) << "every walk is the same";
    ASSERT_EQ(data.title(), &data.quantities.at(0));
    EXPECT_EQ(data.quantities[0].name, "id");
    EXPECT_EQ(data.quantities[0].text(0), "a");
    EXPECT_EQ(data.quantities[0].text(1), "b");
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    EXPECT_TRUE(data.file_rows.empty());
}

TEST(Trajectories, RowsInAnyOrderGapsLatecomersAndRepetitions) {
    // 7 appears only in tick 5; in tick 9 object 1 has two rows, of which the last counts; tick 3 is at the end of the file.
    const DataSet data =
        load_text("y;note;Time;x;ID;z\n0,5;a;5;1;1;0\n2;b;5;8;7;1\n9;b;9;9;1;9\n3;c;9;4;1;1,5\n0;d;3;0;1;0\n6;e;5;6;7;6\n");
    EXPECT_EQ(data.count(), 2);
    EXPECT_EQ(data.dimension, 3);
    EXPECT_THAT(
        ticks_of(data), ElementsAre(ElementsAre(0, 0, 0, 6, 6, 6), ElementsAre(1, .5f, 0, 6, 6, 6), ElementsAre(4, 3, 1.5f, 6, 6, 6)))
        << "7 stands at its first position before it appears, the last one of its first tick";
    EXPECT_EQ(data.motion->tick_number(0), 3);
    EXPECT_EQ(data.motion->tick_number(1), 5);
    EXPECT_EQ(data.motion->tick_number(2), 9);
    EXPECT_EQ(data.quantities[0].text(0), "1");
    EXPECT_EQ(data.quantities[0].text(1), "7");
}

TEST(Trajectories, OneOriginForAllTicks) {
    const DataSet data = load_text("t,id,x,y\n1,p,4000000.25,1\n2,p,4000001.5,1\n2,q,4000000.75,2\n3,q,4000000.5,NA\n");
    EXPECT_THAT(data.origin, ElementsAre(4000001, 0));
    EXPECT_THAT(ticks_of(data), ElementsAre(ElementsAre(-.75f, 1, -.25f, 2), ElementsAre(.5f, 1, -.25f, 2)));
    EXPECT_EQ(data.skipped.count, 1) << "a row without a position";
    expect_error(Failure::input, {":5: column 'y' is NaN, infinite or missing"},
        [] { load_text("t,id,x,y\n1,p,1,1\n2,p,2,1\n2,q,3,2\n3,q,4,NA\n", "", "points.csv", true); });
}

TEST(Trajectories, OnlyAHeaderMakesThem) {
    const std::string text = "tick,id,x,y\n0,1,1,2\n1,1,3,4\n";
    EXPECT_TRUE(load_text(text).motion);
    EXPECT_EQ(load_text(text, "x,y").count(), 2) << "with columns chosen, a table";
    EXPECT_FALSE(load_text(text, "x,y").motion);
    EXPECT_FALSE(load_text("tick,x,y\n0,1,2\n1,3,4\n").motion);
    EXPECT_FALSE(load_text("time,id,lon,lat\n0,1,1,2\n1,1,3,4\n").motion);
    EXPECT_FALSE(load_text("time,id,x,y\n2018-01-01,1,1,2\n2018-01-02,1,3,4\n").motion) << "a date is no tick";
    const DataSet still = load_text("tick,id,x,y\n0,1,1,2\n0,2,3,4\n");
    EXPECT_FALSE(still.motion) << "a single tick does not move";
    EXPECT_THAT(still.coordinates, ElementsAre(1, 2, 3, 4));
    const DataSet seconds = load_text("t,id,x,y\n0.5,1,1,2\n1.25,1,3,4\n");
    EXPECT_EQ(seconds.motion->tick_number(1), 1) << "fractions are numbered";
    const File file("points.csv", text);
    LoadOptions plain;
    plain.quantities = false;
    EXPECT_TRUE(load_data(file.path(), plain).motion) << "motion is no attribute";
    EXPECT_TRUE(load_data(file.path(), plain).quantities.empty());
}

TEST(Trajectories, RefusesRowsWithoutTickOrIdWithTheLine) {
    expect_refused("tick,id,x,y\n0,a,1,2\n\n# note\n,b,3,4\n", {":5: column 'tick' is missing", "--columns x,y"});
    expect_refused("tick,id,x,y\n0,a,1,2\n1,a,NA,2\n1,,3,4\n", {":4: column 'id' is missing"});
    expect_refused("tick,id,x,y\n0,a,1,2\n1,\"a\nb\",1,2\n1,a,1,2\nsoon,b,3,4\n", {":6: column 'tick' is not a number"});
    expect_refused("tick,id,x,y\n0,a,1,2\n1,a,east,2\n", {":3: 'east' in column 'x' is not a number"});
}

TEST(Trajectories, ALabelIsThatOfTheFirstRow) {
    const std::string text = "tick,id,x,y,kind\n1,a,1,1,bus\n0,a,0,0,car\n0,b,1,0,bus\n2,c,5,5,car\n";
    const File file("points.csv", text);
    const auto labelled = [&](const std::string& label) {
        LoadOptions options;
        options.label = label;
        return load_data(file.path(), options);
    };
    const DataSet data = labelled("kind");
    ASSERT_EQ(data.label(), &data.quantities.at(1));
    EXPECT_EQ(data.title(), &data.quantities.at(0));
    EXPECT_THAT(data.quantities[1].words()->different, ElementsAre("car", "bus"));
    EXPECT_THAT(data.quantities[1].words()->of_point, ElementsAre(0, 1, 0));
    EXPECT_TRUE(labelled("id").quantities.at(0).is_label);
    EXPECT_FALSE(labelled("none").label());
    EXPECT_TRUE(labelled("5").motion) << "by number";
    expect_error(Failure::usage, {"no column 'kin'", "kind"}, [&] { labelled("kin"); });
    expect_error(Failure::usage, {"ticks", "no classes"}, [&] { labelled("tick"); });
}

TEST(Trajectories, ManyObjectsMatchAPlainReplay) {
    std::string text = "tick,id,x,y\n";
    constexpr int objects = 500, ticks = 200;
    std::vector<float> now(2 * objects);
    std::vector<std::vector<float>> expected;
    std::uint32_t random = 7;
    const auto next = [&](std::uint32_t n) { return (random = random * 1664525 + 1013904223) / 65536 % n; };
    for (int tick = 0; tick < ticks; ++tick) {
        for (int object = 0; object < objects; ++object) {
            if (tick > 0 && next(3) > 0) continue;
            now[std::size_t(2 * object)] = float(next(1000));
            now[std::size_t(2 * object + 1)] = float(next(1000));
            text += std::to_string(10 * tick) + ",car" + std::to_string(object) + "," + std::to_string(int(now[std::size_t(2 * object)])) +
                    "," + std::to_string(int(now[std::size_t(2 * object + 1)])) + "\n";
        }
        expected.push_back(now);
    }
    EXPECT_EQ(ticks_of(load_text(text)), expected);
}

}  // namespace
}  // namespace neighborscope::test
