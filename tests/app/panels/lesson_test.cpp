// The panel of a lesson: what it says, and that every lesson that comes with the program can be clicked through.
#include "app/lessons/page_session.hpp"
#include "app/lessons/shipped.hpp"
#include "app/panels/panel.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "tests/sanitized.hpp"
#include "tests/patience.hpp"
#include "tests/settings_folder.hpp"
#include "tests/small_png.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::panels {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A window with the panels of a lesson.
struct LessonPanel : ::testing::Test {
    static SessionState first() {
        SessionState session;
        session.data = "hotspots:n=50";
        session.device = "host";
        return session;
    }
    LessonPanel() : workbench(first(), [] {}) { add_standard_commands(commands, workbench, {}); }

    Panel panel(const std::string& id) {
        const auto all = all_panels();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].id == id) {
                described.refresh(i, {workbench, commands, state, workbench.view(), workbench.session()});
                return described.of(i);
            }
        return {};
    }
    std::string text() {
        std::string all;
        for (const Row& row : panel("lesson").rows)
            if (const auto* prose = std::get_if<Prose>(&row.what)) all += prose->text() + "\n";
        return all;
    }
    /// Presses a choice, or a button; false if there is none.
    bool press(const std::string& id) {
        for (const char* name : {"lesson", "lesson_pages"})
            for (const Row& row : panel(name).rows) {
                if (const auto* prose = std::get_if<Prose>(&row.what); prose && row.id == id && prose->press && !prose->refusal)
                    return prose->press(), true;
                if (const auto* buttons = std::get_if<Buttons>(&row.what))
                    for (const Button& button : buttons->buttons)
                        if (button.id == id && button.run && !button.refusal) return button.run(), true;
            }
        return false;
    }
    bool until(const std::function<bool()>& done) { return neighborscope::until(workbench, done); }
    bool ran() {
        return until([&] { return workbench.lessons().facts() || !workbench.lessons().page_error().empty(); });
    }

    test::SettingsFolder folder;
    Workbench workbench;
    Commands commands;
    PanelState state;
    DescribedPanels described;
};

TEST_F(LessonPanel, IsHiddenWithoutALesson) {
    EXPECT_FALSE(panel("lesson").shown);
    EXPECT_FALSE(panel("lesson_pages").shown);
    EXPECT_FALSE(press("lesson.next"));
}

TEST_F(LessonPanel, WaitsForTheRunOfThePage) {
    open_lesson(workbench, folder.write("a.md",
                               "# T\n```page\ndata: hotspots:n=60\n```\n## A\nOf {points} *points*, $x_i$:\n\n- one\n- two\n\n```sh\nls\n  "
                               "-l\n```\n\n{nothing}\n"));
    EXPECT_THAT(text(), HasSubstr("Of \u2026 points, x\u1d62:"));
    ASSERT_TRUE(ran());
    EXPECT_THAT(text(), HasSubstr("Of 60 points, x\u1d62:\n\u2022 one\n\u2022 two\nls\n  -l\n"));
    EXPECT_THAT(text(), HasSubstr("line 16: ")) << "a mistake is said in its place";
}

TEST_F(LessonPanel, HasExercisesThatArePressed) {
    open_lesson(workbench,
        folder.write("a.md",
            "# T\n```page\ndata: hotspots:n=60\n```\n## A\n```question\nask: Which?\nwrong: This.\nbecause: Why not.\nright: That.\n```\n"
            "```hint\nLook.\n```\n```page\ndata: hotspots:n=60\n```\n## B\n```predict\nask: How many?\nanswer: points\n```\nAfter.\n"));
    EXPECT_THAT(text(), Not(HasSubstr("Look.")));
    EXPECT_TRUE(press("lesson.1.hint"));
    EXPECT_THAT(text(), HasSubstr("Look."));
    EXPECT_FALSE(press("lesson.1.hint")) << "there is one";
    EXPECT_TRUE(press("lesson.1.choice.0"));
    EXPECT_THAT(text(), HasSubstr("Why not."));
    EXPECT_FALSE(press("lesson.1.choice.0"));
    EXPECT_TRUE(press("lesson.1.choice.1"));
    EXPECT_FALSE(press("lesson.back"));
    EXPECT_TRUE(press("lesson.next"));
    EXPECT_THAT(text(), Not(HasSubstr("After.")));
    ASSERT_TRUE(ran());
    EXPECT_FALSE(press("lesson.1.answer")) << "nothing is typed";
    for (const Row& row : panel("lesson").rows) {
        const auto* number = std::get_if<Number>(&row.what);
        if (!number) continue;
        EXPECT_EQ(number->change("60", true), "");
    }
    EXPECT_TRUE(press("lesson.1.answer"));
    EXPECT_THAT(text(), HasSubstr("You said 60. It is 60: well predicted."));
    EXPECT_THAT(text(), HasSubstr("After."));
    EXPECT_EQ(panel("lesson_pages").fact, "2 of 2");
    EXPECT_TRUE(press("lesson.close"));
    EXPECT_FALSE(panel("lesson").shown);
}

