// Tests the README as a sheet.
#include "app/panels/sheets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace neighborscope::panels {
namespace {

TEST(Manual, HasThePlainWordsOfTheReadme) {
    std::istringstream readme(
        "# Name\n\n**See** `k` of [them](a.md), and\nmore.\n![picture](p.png)\n## Start\n```sh\nrun.sh  # a command\n```\n- one\n"
        "- two [x\n| a | b |\n|---|---|\n| `heap` | heaps |\n");
    std::vector<std::string> texts;
    std::string headings;
    for (const Text& text : manual_texts(readme)) {
        texts.push_back(text.text);
        headings += text.heading ? text.text + "," : "";
    }
    EXPECT_THAT(texts, ::testing::ElementsAre("Name", "See k of them, and more.", "Start", "run.sh  # a command", "\u2022 one",
                           "\u2022 two [x", "a \u2013 b", "heap \u2013 heaps"));
    EXPECT_EQ(headings, "Name,Start,");
}

TEST(Manual, IsFoundBesideTheSamples) {
    const Panel panel = manual_sheet()();
    EXPECT_GT(panel.rows.size(), 40u);
    EXPECT_TRUE(std::holds_alternative<Buttons>(panel.rows.back().what));
}

}  // namespace
}  // namespace neighborscope::panels
