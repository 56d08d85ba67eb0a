// Tests points changed by hand: in the document, in the data, and the description of the change.
#include "app/session/document/edits_field.hpp"
#include "app/session/shown/point_changes.hpp"
#include "tests/refused.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Places = std::vector<std::vector<double>>;

// ---- The edits themselves -------------------------------------------------------------------------------------------------

TEST(PointEdits, NameEachPointOnce) {
    PointEdits edits;
    edits.move(3, 10, {1, 1});
    edits.move(1, 10, {5, 5});
    edits.move(3, 10, {2, 2});
    ASSERT_EQ(edits.moved.size(), 2u);
    EXPECT_EQ(edits.moved[1], (PointEdits::Moved{3, {2, 2}}));
    edits.erase(3, 10);
    edits.erase(3, 10);
    edits.move(3, 10, {9, 9});  // erased already
    EXPECT_EQ(edits.moved.size(), 1u);
    EXPECT_THAT(edits.erased, ElementsAre(3));
    edits.add({7, 7}, "a");
    edits.add({8, 8}, "");
    edits.move(10, 10, {7, 8});
    edits.erase(11, 10);
    ASSERT_EQ(edits.added.size(), 1u);
    EXPECT_EQ(edits.added[0], (PointEdits::Added{0, {7, 8}, "a"}));
    edits.erase(10, 10);
    EXPECT_TRUE(edits.added.empty()) << "added and erased leaves nothing";
}

TEST(PointEdits, AddedPointsKeepTheirNumbersWhenAnEarlierOneGoes) {
    PointEdits edits;
    for (const double x : {1.0, 2.0, 3.0}) edits.add({x, 0}, "");
    edits.erase(11, 10);
    edits.add({4, 0}, "");
    ASSERT_EQ(edits.added.size(), 3u);
    EXPECT_EQ(edits.added[1].number, 2);
    EXPECT_EQ(edits.added[2].number, 3);
}

/// Five points with a class, a title and a number.
struct Five : ::testing::Test {
    test::TemporaryFolder folder;
    const std::string file = folder.write("five.csv", "x,y,class,weight\n0,0,a,1\n8,0,a,2\nnan,1,b,3\n0,8,b,4\n8,8,b,5\n");

    DataSet loaded(const PointEdits& edits) const {
        LoadOptions options;
        options.columns = "x,y";
        options.label = "class";
        options.edits = edits;
        return load_data(file, options);
    }
};

TEST_F(Five, RowsKeepTheirNumbersAndWhatIsSaidOfThem) {
    PointEdits edits;
    edits.erase(0, 5);
    edits.move(3, 5, {1, 7});
    edits.add({4, 4}, "c");
    edits.add({5, 5}, "");
    edits.erase(5, 5);
    const DataSet data = loaded(edits);
    EXPECT_THAT(data.file_rows, ElementsAre(1, 3, 4, 6)) << "row 2 has no number, row 5 was added and erased";
    EXPECT_EQ(data.coordinate(1, 0), 1);
    EXPECT_EQ(data.coordinate(1, 1), 7);
    EXPECT_EQ(data.label()->text(1), "b");
    EXPECT_EQ(data.label()->text(3), "") << "no class was given";
    for (const Quantity& quantity : data.quantities) EXPECT_EQ(quantity.count(), 4) << quantity.name;
    EXPECT_NE(data.hash, loaded({}).hash);
    edits = {};
    edits.add({4, 4}, "c");
    EXPECT_EQ(loaded(edits).label()->text(4), "c");
}

