// The program without OpenGL, Qt and X, and its errors if a module or one of its libraries is missing.
#include "app/data/faces/picture.hpp"
#include "app/data/points/data_set.hpp"
#include "app/modules/missing_libraries.hpp"
#include "app/modules/modules.hpp"
#include "program.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

const fs::path built_program = NEIGHBORSCOPE_PROGRAM;

/// The program and its necessary libraries in a separate folder.
class Apart {
public:
    Apart() {
        copy("neighborscope");
        copy("libneighborscope.so");
        copy(NEIGHBORSCOPE_ENGINE);
    }
    void copy(const std::string& name) const { fs::copy_file(built_program.parent_path() / name, folder_.path(name)); }
    ProgramOutput run(const std::string& arguments, const std::string& environment = "") const {
        return in_shell(environment + " '" + folder_.path("neighborscope") + "' " + arguments);
    }
    std::string path(const std::string& name) const { return folder_.path(name); }

private:
    Folder folder_;
};

/// Replaces the name of a needed library by one of the same length that does not exist.
void rename_needed(const std::string& file, const std::string& from, const std::string& to) {
    ASSERT_EQ(from.size(), to.size());
    std::string bytes = content_of(file);
    std::size_t at = bytes.find(from + '\0');
    ASSERT_NE(at, std::string::npos) << from;
    for (; at != std::string::npos; at = bytes.find(from, at)) bytes.replace(at, from.size(), to);
    FILE* out = fopen(file.c_str(), "wb");
    ASSERT_NE(out, nullptr);
    EXPECT_EQ(fwrite(bytes.data(), 1, bytes.size(), out), bytes.size());
    fclose(out);
}

TEST(Modules, TheProgramNeedsNothingThatDrawsOrOpensWindows) {
    const ProgramOutput said = in_shell("ldd '" + built_program.string() + "'");
    ASSERT_EQ(said.status, 0) << said.out;
    EXPECT_THAT(said.out, HasSubstr("libneighborscope.so"));
    for (const char* name : {"libEGL", "libGL", "libOpenGL", "libX11", "libxcb", "libQt6", "libglfw", "libepoxy", "libimgui",
             "libfontconfig", "libfreetype", "libneighborscope_"})
        EXPECT_THAT(said.out, Not(HasSubstr(name)));
}

TEST(Modules, WithoutThemEverythingElseWorks) {
    if (test::sanitized) GTEST_SKIP() << "no other code than elsewhere";
    const Apart apart;
    for (const char* words : {"list methods", "preview uniform:n=100", "run uniform:n=100 --method heap -k 2 --device host --repeat 1",
             "check uniform:n=100 --method heap -k 2 --device host --random-queries 3", "--help"}) {
        const ProgramOutput said = apart.run(words);
        EXPECT_EQ(said.status, 0) << words << '\n' << said.out;
    }
    EXPECT_THAT(
        apart.run("--version").out, HasSubstr("OpenGL yes, but the module " + apart.path("libneighborscope_rendering.so") + " is missing"));
}

TEST(Modules, AMissingOneIsNamedInOneLine) {
    const Apart apart;
    const ProgramOutput shot = apart.run("shot uniform:n=100 --device host --out '" + apart.path("v.png") + "'");
    EXPECT_EQ(shot.status, 3);
    EXPECT_THAT(shot.out, HasSubstr("the module " + apart.path("libneighborscope_rendering.so") +
                                    " is missing: install Neighborscope again; `neighborscope run`"));
    EXPECT_EQ(std::count(shot.out.begin(), shot.out.end(), '\n'), 1) << shot.out;
    const ProgramOutput bench = apart.run("bench mohammadi --quick --device host --out '" + apart.path("here") + "'");
    EXPECT_EQ(bench.status, 0) << bench.out;
    EXPECT_THAT(
        bench.out, HasSubstr("libneighborscope_rendering.so is missing: install Neighborscope again; tables and report are written"));
}

TEST(Modules, AMissingLibraryIsNamedWithItsPackage) {
    if (test::sanitized) GTEST_SKIP() << "no other code than elsewhere";
    const Apart apart;
    apart.copy("libneighborscope_rendering.so");
    rename_needed(apart.path("libneighborscope_rendering.so"), "libEGL.so.1", "libEGX.so.9");
    const ProgramOutput said = apart.run("shot uniform:n=100 --device host --out '" + apart.path("v.png") + "'");
    EXPECT_EQ(said.status, 3);
    EXPECT_EQ(
        said.out, "neighborscope: this machine lacks libEGX.so.9: apt install libegx9; `neighborscope run` searches without pictures\n");
    EXPECT_FALSE(fs::exists(apart.path("v.png")));
    EXPECT_THAT(apart.run("--version").out, HasSubstr("OpenGL yes, but this machine lacks libEGX.so.9: apt install libegx9\n"));
}

