// Curves of methods with known times: order of measurements, cancellation and continuation, errors, output.
#include "app/measure/curve.hpp"
#include "app/measure/trend.hpp"
#include "made_up_method.hpp"
#include "tests/patience.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

namespace neighborscope::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CurveRequest request(const std::string& along, const std::vector<std::string>& methods = {"made-linear", "made-root"},
    const std::string& source = "uniform:n=50") {
    CurveRequest request;
    request.source = source;
    for (const std::string& name : methods) request.lines.push_back({name, &find_method(name)});
    request.along = along_in(along);
    request.k = 2;
    request.queries = 1;
    request.repeats = {3, 1e9, 0};
    return request;
}

std::string refused(const std::function<void()>& what) {
    try {
        what();
    } catch (const Error& error) { return std::string(error.what()) + "; " + error.remedy; }
    return "nothing";
}

TEST(Along, IsReadAndWritten) {
    const Along along = along_in("n=1000:1000000");
    EXPECT_EQ(along, (Along{"n", 1000, 1000000, true, 9}));
    EXPECT_FALSE(along_in("k=4:16").logarithmic);
    EXPECT_TRUE(along_in("k=4:16:log").logarithmic);
    EXPECT_EQ(along_in("threads=32:256:4").places, 4);
    for (const char* text : {"n=1000:1000000", "k=4:16", "k=1:64:7", "queries=1:1000:5:linear", "work-factor=1.5:3", "k=4:16:log"})
        EXPECT_EQ(text_of(along_in(text)), text);
    for (const char* wrong : {"", "n", "n=1", "=1:2", "n=2:1", "n=a:2", "n=1:2:1", "n=1:2:3.5", "n=0:9:log", "n=1:inf", "n=1:9:99"})
        EXPECT_NE(refused([&] { (void)along_in(wrong); }), "nothing") << wrong;
}

TEST(CoarseFirst, ShowsTheWholeRangeFirst) {
    EXPECT_THAT(coarse_to_fine_order(9), ElementsAre(0, 8, 4, 2, 6, 1, 3, 5, 7));
    EXPECT_THAT(coarse_to_fine_order(1), ElementsAre(0));
    EXPECT_THAT(coarse_to_fine_order(0), ElementsAre());
    for (std::size_t count = 1; count < 40; ++count) {
        const std::vector<std::size_t> order = coarse_to_fine_order(count);
        EXPECT_EQ(order.size(), count);
        EXPECT_EQ(std::set(order.begin(), order.end()).size(), count);
    }
}

TEST(Curves, HaveTheTimesAndTheCrossingOfTheirFormulas) {
    Curve curve = begin_curve(request("n=100:10000"));
    std::vector<double> order;
    measure_curve(curve, {}, [&](const Curve& now) {
        for (std::size_t at = 0; at < now.places.size(); ++at)
            if (now.points[1][at] && std::find(order.begin(), order.end(), now.places[at]) == order.end()) order.push_back(now.places[at]);
    });
    ASSERT_TRUE(curve.complete());
    EXPECT_EQ(curve.places.front(), 100);
    EXPECT_EQ(curve.places.back(), 10000);
    ASSERT_EQ(order.size(), 9u);
    EXPECT_EQ(order[0], 100);
    EXPECT_EQ(order[1], 10000) << "the ends come first";
    EXPECT_EQ(order[2], curve.places[4]) << "then the middle";
    std::vector<CurvePlace> linear, root;
    for (std::size_t at = 0; at < curve.places.size(); ++at) {
        const CurvePoint& point = *curve.points[0][at];
        EXPECT_EQ(point.n, std::int64_t(curve.places[at])) << "points were made for it";
        EXPECT_DOUBLE_EQ(point.time().value, curve.places[at] / 1000);
        EXPECT_EQ(point.milliseconds.size(), 3u);
        EXPECT_EQ(point.distances, point.n);
        EXPECT_GT(point.floor_milliseconds, 0);
        linear.push_back({curve.places[at], point.time().value, point.time().low, point.time().high});
        const Interval other = curve.points[1][at]->time();
        root.push_back({curve.places[at], other.value, other.low, other.high});
    }
    EXPECT_NEAR(power_law(linear)->exponent, 1, 1e-6);
    EXPECT_NEAR(power_law(root)->exponent, 0.5, 1e-6);
    EXPECT_NEAR(crossings(linear, root).at(0).x, 2500, 5);
}

