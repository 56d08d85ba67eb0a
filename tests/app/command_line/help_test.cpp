// --help, --version and list.
#include "gpu/device/ceilings.hpp"
#include "gpu/knn.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

TEST(Help, EverySubcommandTeachesByExamples) {
    for (const std::vector<std::string>& words :
        {std::vector<std::string>{"--help"}, {"-h"}, {"run", "--help"}, {"check", "-h"}, {"list", "--help"}, {"preview", "--help"},
            {"faces", "--help"}, {"classify", "--help"}, {"shot", "--help"}, {"doctor", "--help"}, {"help", "run"}, {"help"}}) {
        const ProgramOutput said = program(words);
        EXPECT_EQ(said.status, 0);
        EXPECT_EQ(said.err, "");
        EXPECT_THAT(said.out, HasSubstr("Examples\n  neighborscope"));
        for (const std::string& line : said.lines()) EXPECT_LE(line.size(), 120u) << line;
    }
}

TEST(Help, NamesWhatExistsAndNothingElse) {
    const std::string top = program({"--help"}).out;
    for (const char* word : {"run", "check", "classify", "compare", "convert", "faces", "inspect", "list", "preview", "shot", "--light",
             "--method", "--set", "sample:earthquakes", "uniform:", "Exit status"})
        EXPECT_THAT(top, HasSubstr(word));
    const std::string run = program({"run", "--help"}).out;
    for (const char* word :
        {"--self", "--query ", "--query-index", "--queries", "--random-queries", "--exclude-self", "--repeat", "--out", "--timings",
            "--ticks", "--points", "--record", "--counters", "--strict", "--columns", "--label", "--metric", "--device", "-k"})
        EXPECT_THAT(run, HasSubstr(word));
    const std::string classify = program({"classify", "--help"}).out;
    for (const char* word :
        {"TRAIN", "--test", "--label", "--columns", "--standardise", "--vote", "--metric", "--device", "-k, --k", "--out", "--json"})
        EXPECT_THAT(classify, HasSubstr(word));
}

TEST(Help, SaysOnceWhatDataMayBe) {
    for (const char* command : {"run", "check", "classify", "compare", "convert", "curve", "preview", "shot"}) {
        const std::string help = program({command, "--help"}).out;
        const std::size_t data = help.find("\nDATA\n");
        ASSERT_NE(data, std::string::npos) << command;
        EXPECT_EQ(help.find("\nDATA\n", data + 1), std::string::npos) << command;
    }
}

TEST(Help, WinsOverWhatIsMissing) { EXPECT_EQ(program({"run", "--method", "heap", "--help"}).status, 0); }

TEST(Version, SaysWhatTheBuildHas) {
    const ProgramOutput said = program({"--version"});
    EXPECT_EQ(said.status, 0);
    for (const char* word : {"neighborscope ", "CUDA", "Qt", "GLFW"}) EXPECT_THAT(said.out, HasSubstr(word));
    for (const Method& method : methods())
        EXPECT_EQ(said.out.find("no " + std::string(method.info.name) + ": ") != std::string::npos,
            !method.info.supports.missing_package.empty());
    EXPECT_EQ(said.out.find("built for CPU only") == std::string::npos, built_with_cuda());
}

TEST(List, MethodsComeFromTheRegistry) {
    const std::string text = program({"list", "methods"}).out;
    const auto json = nlohmann::json::parse(program({"list", "methods", "--json"}).out);
    ASSERT_EQ(json.size(), methods().size());
    for (std::size_t i = 0; i < methods().size(); ++i) {
        const MethodInfo& info = methods()[i].info;
        EXPECT_EQ(json[i]["name"], std::string(info.name));
        EXPECT_THAT(text, HasSubstr(std::string(info.name) + " - " + std::string(info.title)));
        ASSERT_EQ(json[i]["options"].size(), info.options.size());
        for (std::size_t option = 0; option < info.options.size(); ++option) {
            EXPECT_EQ(json[i]["options"][option]["name"], std::string(info.options[option].name));
            EXPECT_EQ(json[i]["options"][option]["domain"], describe_domain(info.options[option]));
        }
        EXPECT_EQ(json[i]["phases"].size(), info.phases.size());
        EXPECT_EQ(json[i]["metrics"].size(),
            1u + info.supports.manhattan + info.supports.chebyshev + !info.counts_query_work + info.supports.no_inner_product.empty());
        EXPECT_EQ(json[i]["missing_package"].is_null(), info.supports.missing_package.empty());
        EXPECT_EQ(json[i]["missing_on_cuda"].is_null(), info.supports.missing_on_cuda().empty());
    }
    for (const char* group : {"Exhaustive\n----------\n", "CPU libraries\n-------------\n"}) EXPECT_THAT(text, HasSubstr(group));
}

TEST(List, SamplesFormatsDevicesAndTerms) {
    for (const std::string what : {"samples", "formats", "devices", "terms"}) {
        const ProgramOutput text = program({"list", what});
        EXPECT_EQ(text.status, 0);
        const auto json = nlohmann::json::parse(program({"list", what, "--json"}).out);
        ASSERT_TRUE(json.is_array());
        EXPECT_GT(json.size(), 0u);
        for (const auto& entry : json) EXPECT_THAT(text.out, HasSubstr(entry["name"].get<std::string>()));
    }
    EXPECT_EQ(nlohmann::json::parse(program({"list", "devices", "--json"}).out).back()["device"], "host");
}

TEST(List, DevicesAreMeasuredOnDemand) {
    const ProgramOutput plain = program({"list", "devices"}), said = program({"list", "devices", "--measure"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(plain.out.find("GB/s"), std::string::npos);
    EXPECT_THAT(said.out, HasSubstr("GB/s"));
    EXPECT_THAT(said.out, HasSubstr("GFLOP/s"));
    EXPECT_THAT(said.out, HasSubstr("host: streaming read of"));
    EXPECT_THAT(program({"list", "devices", "--measure", "--json"}).out, HasSubstr("\"read_bytes_per_second\""));
    EXPECT_EQ(program({"list", "methods", "--measure"}).status, 2);
}

/// What a program has loaded or started: libraries, threads, measured devices, all of which take time.
struct Begun {
    std::set<std::string> mapped;
    std::ptrdiff_t threads = 0;
    bool ceilings = false;
};
Begun begun() {
    Begun found;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (const auto path = line.find('/'); path != std::string::npos) found.mapped.insert(line.substr(path));
    const std::filesystem::directory_iterator threads("/proc/self/task");
    found.threads = std::distance(begin(threads), end(threads));
    found.ceilings = known_ceilings(DeviceKind::host).has_value();
    return found;
}

TEST(List, BeginsNothingThatTakesTime) {
    (void)find_method("flat").info.supports.missing_on_cuda();  // the list of methods says whether cuBLAS is there, which loads it
    const Begun before = begun();
    ASSERT_FALSE(before.mapped.empty());
    for (const char* what : {"methods", "samples", "formats"}) {
        EXPECT_EQ(program({"list", what}).status, 0);
        const Begun after = begun();
        EXPECT_THAT(after.mapped, testing::IsSubsetOf(before.mapped)) << what << " loads libraries";
        EXPECT_LE(after.threads, before.threads) << what;
        EXPECT_EQ(after.ceilings, before.ceilings) << what << " measures a device";
    }
}

}  // namespace
}  // namespace neighborscope
