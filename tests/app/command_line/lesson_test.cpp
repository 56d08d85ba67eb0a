// neighborscope lesson: the lessons that come with the program, and what is refused when a page is run.
#include "app/lessons/lesson.hpp"
#include "app/lessons/shipped.hpp"
#include "program.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Lessons, OfTheProgramPassTheirCheck) {
    for (const std::string_view name : lessons::shipped_lessons()) {
        if (test::sanitized && name != lessons::shipped_lessons().front()) continue;  // the others run the same code for minutes
        const ProgramOutput said = program({"lesson", std::string(name), "--check"});
        EXPECT_EQ(said.status, 0) << said.err;
        EXPECT_THAT(said.out, HasSubstr("pages"));
    }
}

/// A quotation has the numbers of a paper, and says of which year.
void expect_year(const lessons::Node& quotation) {
    const std::string text = lessons::plain_text({quotation});
    EXPECT_THAT(text, testing::ContainsRegex("(19|20)[0-9][0-9]")) << "line " << quotation.line << ": from which paper?";
}

void expect_no_digits(const std::vector<lessons::Node>& nodes) {
    for (const lessons::Node& node : nodes) {
        if (node.kind == lessons::Node::Kind::quote) {
            expect_year(node);
            continue;
        }
        std::string outside;  // of placeholders
        bool inside = false;
        for (const char c : node.kind == lessons::Node::Kind::text ? node.text : "") {
            if (!inside && c != '{') outside += c;
            inside = c == '{' || (inside && c != '}');
        }
        EXPECT_EQ(outside.find_first_of("0123456789"), std::string::npos) << "line " << node.line << ": " << outside;
        expect_no_digits(node.inside);
    }
}

TEST(Lessons, OfTheProgramHaveOnlyNumbersOfTheirRuns) {
    for (const std::string_view name : lessons::shipped_lessons()) {
        const std::string file = lessons::lesson_file(std::string(name));
        const lessons::Lesson lesson = lessons::parse_lesson(file, content_of(file));
        SCOPED_TRACE(name);
        expect_no_digits(lesson.introduction);
        for (const lessons::Page& page : lesson.pages)
            for (const lessons::Part& part : page.parts) {
                if (const auto* block = std::get_if<lessons::Node>(&part)) expect_no_digits({*block});
                else lessons::for_each_text(std::get<lessons::Exercise>(part), [](const auto& nodes) { expect_no_digits(nodes); });
            }
        EXPECT_GE(lesson.count_of_questions(), 3);
    }
}

TEST(Lesson, RefusesWhatOnlyARunShows) {
    const Folder folder;
    const auto refusal = [&](const std::string& page, const std::string& text) {
        const std::string file = folder.write("lesson.md", "# A\n```page\n" + page + "\n```\n" + text);
        const ProgramOutput said = program({"lesson", file, "--check"});
        EXPECT_EQ(said.status, 2) << said.err;
        EXPECT_THAT(said.err, StartsWith("neighborscope: " + file + ", line "));
        return said.err.substr(said.err.find(", line ") + 2);
    };
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nk: 4", "It has {recalls}.\n"),
        HasSubstr("line 6: the run of this page does not show 'recalls'; did you mean 'recall'?"));
    EXPECT_THAT(refusal("data: none.csv", ""), StartsWith("line 3: "));
    EXPECT_THAT(refusal("data: none.csv", "```task\ndo: Go.\nuntil: k > 5\nsolution: kk: 6\n```\n"), StartsWith("line 8: "))
        << "of the whole file first";
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nmethod: ivf\nmetric: inner-product", ""), testing::ContainsRegex("^line [45]: "));
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nquery: 1,2,3", ""), StartsWith("line 4: "));
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nk: 4\nquery: row 150", ""), StartsWith("line 5: "));
    EXPECT_THAT(
        refusal("data: grid:n=100,d=2\nmethod: heap\nstep: 100000", ""), HasSubstr("line 5: the search has no step 100000; it has "));
    folder.write("view.json", "{\"neighborscope_session\": 1,\n\"data\": \"gone.csv\"}");
    EXPECT_THAT(refusal("session: view.json", ""), testing::ContainsRegex("^line 3: .*view.json, line 2: gone.csv: "));
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nk: 4", "```predict\nask: What?\nanswer: leafs\n```\n"),
        HasSubstr("line 6: the run of this page does not show 'leafs'"));
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nk: 4", "```task\ndo: It.\nuntil: k = 6\nsolution: k: 5\n```\n"),
        HasSubstr("line 8: with the solution k is 5, and the task wants = 6"));
    EXPECT_THAT(refusal("data: grid:n=100,d=2\nk: 4", "```task\ndo: It.\nuntil: k = 4\nsolution: k: 4\n```\n"),
        HasSubstr("line 8: this task is done before"));
    EXPECT_THAT(refusal("data: grid:n=100,d=2\ntick: 3", ""),
        HasSubstr("line 4: these points do not move and have no tick 3; leave the line 'tick' out"));
    EXPECT_THAT(refusal("data: uniform:n=100\ntick: -1", ""), HasSubstr("line 4: key \"tick\""));
    const ProgramOutput said = program({"lesson", "what-a-neighbor-is", "--check"});
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr("did you mean what-a-neighbour-is?"));
    EXPECT_THAT(program({"lesson", "what-a-neighbour-is"}).err, HasSubstr("needs --check or --handout"));
}