TEST_F(Five, WhatCannotBeDoneIsOneErrorThatSaysWhy) {
    const auto error_of = [&](const PointEdits& edits) { return test::refused(Failure::input, [&] { loaded(edits); }); };
    PointEdits edits;
    edits.erased = {9};
    EXPECT_THAT(error_of(edits), HasSubstr("edits: there is no point in row 9 to be erased"));
    edits = {};
    edits.moved = {{2, {1, 1}}};
    EXPECT_THAT(error_of(edits), HasSubstr("no point in row 2 to be moved")) << "it was left out";
    edits = {};
    edits.moved = {{1, {1, 1, 1}}};
    EXPECT_THAT(error_of(edits), HasSubstr("has 3 coordinates, the data 2"));
    edits = {};
    edits.added = {{0, {1e39, 0}, ""}};
    EXPECT_THAT(error_of(edits), HasSubstr("float32"));
    const auto of = [](const std::string& source) {
        LoadOptions options;
        options.edits.erased = {0};
        return test::refused(Failure::usage, [&] { load_data(source, options); });
    };
    EXPECT_THAT(of("uniform:n=10,d=5"), HasSubstr("5 dimensions"));
    EXPECT_THAT(of("sample:digits"), HasSubstr("pictures"));
}

TEST_F(Five, EveryPointMayGo) {
    PointEdits edits;
    for (const std::int64_t row : {0, 1, 3, 4}) edits.erase(row, 5);
    EXPECT_EQ(loaded(edits).count(), 0);
}

// ---- In a session file ----------------------------------------------------------------------------------------------------

TEST(EditsField, GoesIntoAFileAndOutOfIt) {
    SessionState state;
    state.edits.add({1, 2}, "a");
    state.edits.add({3, 4}, "");
    state.edits.erase(10, 10);
    state.edits.move(7, 10, {0.5, -3});
    state.edits.erase(2, 10);
    EXPECT_EQ(edits_to_json(state).dump(), R"([{"add":[3.0,4.0],"number":1},{"at":[0.5,-3.0],"move":7},{"erase":2}])");
    EXPECT_EQ(session_from_json(to_json(state)).edits, state.edits);
    EXPECT_THAT(command_line(state), HasSubstr("--edits '[{\"add\":"));
    EXPECT_TRUE(edits_arguments(SessionState()).empty());
}

TEST(EditsField, IsPutInOrderWhenRead) {
    SessionState state;
    edits_from_json(state, "edits", json::parse(R"([{"move": 3, "at": [1, 1]}, {"add": [5, 5]}, {"erase": 4}, {"move": 2, "at": [2, 2]},
        {"erase": 1}, {"add": [6, 6], "class": "b"}])"));
    ASSERT_EQ(state.edits.moved.size(), 2u);
    EXPECT_EQ(state.edits.moved[0], (PointEdits::Moved{2, {2, 2}}));
    EXPECT_THAT(state.edits.erased, ElementsAre(1, 4));
    ASSERT_EQ(state.edits.added.size(), 2u);
    EXPECT_EQ(state.edits.added[1], (PointEdits::Added{1, {6, 6}, "b"}));
}

TEST(EditsField, MalformedEditsNameTheKey) {
    const auto error_of = [](const char* text) {
        SessionState state;
        return test::refused(Failure::input, [&] { edits_from_json(state, "edits", json::parse(text)); });
    };
    EXPECT_THAT(error_of(R"({"erase": 1})"), HasSubstr("\"edits\" must be a list of"));
    EXPECT_THAT(error_of(R"([{"erase": 1, "move": 2}])"), HasSubstr("\"edits\""));
    EXPECT_THAT(error_of(R"([3])"), HasSubstr("\"edits\""));
    EXPECT_THAT(error_of(R"([{"erase": -1}])"), HasSubstr("\"edits.erase\" must be a whole number"));
    EXPECT_THAT(error_of(R"([{"move": 1}])"), HasSubstr("\"edits\""));
    EXPECT_THAT(error_of(R"([{"move": 1.5, "at": [1, 2]}])"), HasSubstr("\"edits.move\""));
    EXPECT_THAT(error_of(R"([{"move": 1, "at": [1, null]}])"), HasSubstr("\"edits.at\" must be a list of numbers"));
    EXPECT_THAT(error_of(R"([{"add": [1e39, 0]}])"), HasSubstr("\"edits.add\""));
    EXPECT_THAT(error_of(R"([{"add": []}])"), HasSubstr("\"edits.add\""));
    EXPECT_THAT(error_of(R"([{"add": [1, 2], "class": 7}])"), HasSubstr("\"edits.class\" must be a text"));
    EXPECT_THAT(error_of(R"([{"erase": 3}, {"erase": 1}, {"erase": 3}])"), HasSubstr("edits: row 3 is erased twice"));
    EXPECT_THAT(error_of(R"([{"move": 3, "at": [1, 2]}, {"move": 3, "at": [1, 2]}])"), HasSubstr("edits: row 3 is moved twice"));
    EXPECT_THAT(error_of(R"([{"erase": 3}, {"move": 3, "at": [1, 2]}])"), HasSubstr("edits: row 3 is moved and erased"));
    EXPECT_THAT(error_of(R"([{"add": [1, 2]}, {"add": [1, 2], "number": 0}])"), HasSubstr("edits: number 0 is added twice"));
}

