// --describe: the manual page and the completions have what --help has.
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace neighborscope {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> subcommands = {
    "run", "check", "compare", "classify", "convert", "faces", "list", "preview", "shot", "bench", "curve"};

std::set<std::string> long_options(const std::string& help) {
    std::set<std::string> names;
    const std::regex option("\n  (?:-[a-z], )?(--[a-z-]+)");
    for (auto at = std::sregex_iterator(help.begin(), help.end(), option); at != std::sregex_iterator(); ++at) names.insert((*at)[1]);
    return names;
}

std::string described(const std::string& what) {
    const ProgramOutput said = program({"--describe", what});
    EXPECT_EQ(said.status, 0) << said.err;
    return said.out;
}

TEST(Describe, TheManualHasEveryOptionMethodAndSample) {
    std::string manual = described("manual");
    for (std::size_t at = 0; (at = manual.find("\\-", at)) != std::string::npos; ++at) manual.erase(at, 1);
    for (const std::string& name : subcommands) {
        const std::size_t from = manual.find(".SS \"" + name + "\"");
        ASSERT_NE(from, std::string::npos) << name;
        const std::string section = manual.substr(from, manual.find("\n.S", from + 1) - from);
        const std::set<std::string> options = long_options(program({name, "--help"}).out);
        EXPECT_GT(options.size(), 1u) << name;
        for (const std::string& option : options) EXPECT_THAT(section, HasSubstr("\\fB" + option + "\\fR")) << name;
    }
    for (const Method& method : methods()) EXPECT_THAT(manual, HasSubstr("\\fB" + std::string(method.info.name) + "\\fR"));
    for (const SampleInfo& sample : samples()) EXPECT_THAT(manual, HasSubstr("\\fBsample:" + sample.name + "\\fR"));
}

/// What bash offers at the end of a line that was typed.
class Bash {
public:
    Bash() : script_(folder_.write("neighborscope", described("bash"))) {}
    std::vector<std::string> offers(const std::string& typed) const {
        const ProgramOutput said = in_shell("bash -c 'source \"" + script_ + "\"; COMP_LINE=\"" + typed +
                                            "\"; COMP_POINT=${#COMP_LINE}; _neighborscope; printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
        EXPECT_EQ(said.status, 0) << said.out;
        return said.lines();
    }

private:
    Folder folder_;
    std::string script_;
};

TEST(Describe, BashCompletesWhatThereIs) {
    const Bash bash;
    EXPECT_THAT(bash.offers("neighborscope cl"), Contains("classify"));
    EXPECT_THAT(bash.offers("neighborscope --li"), Contains("--light"));
    EXPECT_THAT(bash.offers("neighborscope run --rec"), Contains("--record"));
    EXPECT_THAT(bash.offers("neighborscope list --rec"), Not(Contains("--record")));
    EXPECT_THAT(bash.offers("neighborscope run sample:ear"), Contains("earthquakes"));  // bash has sample: already
    EXPECT_THAT(bash.offers("neighborscope run unif"), Contains("uniform:"));
    EXPECT_THAT(bash.offers("neighborscope run x.csv --method quadtree-c"), Contains("quadtree-cached"));
    EXPECT_THAT(bash.offers("neighborscope check x.csv --method=a"), Contains("all"));
    EXPECT_THAT(bash.offers("neighborscope run x.csv --method insertion --set sel"), Contains("selection=full"));
    EXPECT_THAT(bash.offers("neighborscope run x.csv --method insertion --set selection=p"), Contains("partial"));
    EXPECT_THAT(bash.offers("neighborscope run x.csv --metric man"), Contains("manhattan"));
    EXPECT_THAT(bash.offers("neighborscope shot x.csv --race heap,pp"), Contains("heap,ppw"));
    EXPECT_THAT(bash.offers("neighborscope classify iris.csv --vote "), Contains("majority"));
    EXPECT_THAT(bash.offers("neighborscope list "), Contains("formats"));
    EXPECT_THAT(bash.offers("neighborscope bench kuang"), Contains("kuang-zhao"));
}

TEST(Describe, EveryShellHasEverySubcommandAndOption) {
    const std::string zsh = described("zsh"), fish = described("fish");
    EXPECT_EQ(zsh.substr(0, 22), "#compdef neighborscope");
    for (const std::string& name : subcommands) {
        EXPECT_THAT(zsh, HasSubstr("        " + name + ") _arguments"));
        for (const std::string& option : long_options(program({name, "--help"}).out)) {
            EXPECT_THAT(zsh, AnyOf(HasSubstr(option + "["), HasSubstr(option + "=[")));
            EXPECT_THAT(fish, HasSubstr("__fish_seen_subcommand_from " + name + "'"));
            EXPECT_THAT(fish, HasSubstr(" -l " + option.substr(2) + " "));
        }
    }
    for (const SampleInfo& sample : samples()) {
        EXPECT_THAT(zsh, HasSubstr(" sample:" + sample.name + " "));
        EXPECT_THAT(fish, HasSubstr("sample:" + sample.name + " "));
    }
}

TEST(Describe, RefusesOtherWords) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--describe"}, {"--describe", "tcsh"}}) {
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, HasSubstr("is not manual, bash, zsh or fish"));
    }
}

}  // namespace
}  // namespace neighborscope
