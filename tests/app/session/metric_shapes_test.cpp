// Tests what a comparison says of searches that differ in the metric only, and of different methods.
#include "race_window.hpp"

#include <gtest/gtest.h>

namespace neighborscope {
namespace {

TEST(Race, OfMetricsSaysTheirShapesAndOfMethodsHowTheySearch) {
    RaceWindow window({"metric=manhattan", "metric=cosine", "metric=chebyshev"});
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.race().metric_shapes,
        "Points at the same distance lie on a circle in A (Euclidean), on a diamond in B (Manhattan), on a square in D (Chebyshev).");
    EXPECT_EQ(window.one(0).how, "") << "the same for all";
    window.set([](SessionState& state) { state.method = "ppw", state.compared = {"ppk"}; });
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.race().metric_shapes, "");
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(window.one(i).how, find_method(i == 0 ? "ppw" : "ppk").info.help);
    window.set([](SessionState& state) { state.compared = {"ppk:metric=manhattan"}; });
    ASSERT_TRUE(window.answered());
    EXPECT_EQ(window.race().metric_shapes, "") << "the method differs, too";
}

}  // namespace
}  // namespace neighborscope
