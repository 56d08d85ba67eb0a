// A lesson in a window: pages are documents, predictions come before the picture, tasks are judged from what is shown, progress is kept.
#include "app/commands/commands.hpp"
#include "app/lessons/page_session.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "small_window.hpp"
#include "tests/settings_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

constexpr const char* small_lesson = R"(# Small

An introduction.

```page
data: hotspots:n=60
method: serial
k: 3
```
## First

There are {points} points.

```task
do: Take more.
until: k >= 5
until: recall = 1
solution: k: 5
```
```hint
Use the slider.
```

```page
data: hotspots:n=70
method: serial
k: 4
```
## Second

```predict
ask: How many?
answer: points
```

There are {points}.

```question
ask: Which?
wrong: This one.
because: It is not.
right: That one.
```
)";

struct LessonInAWindow : ::testing::Test {
    LessonInAWindow() {
        SessionState session;
        session.data = "hotspots:n=50";
        session.device = "host";
        window.emplace(session);
        EXPECT_TRUE(window->settled());
    }
    LessonControls& open() { return window->workbench.lessons(); }
    const SessionState& session() const { return window->workbench.session(); }
    bool ran() {
        return window->until([&] { return open().facts() || !open().page_error().empty(); });
    }

    test::SettingsFolder folder;
    std::string file = folder.write("lesson.md", small_lesson);
    std::optional<Window> window;
};

TEST_F(LessonInAWindow, PagesAreDocumentsAndOneUndoableStepEach) {
    open().open(file);
    EXPECT_EQ(session().data, "hotspots:n=60");
    EXPECT_EQ(session().k, 3);
    EXPECT_EQ(window->workbench.undo_kind(), "show page");
    EXPECT_FALSE(open().facts()) << "the page's own run goes on";
    ASSERT_TRUE(ran());
    EXPECT_EQ(lessons::fact_named(*open().facts(), "points").text, "60");
    window->workbench.change([](SessionState& next) { next.k = 4; });
    open().show_again();
    EXPECT_EQ(session().k, 3);
    EXPECT_TRUE(open().facts()) << "the run of the page is the same";
    window->workbench.undo();
    EXPECT_EQ(session().k, 4);
    EXPECT_FALSE(open().can_go(-1));
    EXPECT_TRUE(open().can_go(1));
    EXPECT_FALSE(open().can_go(2));
    open().close();
    EXPECT_FALSE(open().lesson());
    EXPECT_EQ(session().k, 4) << "what is shown stays";
}

TEST_F(LessonInAWindow, ATaskIsJudgedFromWhatTheWindowShows) {
    open().open(file);
    ASSERT_TRUE(window->checked());
    const auto done = [&] { return open().progress().of(0, 2).done; };
    const auto& task = std::get<lessons::Task>(std::get<lessons::Exercise>(open().lesson()->pages[0].parts[2]).what);
    EXPECT_TRUE(window->until([&] { return open().state_of(task) == "k 3, recall 1.00"; })) << open().state_of(task);
    lessons::Task compared = task;  // with another fact
    compared.until = {lessons::condition_in("k > points")};
    EXPECT_EQ(open().state_of(compared), "k 3, points 60");
    EXPECT_FALSE(done());
    open().open_hint(2);
    open().open_hint(2);
    EXPECT_EQ(open().progress().of(0, 2).hints, 1u);
    window->workbench.change([](SessionState& next) { next.k = 6; });
    EXPECT_TRUE(window->until(done)) << "in another way than the solution";
    window->workbench.change([](SessionState& next) { next.k = 2; });
    EXPECT_TRUE(window->checked());
    EXPECT_TRUE(done()) << "it stays done";
}

TEST_F(LessonInAWindow, APredictionComesBeforeThePicture) {
    open().open(file);
    open().next();
    EXPECT_EQ(session().data, "hotspots:n=70") << "the page's own points";
    ASSERT_TRUE(window->settled());
    EXPECT_TRUE(window->workbench.view().answers_hidden);
    EXPECT_FALSE(session().links);
    EXPECT_FALSE(window->workbench.drawable().lists) << "without their neighbours";
    EXPECT_EQ(lessons::shown_parts(*open().lesson(), open().progress(), 1), 2u) << "the text behind it tells the answer";
    open().predict(1, "100");
    EXPECT_TRUE(session().links);
    ASSERT_TRUE(window->settled());
    EXPECT_TRUE(window->workbench.drawable().lists);
    EXPECT_EQ(lessons::shown_parts(*open().lesson(), open().progress(), 1), 4u);
    ASSERT_TRUE(ran());
    EXPECT_EQ(open().progress().of(1, 1).guess, "100");
    open().choose(3, 0);
    EXPECT_FALSE(lessons::is_done(*open().lesson(), open().progress(), 1));
    open().choose(3, 1);
    EXPECT_TRUE(lessons::is_done(*open().lesson(), open().progress(), 1));
    open().choose(3, 0);  // an answered question is answered
    EXPECT_EQ(open().progress().of(1, 3).chosen.size(), 2u);
    open().choose(7, 0), open().choose(2, 0), open().choose(3, 9), open().predict(3, ""), open().open_hint(99);  // no such exercises
}