TEST_F(LessonPanel, ShowsPicturesOrSaysWhyNot) {
    folder.write("a.png", test::small_png());
    open_lesson(workbench, folder.write("a.md",
                               "# T\n```page\ndata: hotspots:n=60\n```\n## A\nBefore ![two squares](a.png) behind.\n\n"
                               "- in a list\n\n  ![again](a.png)\n\n![a map](none.png)\n"));
    std::vector<const Figure*> figures;
    const Panel shown = panel("lesson");
    for (const Row& row : shown.rows)
        if (const auto* figure = std::get_if<Figure>(&row.what)) {
            figures.push_back(figure);
            EXPECT_EQ(row.help, figure->text) << "its tooltip";
        }
    ASSERT_EQ(figures.size(), 2u);
    EXPECT_EQ(figures[0]->text, "two squares");
    EXPECT_EQ(figures[0]->picture, figures[1]->picture) << "read once";
    EXPECT_EQ(figures[0]->picture->size.width, 4);
    EXPECT_EQ(figures[0]->width_in(300), 4);
    EXPECT_EQ(figures[0]->width_in(2), 2);
    EXPECT_EQ(figures[0]->height_of(2), 1);
    EXPECT_THAT(text(), HasSubstr("Before \n"));
    EXPECT_THAT(text(), HasSubstr(" behind.\n"));
    EXPECT_THAT(text(), HasSubstr("Picture: a map\n"));
    EXPECT_THAT(text(), HasSubstr("none.png"));
}

TEST_F(LessonPanel, OtherPanelsDoNotTellTheAnswerOfAnOpenPrediction) {
    open_lesson(workbench,
        folder.write("a.md",
            "# T\n```page\ndata: hotspots:n=60\n```\n## A\nText.\n```predict\nask: How far?\nanswer: k-th distance\n```\nAfter.\n"
            "```page\ndata: hotspots:n=60\n```\n## B\n```predict\nask: How many?\nanswer: points\n```\nAfter.\n"));
    ASSERT_TRUE(until([&] { return !workbench.view().neighbours.empty() && workbench.lessons().facts(); }));
    const auto is_veiled = [&](const char* id) {
        const Panel shown = panel(id);
        const auto* text = shown.rows.size() == 1 ? std::get_if<Text>(&shown.rows.front().what) : nullptr;
        return text && text->text == answer_first && shown.fact.empty() &&
               std::all_of(shown.actions.begin(), shown.actions.end(), [](const Button& one) { return one.refusal.has_value(); });
    };
    for (const char* id : {"neighbours", "exactness", "timings", "distances"}) EXPECT_TRUE(is_veiled(id)) << id;
    for (const char* id : {"data", "method", "query", "lesson"}) EXPECT_FALSE(is_veiled(id)) << id << ": what can be changed stays";
    EXPECT_EQ(presented_facts(workbench.view(), workbench.session()).size(), 2u) << "what is asked, without what was found";
    EXPECT_EQ(presented_sentence(workbench.view(), workbench.session()), answer_first);
    workbench.lessons().predict(2, "");
    EXPECT_FALSE(is_veiled("neighbours"));
    EXPECT_FALSE(is_veiled("timings"));
    workbench.lessons().next();
    EXPECT_TRUE(is_veiled("neighbours")) << "the page waits, with its own points";
    workbench.lessons().back();
    EXPECT_FALSE(is_veiled("neighbours")) << "it was answered";
    workbench.lessons().start_again();
    EXPECT_TRUE(is_veiled("neighbours"));
    workbench.lessons().close();
    EXPECT_FALSE(is_veiled("neighbours"));
}

