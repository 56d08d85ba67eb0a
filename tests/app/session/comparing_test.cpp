// Tests comparing lists of another program: wrong lists are found, reached and explained; invalid ones change nothing.
#include "app/commands/commands.hpp"
#include "app/session/compare/comparing.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int k = 3;
const std::string source = "hotspots:n=200,speed=400";

/// Right lists of every point, in which a test can insert errors.
class Found {
public:
    explicit Found(std::int64_t tick = 0) : data_(load_data(source)) {
        const std::unique_ptr<TickCursor> tick_cursor = data_.motion->tick_cursor();
        for (std::int64_t i = 0; i < tick; ++i) tick_cursor->next(data_.coordinates);
        for (std::int64_t query = 0; query < data_.count(); ++query)
            lists_.push_back(exhaustive_search({data_.coordinates, 2}, &data_.coordinates[std::size_t(query) * 2], k, Metric::euclidean));
    }
    TrueNeighbour& at(int query, int rank) { return lists_[std::size_t(query)][std::size_t(rank) - 1]; }
    /// Writes the lists of these queries (all if empty) as a table, or as a line of indices each.
    std::string write(const std::string& name, const std::vector<int>& queries = {}, bool table = true) const {
        const std::string path = folder_ / name;
        std::ofstream out(path);
        out.precision(9);
        if (table) out << "query,rank,index,distance\n";
        for (std::size_t i = 0; i < (queries.empty() ? lists_.size() : queries.size()); ++i) {
            if (!table) {
                for (const TrueNeighbour& one : lists_[std::size_t(queries[i])]) out << one.index << ' ';
                out << '\n';
                continue;
            }
            for (std::size_t rank = 0; rank < k; ++rank) {
                const TrueNeighbour& one = lists_[queries.empty() ? i : std::size_t(queries[i])][rank];
                out << i << ',' << rank + 1 << ',' << one.index << ',' << one.distance << '\n';
            }
        }
        return path;
    }
    std::string write_queries(const std::vector<int>& queries) const {
        const std::string path = folder_ / "queries.csv";
        std::ofstream out(path);
        out.precision(17);
        out << "x,y\n";
        for (const int query : queries) out << data_.coordinate(query, 0) << ',' << data_.coordinate(query, 1) << '\n';
        return path;
    }

private:
    test::TemporaryFolder folder_;
    DataSet data_;
    std::vector<std::vector<TrueNeighbour>> lists_;
};

struct ComparingWindow : Window {
    ComparingWindow() : Window(host_session(source, "heap", k)) {}
    const Comparing& comparing() const { return workbench.view().comparing; }
    bool compared() {
        return until([this] { return !workbench.busy() && !comparing().running; });
    }
    bool looks_at(std::int64_t query) {
        return until([this, query] { return !workbench.busy() && comparing().chosen && comparing().chosen->query == query; });
    }
};

/// Number of lists that are wrong or incomplete.
std::int64_t faulty(const ComparingWindow& window) {
    const Comparison& lists = *window.comparing().lists;
    return lists.count_of(ListClass::wrong) + lists.count_of(ListClass::missing);
}

