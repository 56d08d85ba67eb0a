// Tests compared methods: adding and removing them, following the document, differences of lists.
#include "app/commands/commands.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/race/compare_contenders.hpp"
#include "app/session/search/search_worker.hpp"
#include "app/session/threads/fair_mutex.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "race_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <thread>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---- Who takes part -------------------------------------------------------------------------------------------------------

TEST(Race, OneIsPutBesideTakenOutAndTheRaceEndsAllUndoable) {
    RaceWindow window({});
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window.race().contenders.empty());
    window.workbench.race().add("quadtree-cached");
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap", "quadtree-cached"));
    EXPECT_EQ(window.workbench.undo_kind(), "add a method");
    window.workbench.race().add("ppw");
    window.workbench.race().add("serial");
    window.workbench.race().add("bulk-heap");
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.race().contenders.size(), max_contenders) << "no more than that";
    window.workbench.race().remove(1);
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap", "ppw", "serial"));
    window.workbench.race().remove(0);
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("ppw", "serial")) << "the next one takes its place";
    EXPECT_EQ(window.workbench.session().method, "ppw");
    window.workbench.race().end();
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window.race().contenders.empty());
    EXPECT_TRUE(window.workbench.race().other_contenders().empty());
    EXPECT_EQ(window.workbench.undo_kind(), "end the comparison");
    for (int i = 0; i < 3; ++i) window.workbench.undo();
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap", "quadtree-cached", "ppw", "serial"));
}

TEST(Race, ColoursOfLeavesMeanTheSameInEveryPicture) {
    RaceWindow window({"quadtree-cached:leaf-capacity=64", "serial"}, "quadtree-cached");
    window.workbench.change([](SessionState& state) { state.options["quadtree-cached"]["leaf-capacity"] = "8"; });
    const auto shares = [&] {
        const std::optional<TreeFacts>&a = window.workbench.view().tree, &b = window.other_contender(1).view().tree;
        return a && b && a->strongest < b->strongest && a->compared && b->compared && a->compared->strongest == b->strongest &&
               b->compared->strongest == b->strongest && a->compared->level == a->level;
    };
    ASSERT_TRUE(window.until(shares));
    window.workbench.race().end();
    ASSERT_TRUE(window.until([&] { return window.workbench.view().tree && !window.workbench.view().tree->compared; }));
}

TEST(Race, TheFirstTwoChangePlacesAndBack) {
    RaceWindow window({"heap:threads=64", "quadtree-cached"});
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap, threads = 256", "heap, threads = 64", "quadtree-cached"));
    window.workbench.race().swap_with_first();
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap, threads = 64", "heap, threads = 256", "quadtree-cached"));
    window.workbench.race().swap_with_first();
    window.workbench.race().swap_with_first(2);
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("quadtree-cached", "heap, threads = 64", "heap, threads = 256"));
    window.workbench.undo();
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap, threads = 256", "heap, threads = 64", "quadtree-cached"));
}

TEST(Race, MetricsChangePlacesAndNobodyElseMeasuresOtherwise) {
    RaceWindow window({"metric=manhattan", "serial"});
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap, Euclidean", "heap, Manhattan", "serial, Euclidean"));
    window.workbench.race().swap_with_first();
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap, Manhattan", "heap, Euclidean", "serial, Euclidean"));
    window.workbench.race().remove(0);
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap", "serial"));
    EXPECT_EQ(window.workbench.session().metric, Metric::euclidean);
}

TEST(Race, ThePresentMethodStaysBesideWhatIsChosenNext) {
    RaceWindow window({});
    ASSERT_TRUE(window.settled());
    window.workbench.race().add_present();
    window.set([](SessionState& state) { state.options["heap"]["threads"] = "64"; });
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap, threads = 64", "heap, threads = 256"));
}

