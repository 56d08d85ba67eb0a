// The README files are complete, and their links are valid.
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path root = fs::path(NEIGHBORSCOPE_TEST_DATA) / "../..";

TEST(Readme, NamesEveryMethodOfThisProgram) {
    const std::string text = content_of(root / "README.md");
    for (const Method& method : methods()) {
        const bool of_tests = method.info.group == "Test";
        EXPECT_TRUE(of_tests || text.find("`" + std::string(method.info.name) + "`") != std::string::npos) << method.info.name;
    }
}

TEST(Readme, OfDataNamesEverySampleGeneratorAndEnding) {
    const std::string text = content_of(root / "app/data/README.md");
    for (const SampleInfo& sample : samples()) EXPECT_THAT(text, HasSubstr("`sample:" + sample.name + "`"));
    for (const GeneratorInfo& generator : generators()) EXPECT_THAT(text, HasSubstr("`" + generator.name + ":`"));
    const std::regex ending("\\.[a-z0-9]+");
    for (const FormatInfo& format : formats())
        for (auto at = std::sregex_iterator(format.extensions.begin(), format.extensions.end(), ending); at != std::sregex_iterator(); ++at)
            EXPECT_THAT(text, HasSubstr(at->str())) << format.name;
}

TEST(Readme, OfTheCommandLineNamesEverySubcommand) {
    const std::string text = content_of(root / "app/command_line/README.md");
    for (const char* name :
        {"run", "check", "compare", "convert", "shot", "bench", "curve", "preview", "list", "faces", "classify", "lesson", "doctor"}) {
        EXPECT_EQ(program({name, "--help"}).status, 0) << name;
        EXPECT_THAT(text, HasSubstr("neighborscope " + std::string(name) + " "));
    }
}

TEST(Readme, LinksLeadToFiles) {
    const std::regex link("\\]\\(([^)#:]+)[)#]");  // none of the web
    for (const char* file : {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "app/commands/README.md",
             "app/command_line/README.md", "app/data/README.md", "app/panels/README.md", "gpu/README.md", "tests/bench/README.md",
             "assets/packaging/README.md", "assets/lessons/README.md"}) {
        const std::string text = content_of(root / file);
        ASSERT_FALSE(text.empty()) << file;
        for (auto at = std::sregex_iterator(text.begin(), text.end(), link); at != std::sregex_iterator(); ++at)
            EXPECT_TRUE(fs::exists(root / fs::path(file).parent_path() / (*at)[1].str())) << file << ": " << (*at)[1];
    }
}

}  // namespace
}  // namespace neighborscope
