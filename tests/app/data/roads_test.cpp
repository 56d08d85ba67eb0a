// roads: where objects start, how far they move, where they turn, and reproducibility.
#include "tests/app/data/test_file.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace neighborscope {
namespace {

using test::expect_error;
using test::File;
using testing::ElementsAre;
using testing::FloatEq;

/// A network in a folder of its own; `directed` ones are DIMACS files.
class Network {
public:
    Network(const std::string& nodes, const std::string& edges) : nodes_("net.cnode", nodes) { beside("net.cedge", edges); }
    static std::string named(const std::string& parameters, const Network& network) {
        return "roads:network=" + network.nodes_.path() + "," + parameters;
    }
    DataSet make(const std::string& parameters) const { return load_data(named(parameters, *this)); }

protected:
    Network(const std::string& name, const std::string& nodes, const std::string& other, const std::string& edges) : nodes_(name, nodes) {
        beside(other, edges);
    }

private:
    void beside(const std::string& name, const std::string& text) const {
        std::ofstream(std::filesystem::path(nodes_.path()).parent_path() / name, std::ios::binary) << text;
    }
    File nodes_;
};

struct OneWay : Network {
    OneWay(const std::string& nodes, const std::string& arcs) : Network("net.co", nodes, "net.gr", arcs) {}
};

/// All positions of all ticks: [ticks][count][2], relative to the origin.
std::vector<std::vector<float>> drive(const DataSet& data, int ticks) {
    std::vector<std::vector<float>> all{data.coordinates};
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    while (int(all.size()) < ticks) {
        all.emplace_back(data.coordinates.size());
        EXPECT_TRUE(tick_cursor->next(all.back()));
    }
    return all;
}

/// A square of side 4 x 3 with a street that ends 5 further on, and a loop of length 0.
const char* const square_nodes = "0 0 0\n1 4 0\n2 4 3\n3 0 3\n4 9 0\n";
const char* const square_edges = "0 0 1 4\n1 1 2 3\n2 3 2 4\n3 3 0 3\n4 1 4 5\n5 2 2 0\n";

TEST(Roads, DriveAsTheirFormulasSay) {
    // Computed by a separate Python program from the formulas in generator.hpp.
    const Network square(square_nodes, square_edges);
    const auto positions = [&](const std::string& parameters, std::size_t object) {
        const auto ticks = drive(square.make(parameters), 13);
        std::vector<float> some;
        for (const std::size_t tick : {0u, 1u, 12u}) some.insert(some.end(), {ticks[tick][2 * object], ticks[tick][2 * object + 1]});
        return some;
    };
    EXPECT_THAT(positions("n=3,speed=6.5", 0), ElementsAre(4, 2.4247817993164062f, 3.22340989112854f, 0, 4, 2.00831937789917f));
    EXPECT_THAT(positions("n=3,speed=6.5", 1), ElementsAre(6.010268211364746f, 0, 6.3516926765441895f, 0, 3.666736602783203f, 0));
    EXPECT_THAT(positions("n=3,speed=6.5,seed=7", 2), ElementsAre(6.735513210296631f, 0, 5.215005397796631f, 0, 5.510576248168945f, 0));
}

TEST(Roads, AreTheSameWithAnyNumberOfObjectsAndAgain) {
    const DataSet few = load_data("roads:n=10"), many = load_data("roads:n=40000");  // several pieces, several threads
    const auto of_few = drive(few, 5), of_many = drive(many, 5);
    for (std::size_t tick = 0; tick < 5; ++tick) EXPECT_TRUE(std::equal(of_few[tick].begin(), of_few[tick].end(), of_many[tick].begin()));
    EXPECT_EQ(drive(many, 5), of_many);
    EXPECT_EQ(load_data("roads:n=10,network=sample:streets").hash, few.hash);
    EXPECT_NE(load_data("roads:n=10,seed=1").coordinates, few.coordinates);
    EXPECT_EQ(few.motion->ticks(), 0);
    EXPECT_EQ(few.motion->tick_number(7), 7);
}

TEST(Roads, StayOnTheStreetsOfTheirNetwork) {
    const DataSet data = load_data("roads:n=200,speed=500");
    EXPECT_THAT(data.axes, ElementsAre("lon", "lat"));
    EXPECT_THAT(data.credit, testing::HasSubstr("OpenStreetMap"));
    ASSERT_TRUE(data.network);
    const std::vector<double>& nodes = data.network->nodes;
    for (const std::vector<float>& tick : drive(data, 4))
        for (std::size_t i = 0; i < tick.size(); i += 2) {
            const double x = data.origin[0] + double(tick[i]), y = data.origin[1] + double(tick[i + 1]);
            double nearest = 1;
            for (const RoadNetwork::Edge& edge : data.network->edges) {
                const double ax = nodes[2 * std::size_t(edge.from)], ay = nodes[2 * std::size_t(edge.from) + 1];
                const double bx = nodes[2 * std::size_t(edge.to)] - ax, by = nodes[2 * std::size_t(edge.to) + 1] - ay;
                const double square = bx * bx + by * by;
                const double share = square > 0 ? std::clamp(((x - ax) * bx + (y - ay) * by) / square, 0.0, 1.0) : 0;
                nearest = std::min(nearest, std::hypot(ax + bx * share - x, ay + by * share - y));
            }
            ASSERT_LT(nearest, 5e-8) << "object " << i / 2;
        }
}

TEST(Roads, StartEvenlyByLength) {
    const Network two("0 0 0\n1 1 0\n2 1 3\n3 7 7\n", "0 0 1 1\n1 3 3 0\n2 1 2 3\n");
    const DataSet data = two.make("n=40000");
    int on_first = 0, in_lower_half = 0;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        on_first += data.coordinate(row, 1) == 0;
        in_lower_half += data.coordinate(row, 1) > 0 && data.coordinate(row, 1) < 1.5;
        ASSERT_LT(data.coordinate(row, 0), 7) << "nobody starts on a street of no length";
    }
    EXPECT_NEAR(on_first, 10000, 4 * std::sqrt(40000 * 0.25 * 0.75));
    EXPECT_NEAR(in_lower_half, 15000, 4 * std::sqrt(40000 * 0.375 * 0.625));
}