TEST(Curves, TellWhatIsLeftFromTheTimesOfMeasuredPlaces) {
    Curve curve = begin_curve(request("n=100:500:5:linear"));
    const auto measured = [&](std::size_t line, std::size_t place, double seconds) {
        curve.points[line][place].emplace().seconds = seconds;
    };
    measured(0, 0, 1), measured(0, 4, 5), measured(1, 0, 2);
    EXPECT_FALSE(curve.seconds_left()) << "the longest times are not known yet";
    measured(1, 4, 2);
    EXPECT_DOUBLE_EQ(*curve.seconds_left(), (2 + 3 + 4) + 3 * 2);
    measured(0, 2, 1);
    EXPECT_DOUBLE_EQ(*curve.seconds_left(), (1 + 3) + 3 * 2);
    measure_curve(curve, {});
    EXPECT_EQ(*curve.seconds_left(), 0);
    EXPECT_GT(curve.points[0][1]->seconds, 0);
}

TEST(Curves, GoAlongAnOption) {
    Curve curve = begin_curve([] {
        CurveRequest asked = request("weight=1:64", {"made-linear", "made-root"}, "uniform:n=200");
        asked.data = std::make_shared<const DataSet>(load_data("uniform:n=200"));
        return asked;
    }());
    EXPECT_THAT(curve.places, ElementsAre(1, 2, 4, 8, 16, 32, 64)) << "powers of two, each once";
    measure_curve(curve, {});
    for (std::size_t at = 0; at < curve.places.size(); ++at) {
        EXPECT_DOUBLE_EQ(curve.points[0][at]->time().value, 0.2 * curve.places[at]);
        EXPECT_EQ(curve.points[1][at]->why_not, "has no option weight");
    }
}

TEST(Curves, TakeRowsOfAFileAlwaysTheSame) {
    CurveRequest asked = request("n=10:5000:5", {"made-root"}, "sample:earthquakes");
    asked.data = std::make_shared<const DataSet>(load_data("sample:earthquakes"));
    Curve curve = begin_curve(asked);
    EXPECT_EQ(curve.places.back(), double(asked.data->count())) << "there are no more";
    EXPECT_THAT(curve.remarks, testing::Contains(HasSubstr("chosen at random, always the same")));
    measure_curve(curve, {});
    for (std::size_t at = 0; at < curve.places.size(); ++at) EXPECT_EQ(curve.points[0][at]->n, std::int64_t(curve.places[at]));
}

TEST(Curves, FindWhatAnApproximateMethodMisses) {
    CurveRequest asked = request("k=2:8:4", {"made-sloppy"}, "uniform:n=60");
    asked.data = std::make_shared<const DataSet>(load_data("uniform:n=60"));
    asked.queries = 5;
    Curve curve = begin_curve(asked);
    measure_curve(curve, {});
    EXPECT_THAT(curve.places, ElementsAre(2, 4, 6, 8));
    for (std::size_t at = 0; at < curve.places.size(); ++at)
        EXPECT_DOUBLE_EQ(curve.points[0][at]->recall, (curve.places[at] - 1) / curve.places[at]);
}

TEST(Curves, AreStoppedAndGoneOnWith) {
    MadeUpMethod::reset();
    Curve curve = begin_curve(request("n=10:1000:5", {"made-linear"}));
    std::atomic<bool> stop{false};
    const Progress progress{{}, &stop};
    EXPECT_THROW(measure_curve(curve, progress, [&](const Curve& now) { stop = now.done() == 2; }), Cancelled);
    EXPECT_EQ(curve.done(), 2u);
    EXPECT_TRUE(curve.points[0].front() && curve.points[0].back());
    const std::vector<double> kept = curve.points[0].front()->milliseconds;
    stop = false;
    const int before = MadeUpMethod::began;
    measure_curve(curve, progress);
    EXPECT_TRUE(curve.complete());
    EXPECT_EQ(curve.points[0].front()->milliseconds, kept);
    EXPECT_EQ(MadeUpMethod::began - before, 3 * (1 + 3 + 2)) << "three places: a warm-up, three runs, phases and counters each";
}

/// A run of unknown duration checks for cancellation.
TEST(Curves, AreStoppedWithinARun) {
    MadeUpMethod::reset();
    Curve curve = begin_curve(request("n=10:1000:5", {"made-linear"}));
    std::atomic<bool> stop{false};
    MadeUpMethod::held = true;
    std::thread somebody([&] {
        until([] { return MadeUpMethod::began > 0; });
        stop = true;
    });
    const Progress progress{{}, &stop};
    EXPECT_THROW(measure_curve(curve, progress), Cancelled);
    somebody.join();
    EXPECT_EQ(curve.done(), 0u);
    MadeUpMethod::reset();
}

