// Names in natural order.
#include "app/data/files/natural_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace neighborscope {
namespace {

TEST(NaturalOrder, CountsDigitsAsNumbers) {
    std::vector<std::string> names{"s10", "s1", "s2", "s11", "Ann", "s", "s02", "12", "9"};
    std::sort(names.begin(), names.end(), natural_less);
    EXPECT_THAT(names, ::testing::ElementsAre("9", "12", "Ann", "s", "s1", "s2", "s02", "s10", "s11"));
}

TEST(NaturalOrder, IsStrict) {
    const std::vector<std::string> names{"", "a", "a1", "a01", "a1b", "a10", "a99999999999999999999999", "b", "1", "01"};
    for (const std::string& one : names)
        for (const std::string& other : names)
            EXPECT_EQ(natural_less(one, other) + natural_less(other, one), one == other ? 0 : 1) << one << ' ' << other;
}

}  // namespace
}  // namespace neighborscope