TEST(Roads, KeepToTheSpeedLimitEachWithASpeedOfItsOwn) {
    const Network straight("0 0 0\n1 1000000 0\n", "0 0 1 1000000\n");
    const auto ticks = drive(straight.make("n=20000,speed=8"), 3);
    double sum = 0, most = 0;
    for (std::size_t i = 0; i < ticks[0].size(); i += 2) {
        const double first = std::fabs(double(ticks[1][i]) - double(ticks[0][i])),
                     second = std::fabs(double(ticks[2][i]) - double(ticks[1][i]));
        sum += first;
        most = std::max({most, first, second});
        const bool turned = (ticks[1][i] > ticks[0][i]) != (ticks[2][i] > ticks[1][i]);
        if (!turned && ticks[1][i] != ticks[0][i] && ticks[1][i] > 16 && ticks[1][i] < 999984) {
            ASSERT_NEAR(first, second, 0.13) << "a speed does not change";  // two roundings to float32 at a million
        }
    }
    EXPECT_LT(most, 8.13);
    EXPECT_GT(most, 7.9);
    EXPECT_NEAR(sum / 20000, 4, 4 * 8 / std::sqrt(12 * 20000.0) + 0.01);
}

TEST(Roads, WithoutASpeedTheLimitIsTheMeanStreet) {
    const Network two("0 0 0\n1 10 0\n2 10 30\n", "0 0 1 10\n1 1 2 30\n");
    EXPECT_EQ(drive(two.make("n=50"), 6), drive(two.make("n=50,speed=20"), 6));
    EXPECT_EQ(drive(two.make("n=50,speed=mean"), 6), drive(two.make("n=50,speed=20"), 6));
    EXPECT_NE(drive(two.make("n=50,speed=19"), 6), drive(two.make("n=50,speed=20"), 6));
    const auto still = drive(two.make("n=50,speed=0"), 3);
    EXPECT_EQ(still[2], still[0]);
}

TEST(Roads, DoNotTurnBackButAtDeadEnds) {
    // A ring of four streets: an object keeps its direction.
    const Network ring("0 1 0\n1 0 1\n2 -1 0\n3 0 -1\n", "0 0 1 1\n1 2 1 1\n2 2 3 1\n3 0 3 1\n");
    const auto angle = [](const std::vector<float>& tick, std::size_t i) { return std::atan2(tick[2 * i + 1], tick[2 * i]); };
    const auto ticks = drive(ring.make("n=100,speed=0.9"), 40);
    int left = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        std::set<bool> ways;
        for (std::size_t tick = 1; tick < ticks.size(); ++tick)
            ways.insert(std::remainder(angle(ticks[tick], i) - angle(ticks[tick - 1], i), 2 * M_PI) > 0);
        EXPECT_EQ(ways.size(), 1u) << i;
        left += *ways.begin();
    }
    EXPECT_NEAR(left, 50, 20);  // in both directions
    // A street with two dead ends: objects move back and forth, never beyond, and over the whole length.
    const Network street("0 0 0\n1 1 0\n", "0 0 1 1\n");
    const auto there = drive(street.make("n=1,speed=0.9,seed=3"), 200);
    float low = 1, high = 0;
    for (const std::vector<float>& tick : there) low = std::min(low, tick[0]), high = std::max(high, tick[0]);
    EXPECT_GE(low, 0);
    EXPECT_LE(high, 1);
    EXPECT_LT(low, 0.2f);
    EXPECT_GT(high, 0.8f);
}