TEST(Race, ContendersAreReadOrRefused) {
    const Contender one = contender_in("heap:threads=64:metric=chebyshev", "serial");
    EXPECT_EQ(one.method, "heap");
    EXPECT_EQ(one.options.at("threads"), "64");
    EXPECT_EQ(one.metric, Metric::chebyshev);
    EXPECT_EQ(text_of(one), "heap:threads=64:metric=chebyshev");
    EXPECT_EQ(contender_in("threads=64", "heap").method, "heap");
    for (const char* wrong : {"heep", "heap:threads", "heap:threads=77777", "heap:fibres=2", "metric=cubic"})
        EXPECT_THROW((void)contender_in(wrong, "heap"), Error) << wrong;
}

TEST(Race, StandsInTheDocument) {
    SessionState state = host_session("hotspots:n=400", "heap", 8);
    state.compared = {"heap:threads=256", "ppw"};
    const SessionState read = session_from_json(to_json(state));
    EXPECT_EQ(read.compared, state.compared);
    EXPECT_EQ(read.method, "heap");
    EXPECT_THAT(command_line(state), HasSubstr("--race heap,heap:threads=256,ppw"));
    nlohmann::json json = to_json(state);
    json["race"] = {"heap"};
    EXPECT_THROW((void)session_from_json(json), Error);
    json["method"] = "serial";
    json["race"] = "heap:threads=64,threads=256";
    EXPECT_EQ(session_from_json(json).method, "heap");
    EXPECT_THAT(session_from_json(json).compared, ElementsAre("threads=256")) << "an option of the first one's method";
}

TEST(Race, CompareAddsAnotherMethodEachTime) {
    RaceWindow window({});
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    ASSERT_TRUE(window.settled());
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(commands.run("race.compare"));
        ASSERT_TRUE(window.answered());
    }
    EXPECT_THAT(window.names(), ElementsAre("heap", "quadtree-cached", "ppw"));
}

TEST(Race, CommandsStartItSwapAndEndIt) {
    RaceWindow window({});
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    const auto refusal = [&](const char* id) { return commands.find(id)->refuses().value_or(""); };
    ASSERT_TRUE(window.settled());
    EXPECT_THAT(refusal("race.end"), HasSubstr("Ctrl+B"));
    EXPECT_THAT(refusal("race.add.heap"), HasSubstr("this method is already shown"));
    EXPECT_THAT(refusal("race.add.nn-global"), HasSubstr("k = 1 only"));
    ASSERT_TRUE(commands.run("race.compare"));
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.names(), ElementsAre("heap", "quadtree-cached")) << "an index beside an exhaustive search";
    ASSERT_TRUE(commands.run("race.add.serial"));
    ASSERT_TRUE(commands.run("race.present"));
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(refusal("race.present"), HasSubstr("four"));
    EXPECT_THAT(refusal("race.compare"), HasSubstr("four"));
    ASSERT_TRUE(commands.run("race.swap"));
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.names().front(), "quadtree-cached");
    ASSERT_TRUE(commands.run("race.by"));
    EXPECT_EQ(window.race().by, RaceBy::time);
    EXPECT_TRUE(commands.find("race.by")->checked());
    ASSERT_TRUE(commands.run("race.end"));
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window.race().contenders.empty());
}

// ---- What they follow -----------------------------------------------------------------------------------------------------

