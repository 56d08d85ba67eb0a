#include "app/data/faces/camera.hpp"

#include "gpu/error.hpp"

#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace neighborscope::faces {
namespace {

constexpr int most_cameras = 16, frames_of_auto_exposure = 20, frame_timeout_ms = 3000;
constexpr unsigned wanted_width = 1280, wanted_height = 720, buffers = 3;

struct KnownLayout {
    std::uint32_t code;
    FrameLayout layout;
};
/// The last two begin with a plane of brightness.
constexpr std::array known_layouts = {KnownLayout{V4L2_PIX_FMT_YUYV, FrameLayout::yuyv}, KnownLayout{V4L2_PIX_FMT_GREY, FrameLayout::grey},
    KnownLayout{V4L2_PIX_FMT_NV12, FrameLayout::grey}, KnownLayout{V4L2_PIX_FMT_YUV420, FrameLayout::grey}};

const KnownLayout* known(std::uint32_t code) {
    const auto* found = std::find_if(known_layouts.begin(), known_layouts.end(), [&](const KnownLayout& one) { return one.code == code; });
    return found == known_layouts.end() ? nullptr : found;
}

/// An open camera. Closing it stops the stream.
class Camera {
public:
    explicit Camera(const std::string& path) : path_(path), file_(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) {
        if (file_ < 0) fail("cannot be opened");
    }
    Camera(const Camera&) = delete;
    Camera& operator=(const Camera&) = delete;
    ~Camera() {
        for (const Mapped& one : mapped_) munmap(one.begin, one.bytes);
        if (file_ >= 0) ::close(file_);
    }

    bool captures() const {
        v4l2_capability able{};
        if (!control_device(VIDIOC_QUERYCAP, &able)) return false;
        const std::uint32_t can = able.capabilities & V4L2_CAP_DEVICE_CAPS ? able.device_caps : able.capabilities;
        return (can & V4L2_CAP_VIDEO_CAPTURE) && (can & V4L2_CAP_STREAMING) && best_layout();
    }

    void choose_format() {
        const std::optional<std::uint32_t> code = best_layout();
        if (!code) fail("gives frames in an unknown format", 0);
        v4l2_format format{};
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        format.fmt.pix.width = wanted_width;
        format.fmt.pix.height = wanted_height;
        format.fmt.pix.pixelformat = *code;
        format.fmt.pix.field = V4L2_FIELD_ANY;
        if (!control_device(VIDIOC_S_FMT, &format)) fail("takes no format");
        if (!known(format.fmt.pix.pixelformat)) fail("gives frames in an unknown format", 0);
        format_ = format.fmt.pix;
    }

    void start() {
        v4l2_requestbuffers request{};
        request.count = buffers;
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        request.memory = V4L2_MEMORY_MMAP;
        if (!control_device(VIDIOC_REQBUFS, &request) || request.count == 0) fail("gives no memory for frames");
        for (unsigned i = 0; i < request.count; ++i) {
            v4l2_buffer buffer = buffer_of(i);
            if (!control_device(VIDIOC_QUERYBUF, &buffer)) fail("gives no memory for frames");
            void* begin = mmap(nullptr, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, file_, buffer.m.offset);
            if (begin == MAP_FAILED) fail("gives no memory for frames");
            mapped_.push_back({begin, buffer.length});
            if (!control_device(VIDIOC_QBUF, &buffer)) fail("accepts no memory for frames");
        }
        int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        if (!control_device(VIDIOC_STREAMON, &type)) fail("does not start");
    }

