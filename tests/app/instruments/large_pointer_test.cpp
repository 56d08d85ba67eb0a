#include "app/instruments/overlay/large_pointer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace neighborscope {
namespace {

struct Pixel {
    int red, green, blue, opacity;
};
Pixel pixel(const PointerImage& image, int right, int down) {
    const std::size_t middle = std::size_t(image.side) / 2;
    const std::uint8_t* at = image.rgba.data() + 4 * ((middle + std::size_t(down)) * std::size_t(image.side) + middle + std::size_t(right));
    return {at[0], at[1], at[2], at[3]};
}
long opaque_pixels(const PointerImage& image) {
    long count = 0;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) count += image.rgba[i] > 128;
    return count;
}

TEST(LargePointer, HasARingOfA25thOfTheViewAndAnArrowAtItsMiddle) {
    EXPECT_EQ(ring_diameter(1080), 43);
    EXPECT_EQ(ring_diameter(2160), 86);
    EXPECT_EQ(ring_diameter(100), 24) << "never too small to be seen";
    const PointerImage image = large_pointer(80);
    ASSERT_EQ(image.rgba.size(), std::size_t(image.side) * std::size_t(image.side) * 4);
    const Pixel ring = pixel(image, -40, 0);
    EXPECT_GT(ring.red, 200);
    EXPECT_LT(ring.blue, 60) << "yellow";
    EXPECT_EQ(ring.opacity, 255);
    EXPECT_EQ(pixel(image, -20, 0).opacity, 0) << "what it points at is seen inside of the ring";
    EXPECT_EQ(pixel(image, 20, -50).opacity, 0);
    const Pixel inside = pixel(image, 16, 40);
    EXPECT_LT(std::max({inside.red, inside.green, inside.blue}), 40) << "the arrow is black with a white edge";
    EXPECT_EQ(inside.opacity, 255);
}

TEST(LargePointer, ItsPulseIsASecondRingThatGrowsAndFades) {
    const PointerImage rest = large_pointer(40), first = large_pointer(40, 2), last = large_pointer(40, pulse_images);
    EXPECT_EQ(rest.side, first.side) << "so that the cursor does not jump";
    EXPECT_GT(opaque_pixels(first), opaque_pixels(rest));
    int faint = 0;
    for (std::size_t i = 3; i < last.rgba.size(); i += 4) faint += last.rgba[i] > 10 && last.rgba[i] < 60;
    EXPECT_GT(faint, 100);
}

TEST(LargePointer, AClickPulsesOnce) {
    PointerPulse pulse;
    EXPECT_EQ(pulse.image(1000), 0);
    pulse.click(1000);
    EXPECT_EQ(pulse.image(1000), 1);
    EXPECT_EQ(pulse.image(1000 + pulse_milliseconds), 2);
    EXPECT_EQ(pulse.image(1000 + pulse_images * pulse_milliseconds - 1), pulse_images);
    EXPECT_EQ(pulse.image(1000 + pulse_images * pulse_milliseconds), 0);
    pulse.click(2000);
    EXPECT_EQ(pulse.image(2000), 1);
}

}  // namespace
}  // namespace neighborscope
