// Work in a process of its own, which may come to grief.
#include "app/data/load/rehearsal.hpp"

#include <csignal>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

TEST(Rehearsal, SaysNothingOfWorkThatEnds) {
    int here = 0;
    EXPECT_FALSE(rehearse([&] { here = 1; }));
    EXPECT_EQ(here, 0) << "it was done elsewhere";
}

TEST(Rehearsal, BringsErrorsHome) {
    const auto mishap = rehearse([] { throw Error(Failure::memory, "too much", "ask for less"); });
    ASSERT_TRUE(mishap && mishap->error);
    EXPECT_EQ(mishap->error->kind, Failure::memory);
    EXPECT_EQ(mishap->error->one_line(), "too much; ask for less");
}

TEST(Rehearsal, OutlivesCrashes) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGKILL}) {
        const auto mishap = rehearse([signal] { std::raise(signal); });
        ASSERT_TRUE(mishap) << signal;
        EXPECT_FALSE(mishap->error);
    }
    const auto thrown = rehearse([] { throw 1; });
    ASSERT_TRUE(thrown);
    EXPECT_FALSE(thrown->error);
}

}  // namespace
}  // namespace neighborscope
