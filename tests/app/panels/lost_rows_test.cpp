// Tests the texts about rows that a choice of columns drops.
#include "described.hpp"

#include "app/panels/sheets.hpp"

namespace neighborscope::panels {
namespace {

TEST_F(Described, TheDataPanelSaysWhatWasLost) {
    view.data.loaded = true;
    view.data.losses = {"328 of 500 rows lack a number in Preis and are left out, the first is row 0", "Not taken as coordinates: Höhe"};
    EXPECT_EQ(only<Text>("data", "data.losses.0").text, view.data.losses[0]);
    EXPECT_EQ(only<Text>("data", "data.losses.0").tone, Tone::warning);
    EXPECT_EQ(only<Text>("data", "data.losses.1").text, view.data.losses[1]);
}

TEST_F(Described, TheColumnsSaySoBeforeTheyAreLoaded) {
    TablePreview table;
    for (const char* name : {"Länge", "Preis"}) table.columns.push_back({name, true, {"1", ""}, ColumnPreview::Use::attribute});
    table.coordinates = {0};
    table.missing_values = {500, true, {{}, {1, 2, 3}}};
    const auto columns = std::make_shared<ColumnChoice>(table, table);
    const Sheet sheet = columns_sheet(workbench, columns);
    const Panel guess = sheet();
    EXPECT_EQ(row<Text>(guess, "columns.loss")->text, "None of 500 rows is left out");
    EXPECT_EQ(row<Choice>(guess, "columns.use.1")->note.find("3 of 500 rows lack a number: 1"), 0u);
    columns->set(1, {ColumnChoice::Use::Kind::coordinate, 1, ""});
    const Panel lossy = sheet();
    EXPECT_EQ(row<Text>(lossy, "columns.loss")->text, "3 of 500 rows lack a number in Preis and are left out");
    EXPECT_EQ(row<Text>(lossy, "columns.loss")->tone, Tone::warning);
}

}  // namespace
}  // namespace neighborscope::panels