// ---- Leaves ---------------------------------------------------------------------------------------------------------------

/// A tree over 4 x 4 cells whose leaves begin at these cells.
RecordedTree tree_of(std::vector<std::uint32_t> first_cell) {
    RecordedTree tree{.dimension = 2, .low = {0, 0, 0}, .side = 8, .level = 2, .first_cell = std::move(first_cell), .objects = {}};
    tree.objects.assign(tree.first_cell.size() - 1, 1);
    return tree;
}

TEST(ChangedLeaves, SayWhoSplitAndWhoMerged) {
    const RecordedTree before = tree_of({0, 4, 8, 12, 16}), after = tree_of({0, 4, 8, 9, 10, 11, 12, 16});
    const LeafChanges split = changed_leaves(before, after);
    ASSERT_EQ(split.split.size(), 1u);
    EXPECT_TRUE(split.merged.empty());
    EXPECT_EQ(split.split[0].leaf, 2);
    EXPECT_EQ(split.split[0].boxes.size(), 4u);
    EXPECT_EQ(split.split[0].box.low, (std::array<float, 3>{0, 4, 0}));
    EXPECT_EQ(split.split[0].box.size[0], 4);
    EXPECT_EQ(split.text(), "leaf 2 split into 4 (now 2 – 5)");
    const LeafChanges merged = changed_leaves(after, before);
    EXPECT_TRUE(merged.split.empty());
    EXPECT_EQ(merged.text(), "leaves 2 – 5 merged into leaf 2");
    EXPECT_FALSE(changed_leaves(before, before).any());
    EXPECT_EQ(changed_leaves(before, before).text(), "");
}

TEST(ChangedLeaves, OfTreesOfOtherDepthAreTheSameCells) {
    RecordedTree shallow = tree_of({0, 1, 2, 3, 4});
    shallow.level = 1;
    EXPECT_FALSE(changed_leaves(shallow, tree_of({0, 4, 8, 12, 16})).any());
    RecordedTree root = tree_of({0, 1});
    root.level = 0;
    EXPECT_EQ(changed_leaves(root, tree_of({0, 4, 8, 9, 10, 11, 12, 16})).text(), "leaf 0 split into 7 (now 0 – 6)");
    RecordedTree other = shallow;
    other.side = 9;
    EXPECT_THAT(changed_leaves(shallow, other).text(), HasSubstr("another square: 4 leaves before, now 4"));
    RecordedTree before = shallow, after = other;
    before.dimension = after.dimension = 3;
    EXPECT_THAT(changed_leaves(before, after).text(), HasSubstr("another cube"));
}

TEST(ChangedLeaves, RunsOfPointsShiftBehindAChange) {
    RecordedTree before;
    before.objects = {32, 32, 8};
    before.boxes = {{{0, 0}, {1, 1}}, {{1, 0}, {1, 1}}, {{2, 0}, {1, 1}}};
    EXPECT_FALSE(changed_leaves(before, before).any());
    RecordedTree after = before;
    after.boxes[1].size[0] = 1.5f;
    after.boxes.push_back({{3, 0}, {1, 1}});
    after.objects = {32, 32, 32, 4};
    EXPECT_EQ(changed_leaves(before, after).shifted, 2);
    EXPECT_EQ(changed_leaves(before, after).text(), "2 of 4 leaves (runs of points along a curve) shifted");
}

}  // namespace
}  // namespace neighborscope
