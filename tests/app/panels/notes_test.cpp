// Tests the panel of notes on the picture.
#include "described.hpp"

namespace neighborscope::panels {
namespace {

struct NotesPanel : Described {
    /// The workbench's own document, since the panel changes that.
    Panel described() {
        session = workbench.session();
        return panel("notes");
    }
};

TEST_F(NotesPanel, TextsAreTypedRingsSwitchedAndNotesErased) {
    EXPECT_FALSE(described().shown);
    workbench.change([](SessionState& state) { state.notes = {{"a hub", 17}, {"here", {}, {1, 2, 0}}}; });
    const Panel two = described();
    EXPECT_TRUE(two.shown);
    EXPECT_EQ(two.fact, "2 notes");
    const Number* text = row<Number>(two, "notes.0");
    ASSERT_TRUE(text);
    EXPECT_EQ(text->value, "a hub");
    EXPECT_EQ(text->change("the hub", false), "");
    EXPECT_EQ(workbench.session().notes[0].text, "the hub");
    EXPECT_NE(text->change(std::string(5000, 'a'), false), "");
    const Buttons* ways = row<Buttons>(two, "notes.1.ways");
    ASSERT_TRUE(ways);
    EXPECT_EQ(ways->buttons[0].checked, true);
    ways->buttons[0].run();
    EXPECT_FALSE(workbench.session().notes[1].ring);
    ways->buttons[1].run();
    EXPECT_EQ(workbench.session().notes, (std::vector<Note>{{"the hub", 17}}));
    ways->buttons[1].run();  // of a panel that was described before
    EXPECT_EQ(workbench.session().notes.size(), 1u);
}

}  // namespace
}  // namespace neighborscope::panels