TEST_F(LessonInAWindow, IsOpenedWhereItWasLeftWithItsAnswers) {
    open().open(file);
    open().next();
    open().predict(1, "");
    open().choose(3, 1);
    open().close();
    const auto kept = kept_lesson(std::filesystem::absolute(file).string());
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->page, 1u);
    EXPECT_TRUE(kept->at_end);
    EXPECT_FALSE(kept_lesson("another"));
    open().open(file);
    EXPECT_EQ(open().page(), 1u);
    EXPECT_TRUE(lessons::is_done(*open().lesson(), open().progress(), 1));
    EXPECT_EQ(session().data, "hotspots:n=70");
    open().start_again();
    EXPECT_EQ(open().page(), 0u);
    EXPECT_EQ(open().progress().attempts.size(), 0u);
    folder.write("config/neighborscope/lessons.json", "{\"" + file + "\": {\"page\": -4, \"exercises\": [3, {\"page\": \"x\"}]}}");
    open().open(file);
    EXPECT_EQ(open().page(), 0u) << "a file that somebody broke is no error";
}

TEST_F(LessonInAWindow, IsShownAnewWhenItsFileIsSaved) {
    open().open(file);
    ASSERT_TRUE(ran());
    const auto save = [&](std::string now) {
        static int seconds = 0;
        folder.write("lesson.md", now);
        std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(++seconds));
    };
    std::string other = small_lesson;
    other.replace(other.find("An introduction"), 2, "This");
    save(other);
    EXPECT_TRUE(window->until([&] { return lessons::plain_text(open().lesson()->introduction).starts_with("This "); }));
    EXPECT_TRUE(open().facts()) << "the page is the same, and not run again";
    save("# Small\n```page\nk: no\n```\n");
    EXPECT_TRUE(window->until([&] { return !open().file_error().empty(); }));
    EXPECT_THAT(open().file_error(), HasSubstr("lesson.md, line 3: "));
    EXPECT_EQ(open().lesson()->pages.size(), 2u) << "the pages before stay";
    save(
        "# Small\n```page\ndata: hotspots:n=60\n```\n## A\n```page\ndata: hotspots:n=60\n```\n## B\n"
        "```task\ndo: Go.\nuntil: k > 5\nsolution: kk: 6\n```\n");
    EXPECT_TRUE(window->until([&] { return open().file_error().find("line 13: ") != std::string::npos; })) << "of a page that is not shown";
    other.replace(other.find("k: 3"), 4, "k: 2");
    save(other);
    EXPECT_TRUE(window->until([&] { return session().k == 2; }));
    EXPECT_EQ(open().file_error(), "");
    std::filesystem::remove(file);
    EXPECT_TRUE(window->until([&] { return !open().file_error().empty(); }));
    open().next(), open().predict(1, "1");
    EXPECT_EQ(session().data, "hotspots:n=70") << "the lesson goes on without its file";
}

TEST_F(LessonInAWindow, SaysWhyAPageCannotBeRun) {
    open().open(folder.write("missing.md", "# T\n```page\ndata: missing.csv\n```\n## A\n{k}\n```page\ndata: hotspots:n=60\n```\n## B\n"));
    ASSERT_TRUE(ran());
    EXPECT_THAT(open().page_error(), HasSubstr("missing.md, line 3: "));
    open().next();
    ASSERT_TRUE(ran());
    EXPECT_EQ(open().page_error(), "");
    EXPECT_THROW(open().open(folder / "nowhere.md"), Error);
    EXPECT_EQ(open().page(), 1u) << "the lesson that is open stays";
    EXPECT_THROW(open().open(folder.write("wrong.md", "# T\n```page\ndata: hotspots:n=60\nmethod: none\n```\n")), Error);
}

