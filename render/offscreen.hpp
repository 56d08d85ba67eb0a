// OpenGL without a window: an EGL context (surfaceless platform, else an EGL device) and a framebuffer to read back.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope::render {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
};  ///< [height][width][3], top row first

/// Owns a context, current on the calling thread from construction on.
class OffscreenContext {
public:
    /// `cuda_device`: wants the EGL device that CUDA device 0 is (for interop), when there is one. Device Error when there is no EGL.
    explicit OffscreenContext(bool cuda_device = false);
    ~OffscreenContext();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A colour + depth framebuffer of its own. Not multisampled: every mark has its soft edge from its shader, so that windows
/// (whose framebuffers may or may not be) and `shot` show the same.
class Framebuffer {
public:
    Framebuffer(int width, int height);
    ~Framebuffer();
    void bind();
    Image read();
    /// Copies it into the framebuffer `target` of the same context, its lower left corner to (x, y); afterwards that one is bound.
    void copy_to(unsigned target, int x, int y) const;
    int width() const;
    int height() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

unsigned bound_framebuffer();  ///< name of the one that is drawn into

/// The picture as a PNG file's bytes, through stb. Input Error when it is too large for that, memory Error.
std::string png_of(const Image&);

}  // namespace neighborscope::render