TEST(Comparing, WrongListsAreFoundAndGoneTo) {
    Found found;
    std::swap(found.at(17, 1), found.at(17, 2));
    found.at(90, 3).index = (found.at(90, 3).index + 100) % 200;
    found.at(150, 2).distance *= 2;
    ComparingWindow window;
    ASSERT_TRUE(window.settled());
    window.workbench.comparing().compare(found.write("bad.csv"));
    ASSERT_TRUE(window.compared());
    ASSERT_TRUE(window.comparing().lists);
    EXPECT_THAT(window.comparing().lists->queries_of(ListClass::wrong), ElementsAre(17, 90, 150));
    EXPECT_THAT(comparison_text(window.comparing()), HasSubstr("3 of 200 lists are wrong in bad.csv, recall 0.9983"));
    EXPECT_EQ(window.comparing().selected_class, ListClass::wrong);
    EXPECT_FALSE(window.comparing().chosen);

    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    ASSERT_TRUE(commands.run("compare.next"));
    ASSERT_TRUE(window.looks_at(17));
    EXPECT_EQ(window.comparing().place, 0);
    EXPECT_EQ(window.comparing().chosen->misplaced, 2);
    EXPECT_EQ(window.comparing().chosen->missing, 0);
    EXPECT_EQ(window.workbench.session().query_mode, QueryMode::pinned);
    EXPECT_EQ(window.rows().front(), 17) << "the window's own search answers the same query";

    ASSERT_TRUE(commands.run("compare.next"));
    ASSERT_TRUE(window.looks_at(90));
    const ComparedList& list = *window.comparing().chosen;
    EXPECT_EQ(list.missing, 1);
    EXPECT_EQ(list.false_ones, 1);
    EXPECT_TRUE(list.ranks[2].is_false);
    EXPECT_TRUE(list.ranks[2].missing);
    EXPECT_NE(list.ranks[2].row, list.ranks[2].right_row);
    EXPECT_THAT(list.reason, HasSubstr("rank 3"));

    ASSERT_TRUE(commands.run("compare.next"));
    ASSERT_TRUE(window.looks_at(150));
    EXPECT_EQ(window.comparing().chosen->distances_wrong, 1);
    EXPECT_TRUE(window.comparing().chosen->ranks[1].distance_wrong);
    ASSERT_TRUE(commands.run("compare.next"));
    ASSERT_TRUE(window.looks_at(17)) << "round from the last to the first";
    ASSERT_TRUE(commands.run("compare.previous"));
    ASSERT_TRUE(window.looks_at(150));

    window.workbench.query().pin_at_row(3);
    ASSERT_TRUE(window.looks_at(3)) << "a click on a point shows its list, too";
    EXPECT_EQ(window.comparing().place, -1);
    EXPECT_EQ(window.comparing().chosen->list_class, ListClass::exact);
    ASSERT_TRUE(commands.run("compare.previous"));
    ASSERT_TRUE(window.looks_at(150)) << "before the first comes the last";

    ASSERT_TRUE(commands.run("compare.close"));
    ASSERT_TRUE(window.until([&] { return !window.comparing().lists; }));
    EXPECT_TRUE(commands.find("compare.next")->refuses());
}

TEST(Comparing, TheQueryGoesBeforeTheLists) {
    const Found found;
    SlowMethod::reset();
    Window window(host_session(source, "slow", k));
    ASSERT_TRUE(window.wait_until_measured());
    const auto comparing = [&]() -> const Comparing& { return window.workbench.view().comparing; };
    const int before = SlowMethod::began;
    SlowMethod::held = true;
    window.workbench.query().pin_at_row(5);
    ASSERT_TRUE(window.until([&] { return SlowMethod::began > before; }));
    window.workbench.comparing().compare(found.write("good.csv"));
    EXPECT_FALSE(window.until([&] { return !comparing().running; }, a_while)) << "a query is being answered";
    SlowMethod::held = false;
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && !comparing().running; }));
    EXPECT_EQ(comparison_text(comparing()), "All 200 lists are right in good.csv.");
}

TEST(Comparing, WhatCannotBeComparedIsSaidAndNothingIsLost) {
    const Found found;
    ComparingWindow window;
    ASSERT_TRUE(window.settled());
    const std::string good = found.write("good.csv");
    window.workbench.comparing().compare(good);
    ASSERT_TRUE(window.compared());
    EXPECT_EQ(comparison_text(window.comparing()), "All 200 lists are right in good.csv.");
    const auto before = window.comparing().lists;
    const std::pair<std::string, std::string> bad[] = {
        {found.write("few.txt", {1, 2}, false), "2 lists, but there are 200 queries"}, {"/no/such/lists.csv", "/no/such/lists.csv"}};
    for (const auto& [path, cause] : bad) {
        SCOPED_TRACE(path);
        window.workbench.comparing().compare(path);
        ASSERT_TRUE(window.compared());
        ASSERT_TRUE(window.workbench.view().error);
        EXPECT_THAT(window.workbench.view().error->title, HasSubstr(cause));
        EXPECT_EQ(window.comparing().lists, before) << "those before stay";
        EXPECT_EQ(window.workbench.session().lists, good);
        window.workbench.dismiss_error();
        ASSERT_TRUE(window.compared());
    }
}

TEST(Comparing, ListsOfAFileOfQueries) {
    Found found;
    found.at(40, 1).distance += 50;
    ComparingWindow window;
    ASSERT_TRUE(window.settled());
    const std::string lists = found.write("asked.csv", {7, 40, 41});
    open_dropped(window.workbench, {lists});
    ASSERT_TRUE(window.compared());
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->remedy, HasSubstr("queries"));
    window.workbench.comparing().name_queries(found.write_queries({7, 40, 41}));
    ASSERT_TRUE(window.compared());
    ASSERT_TRUE(window.comparing().lists);
    EXPECT_THAT(window.comparing().lists->queries_of(ListClass::wrong), ElementsAre(1));
    window.workbench.comparing().go_to_next_list(1);
    ASSERT_TRUE(window.looks_at(1));
    EXPECT_EQ(window.rows().front(), 40);
    window.workbench.query().move_to({0, 0});
    ASSERT_TRUE(window.until([&] { return !window.comparing().chosen; })) << "the query is another";
}