TEST(Race, AllFollowQueryNumberMetricAndData) {
    RaceWindow window({"quadtree-cached", "serial"});
    ASSERT_TRUE(window.answered());
    const auto all_agree = [&] {
        ASSERT_TRUE(window.answered());
        for (std::size_t i = 1; i < 3; ++i) {
            ASSERT_EQ(window.other_contender(i).view().neighbours.size(), window.workbench.view().neighbours.size());
            for (std::size_t rank = 0; rank < window.workbench.view().neighbours.size(); ++rank)
                EXPECT_EQ(window.other_contender(i).view().neighbours[rank].row, window.workbench.view().neighbours[rank].row);
            EXPECT_EQ(window.one(i).difference, "same neighbours as A");
        }
    };
    all_agree();
    const std::vector<double> before = window.workbench.view().query;
    window.workbench.query().move_to({before[0] + 500, before[1] - 300});
    all_agree();
    EXPECT_NE(window.other_contender(1).view().query, before);
    window.set([](SessionState& state) { state.k = 12; });
    all_agree();
    EXPECT_EQ(window.other_contender(2).view().neighbours.size(), 12u);
    window.set([](SessionState& state) { state.metric = Metric::manhattan; });
    all_agree();
    window.workbench.open_data("uniform:n=300,d=3");
    ASSERT_TRUE(window.until(
        [&] { return window.other_contender(1).view().data.count == 300 && window.other_contender(2).view().data.count == 300; }));
    all_agree();
    EXPECT_EQ(window.workbench.drawable().data->hash, window.other_contender(1).drawable().data->hash);
    EXPECT_EQ(window.workbench.drawable().data.get(), window.other_contender(1).drawable().data.get()) << "nothing is loaded twice";
}

TEST(Race, TicksAreFollowed) {
    RaceWindow window({"quadtree-cached"}, "heap", "uniform:n=300,speed=200");
    ASSERT_TRUE(window.answered());
    window.workbench.moving().go_to_tick(3);
    ASSERT_TRUE(
        window.until([&] { return window.workbench.view().moving.tick == 3 && window.other_contender(1).view().moving.tick == 3; }));
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.one(1).difference, "same neighbours as A");
}

TEST(Race, TimesAreComparedAndWorkIsCounted) {
    RaceWindow window({"quadtree-cached", "ppw"});
    ASSERT_TRUE(window.measured());
    EXPECT_FALSE(window.one(0).ratio);
    for (std::size_t i = 1; i < 3; ++i) { EXPECT_GT(window.one(i).ratio->value, 0); }
    ASSERT_TRUE(window.until([&] { return window.one(0).distances > 0 && window.one(1).distances > 0 && window.one(2).entries >= 0; }));
    EXPECT_EQ(window.one(0).distances, 400) << "heap computes all";
    EXPECT_LT(window.one(1).distances, 400) << "a quadtree leaves some out";
    EXPECT_EQ(window.one(0).bytes, 400 * 2 * 4) << "points of two coordinates";
    EXPECT_EQ(window.one(1).bytes, 8.0 * double(window.one(1).distances));
    EXPECT_GT(window.one(0).entries, 0);
    EXPECT_THAT(window.race().work_totals_text, HasSubstr("Distances: A 400, B "));
}

TEST(Race, ARatioOfTimesHasAnIntervalFromSixRunsOn) {
    Timings first, other;
    EXPECT_FALSE(time_ratio(first, other));
    for (int run = 1; run <= 6; ++run) {
        first.totals.push_back(1 + 0.01 * run), other.totals.push_back(2 + 0.02 * run);
        const Interval ratio = *time_ratio(first, other);
        EXPECT_NEAR(ratio.value, 2, 1e-12);
        EXPECT_EQ(ratio.low > 0 && ratio.low < 2 && ratio.high > 2, run == 6) << run;
    }
}

TEST(Race, OnlyATimeThatTheRunsTellApartIsFirst) {
    const auto runs = [](double low, double step) {
        Timings timings;
        for (int i = 0; i < 21; ++i) timings.totals.push_back(low + step * i);
        timings.runs = 21, timings.total_median = low + 10 * step;
        return timings;
    };
    Racing race;
    for (const char* name : {"heap", "ppw", "serial"}) race.contenders.emplace_back().name = name;
    const Timings quick = runs(1, 0.01), close = runs(1.001, 0.01), slow = runs(4, 0.01);
    const std::string told = finish_text(race, {&quick, &close, &slow});
    EXPECT_THAT(told, HasSubstr("too close for these runs to show which is faster; C (serial) takes"));
    EXPECT_EQ(told.find("is first"), std::string::npos) << told;
    EXPECT_EQ(finish_text(race, {&quick, &close, &slow}, false).find(" (heap)"), std::string::npos) << "letters alone where room is short";
    race.contenders[2].misses = true;
    EXPECT_THAT(finish_text(race, {&quick, &close, &slow}, false), HasSubstr("C, which misses neighbours, takes"));
    race.contenders[2].misses = false;
    const std::string apart = finish_text(race, {&quick, nullptr, &slow});
    EXPECT_THAT(apart, HasSubstr("A (heap) is first with"));
    EXPECT_THAT(apart, HasSubstr("times as long"));
}