TEST(Modules, AreFoundBesideTheProgramWhenTheirLibraryIsPackedElsewhere) {
    const Apart apart;
    const Folder elsewhere;
    fs::rename(apart.path("libneighborscope.so"), elsewhere.path("libneighborscope.so"));
    apart.copy("libneighborscope_rendering.so");
    const ProgramOutput said = apart.run("shot uniform:n=100 --device host --size 300x300 --out '" + apart.path("v.png") + "'",
        "LD_LIBRARY_PATH='" + elsewhere.path("") + "'");
    EXPECT_EQ(said.status, 0) << said.out;
}

TEST(Modules, AWindowNeedsTheModuleThatDraws) {
    if (!modules::built(modules::Module::light)) GTEST_SKIP() << "built without GLFW";
    const Apart apart;
    apart.copy("libneighborscope_light.so");
    const ProgramOutput said = apart.run("--light uniform:n=100", "WAYLAND_DISPLAY=nowhere");
    EXPECT_EQ(said.status, 3);
    EXPECT_THAT(said.out, HasSubstr("the module " + apart.path("libneighborscope_rendering.so") + " is missing"));
}

TEST(Modules, AWindowThatLacksALibraryNamesTheOtherWindow) {
    if (!modules::built(modules::Module::desktop)) GTEST_SKIP() << "built without Qt";
    const Apart apart;
    apart.copy("libneighborscope_rendering.so");
    apart.copy("libneighborscope_desktop.so");
    rename_needed(apart.path("libneighborscope_desktop.so"), "libQt6Widgets.so.6", "libQt6Widgetz.so.6");
    const auto said = [&apart] { return apart.run("uniform:n=100", "WAYLAND_DISPLAY=nowhere"); };  // used only after the module is open
    const std::string lacks = "neighborscope: this machine lacks libQt6Widgetz.so.6: apt install libqt6widgetz6; ";
    EXPECT_EQ(said().status, 3);
    EXPECT_EQ(said().out, lacks + "`neighborscope run` searches without a window\n");
    if (!modules::built(modules::Module::light)) return;
    apart.copy("libneighborscope_light.so");
    EXPECT_EQ(said().out, lacks + "or neighborscope --light\n");
}

TEST(Modules, AreCompleteHere) {
    for (const modules::Module module :
        {modules::Module::rendering, modules::Module::desktop, modules::Module::light, modules::Module::detector, modules::Module::mpi}) {
        if (!modules::built(module)) continue;
        EXPECT_EQ(modules::what_is_missing(module), "");
        EXPECT_NO_THROW(modules::require(module));
    }
}

/// A face of the samples, as large as in a photo.
TEST(Modules, TheDetectorFindsTheEyesOfAFace) {
    if (!modules::built(modules::Module::detector)) GTEST_SKIP() << "built without dlib";
    const auto find = modules::face_finder();
    ASSERT_TRUE(find);
    const auto small = faces::read_picture(InputFile(samples_folder() + "/faces/mitchell/mitchell_straight_neutral_open_2.pgm"));
    const auto photo = faces::scaled(small, {small.size.width * 5, small.size.height * 5});
    const std::vector<faces::Face> found = find(photo);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found.front().left_eye[0], 130, 12);
    EXPECT_NEAR(found.front().left_eye[1], 127, 12);
    EXPECT_NEAR(found.front().right_eye[0], 172, 12);
    EXPECT_NEAR(found.front().right_eye[1], 124, 12);
    EXPECT_TRUE(find({{200, 150}, std::vector<float>(200 * 150, 0.5f)}).empty());
}

TEST(Modules, PackagesOfLibraries) {
    for (const auto& [library, package] :
        {std::pair("libEGL.so.1", "libegl1"), {"libQt6OpenGLWidgets.so.6", "libqt6openglwidgets6"}, {"libX11.so.6", "libx11-6"},
            {"libglfw.so.3", "libglfw3"}, {"libepoxy.so.0", "libepoxy0"}, {"libgio-2.0.so.0", "libglib2.0-0"}})
        EXPECT_EQ(modules::package_of(library), package);
}

}  // namespace
}  // namespace neighborscope