TEST(Comparing, FollowsMetricAndTick) {
    Found found(2);
    ComparingWindow window;
    ASSERT_TRUE(window.settled());
    window.workbench.comparing().compare(found.write("tick2.csv"));
    ASSERT_TRUE(window.compared());
    EXPECT_GT(faulty(window), 100) << "they are of another tick";
    window.workbench.moving().go_to_tick(2);
    ASSERT_TRUE(window.until([&] {
        window.workbench.report_frame("", 1);
        return window.workbench.view().moving.tick == 2 && !window.workbench.busy() && faulty(window) == 0;
    }));
    EXPECT_TRUE(window.comparing().of_this_tick);
    window.set([](SessionState& state) { state.metric = Metric::chebyshev; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.compared() && faulty(window) > 0; }));
    window.workbench.open_data("grid:n=100");
    ASSERT_TRUE(window.until([&] { return !window.comparing().lists; })) << "they are of other points";
    EXPECT_EQ(window.workbench.session().lists, "");
}

TEST(Comparing, SquaresAreNamed) {
    Found found;
    for (int query = 0; query < 200; ++query)
        for (int rank = 1; rank <= k; ++rank) found.at(query, rank).distance *= found.at(query, rank).distance;
    ComparingWindow window;
    ASSERT_TRUE(window.settled());
    window.workbench.comparing().compare(found.write("squares.csv"));
    ASSERT_TRUE(window.compared());
    EXPECT_TRUE(window.comparing().lists->has_cause(Cause::Kind::squares));
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    ASSERT_TRUE(commands.run("compare.squared"));
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.compared() && faulty(window) == 0; }));
    EXPECT_TRUE(window.workbench.session().lists_squared);
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.compared() && faulty(window) == 200; }));
}

TEST(Comparing, KFollowsTheListsAndUndoTakesAllOfItBack) {
    Found found;
    SessionState first = host_session(source, "heap", 9);
    Window window(first);
    ASSERT_TRUE(window.settled());
    window.workbench.comparing().compare(found.write("three.csv"));
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && window.workbench.view().comparing.lists; }));
    EXPECT_EQ(window.workbench.session().k, k);
    ASSERT_TRUE(window.until([&] { return window.rows().size() == std::size_t(k); }));
    EXPECT_THAT(window.workbench.view().message, HasSubstr("right in three.csv"));
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().k, 9);
    EXPECT_EQ(window.workbench.session().lists, "");
    EXPECT_EQ(window.workbench.view().message, "") << "the lists are gone";
}

TEST(Comparing, ListsWithoutThePointItselfAreSaidAndTheSwitchMendsThem) {
    ComparingWindow window;
    ASSERT_TRUE(window.settled());
    const test::TemporaryFolder folder;
    const DataSet data = load_data(source);
    std::ofstream out(folder / "others.txt");
    for (std::int64_t query = 0; query < data.count(); ++query) {
        const auto list = exhaustive_search({data.coordinates, 2}, &data.coordinates[std::size_t(query) * 2], k, Metric::euclidean, query);
        for (const TrueNeighbour& one : list) out << one.index << ' ';
        out << '\n';
    }
    out.close();
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    EXPECT_FALSE(commands.run("compare.self")) << "nothing is compared";
    window.workbench.comparing().compare(folder / "others.txt");
    ASSERT_TRUE(window.compared());
    EXPECT_GT(faulty(window), 100);
    EXPECT_TRUE(window.comparing().lists->has_cause(Cause::Kind::self_left_out));
    EXPECT_TRUE(commands.run("compare.self"));
    ASSERT_TRUE(
        window.until([&] { return !window.workbench.busy() && window.comparing().lists && window.compared() && faulty(window) == 0; }));
    EXPECT_TRUE(window.workbench.session().exclude_self);
    EXPECT_FALSE(commands.run("compare.self")) << "nothing is wrong";
}

TEST(Comparing, TheSessionKeepsTheLists) {
    SessionState state;
    state.lists = "a.csv";
    state.list_queries = "b.npy";
    EXPECT_EQ(session_from_json(to_json(state)), state);
    EXPECT_THAT(command_line(state), HasSubstr("--compare a.csv --compare-queries b.npy"));
    state.lists_squared = true;
    EXPECT_EQ(session_from_json(to_json(state)), state);
    EXPECT_THAT(command_line(state), HasSubstr("--compare-squared"));
}

}  // namespace
}  // namespace neighborscope
