// Pictures of a camera, through the kernel's own interface (Video4Linux, V4L2): Debian's Qt Multimedia brings 73 packages with it, among them
// an FFmpeg under the GPL.
#pragma once
#include "app/data/faces/face.hpp"
#include "gpu/progress.hpp"

#include <cstddef>
#include <span>

namespace neighborscope::faces {

/// Takes one still; called on a thread of its own, may take seconds. Errors are shown.
using CameraCapture = std::function<GreyPicture(const Progress&)>;

/// How brightness lies in a camera's frames.
enum class FrameLayout {
    grey,  ///< one byte per pixel; the colour that follows is not read
    yuyv,  ///< two bytes per pixel, brightness first
};

/// The picture of a frame: `stride` bytes a line, from the top. Brightness is from 16 to 235 in video ("limited range"), and from 0 to 255
/// with `full_range`. An input Error when there are fewer bytes than that takes.
GreyPicture decode_frame(std::span<const std::byte> frame, FrameLayout, PictureSize, std::size_t stride, bool full_range);

/// The first camera of this machine that gives such frames: "/dev/video0"; "" where there is none.
std::string first_camera();
/// A still of that camera after a second, in which it finds the right exposure. Device Errors: no such camera, another program uses it, it
/// gives no frames.
GreyPicture capture_picture(const std::string& camera, const Progress&);

}  // namespace neighborscope::faces