TEST(Race, WhatWasAnsweredBeforeTheRaceIsCountedToo) {
    RaceWindow window({});
    ASSERT_TRUE(window.wait_until_measured());
    EXPECT_TRUE(window.workbench.view().counters.empty()) << "nobody compares it";
    window.workbench.race().add("quadtree-cached");
    ASSERT_TRUE(window.answered());
    ASSERT_TRUE(window.until([&] { return window.one(0).distances == 400 && window.one(1).distances > 0; }));
}

TEST(Race, WorkersThatMeasureTakeTurns) {
    const auto turns = std::make_shared<FairMutex>();
    std::atomic<int> at_once{0}, most{0}, done{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < 50; ++round) {
                const auto turn = FairMutex::wait(turns);
                most = std::max<int>(most, ++at_once);
                std::this_thread::yield();
                --at_once, ++done;
            }
        });
    threads.clear();
    EXPECT_EQ(done, 200);
    EXPECT_EQ(most, 1);
}

TEST(Race, WhoIsStoppedOrLetGoWaitsForNoTurn) {
    const auto turns = std::make_shared<FairMutex>();
    const auto held = FairMutex::wait(turns);
    std::jthread stopped([&](const std::stop_token& stop) { EXPECT_FALSE(FairMutex::wait(turns, stop)); });
    stopped = {};  // its thread has ended, but the mutex is still held
    std::jthread others([&] { EXPECT_FALSE(FairMutex::wait(turns)); });
    turns->end();
    others.join();
    EXPECT_FALSE(FairMutex::wait(turns)) << "nor does who comes later";
}

/// Calls `work`. If it does not return, calls `let_go`. Returns whether it returned without that.
bool returns_while_held(const std::function<void()>& work, const std::function<void()>& let_go) {
    std::atomic<bool> given_up{false};
    std::mutex mutex;
    std::condition_variable_any end;
    std::jthread rescue([&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        if (end.wait_for(lock, stop, std::chrono::seconds(20), [] { return false; }) || stop.stop_requested()) return;
        given_up = true;
        let_go();
    });
    work();
    rescue = {};
    return !given_up;
}

TEST(Race, EndsWhileAContenderCannotBeStopped) {
    SlowMethod::reset();
    SlowMethod::held = true;
    RaceWindow window({"slow", "serial"});
    ASSERT_TRUE(window.until([&] { return SlowMethod::began > 0; })) << "it has the turn, and is deaf, as a library that builds a tree is";
    EXPECT_TRUE(returns_while_held(
        [&] {
            window.workbench.race().end();
            window.workbench.poll();
            EXPECT_TRUE(window.workbench.race().other_contenders().empty());
        },
        [] { SlowMethod::held = false; }));
    ASSERT_TRUE(SlowMethod::held);
    window.workbench.query().move_to({11, 12});
    EXPECT_TRUE(window.until([&] { return window.workbench.view().query == std::vector<double>{11, 12}; })) << "nor is its turn waited for";
    window.workbench.race().add("heap");
    EXPECT_TRUE(window.answered()) << "another race begins";
    EXPECT_TRUE(SlowMethod::held);
    SlowMethod::held = false;
}

TEST(Race, AContenderThatWaitsForItsTurnEndsWhileAnotherHasIt) {
    const auto turns = std::make_shared<FairMutex>();
    auto held = FairMutex::wait(turns);
    SearchRequest request;
    SharedProgress card;
    request.data = Loader().load({"uniform:n=50", {}}, card, {});
    request.device = "host";
    request.method = &find_method("heap");
    request.k = 3;
    request.position = {1, 2};
    EXPECT_TRUE(returns_while_held(
        [&] {
            SearchWorker worker([] {}, std::make_shared<SharedPoints>());
            worker.share_measuring_mutex(turns);
            worker.ask(request);
            std::this_thread::sleep_for(std::chrono::milliseconds(50));  // it is waiting now
        },
        [&] { held.reset(); }));
}

