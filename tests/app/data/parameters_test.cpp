// Parameters of generators as a form shows and changes them.
#include "app/data/make/parameters.hpp"
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> names_of(const std::vector<OptionSpec>& specs) {
    std::vector<std::string> names;
    for (const OptionSpec& spec : specs) names.emplace_back(spec.name);
    return names;
}

TEST(Parameters, OfEveryGeneratorAreThoseItHas) {
    EXPECT_THAT(names_of(adjustable_parameters(load_data("hotspots:n=30"))), ElementsAre("n", "d", "hotspots", "speed", "drift", "seed"));
    EXPECT_THAT(names_of(adjustable_parameters(load_data("uniform:n=30"))), ElementsAre("n", "d", "speed", "seed"));
    EXPECT_THAT(names_of(adjustable_parameters(load_data("cube:n=30"))), ElementsAre("n", "seed"));
    EXPECT_THAT(names_of(adjustable_parameters(load_data("roads:n=30"))), ElementsAre("n", "speed", "seed"));
    EXPECT_TRUE(adjustable_parameters(load_data("sample:earthquakes")).empty());
}

TEST(Parameters, PresetsAreWhatAGeneratorTakesWithoutThem) {
    for (const Generator& generator : all_generators()) {
        const DataSet data = load_data(std::string(generator.name) + ":n=50");
        std::string written = std::string(generator.name) + ":n=50";
        for (const OptionSpec& spec : adjustable_parameters(data)) {
            EXPECT_EQ(to_text(parse_option(spec, to_text(spec.preset))), to_text(spec.preset)) << spec.name;
            if (spec.name != "n" && spec.name != "speed") written = with_parameter(written, spec.name, to_text(spec.preset));
        }
        EXPECT_EQ(load_data(written).hash, data.hash) << written;
    }
}

TEST(Parameters, SlidersLieInsideWhatIsTaken) {
    for (const Generator& generator : all_generators())
        for (const OptionSpec& spec : adjustable_parameters(load_data(std::string(generator.name) + ":n=50"))) {
            SCOPED_TRACE(std::string(generator.name) + " " + std::string(spec.name));
            ASSERT_TRUE(spec.slider);
            if (spec.slider->from == spec.slider->to) continue;
            for (const double end : {spec.slider->from, spec.slider->to}) {
                const std::string text =
                    std::holds_alternative<IntegerRange>(spec.domain) ? std::to_string(std::int64_t(end)) : to_text(OptionValue(end));
                EXPECT_NO_THROW(parse_option(spec, text)) << text;
                EXPECT_NO_THROW(parse_parameters(
                    generator, with_parameter(std::string(generator.name) + ":", spec.name, text).substr(generator.name.size() + 1)));
            }
        }
}

TEST(Parameters, SpeedsOfRoadsAreLengthsOfTheirStreets) {
    const DataSet roads = load_data("roads:n=20");
    double total = 0;
    for (const RoadNetwork::Edge& edge : roads.network->edges) total += edge.length;
    const double mean = total / double(roads.network->edges.size());
    const std::vector<OptionSpec> all = adjustable_parameters(roads);
    const auto speed = std::find_if(all.begin(), all.end(), [](const OptionSpec& spec) { return spec.name == "speed"; });
    ASSERT_NE(speed, all.end());
    EXPECT_NEAR(std::get<double>(speed->preset), mean, 1e-3 * mean);
    EXPECT_EQ(std::get<RealRange>(speed->domain).to, total) << "faster is refused";
    EXPECT_GT(speed->slider->to, 5 * mean);
    EXPECT_LT(speed->slider->to, 20 * mean);
}

TEST(Parameters, AreReadFromASource) {
    const auto given = given_parameters("hotspots:n=2e4,speed=12.5");
    EXPECT_EQ(given.at("n"), "20000") << "as an option takes it";
    EXPECT_EQ(given.at("speed"), "12.5");
    EXPECT_EQ(given.count("hotspots"), 0u);
    EXPECT_EQ(given_parameters("roads:speed=mean,n=5").count("speed"), 0u);
    EXPECT_EQ(given_parameters("roads:network=a,b.gr,speed=5").at("network"), "a,b.gr");
    EXPECT_TRUE(given_parameters("points.csv").empty());
    EXPECT_TRUE(given_parameters("hotspots:").empty());
}

TEST(Parameters, OneIsRewrittenAndAllOthersStay) {
    EXPECT_EQ(with_parameter("hotspots:n=4000,hotspots=25,speed=200", "hotspots", "7"), "hotspots:n=4000,hotspots=7,speed=200");
    EXPECT_EQ(with_parameter("hotspots:n=4e3", "speed", "12.5"), "hotspots:n=4e3,speed=12.5");
    EXPECT_EQ(with_parameter("uniform:", "n", "30"), "uniform:n=30");
    EXPECT_EQ(with_parameter("roads:n=9,network=a,b.gr,units=metres", "n", "10"), "roads:n=10,network=a,b.gr,units=metres");
    EXPECT_EQ(with_parameter("roads:network=a,b.gr", "speed", "3"), "roads:network=a,b.gr,speed=3");
    EXPECT_EQ(with_parameter("roads:speed=mean,network=a,b.gr", "speed", "3"), "roads:speed=3,network=a,b.gr");
    EXPECT_EQ(with_parameter("uniform:speed=1,n=2", "s", "3"), "uniform:speed=1,n=2,s=3") << "names as a whole";
}

TEST(Parameters, TheGeneratorOfASource) {
    EXPECT_EQ(generator_of("roads:n=4")->name, "roads");
    EXPECT_EQ(generator_of("roads"), nullptr);
    EXPECT_EQ(generator_of("C:points.csv"), nullptr);
    EXPECT_EQ(generator_of(""), nullptr);
}

}  // namespace
}  // namespace neighborscope::test