TEST_F(LessonInAWindow, APageWithoutACameraOfItsOwnDoesNotKeepTheOneBefore) {
    open().open(folder.write(
        "camera.md", "# T\n```page\ndata: hotspots:n=60\nview: 2d:1,2,3\n```\n## A\n```page\ndata: hotspots:n=60\n```\n## B\n"));
    EXPECT_TRUE(session().camera);
    open().next();
    EXPECT_FALSE(session().camera);
}

TEST(PageSession, APictureAsTheQueryIsNotReplacedByTheMouse) {
    const lessons::Page page{1, {{1, "data", "hotspots:n=60"}, {2, "query_picture", "face.pgm"}}, {}};
    EXPECT_EQ(lessons::session_of(page, "lesson.md").query_mode, QueryMode::pinned);
}

TEST_F(LessonInAWindow, CardsThatAPageOpensAreAsBeforeOnTheNextOne) {
    window->workbench.cards().change("legend", SavedCard{false, {}});
    const auto cards = session().cards;
    open().open(folder.write("cards.md",
        "# T\n```page\ndata: hotspots:n=60\ncards: structure=open\n```\n## A\n```page\ndata: hotspots:n=60\ncards: timings=folded\n```\n## "
        "B\n```page\ndata: hotspots:n=60\n```\n## C\n"));
    EXPECT_EQ(session().cards.count("structure"), 1u);
    open().next();
    EXPECT_EQ(session().cards.count("structure"), 0u);
    open().next();
    EXPECT_EQ(session().cards, cards);
    open().back();
    open().close();
    EXPECT_EQ(session().cards, cards) << "nor behind the lesson";
}

TEST_F(LessonInAWindow, PointsOfAPageWithATickMoveOnTickByTick) {
    open().open(folder.write("ticks.md",
        "# T\n```page\ndata: hotspots:n=200\nmethod: quadtree-cached\nquery: row 3\ntick: 3\n```\n## A\n```task\ndo: More.\n"
        "until: k > 20\nuntil: tick = 3\nsolution: k: 21\n```\n```page\ndata: hotspots:n=200\n```\n## B\n"));
    const auto tick = [&] { return window->workbench.view().moving.tick; };
    EXPECT_TRUE(window->until([&] { return tick() == 3 && !window->workbench.busy(); }));
    ASSERT_TRUE(ran());
    EXPECT_EQ(lessons::fact_named(*open().facts(), "tick").number, 3.0);
    bool first = false;
    window->workbench.change([](SessionState& next) { next.k = 21; });
    EXPECT_TRUE(window->until([&] {
        first = first || tick() == 0;
        return open().progress().of(0, 1).done;
    }));
    EXPECT_TRUE(first) << "they began again, since an index depends on the ticks before";
    EXPECT_EQ(tick(), 3);
    open().next();
    EXPECT_TRUE(window->until([&] { return tick() == 0 && !window->workbench.busy(); }));
    open().open(folder.write("guess.md",
        "# T\n```page\ndata: hotspots:n=200\nmethod: quadtree-cached\nquery: row 3\ntick: 3\n```\n## A\n"
        "```predict\nask: How many?\nanswer: distances\n```\n"));
    EXPECT_TRUE(window->until([&] { return tick() == 2 && !window->workbench.busy(); })) << "the tick before, until it is guessed";
    open().predict(1, "7");
    EXPECT_TRUE(window->until([&] { return tick() == 3 && !window->workbench.busy(); }));
    open().open(folder.write("still.md", "# T\n```page\ndata: sample:iris\ntick: 3\n```\n## A\n"));
    ASSERT_TRUE(ran());
    EXPECT_THAT(open().page_error(), HasSubstr("still.md, line 4: these points do not move and have no tick 3; leave"));
}

TEST_F(LessonInAWindow, APageBeginsWithItsOwnViewAndIsComparedWithNothing) {
    open().open(file);
    ASSERT_TRUE(window->checked());
    window->workbench.change([](SessionState& next) { next.k = 9; });
    ASSERT_TRUE(window->checked());
    EXPECT_TRUE(window->workbench.view().changes) << "a change by the learner is compared";
    open().next();
    EXPECT_EQ(session().k, 4);
    ASSERT_TRUE(window->checked());
    EXPECT_FALSE(window->workbench.view().changes);
    open().predict(1, "70");
    ASSERT_TRUE(window->checked());
    EXPECT_FALSE(window->workbench.view().changes);
}