TEST(Roads, TakeEveryOtherStreetAlike) {
    // Four streets of length 1 meet at one node. Steps of at most half a street per tick: objects that cross it are on another arm.
    const Network star("0 0 0\n1 1 0\n2 0 1\n3 -1 0\n4 0 -1\n", "0 0 1 1\n1 0 2 1\n2 0 3 1\n3 4 0 1\n");
    const auto arm = [](float x, float y) { return x > 0 ? 0 : y > 0 ? 1 : x < 0 ? 2 : 3; };
    const auto ticks = drive(star.make("n=60000,speed=1"), 2);
    int from[4][4] = {};
    for (std::size_t i = 0; i < ticks[0].size(); i += 2) ++from[arm(ticks[0][i], ticks[0][i + 1])][arm(ticks[1][i], ticks[1][i + 1])];
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) {
            if (a == b) continue;
            const double mean = (from[a][(a + 1) % 4] + from[a][(a + 2) % 4] + from[a][(a + 3) % 4]) / 3.0;
            EXPECT_GT(mean, 1000);
            EXPECT_NEAR(from[a][b], mean, 4 * std::sqrt(mean)) << a << " to " << b;
        }
}

TEST(Roads, RespectTheDirectionOfOneWayStreets) {
    const OneWay ring("p aux sp co 4\nv 1 1 0\nv 2 0 1\nv 3 -1 0\nv 4 0 -1\n", "p sp 4 4\na 1 2 1\na 2 3 1\na 3 4 1\na 4 1 1\n");
    const auto ticks = drive(ring.make("n=100,speed=0.9"), 30);
    for (std::size_t i = 0; i < 200; i += 2)
        for (std::size_t tick = 1; tick < ticks.size(); ++tick) {
            const double before = std::atan2(ticks[tick - 1][i + 1], ticks[tick - 1][i]),
                         now = std::atan2(ticks[tick][i + 1], ticks[tick][i]);
            ASSERT_GT(std::remainder(now - before, 2 * M_PI), 0) << "object " << i / 2 << ", tick " << tick;
        }
}

TEST(Roads, WaitWhereAOneWayStreetEndsAndEnterItOnlyWhenThereIsNoOther) {
    // 1 -> 2 -> 3 -> 1 is a ring; 2 -> 4 -> 5 leaves it and ends.
    const OneWay ring(
        "p aux sp co 5\nv 1 0 0\nv 2 4 0\nv 3 0 4\nv 4 8 0\nv 5 12 0\n", "p sp 5 5\na 1 2 4\na 2 4 4\na 4 5 4\na 2 3 6\na 3 1 4\n");
    const auto ticks = drive(ring.make("n=2000,speed=5"), 200);
    int waiting = 0;
    for (std::size_t i = 0; i < ticks[0].size(); i += 2) {
        const bool led_out = ticks[0][i] > 4;  // began after the junction
        if (led_out) {
            waiting += ticks.back()[i] == 12;
            ASSERT_EQ(ticks.back()[i + 1], 0);
        } else {
            for (const std::vector<float>& tick : ticks) ASSERT_LE(tick[i], 4) << "object " << i / 2;
        }
    }
    EXPECT_GT(waiting, 600);  // 8 of 22 begin there; the slowest are still on their way
}

TEST(Roads, TwoWayStreetsOfTwoArcsAreNotTurnedBackOn) {
    const OneWay cross(
        "p aux sp co 4\nv 1 0 0\nv 2 1 0\nv 3 2 0\nv 4 1 1\n", "p sp 4 6\na 1 2 1\na 2 1 1\na 2 3 1\na 3 2 1\na 2 4 1\na 4 2 1\n");
    // From the left arm, moving right across the middle: to the right or the upper arm, not back to the left.
    const auto ticks = drive(cross.make("n=3000,speed=0.5"), 3);
    int crossed = 0;
    for (std::size_t i = 0; i < ticks[0].size(); i += 2) {
        if (!(ticks[0][i] < ticks[1][i] && ticks[1][i] < 1 && ticks[0][i + 1] == 0)) continue;
        const float step = ticks[1][i] - ticks[0][i];
        if (ticks[1][i] + step < 1.01f) continue;
        ++crossed;
        ASSERT_TRUE(ticks[2][i] > 1 || ticks[2][i + 1] > 0) << "object " << i / 2;
    }
    EXPECT_GT(crossed, 50);
}

