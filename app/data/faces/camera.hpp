// Pictures from a camera, through the kernel's own interface (Video4Linux, V4L2): Debian's Qt Multimedia depends on 73 packages, among them
// an FFmpeg under the GPL.
#pragma once
#include "app/data/faces/face.hpp"
#include "gpu/progress.hpp"

#include <cstddef>
#include <span>

namespace neighborscope::faces {

/// Takes one picture. Called on a thread of its own, since it may take seconds. Errors are shown.
using CameraCapture = std::function<GreyPicture(const Progress&)>;

/// The layout of brightness in a camera's frames.
enum class FrameLayout {
    grey,  ///< one byte per pixel; colour bytes may follow and are not read
    yuyv,  ///< two bytes per pixel, brightness first
};

/// Converts a frame to a picture: `stride` bytes per line, from the top. Brightness is 16 to 235 in video ("limited range"), and 0 to 255
/// with `full_range`. An input Error if there are too few bytes.
GreyPicture decode_frame(std::span<const std::byte> frame, FrameLayout, PictureSize, std::size_t stride, bool full_range);

/// Returns the first camera of this machine with a supported layout: "/dev/video0"; "" if there is none.
std::string first_camera();
/// Takes a picture with that camera after one second, in which it adjusts its exposure. Device Errors: no such camera, another program uses
/// it, it delivers no frames.
GreyPicture capture_picture(const std::string& camera, const Progress&);

}  // namespace neighborscope::faces
