#include "gpu/options.hpp"
#include "tests/refused.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

const std::vector<OptionSpec> specs = {
    {"threads", std::int64_t(256), IntegerRange{32, 1024, true}, "threads of a block"},
    {"blocks", std::int64_t(0), IntegerRange{0, 4096}, "blocks"},
    {"factor", 1.5, RealRange{1, 10}, "times the median"},
    {"selection", std::string("partial"), Choice{{"quicksort", "partial"}}, "how"},
    {"cached", true, Flag{}, "whether"},
};

std::string refusal(const std::map<std::string, std::string>& chosen) {
    return refused(Failure::usage, [&] { Options(specs, chosen); });
}

TEST(Options, StartWithThePresets) {
    const Options options(specs);
    EXPECT_EQ(options.get<std::int64_t>("threads"), 256);
    EXPECT_EQ(options.get<double>("factor"), 1.5);
    EXPECT_EQ(options.get<std::string>("selection"), "partial");
    EXPECT_TRUE(options.get<bool>("cached"));
    EXPECT_EQ(options.values().size(), specs.size());
}

TEST(Options, ADomainWithoutAnEndSaysOnlyWhereItBegins) {
    EXPECT_EQ(describe_domain({"speed", 200.0, RealRange{0, 1e300}, "", RealRange{0, 2000}}), "from 0");
    EXPECT_EQ(describe_domain(specs[2]), "1 - 10");
}

TEST(Options, TakeWhatWasChosen) {
    const Options options(specs, {{"threads", "64"}, {"factor", "2.25"}, {"selection", "quicksort"}, {"cached", "off"}});
    EXPECT_EQ(options.get<std::int64_t>("threads"), 64);
    EXPECT_EQ(options.get<double>("factor"), 2.25);
    EXPECT_EQ(options.get<std::string>("selection"), "quicksort");
    EXPECT_FALSE(options.get<bool>("cached"));
}

TEST(Options, FlagsAreWrittenInThreeWays) {
    for (const char* on : {"on", "true", "1"}) EXPECT_TRUE(Options(specs, {{"cached", on}}).get<bool>("cached"));
    for (const char* off : {"off", "false", "0"}) EXPECT_FALSE(Options(specs, {{"cached", off}}).get<bool>("cached"));
}

TEST(Options, NamesTheOptionTheValueAndTheDomain) {
    EXPECT_EQ(refusal({{"threads", "100"}}), "option threads: '100' is not 32 - 1024, powers of two; the default is 256");
    EXPECT_EQ(refusal({{"threads", "2048"}}), "option threads: '2048' is not 32 - 1024, powers of two; the default is 256");
    EXPECT_EQ(refusal({{"threads", "64x"}}), "option threads: '64x' is not 32 - 1024, powers of two; the default is 256");
    EXPECT_EQ(refusal({{"blocks", "-1"}}), "option blocks: '-1' is not 0 - 4096; the default is 0");
    EXPECT_EQ(refusal({{"blocks", ""}}), "option blocks: '' is not 0 - 4096; the default is 0");
    EXPECT_EQ(refusal({{"factor", "0.5"}}), "option factor: '0.5' is not 1 - 10; the default is 1.5");
    EXPECT_EQ(refusal({{"factor", "nan"}}), "option factor: 'nan' is not 1 - 10; the default is 1.5");
    EXPECT_EQ(refusal({{"cached", "maybe"}}), "option cached: 'maybe' is not on|off; the default is on");
    EXPECT_EQ(refusal({{"selection", "heap"}}), "option selection: 'heap' is not quicksort|partial; the default is partial");
}

TEST(Options, SuggestsWhatWasMeant) {
    EXPECT_EQ(refusal({{"thread", "64"}}), "no option 'thread'; did you mean threads?");
    EXPECT_EQ(refusal({{"selection", "quiksort"}}), "option selection: 'quiksort' is not quicksort|partial; did you mean quicksort?");
    EXPECT_EQ(refusal({{"zzz", "1"}}), "no option 'zzz'; there are threads, blocks, factor, selection, cached");
    EXPECT_THROW(Options({}, {{"threads", "1"}}), Error);
}

TEST(Options, TextReadsBackAsTheValue) {
    for (const OptionSpec& spec : specs) EXPECT_EQ(parse_option(spec, to_text(spec.preset)), spec.preset) << spec.name;
    EXPECT_EQ(to_text(0.1), "0.1");
    EXPECT_EQ(to_text(1.0 / 3), "0.3333333333333333");
}

TEST(NearestName, FindsTyposAndNothingElse) {
    const std::vector<std::string_view> known = {"serial", "heap", "ppw", "quadtree-cached"};
    EXPECT_EQ(nearest_name("seral", known), "serial");
    EXPECT_EQ(nearest_name("haep", known), "heap");
    EXPECT_EQ(nearest_name("PPW", known), "ppw");
    EXPECT_EQ(nearest_name("quadtree-coched", known), "quadtree-cached");
    EXPECT_EQ(nearest_name("brute-force", known), "");
    EXPECT_EQ(nearest_name("x", {}), "");
}

}  // namespace
}  // namespace neighborscope::test
