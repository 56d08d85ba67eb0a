// Arithmetic that the host device computes without a processor instruction has the same bits as CUDA's.
#include "gpu/device/simt.hpp"

#include <gtest/gtest.h>

#include <random>

namespace neighborscope::host {
namespace {

void expect_as_fma(float a, float b, float c) {
    const float expected = std::fma(a, b, c), found = __fmaf_rn(a, b, c);
    if (std::isnan(expected)) EXPECT_TRUE(std::isnan(found)) << a << ' ' << b << ' ' << c;
    else EXPECT_EQ(std::bit_cast<unsigned>(expected), std::bit_cast<unsigned>(found)) << a << " * " << b << " + " << c;
}

TEST(Arithmetic, MultiplyAndAddRoundsOnce) {
    std::mt19937 random(7);
    const auto any = [&] { return std::bit_cast<float>(unsigned(random())); };
    for (int i = 0; i < 300'000 && !testing::Test::HasFailure(); ++i) {
        expect_as_fma(any(), any(), any());
        // Terms of similar size whose sum nearly cancels, and products beside a large number, as in leaf-warp.
        const float a = 1 + float(random() % 4096) * 0x1p-23f, b = 1 + float(random() % 4096) * 0x1p-23f;
        expect_as_fma(a, b, -a * b);
        expect_as_fma(float(random()) * 0x1p-20f, a, 0x1p23f);
        // Halfway between two floats, except for the last bits of the product.
        expect_as_fma(a, 0x1p-24f * b, 1);
        expect_as_fma(-a, 0x1p-24f * b, 1);
        expect_as_fma(any() * 0x1p-80f, any() * 0x1p-60f, 0x1p-140f);
    }
    const float infinity = std::numeric_limits<float>::infinity(), most = std::numeric_limits<float>::max();
    for (const float a : {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, most, -most, 0x1p-149f})
        for (const float b : {0.0f, -0.0f, 2.0f, infinity, -most})
            for (const float c : {0.0f, -0.0f, infinity, -infinity, most, 0x1p-149f}) expect_as_fma(a, b, c);
}

TEST(Arithmetic, NumbersWinOverNan) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const float a : {0.0f, 1.0f, -2.5f, infinity, -infinity, nan})
        for (const float b : {0.0f, 1.0f, -2.5f, infinity, -infinity, nan}) {
            EXPECT_EQ(std::isnan(fmaxf(a, b)), std::isnan(a) && std::isnan(b));
            EXPECT_EQ(std::isnan(fminf(a, b)), std::isnan(a) && std::isnan(b));
            if (std::isnan(a) && std::isnan(b)) continue;
            EXPECT_EQ(fmaxf(a, b), std::fmax(a, b)) << a << ' ' << b;
            EXPECT_EQ(fminf(a, b), std::fmin(a, b)) << a << ' ' << b;
        }
}

}  // namespace
}  // namespace neighborscope::host
