// Tests a page made from a view: the lesson that it begins or continues, and the session beside it.
#include "app/lessons/new_page.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/page_session.hpp"

#include "tests/refused.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace neighborscope::lessons {
namespace {

struct NewPage : ::testing::Test {
    std::string text_of(const std::string& path) {
        std::ifstream file(path);
        std::stringstream all;
        all << file.rdbuf();
        return all.str();
    }
    test::TemporaryFolder folder;
    const std::string file = folder / "my-first-lesson.md";
};

TEST_F(NewPage, BeginsALessonAndContinuesIt) {
    SessionState view;
    view.data = "sample:iris", view.method = "quadtree-cached", view.k = 5;
    view.camera = SavedCamera{false, {5, 3, 0}, 2};
    view.notes = {{"here", 7}};
    EXPECT_EQ(add_page(file, view).number, 1u);
    view.k = 9;
    EXPECT_EQ(add_page(file, view).number, 2u);
    EXPECT_THAT(text_of(file), ::testing::HasSubstr("The search with {method} found {found} of the {k} nearest")) << "no braces in code";
    const Lesson lesson = parse_lesson(file, text_of(file));
    EXPECT_EQ(lesson.pages[0].title(), "iris, with quadtree-cached");
    EXPECT_EQ(lesson.title, "My first lesson");
    ASSERT_EQ(lesson.pages.size(), 2u);
    SessionState second = session_of(lesson.pages[1], file);
    EXPECT_EQ(second.k, 9);
    EXPECT_EQ(second.camera, view.camera);
    EXPECT_EQ(second.notes, view.notes);
    EXPECT_EQ(session_of(lesson.pages[0], file).k, 5);
}

TEST_F(NewPage, KeepsWhatStandsThereAndTakesAFreeName) {
    std::ofstream(file) << "# Mine\n\n```page\ndata: sample:iris\n```\n\nWords.";  // without an end of the last line
    std::ofstream(folder / "page-1.json") << "something else";
    EXPECT_EQ(add_page(file, SessionState()).number, 2u);
    EXPECT_THAT(
        text_of(file), ::testing::StartsWith("# Mine\n\n```page\ndata: sample:iris\n```\n\nWords.\n\n```page\nsession: page-2.json\n"));
    EXPECT_EQ(text_of(folder / "page-1.json"), "something else");
}

TEST_F(NewPage, HasAFolderThatCanBeMoved) {
    namespace fs = std::filesystem;
    const fs::path elsewhere = folder / "elsewhere", mine = folder / "mine";
    fs::create_directories(elsewhere), fs::create_directories(mine);
    std::ofstream(elsewhere / "face.pgm") << "P5 2 2 255 abcd";
    std::ofstream(elsewhere / "points.csv") << "x,y\n1,2\n";
    std::ofstream(mine / "face.pgm") << "another";
    SessionState view;
    view.data = elsewhere / "points.csv", view.query_picture = elsewhere / "face.pgm";
    EXPECT_EQ(add_page(mine / "lesson.md", view).files, "; it reads ../elsewhere/points.csv; face.pgm was copied beside it");
    const std::string session = text_of(mine / "page-1.json");
    EXPECT_THAT(session, ::testing::HasSubstr("\"../elsewhere/points.csv\""));
    EXPECT_THAT(session, ::testing::HasSubstr("\"face-2.pgm\"")) << "another file has its name";
    EXPECT_EQ(text_of(mine / "face-2.pgm"), "P5 2 2 255 abcd");
    EXPECT_EQ(add_page(mine / "lesson.md", view).number, 2u);
    EXPECT_FALSE(fs::exists(mine / "face-3.pgm")) << "it is there already";
}

TEST_F(NewPage, LeavesAloneAFileThatIsNoLesson) {
    const std::string wrong = "# A lesson\n\n```page\ndata iris\n```\n";
    std::ofstream(file) << wrong;
    EXPECT_THAT(test::refused(Failure::input, [&] { add_page(file, SessionState()); }), ::testing::HasSubstr("my-first-lesson.md"));
    EXPECT_EQ(text_of(file), wrong);
    EXPECT_FALSE(std::ifstream(folder / "page-1.json").good());
}

}  // namespace
}  // namespace neighborscope::lessons
