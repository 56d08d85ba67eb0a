// Projections of pictures onto components: compared with sums in float64, on every device.
#include "gpu/projector.hpp"
#include "tests/gpu/support.hpp"

namespace neighborscope {
namespace {

class Projecting : public testing::TestWithParam<DeviceKind> {};

TEST_P(Projecting, GivesTheProductOfPictureAndComponents) {
    for (const auto& [pixels, count] : {std::pair(1, 1), std::pair(127, 3), std::pair(960, 40), std::pair(4096, 5)}) {
        std::mt19937 random(static_cast<unsigned>(pixels));
        std::uniform_real_distribution<float> any(-1, 1);
        const auto numbers = [&](int size) {
            std::vector<float> all(static_cast<std::size_t>(size));
            for (float& one : all) one = any(random);
            return all;
        };
        const std::vector<float> mean = numbers(pixels), components = numbers(pixels * count);
        Projector projector(GetParam(), mean, components);
        for (int repeat = 0; repeat < 2; ++repeat) {
            const std::vector<float> picture = numbers(pixels);
            const Projector::Projected projected = projector.project(picture);
            ASSERT_EQ(projected.vector.size(), std::size_t(count));
            EXPECT_GE(projected.milliseconds, 0);
            for (int c = 0; c < count; ++c) {
                double sum = 0;
                for (int i = 0; i < pixels; ++i)
                    sum +=
                        (double(picture[std::size_t(i)]) - double(mean[std::size_t(i)])) * double(components[std::size_t(c * pixels + i)]);
                EXPECT_NEAR(projected.vector[std::size_t(c)], sum, 1e-6 * pixels) << pixels << " pixels, component " << c;
            }
        }
    }
}

TEST_P(Projecting, WithoutComponentsGivesNothing) {
    const std::vector<float> mean(7, 0.5f);
    EXPECT_TRUE(Projector(GetParam(), mean, {}).project(mean).vector.empty());
}

INSTANTIATE_TEST_SUITE_P(Devices, Projecting, test::each_device(), test::device_name);

}  // namespace
}  // namespace neighborscope