    /// Waits for the next frame and calls `take` with its bytes.
    template <class Take>
    void next_frame(const Progress& progress, const Take& take) {
        for (int waited = 0;;) {
            progress.step(0, 0);
            constexpr int slice_ms = 100;
            pollfd ready{file_, POLLIN, 0};
            if (poll(&ready, 1, slice_ms) > 0) break;
            if ((waited += slice_ms) > frame_timeout_ms) fail("gives no frames", 0);
        }
        v4l2_buffer buffer = buffer_of(0);
        if (!control_device(VIDIOC_DQBUF, &buffer)) {
            if (errno == EAGAIN) return;
            fail("gives no frames");
        }
        const Mapped& one = mapped_[buffer.index];
        take(std::span(static_cast<const std::byte*>(one.begin), std::min<std::size_t>(buffer.bytesused, one.bytes)));
        if (!control_device(VIDIOC_QBUF, &buffer)) fail("gives no more frames");
    }

    const v4l2_pix_format& format() const { return format_; }
    [[noreturn]] void fail(const std::string& what, int number = errno) const {
        throw Error(Failure::device, "the camera " + path_ + " " + what + (number ? std::string(": ") + std::strerror(number) : ""),
            number == EBUSY ? "close the program that uses it" : "open a picture instead");
    }

private:
    struct Mapped {
        void* begin;
        std::size_t bytes;
    };
    static v4l2_buffer buffer_of(unsigned index) {
        v4l2_buffer buffer{};
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        buffer.memory = V4L2_MEMORY_MMAP;
        buffer.index = index;
        return buffer;
    }
    template <class Argument>
    bool control_device(unsigned long request, Argument* argument) const {
        int result = 0;
        do result = ioctl(file_, request, argument);
        while (result < 0 && errno == EINTR);
        return result == 0;
    }
    std::optional<std::uint32_t> best_layout() const {
        std::optional<std::size_t> best;
        v4l2_fmtdesc described{};
        described.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        for (; control_device(VIDIOC_ENUM_FMT, &described); ++described.index)
            if (const KnownLayout* found = known(described.pixelformat))
                best = std::min(best.value_or(known_layouts.size()), std::size_t(found - known_layouts.data()));
        return best ? std::optional(known_layouts[*best].code) : std::nullopt;
    }

    std::string path_;
    int file_;
    v4l2_pix_format format_{};
    std::vector<Mapped> mapped_;
};

}  // namespace

GreyPicture decode_frame(std::span<const std::byte> frame, FrameLayout layout, PictureSize size, std::size_t stride, bool full_range) {
    const auto width = std::size_t(size.width), height = std::size_t(size.height), step = std::size_t(layout == FrameLayout::yuyv ? 2 : 1);
    if (size.width < 1 || size.height < 1 || stride < width * step || frame.size() / stride < height)
        throw Error(Failure::input, "the camera's frame has " + std::to_string(frame.size()) + " bytes, too few for its size", "try again");
    const float black = full_range ? 0 : 16, white = full_range ? 255 : 235;
    GreyPicture picture{size, {}};
    picture.grey.reserve(width * height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            picture.grey.push_back(
                std::clamp((float(std::to_integer<int>(frame[y * stride + x * step])) - black) / (white - black), 0.0f, 1.0f));
    return picture;
}

std::string first_camera() {
    for (int i = 0; i < most_cameras; ++i) {
        std::string path = "/dev/video" + std::to_string(i);
        if (access(path.c_str(), F_OK) != 0) continue;
        try {
            if (Camera(path).captures()) return path;
        } catch (const Error&) {}  // used by another program, or no permission
    }
    return {};
}

GreyPicture capture_picture(const std::string& path, const Progress& progress) {
    Camera camera(path);
    camera.choose_format();
    camera.start();
    GreyPicture still;
    for (int frame = 0; frame < frames_of_auto_exposure || still.grey.empty(); ++frame)
        camera.next_frame(progress, [&](std::span<const std::byte> bytes) {
            if (frame + 1 < frames_of_auto_exposure) return;
            const v4l2_pix_format& format = camera.format();
            still = decode_frame(bytes, known(format.pixelformat)->layout, {int(format.width), int(format.height)}, format.bytesperline,
                format.quantization == V4L2_QUANTIZATION_FULL_RANGE);
        });
    return still;
}

}  // namespace neighborscope::faces