/// Number of threads of this process, including those of libraries and of the executor.
std::ptrdiff_t threads() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

TEST(Race, AContenderIsAMethodAndItsAnswersNotASecondWindow) {
    RaceWindow window({}, "heap");
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().neighbours.empty() && !window.workbench.busy(); }));
    const std::ptrdiff_t before = threads();
    window.set([](SessionState& state) { state.compared = {"quadtree-cached", "serial", "leaf-warp"}; });
    ASSERT_TRUE(window.answered());
    EXPECT_LE(threads(), before + 8);
    for (std::size_t i = 1; i <= 3; ++i)
        EXPECT_EQ(window.other_contender(i).drawable().points->coordinates, window.workbench.drawable().points->coordinates)
            << "all search the same memory";
}

TEST(Race, PointsThatAllSearchGoWithTheLastWhoSearchesThem) {
    SharedPoints shared;
    SharedProgress card;
    const auto data = Loader().load({"uniform:n=50", {}}, card, {});
    auto first = shared.on(DeviceKind::host, data, {}), second = shared.on(DeviceKind::host, data, {});
    EXPECT_EQ(first, second);
    EXPECT_NE(first, shared.on(DeviceKind::host, Loader().load({"uniform:n=50,seed=2", {}}, card, {}), {}));
    const std::weak_ptr<SearchedPoints> held = first;
    EXPECT_FALSE(shared.remove(first)) << "another one holds them, who would see them move";
    second.reset();
    EXPECT_TRUE(shared.remove(first));
    EXPECT_NE(first, shared.on(DeviceKind::host, data, {})) << "they may be elsewhere by now";
    first.reset();
    EXPECT_TRUE(held.expired());
}

TEST(Race, WorkThatAnswersInBetweenHasItsTurnAlready) {
    RaceWindow window({"heap"}, "quadtree-cached", "hotspots:n=30000", 64);
    ASSERT_TRUE(window.answered());
    window.set([](SessionState& state) { state.cells = CellsShown::work; });
    const auto known = [&] { return window.workbench.view().tree && window.workbench.view().tree->work; };
    for (int move = 0; !known(); ++move) {
        const std::vector<double> place{1000.0 + move % 100, 2000};
        window.workbench.query().move_to(place);
        ASSERT_TRUE(window.until([&] { return window.workbench.view().query == place; }));
        window.until([&] {
            const auto& card = window.workbench.view().progress;
            return known() || (card && card->title == "Every point is a query") || !window.workbench.busy();
        });
    }
}

// ---- Who cannot answer ----------------------------------------------------------------------------------------------------

TEST(Race, OneThatCannotAnswerSaysWhyAndTheOthersGoOn) {
    RaceWindow window({"nn-global", "ppw"});
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.one(1).refusal, HasSubstr("k = 1 only"));
    EXPECT_EQ(window.one(2).refusal, "");
    EXPECT_EQ(window.one(2).difference, "same neighbours as A");
    EXPECT_FALSE(window.workbench.view().error) << "the document's own method can";
    window.set([](SessionState& state) { state.k = 1; });
    ASSERT_TRUE(
        window.until([&] { return window.one(1).refusal.empty() && !window.one(1).difference.empty() && !window.workbench.busy(); }));
    window.workbench.open_data("uniform:n=300,d=12");
    ASSERT_TRUE(window.until([&] { return window.other_contender(2).view().data.count == 300 && !window.workbench.busy(); }));
    window.workbench.race().change(1, "quadtree-cached");
    ASSERT_TRUE(window.until([&] { return !window.one(1).refusal.empty(); }));
    EXPECT_THAT(window.one(1).refusal, HasSubstr("quadtree-cached cannot answer this"));
}