TEST(Roads, CrossManyStreetsInATickAndRingsOfNoLengthInNone) {
    std::string nodes, edges;
    for (int i = 0; i <= 1000; ++i) nodes += std::to_string(i) + " " + std::to_string(i) + " 0\n";
    for (int i = 0; i < 1000; ++i) edges += std::to_string(i) + " " + std::to_string(i) + " " + std::to_string(i + 1) + " 1\n";
    const Network line(nodes, edges);
    const auto ticks = drive(line.make("n=500,speed=700"), 2);
    double most = 0;
    for (std::size_t i = 0; i < 1000; i += 2) most = std::max(most, std::fabs(double(ticks[1][i]) - double(ticks[0][i])));
    EXPECT_GT(most, 500);
    EXPECT_LT(most, 700.001);
    // Two places joined by a street, each with a ring of streets of length 0.
    const Network rings("0 0 0\n1 0 0\n2 0 0\n3 9 0\n4 9 0\n", "0 0 1 0\n1 1 2 0\n2 2 0 0\n3 0 3 9\n4 3 4 0\n5 4 3 0\n6 3 3 0\n");
    for (const std::vector<float>& tick : drive(rings.make("n=300,speed=9"), 50))
        for (std::size_t i = 0; i < tick.size(); i += 2) ASSERT_TRUE(tick[i] >= 0 && tick[i] <= 9 && tick[i + 1] == 0);
}

TEST(Roads, InMetresAreOnTheGround) {
    const DataSet data = load_data("roads:n=100,units=metres");
    EXPECT_THAT(data.axes, ElementsAre("easting", "northing"));
    // The file's lengths were computed on a sphere by other people; its streets are straight between nodes.
    const std::vector<double>& nodes = data.network->nodes;
    for (const RoadNetwork::Edge& edge : data.network->edges) {
        const double* a = &nodes[2 * std::size_t(edge.from)];
        const double* b = &nodes[2 * std::size_t(edge.to)];
        ASSERT_NEAR(std::hypot(a[0] - b[0], a[1] - b[1]), edge.length, 0.01 + 1e-3 * edge.length);
    }
    const auto ticks = drive(load_data("roads:n=3000,units=metres,speed=30"), 2);
    for (std::size_t i = 0; i < ticks[0].size(); i += 2)
        ASSERT_LT(std::hypot(ticks[1][i] - ticks[0][i], ticks[1][i + 1] - ticks[0][i + 1]), 30 * 1.001 + 0.01);
}

TEST(Roads, SayWhatTheyCannotDriveOn) {
    const auto refused = [](const std::string& source, const std::vector<std::string>& texts, Failure kind = Failure::usage) {
        SCOPED_TRACE(source);
        expect_error(kind, texts, [&] { load_data(source); });
    };
    refused("roads:network=sample:earthquakes", {"sample:earthquakes has no streets", ".cnode"});
    refused("roads:network=there/is/none.cnode", {"there/is/none.cnode: No such file"}, Failure::input);
    refused("roads:speed=1e9", {"more than all streets of sample:streets together", "speed=423"});
    refused("roads:speed=-1", {"speed=-1 is neither a number from 0 nor speed=mean"});
    refused("roads:speed=nan", {"speed=nan is neither"});
    refused("roads:units=miles", {"units=miles is neither units=file nor units=metres"});
    refused("roads:speeds=3", {"no parameter 'speeds'", "did you mean 'speed'"});
    refused("roads:d=3", {"no parameter 'd'"});
    refused("uniform:network=a.cnode", {"no parameter 'network'"});
    const Network flat("0 0 0\n1 1 0\n", "0 0 1 0\n"), far("0 0 0\n1 1000 1000\n", "0 0 1 1\n");
    refused(Network::named("n=1", flat), {"the lengths of all streets together are 0"}, Failure::input);
    refused(Network::named("units=metres", far), {"not in degrees"});
}

TEST(Roads, ACommaMayStandInTheNameOfTheFile) {
    const File nodes("a,b.cnode", "0 0 0\n1 1 0\n");
    std::ofstream(std::filesystem::path(nodes.path()).parent_path() / "a,b.cedge") << "0 0 1 1\n";
    EXPECT_EQ(load_data("roads:network=" + nodes.path() + ",n=5").count(), 5);
    EXPECT_EQ(load_data("roads:n=5,network=" + nodes.path()).count(), 5);
}

TEST(Roads, ATickStopsOnItsWay) {
    const DataSet data = load_data("roads:n=200000");
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    std::vector<float> positions(data.coordinates.size());
    const std::atomic<bool> stop{true};
    EXPECT_THROW(tick_cursor->next(positions, {{}, &stop}), Cancelled);
    EXPECT_THROW(data.motion->tick_cursor({{}, &stop}), Cancelled);
    EXPECT_TRUE(data.motion->tick_cursor()->next(positions)) << "another walk goes on";
}

}  // namespace
}  // namespace neighborscope
