// Tests the panels of compared methods: settings, numbers, and differing neighbours.
#include "described.hpp"

#include "app/session/document/contender.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "tests/patience.hpp"

namespace neighborscope::panels {
namespace {

using ::testing::HasSubstr;

struct RacePanels : Described {
    bool answered() {
        return until(workbench, [this] {
            const Racing& race = workbench.view().race;
            if (workbench.busy() || race.contenders.size() != workbench.session().compared.size() + 1) return false;
            return std::all_of(race.contenders.begin() + 1, race.contenders.end(),
                [](const Racing::Entry& one) { return !one.refusal.empty() || !one.difference.empty(); });
        });
    }
    Panel now(const std::string& id) {
        for (const PanelInfo& info : all_panels())
            if (info.id == id) return info.describe({workbench, commands, state, workbench.view(), workbench.session(), false});
        ADD_FAILURE() << "no panel " << id;
        return {};
    }
    template <class What>
    What only_now(const std::string& panel_id, const std::string& id) {
        const Panel described = now(panel_id);
        const What* found = row<What>(described, id);
        EXPECT_TRUE(found) << id;
        return found ? *found : What{};
    }
};

TEST_F(RacePanels, AreThereInARaceAlone) {
    EXPECT_FALSE(now("race").shown);
    EXPECT_FALSE(now("race_numbers").shown);
    ASSERT_TRUE(until(workbench, [this] { return !workbench.busy() && !workbench.view().neighbours.empty(); }));
    workbench.race().add("quadtree-cached");
    ASSERT_TRUE(answered());
    EXPECT_TRUE(now("race").shown);
    EXPECT_TRUE(now("race_numbers").shown);
    workbench.race().end();
    ASSERT_TRUE(until(workbench, [this] { return workbench.view().race.contenders.empty(); }));
    EXPECT_FALSE(now("race").shown);
}

TEST_F(RacePanels, TheTableOfNumbersLeavesOutWhatHasNoRoom) {
    ASSERT_TRUE(until(workbench, [this] { return !workbench.busy() && !workbench.view().neighbours.empty(); }));
    workbench.race().add("quadtree-cached");
    ASSERT_TRUE(answered());
    const auto table = only_now<Table>("race_numbers", "race_numbers.table");
    const std::vector<float> widths(table.columns.size(), 60);
    const auto titles = [&](float room) {
        std::vector<std::string> shown;
        for (const int column : table.shown_columns(widths, room)) shown.push_back(table.columns[std::size_t(column)].title);
        return shown;
    };
    EXPECT_EQ(titles(600).size(), table.columns.size());
    EXPECT_THAT(titles(500),
        testing::ElementsAre("method", "total, ms", "times A", "95\u202f% interval", "distances", "entries", "bytes", "neighbours"));
    EXPECT_THAT(titles(100), testing::ElementsAre("method", "total, ms", "times A", "neighbours")) << "these are always there";
    EXPECT_THAT(table.help(1), HasSubstr("quadtree-cached\n"));
    EXPECT_THAT(table.help(1), HasSubstr("\ndistances: "));
    EXPECT_THAT(table.help(1), HasSubstr("\nneighbours: same neighbours as A"));
}

TEST_F(RacePanels, AContenderIsSetSwappedAndRemoved) {
    ASSERT_TRUE(until(workbench, [this] { return !workbench.busy() && !workbench.view().neighbours.empty(); }));
    workbench.race().add("quadtree-cached");
    ASSERT_TRUE(answered());
    EXPECT_THAT(only_now<Text>("race", "race.B").text, HasSubstr("B  quadtree-cached"));
    EXPECT_THAT(only_now<Text>("race", "race.B.difference").text, HasSubstr("same neighbours as A"));
    EXPECT_EQ(only_now<Table>("race_numbers", "race_numbers.differences").empty, "Every list is the same as that of A");
    const auto capacity = only_now<Number>("race", "race.B.leaf-capacity");
    EXPECT_EQ(capacity.change("32", false), "");
    EXPECT_EQ(workbench.session().compared.front(), "quadtree-cached:leaf-capacity=32");
    EXPECT_NE(capacity.change("0", false), "") << "what is wrong is said";
    ASSERT_TRUE(answered());
    const auto metric = only_now<Choice>("race", "race.B.metric");
    EXPECT_EQ(metric.chosen, 0) << "as A";
    metric.change(2);
    ASSERT_TRUE(answered());
    EXPECT_EQ(contender_in(workbench.session().compared.front(), "heap").metric, Metric::manhattan);
    EXPECT_EQ(only_now<Choice>("race", "race.B.metric").chosen, 2);
    auto method = only_now<Choice>("race", "race.B.method");
    EXPECT_EQ(method.items[std::size_t(method.chosen)].text, "quadtree-cached");
    const auto serial =
        std::find_if(method.items.begin(), method.items.end(), [](const Choice::Item& one) { return one.text == "serial"; });
    ASSERT_NE(serial, method.items.end());
    method.change(int(serial - method.items.begin()));
    ASSERT_TRUE(answered());
    EXPECT_EQ(workbench.session().compared.front(), "serial:metric=manhattan");
    only_now<Buttons>("race", "race.B.ways").buttons[0].run();
    ASSERT_TRUE(answered());
    EXPECT_EQ(workbench.session().method, "serial");
    only_now<Buttons>("race", "race.B.ways").buttons[1].run();
    EXPECT_TRUE(workbench.session().compared.empty());
}

TEST_F(RacePanels, StepsSayWhatIsUnderWayBeforeTheFirstOneIsDone) {
    ASSERT_TRUE(until(workbench, [this] { return !workbench.busy() && !workbench.view().neighbours.empty(); }));
    workbench.change([](SessionState& state) { state.method = "heap"; });
    workbench.race().add("serial");
    ASSERT_TRUE(answered());
    workbench.stepping().open(true);
    ASSERT_TRUE(until(workbench, [this] { return workbench.view().race.ready; }));
    EXPECT_THAT(only_now<Text>("steps", "steps.sentence").text, HasSubstr("Nothing has happened yet"));
    workbench.race().go_to(30);
    EXPECT_EQ(only_now<Text>("steps", "steps.sentence").text, "Distances computed: 30 of 300.");
}

TEST_F(RacePanels, NumbersRefusalsAndDifferencesStandInTables) {
    ASSERT_TRUE(until(workbench, [this] { return !workbench.busy() && !workbench.view().neighbours.empty(); }));
    workbench.race().add("metric=chebyshev");
    workbench.race().add("nn-global");
    workbench.change([](SessionState& state) { state.k = 64; });
    ASSERT_TRUE(answered());
    const auto numbers = only_now<Table>("race_numbers", "race_numbers.table");
    ASSERT_EQ(numbers.count, 3);
    EXPECT_EQ(cell(numbers, 0, 0), "A  heap, Euclidean");
    EXPECT_THAT(cell(numbers, 1, 8), HasSubstr("because the metric differs"));
    EXPECT_THAT(cell(numbers, 2, 8), HasSubstr("k = 1 only"));
    EXPECT_EQ(numbers.cell(2, 8).tone, Tone::error);
    EXPECT_THAT(only_now<Text>("race", "race.C.refusal").text, HasSubstr("k = 1 only"));
    const auto differences = only_now<Table>("race_numbers", "race_numbers.differences");
    ASSERT_GT(differences.count, 0);
    EXPECT_EQ(cell(differences, 0, 0), "B has");
    EXPECT_EQ(cell(differences, differences.count - 1, 0), "B lacks");
    EXPECT_EQ(cell(differences, 0, 4), "another metric");
}

}  // namespace
}  // namespace neighborscope::panels