TEST_F(LessonPanel, APredictionWaitsForTheNumbersAndReturnAnswersIt) {
    open_lesson(
        workbench, folder.write("a.md",
                       "# T\n```page\ndata: hotspots:n=60\n```\n## A\nOf {points}.\n```predict\nask: How many?\nanswer: points\n```\n"));
    const auto field = [&] {
        for (const Row& row : panel("lesson").rows)
            if (const auto* number = std::get_if<Number>(&row.what)) return *number;
        return Number{};
    };
    EXPECT_EQ(panel("lesson").keyboard, "lesson.2.guess") << "what is typed is an answer, no shortcut";
    EXPECT_THAT(text(), HasSubstr("computes the numbers of this page first"));
    EXPECT_FALSE(field().enter);
    EXPECT_FALSE(press("lesson.2.skip"));
    ASSERT_TRUE(ran());
    EXPECT_THAT(text(), Not(HasSubstr("computes the numbers")));
    ASSERT_TRUE(field().enter);
    field().enter();
    EXPECT_FALSE(workbench.lessons().progress().of(0, 2).done) << "nothing is typed";
    field().change("7", true);
    field().enter();
    EXPECT_THAT(text(), HasSubstr("You said 7. It is 60, more than you said."));
    for (const Row& row : panel("lesson").rows)
        if (const auto* prose = std::get_if<Prose>(&row.what); prose && prose->framed) {
            EXPECT_EQ(prose->mark, Mark::none) << prose->text();
        }
}

TEST_F(LessonPanel, ScrollsToWhatHasJustAppeared) {
    open_lesson(workbench, folder.write("a.md",
                               "# T\n```page\ndata: hotspots:n=60\n```\n## A\n```question\nask: Which?\nwrong: This.\nbecause: Why not.\n"
                               "right: That.\n```\n```hint\nLook.\n```\n"));
    EXPECT_EQ(panel("lesson").reveal, "");
    EXPECT_TRUE(press("lesson.1.hint"));
    const Panel now = panel("lesson");
    EXPECT_EQ(now.reveals, 1u);
    const auto row = std::find_if(now.rows.begin(), now.rows.end(), [&](const Row& one) { return one.id == now.reveal; });
    ASSERT_NE(row, now.rows.end());
    EXPECT_EQ(std::get<Prose>(row->what).text(), "Look.");
    EXPECT_TRUE(press("lesson.1.choice.0"));
    EXPECT_EQ(panel("lesson").reveals, 2u);
}

TEST_F(LessonPanel, MarksWhatIsDoneAndNamesTheNextLesson) {
    const auto titles = [&] {
        std::string all;
        const Panel pages = panel("lesson_pages");
        for (const Choice::Item& item : std::get<Choice>(pages.rows.front().what).items) all += item.text + "\n";
        return all;
    };
    open_lesson(workbench, folder.write("a.md",
                               "# T\n```page\ndata: hotspots:n=60\n```\n## A\n```question\nask: Which?\nwrong: This.\nbecause: Why not.\n"
                               "right: That.\n```\n```page\ndata: hotspots:n=60\n```\n## B\n"));
    EXPECT_THAT(text(), Not(HasSubstr("last page")));
    EXPECT_TRUE(press("lesson.next"));
    EXPECT_EQ(titles(), "1  A\n2  B  \u2013 done\n");
    EXPECT_THAT(text(), HasSubstr("This is the last page. Not done yet: page 1."));
    EXPECT_TRUE(press("lesson.back"));
    EXPECT_TRUE(press("lesson.1.choice.1"));
    EXPECT_EQ(titles(), "1  A  \u2013 done\n2  B  \u2013 done\n");
    EXPECT_TRUE(press("lesson.next"));
    EXPECT_THAT(text(), HasSubstr("The lesson is finished."));

    const std::string first(lessons::shipped_lessons()[0]), second(lessons::shipped_lessons()[1]);
    ASSERT_TRUE(commands.run("lesson.open." + first));
    workbench.lessons().go_to(workbench.lessons().lesson()->pages.size() - 1);
    ASSERT_TRUE(ran());
    for (std::size_t part = 0; part < workbench.lessons().lesson()->pages[workbench.lessons().page()].parts.size(); ++part)
        press("lesson." + std::to_string(part) + ".skip");
    EXPECT_TRUE(press("lesson.open." + second));
    EXPECT_EQ(workbench.lessons().name(), second);
}