TEST(Lesson, ThatIsEmptyIsNoFileOfPoints) {
    const Folder folder;
    const ProgramOutput said = program({"lesson", folder.write("lesson.md", ""), "--check"});
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr("line 1: a lesson begins with its title"));
}

TEST(Lesson, AHandoutOverwritesNoFileOfTheLesson) {
    const Folder folder;
    const std::string view = folder.write("view.json", "{\"neighborscope_session\": 1, \"data\": \"grid:n=100,d=2\"}"),
                      picture = folder.write("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
                      file = folder.write("lesson.md", "# A\n```page\nsession: view.json\n```\n![It](a.svg)\n");
    EXPECT_THAT(program({"lesson", file, "--check"}).out, HasSubstr("a.svg: an SVG picture, which only a handout shows"));
    for (const std::string& one : {view, picture, file}) {
        const std::string before = content_of(one);
        const ProgramOutput said = program({"lesson", file, "--handout", one});
        EXPECT_EQ(said.status, 2) << one;
        EXPECT_THAT(said.err, HasSubstr("would overwrite"));
        EXPECT_EQ(program({"lesson", file, "--handout", folder.path("out.html"), "--answers", one}).status, 2) << one;
        EXPECT_EQ(content_of(one), before);
    }
}

TEST(Lesson, MovesPointsTickByTick) {
    const Folder folder;
    const std::string file = folder.write("lesson.md",
        "# A\n```page\ndata: hotspots:n=2000,hotspots=5,drift=200\nmethod: quadtree-cached\nk: 8\nquery: row 17\nexclude_self: true\n"
        "set.leaf-capacity: 32\ntick: 7\n```\nAt tick {tick} it is {index}.\n"
        "```task\ndo: Go to the first tick at which the index is rebuilt.\nuntil: index rebuilds = 1\nsolution: tick: 8\n```\n");
    const ProgramOutput said = program({"lesson", file, "--check"});
    EXPECT_EQ(said.status, 0) << said.err;
}

TEST(Lesson, WritesAHandoutAndItsAnswers) {
    if (test::sanitized) GTEST_SKIP() << "the instruments' tests draw it";
    const Folder folder;
    const std::string file = folder.write("lesson.md",
        "# A\n```page\ndata: grid:n=100,d=2\nk: 4\n```\n## Here\nFound {found}.\n"
        "```page\ndata: grid:n=100,d=2\nshow: timings\n```\nAnd {found}.\n```predict\nask: What?\nanswer: recall\n```\n");
    const std::string out = folder.path("out.html"), answers = folder.path("answers.html");
    const ProgramOutput said = program({"lesson", file, "--handout", out, "--answers", answers});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.out, "A: 2 pages, 0 tasks, 1 prediction, 0 questions\n");
    EXPECT_THAT(content_of(out), AllOf(HasSubstr("Found 4."), HasSubstr("data:image/png;base64,iVBOR"),
                                     HasSubstr("neighborscope shot grid:n=100,d=2"), HasSubstr("--size 960x600 --out page-1.png")));
    const std::string handout = content_of(out);
    const std::size_t first = handout.find("--out page-1.png"), without_times = handout.find("--no-timings");
    EXPECT_LT(without_times, first) << "times of another machine say little";
    EXPECT_EQ(handout.find("page-2.png"), std::string::npos) << "it tells the prediction";
    const std::size_t first_picture = handout.find("data:image/png");
    const std::size_t waiting = handout.find("data:image/png", first_picture + 1);
    ASSERT_NE(waiting, std::string::npos) << "points and query alone";
    const std::string picture = handout.substr(waiting, handout.find('"', waiting) - waiting);
    EXPECT_EQ(content_of(answers).find(picture), std::string::npos) << "without what the answers show";
    EXPECT_THAT(content_of(answers), AllOf(HasSubstr("recall: 1.00."), HasSubstr("data:image/png"), HasSubstr("page-2.png")));
    EXPECT_EQ(content_of(answers).find("--no-timings"), std::string::npos) << "the second page asks for them";
    EXPECT_EQ(content_of(out).find("recall: 1.00."), std::string::npos);
    ASSERT_EQ(program({"lesson", file, "--handout", out, "--answers"}).status, 0);
    EXPECT_THAT(content_of(out), HasSubstr("recall: 1.00."));
}

TEST(List, Lessons) {
    EXPECT_THAT(program({"list", "lessons"}).out, HasSubstr("what-a-neighbour-is - What a neighbour is\n"));
    EXPECT_THAT(program({"list", "lessons", "--json"}).out, HasSubstr("\"name\": \"what-a-neighbour-is\""));
}

}  // namespace
}  // namespace neighborscope