TEST(Race, AnOptionThatTheDocumentsNextMethodHasNotIsSaid) {
    RaceWindow window({"threads=64"});
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.names().back(), "heap, threads = 64");
    window.set([](SessionState& state) { state.method = "serial"; });
    ASSERT_TRUE(window.until([&] { return !window.one(1).refusal.empty() && !window.workbench.busy(); }));
    EXPECT_THAT(window.one(1).refusal, HasSubstr("threads"));
    window.set([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.until([&] { return window.one(1).refusal.empty() && !window.workbench.busy(); }));
}

// ---- How lists differ -----------------------------------------------------------------------------------------------------

ViewModel listed(const std::vector<std::pair<std::int64_t, double>>& neighbours) {
    ViewModel view;
    for (const auto& [row, distance] : neighbours) {
        NeighbourRow one;
        one.rank = int(view.neighbours.size()) + 1;
        one.row = one.file_row = row;
        one.distance = distance;
        view.neighbours.push_back(one);
    }
    view.kth_distance = view.neighbours.back().distance;
    return view;
}

TEST(Race, DifferencesAreExplained) {
    const ViewModel a = listed({{1, 1}, {2, 2}, {3, 3}});
    EXPECT_EQ(list_difference(a, a, true).text(), "same neighbours as A");
    const ListDifference order = list_difference(a, listed({{2, 1}, {1, 1.5}, {3, 9}}), false);
    EXPECT_EQ(order.text(), "same neighbours as A, in another order");
    EXPECT_TRUE(order.rows.empty());
    const ListDifference tie = list_difference(a, listed({{1, 1}, {2, 2}, {4, 3}}), true);
    EXPECT_EQ(tie.text(), "1 differs from A: 1 tie");
    ASSERT_EQ(tie.rows.size(), 2u);
    EXPECT_FALSE(tie.rows[0].only_in_first);
    EXPECT_EQ(tie.rows[0].row, 4);
    EXPECT_TRUE(tie.rows[1].only_in_first);
    EXPECT_EQ(tie.rows[1].rank, 3);
    EXPECT_THAT(tie.of(3)->why, HasSubstr("a tie"));
    EXPECT_EQ(tie.of(1), nullptr);
    EXPECT_EQ(list_difference(a, listed({{1, 1}, {2, 2}, {4, 3.00001}}), true).text(), "1 differs from A: 1 within rounding");
    const ListDifference missed = list_difference(a, listed({{1, 1}, {3, 3}, {4, 5}}), true);
    EXPECT_EQ(missed.text(), "1 differs from A: 1 missed");
    EXPECT_THAT(missed.of(4)->why, HasSubstr("farther than the last neighbour of A"));
    const ListDifference nearer = list_difference(a, listed({{1, 1}, {4, 1.5}, {2, 2}}), true);
    EXPECT_EQ(nearer.text(), "1 differs from A: 1 nearer") << "A is the one that misses";
    EXPECT_EQ(list_difference(a, listed({{1, 1}, {2, 2}}), true).text(), "0 differ from A: 1 missed");
    const ListDifference metric = list_difference(a, listed({{1, 1}, {2, 2}, {4, 9}}), false);
    EXPECT_EQ(metric.text(), "1 neighbour that A does not have, because the metric differs");
    EXPECT_EQ(metric.of(4)->why, "another metric");
}

TEST(Race, TheWindowTellsDifferencesOfMetrics) {
    RaceWindow window({"metric=chebyshev"}, "heap", "hotspots:n=2000", 64);
    ASSERT_TRUE(window.answered());
    EXPECT_THAT(window.one(1).difference, HasSubstr("because the metric differs"));
    ASSERT_TRUE(window.other_contender(1).view().difference);
    EXPECT_FALSE(window.other_contender(1).view().difference->rows.empty());
    EXPECT_FALSE(window.workbench.view().difference) << "it is the first";
}

}  // namespace
}  // namespace neighborscope
