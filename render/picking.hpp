// Finds the row under the mouse. Internal to render.
#pragma once
#include "render/program.hpp"
#include "render/scene.hpp"

namespace neighborscope::render {

/// Draws the ids of the points near one position into a small image of its own, so that ordinary frames cost nothing more and any
/// framebuffer (a QOpenGLWidget's, a window's) can be the target. The image is read through a pixel buffer, without waiting.
class Picking {
public:
    explicit Picking(Programs&);
    ~Picking();
    Picking(const Picking&) = delete;
    Picking& operator=(const Picking&) = delete;

    static constexpr int pick_radius = 6;  ///< logical pixels

    void request(double x, double y);  ///< logical pixels, y down; the next draw answers it
    /// Draws the requested area, if any. The vertex array must hold the positions and the frame block be bound. Keeps the bound
    /// framebuffer.
    void draw(unsigned vertex_array, std::int64_t count, const Camera&, double scale);
    /// The same from splatted pixels.
    void read(const Buffer& pixels, int width, int height, double scale);
    std::optional<std::int64_t> wait_for_pick();  ///< waits for the reading
    std::optional<std::int64_t> picked();         ///< first takes over a finished reading

private:
    void resize(double scale);
    void collect(bool wait);

    Program program_;
    Buffer pixels_;           // the pixels read
    std::size_t stride_ = 0;  // bytes of a pixel
    unsigned framebuffer_ = 0, renderbuffers_[2] = {0, 0};
    int size_ = 0;           // of the image, device pixels
    void* fence_ = nullptr;  // GLsync
    std::optional<glm::dvec2> requested_;
    std::optional<std::int64_t> picked_;
};

}  // namespace neighborscope::render