/// A run that an urgent search disturbs must not be in a curve.
TEST(Repeat, AsksAgainForRunsThatWereDisturbed) {
    std::atomic<bool> pause{false};
    Progress progress;
    progress.pause = &pause;
    int counted = 0, forgotten = 0;
    repeat(
        {3, 1000}, progress,
        [&](bool counts) {
            if (counts && ++counted == 2 && forgotten == 0) pause = true;  // an urgent search begins
        },
        [&] {
            ++forgotten, --counted;
            pause = false;  // and ends
        });
    EXPECT_EQ(counted, 3);
    EXPECT_EQ(forgotten, 1);
}

TEST(Repeat, WarmsUpFirstAndCountsNothingOfIt) {
    using Clock = std::chrono::steady_clock;
    for (const int warm_up_ms : {0, 20}) {
        std::vector<bool> counted;
        const Clock::time_point before = Clock::now();
        repeat({3, 1e9, double(warm_up_ms)}, {}, [&](bool counts) {
            if (counts) { EXPECT_GE(Clock::now() - before, std::chrono::milliseconds(warm_up_ms)); }
            counted.push_back(counts);
        });
        EXPECT_EQ(std::count(counted.begin(), counted.end(), true), 3);
        EXPECT_TRUE(std::is_sorted(counted.begin(), counted.end())) << "those that count come last";
        EXPECT_FALSE(counted.front()) << "one warms up at least";
        if (warm_up_ms == 0) { EXPECT_EQ(counted.size(), 4u); }
    }
}

TEST(Curves, RefuseWhatCannotBeMeasured) {
    const auto says = [](CurveRequest asked) { return refused([&] { (void)begin_curve(std::move(asked)); }); };
    EXPECT_THAT(says(request("n=1:10", {})), HasSubstr("no method is given"));
    EXPECT_THAT(says(request("speed=1:10")), HasSubstr("'speed' is neither n, k, queries, dimension nor an option"));
    EXPECT_THAT(says(request("word=1:10")), HasSubstr("the option word is not a number"));
    EXPECT_THAT(says(request("weight=1:100")), HasSubstr("weight goes from 1 to 64"));
    EXPECT_THAT(says(request("k=0:10:linear")), HasSubstr("k begins at 1"));
    EXPECT_THAT(says(request("k=1:10")), HasSubstr("no points")) << "the data were not loaded";
    CurveRequest few = request("n=5000:9000", {"made-root"}, "sample:earthquakes");
    few.data = std::make_shared<const DataSet>(load_data("sample:earthquakes"));
    EXPECT_THAT(says(few), HasSubstr("points only"));
    EXPECT_THAT(says(request("n=1:10", std::vector<std::string>(9, "made-root"))), HasSubstr("too many for a chart"));
}

TEST(Curves, LeaveOutWhatAMethodCannotAnswer) {
    CurveRequest asked = request("k=1:256:3", {"made-root"}, "uniform:n=300");
    asked.data = std::make_shared<const DataSet>(load_data("uniform:n=300"));
    Curve curve = begin_curve(asked);
    measure_curve(curve, {});
    EXPECT_TRUE(curve.points[0].front()->measured());
    EXPECT_THAT(curve.points[0].back()->why_not, HasSubstr("k")) << "up to 64";
    EXPECT_TRUE(curve.complete());
}

TEST(CurveFiles, HaveEveryRun) {
    CurveRequest asked = request("n=100:400:2", {"made-linear"});
    asked.lines[0].options["weight"] = "2";
    Curve curve = begin_curve(asked);
    measure_curve(curve, {});
    const std::string csv = csv_of(curve);
    EXPECT_THAT(csv, testing::StartsWith("method,options,device,data,n,dimension,k,queries,metric,quantity,repeat,value\n"));
    EXPECT_THAT(csv, HasSubstr("made-linear,weight=2,host,uniform:n=50,100,2,2,1,euclidean,milliseconds,3,0.2\n"));
    EXPECT_THAT(csv, HasSubstr(",400,2,2,1,euclidean,distances,,400\n"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * (3 + 3));
}

TEST(CurveRequests, AreTheSameWhateverTheDocumentsOwnValueIs) {
    CurveRequest one = begin_curve(request("n=100:400")).asked, other = one;
    other.source = "uniform:n=77";
    EXPECT_EQ(one, other) << "n is what grows";
    other.source = "uniform:n=50,d=3";
    EXPECT_FALSE(one == other);
    other = one, other.k = 5;
    EXPECT_FALSE(one == other);
}

}  // namespace
}  // namespace neighborscope::measure