TEST_F(LessonInAWindow, AnAnswerToAPredictionIsOfThePagesOwnView) {
    open().open(folder.write(
        "middle.md", "# T\n```page\ndata: hotspots:n=60\nk: 3\n```\n## A\nText.\n```predict\nask: How many?\nanswer: k\n```\n"));
    window->workbench.change([](SessionState& next) { next.k = 9; });
    open().predict(2, "3");
    EXPECT_EQ(session().k, 3);
}

TEST_F(LessonInAWindow, APageWithTheSameSearchShowsItsOwnStep) {
    const std::string page = "```page\ndata: hotspots:n=60\nmethod: heap\nquery: row 3\nstep: ";
    open().open(folder.write("steps.md", "# T\n" + page + "9\n```\n## A\n" + page + "20\n```\n## B\n"));
    const auto at = [&](std::int64_t step) {
        return window->until([&] { return window->workbench.view().stepping.ready && window->workbench.view().stepping.position == step; });
    };
    EXPECT_TRUE(at(9));
    open().next();
    EXPECT_TRUE(at(20));
    open().back();
    EXPECT_TRUE(at(9));
}

// A prediction asks before it shows, and then plays it.
TEST_F(LessonInAWindow, AfterAPredictionTheStepsBeforeItArePlayed) {
    open().open(folder.write("played.md",
        "# T\n```page\ndata: hotspots:n=60\nmethod: heap\nquery: row 3\nstep: 40\n```\n## A\nText.\n"
        "```predict\nask: How many?\nanswer: k\n```\n"));
    const Stepping& stepping = window->workbench.view().stepping;
    ASSERT_TRUE(window->until([&] { return open().facts() && stepping.ready && stepping.position == 40; }));
    open().predict(2, "3");
    ASSERT_TRUE(window->until([&] { return stepping.playing; }));
    EXPECT_LT(stepping.position, 40);
    EXPECT_TRUE(window->until([&] { return !stepping.playing; }));
    EXPECT_EQ(stepping.position, 40) << "the page speaks of this step";
}

TEST_F(LessonInAWindow, APageThatWaitsShowsNoStepsAndNoRace) {
    open().open(folder.write("waits.md",
        "# T\n```page\ndata: hotspots:n=60\nmethod: heap\nquery: row 3\nstep: 40\nrace: heap,serial\n```\n## A\n"
        "```predict\nask: How many?\nanswer: k\n```\n"));
    EXPECT_FALSE(session().stepping);
    EXPECT_TRUE(session().compared.empty());
    ASSERT_TRUE(ran());
    open().predict(1, "16");
    EXPECT_TRUE(session().stepping);
    EXPECT_EQ(session().compared.size(), 1u);
}

TEST_F(LessonInAWindow, NothingTellsTheAnswerWhileAPageWaits) {
    open().open(folder.write("waits.md",
        "# T\n```page\ndata: hotspots:n=60\nmethod: quadtree-cached\nquery: row 3\ntick: 2\n```\n## A\n"
        "```predict\nask: Kept?\nanswer: index\n```\n"));
    ASSERT_TRUE(ran());
    const Moving& moving = window->workbench.view().moving;
    ASSERT_TRUE(window->until([&] { return moving.tick == 1; })) << "the tick before";
    ASSERT_TRUE(window->settled());
    window->workbench.moving().seek_rebuild(true);
    EXPECT_FALSE(moving.seeking);
    window->workbench.moving().play(true);
    EXPECT_FALSE(moving.playing);
    window->workbench.moving().go_to_tick(5);
    EXPECT_EQ(window->workbench.view().message, answer_first);
    window->workbench.change([](SessionState& next) {
        next.polar = next.links = next.regions = true;
        next.chart = ChartShown::curves;
        next.compared = {"serial"};
    });
    EXPECT_FALSE(session().links || session().regions || session().polar.value_or(false));
    EXPECT_TRUE(session().compared.empty());
    EXPECT_EQ(session().chart, ChartShown::none);
    open().predict(1, "kept");
    EXPECT_TRUE(window->until([&] { return moving.tick == 2; })) << "the page's own";
    window->workbench.change([](SessionState& next) { next.links = true; });
    EXPECT_TRUE(session().links);
}

TEST_F(LessonInAWindow, CommandsThatShowResultsWaitForThePrediction) {
    Commands commands;
    add_standard_commands(commands, window->workbench, {});
    open().open(file);
    open().next();
    for (const char* id : {"query.costliest", "ticks.next_rebuild", "timings.roofline"})
        EXPECT_EQ(commands.find(id)->refuses(), "answer the prediction of the lesson first") << id;
    open().predict(1, "100");
    EXPECT_NE(commands.find("timings.roofline")->refuses(), "answer the prediction of the lesson first");
}

