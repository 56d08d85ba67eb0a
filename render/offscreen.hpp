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

/// Owns a context, which is current on the calling thread after construction.
class OffscreenContext {
public:
    /// `cuda_device`: prefers the EGL device of CUDA device 0 (for interop). Device Error if there is no EGL.
    explicit OffscreenContext(bool cuda_device = false);
    ~OffscreenContext();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A framebuffer with colour and depth. Not multisampled: shaders draw soft edges, so that windows (multisampled or not) and `shot` show
/// the same.
class Framebuffer {
public:
    Framebuffer(int width, int height);
    ~Framebuffer();
    void bind();
    Image read();
    /// Copies it into the framebuffer `target` of the same context, with its lower left corner at (x, y), and binds `target`.
    void copy_to(unsigned target, int x, int y) const;
    int width() const;
    int height() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

unsigned bound_framebuffer();  ///< name of the framebuffer bound for drawing

/// Encodes the picture as PNG, using stb. Input Error if it is too large for stb, memory Error.
std::string png_of(const Image&);

}  // namespace neighborscope::render