TEST_F(LessonPanel, IsLargeWhilePresenting) {
    open_lesson(workbench, folder.write("a.md", "# T\n```page\ndata: hotspots:n=60\n```\n## A\n"));
    state.presenting = true;
    EXPECT_TRUE(std::get<Prose>(panel("lesson").rows.front().what).large);
}

TEST_F(LessonPanel, OfAFileWithAMistakeIsAnErrorCard) {
    open_lesson(workbench, folder.write("a.md", "# T\n```page\ndata: hotspots:n=60\nkk: 3\n```\n"));
    ASSERT_TRUE(workbench.view().error);
    EXPECT_THAT(workbench.view().error->title, HasSubstr("a.md, line 4: "));
    EXPECT_FALSE(panel("lesson").shown);
}

/// As a student would: guesses nothing, opens the hints, tries a wrong choice first, and does every task.
TEST_F(LessonPanel, EveryLessonCanBeClickedThrough) {
    for (const std::string_view name : lessons::shipped_lessons()) {
        if (test::sanitized && name != lessons::shipped_lessons().front()) continue;  // the others run the same code for minutes
        SCOPED_TRACE(name);
        ASSERT_TRUE(commands.run("lesson.open." + std::string(name)));
        LessonControls& open = workbench.lessons();
        ASSERT_TRUE(open.lesson());
        for (std::size_t page = 0;; ++page) {
            SCOPED_TRACE(page + 1);
            ASSERT_EQ(open.page(), page);
            const lessons::Page shown = open.lesson()->pages[page];
            for (std::size_t part = 0; part < shown.parts.size(); ++part) {
                const auto* exercise = std::get_if<lessons::Exercise>(&shown.parts[part]);
                if (!exercise) continue;
                const std::string id = "lesson." + std::to_string(part) + ".";
                for (std::size_t hint = 0; hint < exercise->hints.size(); ++hint) EXPECT_TRUE(press(id + "hint"));
                if (std::holds_alternative<lessons::Prediction>(exercise->what)) {
                    ASSERT_TRUE(ran());
                    EXPECT_TRUE(press(id + "skip"));
                }
                if (const auto* question = std::get_if<lessons::Question>(&exercise->what)) {
                    for (const bool right : {false, true})
                        for (std::size_t choice = 0; choice < question->choices.size(); ++choice) {
                            if (question->choices[choice].right != right) continue;
                            EXPECT_TRUE(press(id + "choice." + std::to_string(choice)));
                        }
                }
                if (const auto* task = std::get_if<lessons::Task>(&exercise->what)) {
                    EXPECT_TRUE(until([&] { return !workbench.busy(); }));
                    SessionState solved = workbench.session();
                    lessons::apply(solved, task->solution, open.lesson()->file);
                    workbench.replace(solved);
                    EXPECT_TRUE(until([&] { return open.progress().of(page, part).done; })) << "a task in line " << exercise->line;
                    open.show_again();
                }
            }
            ASSERT_TRUE(ran());
            EXPECT_EQ(open.page_error(), "");
            EXPECT_TRUE(lessons::is_done(*open.lesson(), open.progress(), page));
            EXPECT_THAT(text(), Not(HasSubstr("lesson.md, line"))) << "a mistake";
            if (!open.can_go(1)) break;
            ASSERT_TRUE(commands.run("lesson.next"));
        }
        ASSERT_TRUE(commands.run("lesson.close"));
    }
}

}  // namespace
}  // namespace neighborscope::panels
