// Lessons as a format: what is read, and what is refused with its line.
#include "app/lessons/formula.hpp"
#include "app/lessons/handout.hpp"
#include "app/lessons/html.hpp"
#include "app/lessons/page_session.hpp"
#include "app/lessons/pictures.hpp"
#include "tests/refused.hpp"
#include "tests/small_png.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

namespace neighborscope::lessons {
namespace {

using test::refused;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A lesson with this behind its first page, which begins in line 7.
Lesson lesson_with(const std::string& text) { return parse_lesson("a.md", "# Title\n\n```page\ndata: sample:iris\nk: 3\n```\n" + text); }

std::string refusal_of(const std::string& text) {
    return refused(Failure::input, [&] { lesson_with(text); });
}

TEST(Lesson, HasPagesExercisesAndTheirLines) {
    const Lesson lesson = lesson_with(
        "## Seen here\nIt is {k}.\n```task\ndo: More.\nuntil: recall = 1\nuntil: k >= 4\nsolution: k: 4\n```\n```hint\nTry.\n```\n"
        "```predict\nask: Which?\nanswer: neighbour rank 1\n```\n```question\nask: Why?\nwrong: No.\nbecause: Not so.\nright: Yes.\n```\n"
        "```page\nsession: view.json\n```\n");
    EXPECT_EQ(lesson.title, "Title");
    ASSERT_EQ(lesson.pages.size(), 2u);
    EXPECT_EQ(lesson.pages[0].title(), "Seen here");
    EXPECT_EQ(lesson.pages[0].line, 3u);
    ASSERT_EQ(lesson.pages[0].settings.size(), 2u);
    EXPECT_EQ(lesson.pages[0].settings[1].line, 5u);
    EXPECT_EQ(lesson.pages[0].settings[0].value, "sample:iris");
    EXPECT_EQ(lesson.count_of_tasks(), 1);
    EXPECT_EQ(lesson.count_of_predictions(), 1);
    EXPECT_EQ(lesson.count_of_questions(), 1);
    const Exercise& exercise = std::get<Exercise>(lesson.pages[0].parts.at(2));
    const Task& task = std::get<Task>(exercise.what);
    EXPECT_EQ(exercise.line, 9u);
    EXPECT_EQ(exercise.hints.size(), 1u);
    ASSERT_EQ(task.until.size(), 2u);
    EXPECT_EQ(task.until[1].text(), "k >= 4");
    EXPECT_EQ(task.until[1].line, 12u);
}

TEST(Lesson, SetsWhatIsSeen) {
    const auto page_with = [](const std::string& lines) {
        return parse_lesson("a.md", "# T\n```page\ndata: hotspots:n=100\n" + lines + "```\n").pages.at(0);
    };
    const auto session_with = [&](const std::string& lines) { return session_of(page_with(lines), "a.md"); };
    const std::string lines = "tick: 5\nstep: 40\nview: 2d:-120,37,5\npresent: yes\nk: 4\n";
    const SessionState session = session_with(lines);
    EXPECT_EQ(tick_of(page_with(lines).settings), 5);
    EXPECT_EQ(session.tick, 0) << "the points move on from the first tick";
    EXPECT_EQ(session.step, 40);
    EXPECT_TRUE(session.stepping);
    EXPECT_TRUE(session.presenting);
    ASSERT_TRUE(session.camera);
    EXPECT_EQ(session.camera->centre[0], -120);
    EXPECT_EQ(session.camera->height, 5);
    EXPECT_THAT(command_line(session), HasSubstr("--view 2d:-120,37,5"));
    EXPECT_THAT(command_line(session), HasSubstr("--step 40 --present"));
    EXPECT_THAT(refused(Failure::input, [&] { session_with("view: 2d:1,2\n"); }), HasSubstr("a.md, line 4: "));
    EXPECT_THAT(refused(Failure::input, [&] { session_with("tick: -1\n"); }), HasSubstr("a.md, line 4: "));
    EXPECT_THAT(refused(Failure::input, [&] { session_with("no-links: yes\n"); }), HasSubstr("a.md, line 4: a page has no key 'no-links'"));
}

TEST(Lesson, HasAnIntroductionInOneLine) {
    const Lesson lesson =
        parse_lesson("a.md", "# T\nOne *word*\nof two.\n\n> Cited.\\\nNext.\n\n- a\n- b\n\n```page\ndata: sample:iris\n```\n");
    EXPECT_EQ(plain_text(lesson.introduction), "One word of two. Cited. Next. a b");
}

TEST(Lesson, RefusesWithFileLineAndRemedy) {
    EXPECT_EQ(refused(Failure::input, [] { parse_lesson("a.md", "text"); }),
        "a.md, line 1: a lesson begins with its title; write '# What it is about' in the first line");
    EXPECT_THAT(refused(Failure::input, [] { parse_lesson("a.md", "# A\ntext"); }), HasSubstr("there is no page"));
    EXPECT_THAT(refusal_of("```pgae\n```\n"), StartsWith("a.md, line 7: there is no fence 'pgae'; there are page, task"));
    EXPECT_THAT(refusal_of("- one\n\n  ```page\n  k: 1\n  ```\n"), StartsWith("a.md, line 9: the fence 'page' stands inside"));
    EXPECT_THAT(refusal_of("```page\nk: 1\nk: 2\n```\n"), HasSubstr("line 9: the key 'k' stands twice"));
    EXPECT_THAT(refusal_of("```hint\nTry.\n```\n"), HasSubstr("line 7: this hint belongs to nothing"));
    EXPECT_THAT(refusal_of("\n```task\ndo: it\nuntil: k = 1\n```\n"), HasSubstr("line 8: this task has no 'solution'"));
    EXPECT_THAT(refusal_of("```task\ndo: it\nuntil: k\nsolution: k: 1\n```\n"), HasSubstr("line 9: 'k' is no condition"));
    EXPECT_THAT(refusal_of("```task\ndone: it\n```\n"), HasSubstr("line 8: a task has no key 'done'; it has do, until and solution"));
    EXPECT_THAT(refusal_of("```predict\nask: What?\n```\n"), HasSubstr("line 7: this predict has no 'answer'"));
    EXPECT_THAT(
        refusal_of("```question\nask: Why?\nwrong: No.\nbecause: So.\n```\n"), HasSubstr("line 7: this question has no right answer"));
    EXPECT_THAT(
        refusal_of("```question\nask: Why?\nright: Yes.\nwrong: No.\n```\n"), HasSubstr("line 10: this wrong answer has no reason"));
    EXPECT_THAT(refusal_of("text\n\nand $\\integral$\n"), HasSubstr("line 9: \\integral is not known in a formula"));
    EXPECT_THAT(refusal_of("a &copy; b\n"), HasSubstr("line 7: the entity &copy; is not known"));
    EXPECT_THAT(refusal_of("a \xff b\n"), HasSubstr("line 7: these bytes are no UTF-8"));
    EXPECT_THAT(refusal_of(std::string(40, '>') + " deep\n"), HasSubstr("deeper than 16 levels"));
    EXPECT_THAT(refused(Failure::input, [] { parse_lesson("a.md", std::string(largest_lesson + 1, ' ')); }), HasSubstr("larger than 1 MB"));
}

TEST(Lesson, NamesTheFenceThatIsNotClosed) {
    EXPECT_THAT(refusal_of("Text\n```predict\nask: What?\nanswer: k\n"), HasSubstr("line 8: the fence '```predict' is not closed"));
    EXPECT_THAT(refusal_of("```text\n## A\n```page\ndata: sample:iris\n```\n"), HasSubstr("line 7: the fence '```text' is not closed"));
    EXPECT_THAT(refusal_of("~~~text\ncode\n```\n"), HasSubstr("line 7: the fence '~~~text' is not closed"));
    EXPECT_THAT(refusal_of("```task\ndo: it\n\nText goes on\n```\n"), HasSubstr("or close the fence of line 7 before it"));
    EXPECT_THAT(refusal_of("One\n$$ a + b\n\nTwo\n"), HasSubstr("line 8: the formula that begins with $$ is not closed"));
    lesson_with("````text\n```page\n```\n````\nCosts $5.\n\nOr \\$\\$.\n\nOr `$$`: $$a$$.\n```\ncode\n  ```\n");
}

TEST(Lesson, RefusesWhatItWouldTakeForSomethingElse) {
    EXPECT_THAT(
        refusal_of("```predict\nask: What?\nanswer: k\nanswer: recall\n```\n"), HasSubstr("line 10: the key 'answer' stands twice"));
    EXPECT_THAT(refusal_of("```task\ndo: a\ndo: b\nuntil: k = 1\nsolution: k: 1\n```\n"), HasSubstr("line 9: the key 'do' stands twice"));
    EXPECT_THAT(refusal_of("```task\ndo: a\nuntil: k = 3, metric = manhattan\nsolution: k: 1\n```\n"),
        HasSubstr("line 9: 'k = 3, metric = manhattan' is more than one condition; write a line 'until' for each"));
    EXPECT_THAT(refusal_of("Text.\n\n| a | b |\n|---|---|\n| 1 | 16 |\n"), HasSubstr("line 9: a table, which lessons do not show"));
}

TEST(Lesson, AnErrorOfARunIsOfTheLineAtFault) {
    const Lesson lesson = parse_lesson("a.md",
        "# T\n```page\ndata: sample:iris\nmethod: ivf\nquery: 1,2,3\ntick: 3\nset.lists: 9\n```\n```page\nsession: view.json\n```\n");
    const auto said = [&](std::size_t page, const char* cause) {
        return std::string(error_of_run(lesson.pages[page], lesson.file, Error(Failure::input, cause, "mend it")).one_line());
    };
    EXPECT_EQ(said(0, "the query has 3 coordinates"), "a.md, line 5: the query has 3 coordinates; mend it");
    EXPECT_THAT(said(0, "ivf cannot search these points"), HasSubstr("line 4: "));
    EXPECT_THAT(said(0, "these points have no tick 3"), HasSubstr("line 6: "));
    EXPECT_THAT(said(0, "lists must be fewer"), HasSubstr("line 7: "));
    EXPECT_THAT(said(0, "no such file"), HasSubstr("line 3: "));
    EXPECT_THAT(said(1, "gone.csv: no such file"), HasSubstr("a.md, line 10: view.json: gone.csv"));
}

TEST(Lesson, KnowsTheFilesThatItReads) {
    const Lesson lesson = parse_lesson("dir/a.md",
        "# T\n![a](one.png)\n```page\nsession: view.json\n```\n- ![b](two.svg)\n```question\nask: ![c](three.png)\nright: a\nwrong: b\n"
        "because: c\n```\n```task\ndo: a\nuntil: k = 1\nsolution: session: solved.json\n```\n");
    EXPECT_THAT(
        files_of(lesson), ::testing::UnorderedElementsAre("dir/one.png", "view.json", "dir/two.svg", "dir/three.png", "solved.json"));
}

std::string page_refusal(const std::string& line) {
    const Lesson lesson = parse_lesson("a.md", "# Title\n```page\ndata: sample:iris\n" + line + "\n```\n");
    return refused(Failure::input, [&] { session_of(lesson.pages[0], lesson.file); });
}

TEST(Lesson, PagesAreDocumentsByTheTableOfFields) {
    const Lesson lesson = parse_lesson("a.md",
        "# T\n```page\nset.probes: 3\ndata: sample:iris\nmethod: ivf\nk: 12\nquery: 1,2,3,4\nmetric: cosine\n"
        "show: regions, no links\nstep: -1\n```\n");
    const SessionState session = session_of(lesson.pages[0], lesson.file);
    EXPECT_EQ(session.method, "ivf");
    EXPECT_EQ(session.options.at("ivf").at("probes"), "3");
    EXPECT_EQ(session.k, 12);
    EXPECT_EQ(session.metric, Metric::cosine);
    EXPECT_EQ(session.query, (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(session.query_mode, QueryMode::pinned);
    EXPECT_TRUE(session.regions && !session.links && session.stepping);
    EXPECT_EQ(session.step, -1);

    EXPECT_EQ(page_refusal("kk: 3"), "a.md, line 4: a page has no key 'kk'; did you mean 'k'?");
    EXPECT_THAT(page_refusal("k: none"), StartsWith("a.md, line 4: key \"k\" must be a whole number"));
    EXPECT_THAT(page_refusal("method: heep"), StartsWith("a.md, line 4: key \"method\""));
    EXPECT_THAT(page_refusal("set.treads: 3"), StartsWith("a.md, line 4: "));
    EXPECT_THAT(page_refusal("query: row x"), StartsWith("a.md, line 4: key \"query_row\""));
    EXPECT_THAT(page_refusal("show: everything"), StartsWith("a.md, line 4: 'everything' cannot be shown"));
    EXPECT_THAT(page_refusal("session: none.json"), StartsWith("a.md, line 4: "));
}

TEST(Formula, IsMathMLAndUnicode) {
    EXPECT_EQ(formula_in("x^2").unicode, "x²");
    EXPECT_EQ(formula_in("x^2").mathml, "<mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>");
    EXPECT_EQ(formula_in("\\sqrt{\\sum_i (x_i - y_i)^2}").unicode, "√(∑ᵢ (xᵢ − yᵢ)²)");
    EXPECT_EQ(formula_in("\\frac{a+b}{\\lambda} \\le \\|x\\|").unicode, "(a + b)/λ ≤ ‖x‖");
    EXPECT_EQ(formula_in("O(n \\log n)").unicode, "O(n log n)");
    EXPECT_EQ(formula_in("\\min_{p} x").unicode, "minₚ x");
    EXPECT_EQ(formula_in("\\max_i x").mathml, "<mrow><munder><mi>max</mi><mi>i</mi></munder><mspace width=\"0.17em\"/><mi>x</mi></mrow>")
        << "munder has two children";
    EXPECT_THAT(formula_in("(x)^2").mathml, HasSubstr("<msup><mo stretchy=\"false\">)</mo><mn>2</mn></msup>"));
    EXPECT_EQ(formula_in("x_{qz}").unicode, "x_(qz)") << "Unicode has no small q and z";
    EXPECT_EQ(formula_in("\\text{a & b}").mathml, "<mrow><mtext>a &amp; b</mtext></mrow>");
    for (const char* wrong : {"", "{x", "x}", "x^", "x^1^2", "\\foo", "\\", "#", "\\frac{a}", "ä"})
        EXPECT_THAT(refused(Failure::input, [&] { formula_in(wrong); }), HasSubstr("formula")) << wrong;
    EXPECT_THAT(refused(Failure::input, [] { formula_in(std::string(100, '{')); }), HasSubstr("16 levels"));
}

TEST(Condition, IsJudgedByNumbersAndWords) {
    const auto holds = [](const char* text, const Fact& fact) { return is_fulfilled(condition_in(text), {fact, {"mean", "900", 900}}); };
    const Fact count{"leaves visited", "1 200", 1200};
    EXPECT_TRUE(holds("leaves visited >= 1200", count));
    EXPECT_FALSE(holds("leaves visited > 1200", count));
    EXPECT_TRUE(holds("leaves visited != 9", count));
    EXPECT_TRUE(holds("leaves visited > mean", count));
    EXPECT_THAT(refused(Failure::input, [&] { holds("leaves = 9", count); }), HasSubstr("does not show 'leaves'"));
    EXPECT_TRUE(holds("d = 0.3", {"d", "0.30", 0.1 + 0.2}));
    const Fact row{"neighbour rank 1", "row 1352", {}};
    EXPECT_TRUE(holds("neighbour rank 1 = row 1352", row));
    EXPECT_FALSE(holds("neighbour rank 1 = row 7", row));
    EXPECT_THAT(refused(Failure::input, [&] { holds("neighbour rank 1 > row 7", row); }), HasSubstr("by their order"));
}

TEST(Html, FillsPlaceholdersAndEscapes) {
    const Facts facts = {{"recall", "0.90", 0.9}};
    EXPECT_EQ(html_of(parse_markdown("a.md", "A *b* {recall} < `{c}`"), facts, "a.md"), "<p>A <em>b</em> 0.90 &lt; <code>{c}</code></p>\n");
    const auto wrong = [&](const char* text) {
        return refused(Failure::input, [&] { html_of(parse_markdown("a.md", text), facts, "a.md"); });
    };
    EXPECT_EQ(wrong("\n\nIt is {recal}."), "a.md, line 3: the run of this page does not show 'recal'; did you mean 'recall'?");
    EXPECT_THAT(wrong("It is {recall"), HasSubstr("'{' without '}'"));
    EXPECT_THAT(wrong("![a](none.png)"), StartsWith("a.md, line 1: "));
    EXPECT_THAT(wrong("![a](https://example.org/a.png)"), HasSubstr("is on the web; put a copy beside the lesson"));
    EXPECT_THAT(wrong("![a](none.gif)"), HasSubstr("no .png, .jpg or .svg"));
    EXPECT_THAT(wrong("[a](javascript:x)"), HasSubstr("leads to no web page"));
    EXPECT_EQ(data_uri("image/png", "Man"), "data:image/png;base64,TWFu");
    EXPECT_EQ(data_uri("image/png", "Ma"), "data:image/png;base64,TWE=");
    EXPECT_EQ(data_uri("image/png", "M"), "data:image/png;base64,TQ==");
}

TEST(Pictures, AreReadBesideTheLessonAndADamagedOneIsNamedWithItsLine) {
    const test::TemporaryFolder folder;
    const std::string lesson = folder / "lesson.md";
    folder.write("a.png", test::small_png());
    folder.write("cut.png", test::small_png().substr(0, 50));
    folder.write("text.png", "not a picture");
    const auto html = [&](const char* text) { return html_of(parse_markdown(lesson, text), {}, lesson); };
    EXPECT_THAT(html("![squares](a.png)"), HasSubstr("<img src=\"data:image/png;base64,iVBOR"));
    const auto wrong = [&](const char* text) { return refused(Failure::input, [&] { html(text); }); };
    EXPECT_THAT(wrong("\n\n![a](cut.png)"), AllOf(StartsWith(lesson + ", line 3: "), HasSubstr("broken PNG picture")));
    EXPECT_THAT(wrong("![a](text.png)"), HasSubstr("neither a PNG nor a JPEG"));
    EXPECT_THAT(wrong("One\n\ntwo ![a](none.png)"), StartsWith(lesson + ", line 3: "));
    EXPECT_THAT(wrong("![a](none.png)"), HasSubstr("there is no picture " + (folder / "none.png") + "; put the file beside the lesson"));
    folder.write("cut.svg", "<svg><unclosed");
    folder.write("empty.png", "");
    EXPECT_THAT(wrong("![a](cut.svg)"), HasSubstr("is no SVG, or not whole"));
    EXPECT_THAT(wrong("![a](empty.png)"), HasSubstr("empty.png is empty; save it again"));
    const auto picture = [&](const char* text) { return parse_markdown(lesson, text)[0].inside[0]; };
    const auto read = read_text_picture(lesson, picture("![squares](a.png)"));
    EXPECT_EQ(read->size, (faces::PictureSize{4, 2}));
    EXPECT_THAT(std::vector(read->rgb.begin(), read->rgb.begin() + 9), testing::ElementsAre(255, 0, 0, 255, 0, 0, 0, 0, 255));
    EXPECT_THAT(refused(Failure::input, [&] { read_text_picture(lesson, picture("![a](a.svg)")); }), HasSubstr("only a handout"));
}

TEST(Html, HasNoHeadingAboveTheSecondLevel) {
    EXPECT_EQ(html_of(parse_markdown("a.md", "# A\n## B\n### C\n"), {}, "a.md"), "<h2>A</h2>\n<h2>B</h2>\n<h3>C</h3>\n");
}

TEST(Handout, HasHintsApartAndAnswersThatReadAsSentences) {
    const Lesson lesson = lesson_with(
        "## Here\n```question\nask: Why?\nwrong: It is so\nbecause: Not so.\nright: It is right\nbecause: Indeed.\n```\n"
        "```hint\nLook *closer*.\n\nAnd again.\n```\n");
    const PageRun runs[] = {{{{"k", "3", 3}}, "neighborscope shot sample:iris", "PNG", "Someone, CC0"}};
    const std::string sheet = handout_html(lesson, runs, Answers::at_the_end);
    EXPECT_LT(sheet.find("Why?"), sheet.find("A hint is at the end."));
    EXPECT_LT(sheet.find("A hint is at the end."), sheet.find("<h2>Hints</h2>"));
    EXPECT_LT(sheet.find("<h2>Hints</h2>"), sheet.find("Look <em>closer</em>."));
    EXPECT_LT(sheet.find("Look <em>closer</em>."), sheet.find("<h2>Answers</h2>"));
    EXPECT_THAT(sheet, HasSubstr("B: It is right. Indeed."));
    EXPECT_THAT(sheet, HasSubstr("Not A: It is so. Not so."));
    EXPECT_THAT(sheet, HasSubstr("Data: Someone, CC0"));
    EXPECT_EQ(handout_html(lesson, runs, Answers::alone).find("Look"), std::string::npos);
}

TEST(Handout, WhatTellsAPredictionIsWithTheAnswers) {
    const Lesson lesson = lesson_with(
        "## Here\n```predict\nask: How many?\nanswer: k\n```\nIt was {k}.\n"
        "```question\nask: Why?\nwrong: No.\nbecause: Not so.\nright: Yes.\n```\n");
    const PageRun runs[] = {{{{"k", "3", 3}}, "neighborscope sample:iris -k 3", "PNG"}};
    const std::string sheet = handout_html(lesson, runs, Answers::none), both = handout_html(lesson, runs, Answers::at_the_end),
                      answers = handout_html(lesson, runs, Answers::alone);
    for (const char* told : {"<img", "It was 3.", "<code>neighborscope sample:iris -k 3</code>"}) {
        EXPECT_EQ(sheet.find(told), std::string::npos) << told;
        EXPECT_THAT(answers, HasSubstr(told));
        EXPECT_GT(both.find(told), both.find("<h2>Answers</h2>")) << told;
    }
    EXPECT_THAT(sheet, HasSubstr("Why?"));
    EXPECT_EQ(sheet.find("Not so."), std::string::npos);
    EXPECT_THAT(both, HasSubstr("Not A: No. Not so."));
    EXPECT_THAT(both, HasSubstr("How many?"));
    EXPECT_THAT(answers, HasSubstr("k: 3."));
    EXPECT_EQ(answers.find("How many?"), std::string::npos);
}

}  // namespace
}  // namespace neighborscope::lessons
