// Frames of a camera converted to pictures; errors on a machine without a camera.
#include "app/data/faces/camera.hpp"
#include "tests/app/data/test_file.hpp"

namespace neighborscope::faces {
namespace {

using test::expect_error;
using testing::ElementsAre;

std::vector<std::byte> bytes_of(const std::vector<int>& values) {
    std::vector<std::byte> bytes;
    for (const int value : values) bytes.push_back(std::byte(value));
    return bytes;
}

TEST(Camera, BrightnessIsEveryOtherByteOfYuyvAndLinesMayBePadded) {
    const auto frame = bytes_of({16, 90, 235, 90, 7, 7, 125, 1, 255, 1, 7, 7});
    const GreyPicture picture = decode_frame(frame, FrameLayout::yuyv, {2, 2}, 6, false);
    EXPECT_EQ(picture.size, (PictureSize{2, 2}));
    EXPECT_THAT(picture.grey, ElementsAre(0, 1, testing::FloatNear(0.4977f, 1e-3f), 1));
}

TEST(Camera, GreyFramesAreAByteAPixelAndColourBehindThemIsNotLookedAt) {
    EXPECT_THAT(decode_frame(bytes_of({0, 255, 51, 99, 99}), FrameLayout::grey, {3, 1}, 3, true).grey, ElementsAre(0, 1, 0.2f));
}

TEST(Camera, FramesThatAreTooShortAreRefused) {
    const auto frame = bytes_of({1, 2, 3, 4, 5, 6, 7});
    expect_error(Failure::input, {"7 bytes, too few"}, [&] { decode_frame(frame, FrameLayout::yuyv, {2, 2}, 4, true); });
    expect_error(Failure::input, {"too few"}, [&] { decode_frame(frame, FrameLayout::yuyv, {4, 1}, 6, true); });
    expect_error(Failure::input, {"too few"}, [&] { decode_frame(frame, FrameLayout::grey, {0, 1}, 6, true); });
}

TEST(Camera, WhatIsNoCameraIsRefused) {
    expect_error(Failure::device, {"the camera /dev/video-none cannot be opened"}, [] { capture_picture("/dev/video-none", {}); });
    expect_error(Failure::device, {"the camera /dev/null gives frames in an unknown format", "open a picture"},
        [] { capture_picture("/dev/null", {}); });
}

}  // namespace
}  // namespace neighborscope::faces
