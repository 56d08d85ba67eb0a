// Ranges of columns compared with a simple loop over all values.
#include "app/data/load/row_collector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

TEST(FloatRanges, AreThoseOfEveryValueWhateverTheWidth) {
    for (const std::size_t dimension : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 16u, 18u, 20u, 25u})
        for (const std::size_t rows : {1u, 2u, 3u, 4u, 7u, 33u})
            for (std::size_t odd = 0; odd < rows * dimension; ++odd) {
                std::vector<float> values;
                for (std::size_t i = 0; i < rows * dimension; ++i) values.push_back(float(i * 37 % 101) - 50);
                values[odd] = odd % 2 ? 1000 : -1000;  // at one place after another
                std::vector<FloatRange> ranges(dimension);
                ASSERT_TRUE(ranges_of(values.data(), rows, ranges));
                for (std::size_t a = 0; a < dimension; ++a) {
                    float least = values[a], most = values[a];
                    for (std::size_t row = 1; row < rows; ++row) {
                        least = std::fmin(least, values[row * dimension + a]);
                        most = std::fmax(most, values[row * dimension + a]);
                    }
                    ASSERT_EQ(ranges[a].minimum, least) << dimension << " " << rows << " " << odd;
                    ASSERT_EQ(ranges[a].maximum, most) << dimension << " " << rows << " " << odd;
                }
                constexpr float infinity = std::numeric_limits<float>::infinity();
                for (const float bad : {std::nanf(""), infinity, -infinity}) {
                    values[odd] = bad;
                    ASSERT_FALSE(ranges_of(values.data(), rows, ranges)) << dimension << " " << rows << " " << odd;
                }
            }
}

}  // namespace
}  // namespace neighborscope