TEST_F(LessonInAWindow, KnowsWhatIsDone) {
    open().open(file);
    EXPECT_EQ(lessons::pages_to_do(*open().lesson(), open().progress()), (std::vector<std::size_t>{0, 1}));
    open().next();
    open().predict(1, "");
    open().choose(3, 1);
    EXPECT_EQ(lessons::pages_to_do(*open().lesson(), open().progress()), (std::vector<std::size_t>{0}));
    EXPECT_FALSE(open().is_finished(open().name()));
    open().back();
    window->workbench.change([](SessionState& next) { next.k = 6; });
    EXPECT_TRUE(window->until([&] { return open().is_finished(open().name()); }));
    open().start_again();
    EXPECT_TRUE(open().is_finished(open().name())) << "it was";
    open().open(file, 1);
    EXPECT_EQ(open().page(), 1u);
}

TEST_F(LessonInAWindow, SaysWhichExerciseHasAMistakeThatOnlyARunFinds) {
    open().open(folder.write("task.md",
        "# T\n```page\ndata: hotspots:n=60\nk: 3\n```\n## A\n```task\ndo: More.\nuntil: leavs visited >= 9\nsolution: k: 4\n```\n"
        "```task\ndo: More.\nuntil: k = 5\nsolution: k: 4\n```\n```task\ndo: More.\nuntil: k = 3\nsolution: k: 4\n```\n"
        "```task\ndo: More.\nuntil: leaves > 1\nsolution: method: quadtree-cached\n```\n"
        "```predict\nask: What?\nanswer: recal\n```\n"));
    EXPECT_TRUE(window->until([&] { return open().mistakes().size() == 4; }));
    EXPECT_THAT(open().mistakes(),
        ::testing::UnorderedElementsAre(HasSubstr("line 9: the run of this page does not show 'leavs visited'"),
            HasSubstr("line 14: with the solution k is 4, and the task wants = 5"), HasSubstr("line 19: this task is done before"),
            HasSubstr("line 27: the run of this page does not show 'recal'; did you mean 'recall'?")));
    EXPECT_EQ(open().page_error(), "");
}

TEST(Verdict, OfAPrediction) {
    const lessons::Fact number{"points", "1 234", 1234.0}, word{"nearest", "row 17", {}};
    EXPECT_TRUE(lessons::verdict_on("1250", number).right);
    EXPECT_TRUE(lessons::verdict_on(" 1,234 points", number).right);
    EXPECT_EQ(lessons::verdict_on("900", number).sentence, "You said 900. It is 1 234, more than you said.");
    EXPECT_EQ(lessons::verdict_on("9000", number).sentence, "You said 9000. It is 1 234, less than you said.");
    EXPECT_EQ(lessons::verdict_on("many", number).sentence, "You said many. That is no number; it is 1 234.");
    EXPECT_EQ(lessons::verdict_on("", number).sentence, "It is 1 234.");
    const lessons::Fact large{"bytes", "47 976 000", 47976000.0};
    for (const char* guess : {"48 million", "48e6", "47,976,000", "47\u202f976\u202f000 bytes", "48000 thousand", "0.048 billion"})
        EXPECT_TRUE(lessons::verdict_on(guess, large).right) << guess;
    EXPECT_FALSE(lessons::verdict_on("48", large).right);
    const lessons::Fact share{"accuracy", "0.944", 0.944}, percent{"accuracy", "94.4 %", 94.4};
    EXPECT_TRUE(lessons::verdict_on("90 %", share).right);
    EXPECT_TRUE(lessons::verdict_on("90 %", percent).right);
    EXPECT_FALSE(lessons::verdict_on("90", share).right);
    EXPECT_FALSE(lessons::can_be_judged("ten", number));
    for (const char* guess : {"", "12", "1 234"}) EXPECT_TRUE(lessons::can_be_judged(guess, number)) << guess;
    EXPECT_TRUE(lessons::can_be_judged("ten", word));
    EXPECT_TRUE(lessons::verdict_on("17", word).right);
    EXPECT_TRUE(lessons::verdict_on("Row 17", word).right);
    EXPECT_FALSE(lessons::verdict_on("18", word).right);
}

}  // namespace
}  // namespace neighborscope
