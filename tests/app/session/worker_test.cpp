// Tests Worker: outcomes, forgotten jobs, and cancelling.
#include "app/session/threads/worker.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <semaphore>

namespace neighborscope {
namespace {

/// A worker that doubles numbers: even ones at once, odd ones when the test permits it or cancels them.
class Doubling : public testing::Test {
protected:
    /// Waits until the job of an odd number has begun.
    void wait_for_begun() { begun_.acquire(); }
    std::optional<Worker<int, int>::Outcome> next() {
        while (worker_.busy()) {
            if (auto outcome = worker_.take()) return outcome;
            news_.acquire();
        }
        return std::nullopt;
    }

    std::counting_semaphore<> news_{0}, begun_{0}, go_on_{0};
    Worker<int, int> worker_{[this](int number, SharedProgress& card, const Progress& progress) {
                                 card.begin("Doubling", "");
                                 if (number % 2 == 0) return 2 * number;
                                 begun_.release();
                                 until([&] { return go_on_.try_acquire() || (progress.step(0, 0), false); });
                                 if (number < 0) throw Error(Failure::usage, "negative", "choose another");
                                 return 2 * number;
                             },
        [this] { news_.release(); }};
};

TEST_F(Doubling, JobsWaitForThoseBefore) {
    worker_.add(1);
    worker_.add(2);
    wait_for_begun();
    EXPECT_FALSE(worker_.take());
    EXPECT_TRUE(worker_.busy());
    go_on_.release();
    EXPECT_EQ(next()->result, 2);
    EXPECT_EQ(next()->result, 4);
    EXPECT_FALSE(worker_.busy());
}

TEST_F(Doubling, TheNewestJobAloneCounts) {
    worker_.replace(2);
    while (!worker_.take()) news_.acquire();
    worker_.replace(1);
    wait_for_begun();
    worker_.replace(4);
    worker_.replace(6);
    const auto outcome = next();
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->job, 6) << "what was given up has no outcome";
    EXPECT_EQ(outcome->result, 12);
    EXPECT_FALSE(next());
}

TEST_F(Doubling, WhatIsCancelledHasNeitherResultNorError) {
    worker_.add(1);
    worker_.add(2);
    wait_for_begun();
    worker_.cancel();
    const auto outcome = next();
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->job, 1);
    EXPECT_FALSE(outcome->result);
    EXPECT_FALSE(outcome->error);
    EXPECT_FALSE(next()) << "what waited is forgotten";
    worker_.add(2);
    EXPECT_EQ(next()->result, 4) << "a later one is done";
}

TEST_F(Doubling, WhatIsThrownIsTheOutcome) {
    worker_.add(-1);
    go_on_.release();
    const auto outcome = next();
    ASSERT_TRUE(outcome && outcome->error);
    EXPECT_EQ(outcome->error->title, "negative");
    EXPECT_EQ(outcome->error->kind, Failure::usage);
    EXPECT_FALSE(outcome->result);
}

TEST_F(Doubling, EndsWhileAJobIsUnderWay) {
    worker_.add(1);
    worker_.add(3);
    wait_for_begun();
}

TEST(Worker, WaitsWhileSomethingMoreUrgentHasTheProcessor) {
    std::atomic<bool> pause{true};
    std::counting_semaphore<> news{0}, begun{0};
    Worker<int, int> worker{[&](int number, SharedProgress&, const Progress& progress) {
                                begun.release();
                                progress.part(0, 1, 2).step(0, 1);
                                return number;
                            },
        [&] { news.release(); }, &pause};
    worker.add(1);
    begun.acquire();
    EXPECT_FALSE(news.try_acquire_for(a_while));
    pause = false;
    news.acquire();
    EXPECT_EQ(worker.take()->result, 1);
    pause = true;
    worker.add(2);
    begun.acquire();
    worker.cancel();
    news.acquire();
    EXPECT_FALSE(worker.take()->result) << "what waits can be stopped";
}

TEST(Worker, WhatIsKnownOfTheEndStays) {
    SharedProgress card;
    card.begin("Counting", "");
    const Progress whole{[&](double done, double total) { card.report(done, total); }};
    whole.step(40, 100);
    whole.step(0, 0);
    whole.part(40, 20, 100).step(0, 0);
    ASSERT_TRUE(until([&] { return card.card().has_value(); }));
    EXPECT_EQ(card.card()->done, 40);
    EXPECT_EQ(card.card()->total, 100);
    whole.part(40, 20, 100).step(1, 2);
    EXPECT_EQ(card.card()->done, 50);
}

TEST_F(Doubling, ShowsWhatTakesLong) {
    worker_.add(1);
    while (!worker_.progress()) news_.acquire();
    EXPECT_EQ(worker_.progress()->title, "Doubling");
    go_on_.release();
    EXPECT_EQ(next()->result, 2);
    EXPECT_FALSE(worker_.progress());
}

}  // namespace
}  // namespace neighborscope
