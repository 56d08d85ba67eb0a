#include "render/picking.hpp"

#include "render/splat.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "render_shaders.hpp"

namespace neighborscope::render {

Picking::Picking(Programs& programs)
    : program_(programs.of({{GL_VERTEX_SHADER, "pick.vert", {shaders::frame_glsl, shaders::pick_vert}},
          {GL_FRAGMENT_SHADER, "pick.frag", {"#version 450 core\n", shaders::pick_frag}}})) {
    glCreateFramebuffers(1, &framebuffer_);
}

Picking::~Picking() {
    if (fence_) glDeleteSync(static_cast<GLsync>(fence_));
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(2, renderbuffers_);
}

void Picking::request(double x, double y) { requested_ = glm::dvec2{x, y}; }

void Picking::resize(double scale) {
    const int size = 2 * int(std::ceil(pick_radius * scale)) + 1;
    if (size == size_) return;
    glDeleteRenderbuffers(2, renderbuffers_);
    glCreateRenderbuffers(2, renderbuffers_);
    glNamedRenderbufferStorage(renderbuffers_[0], GL_R32I, size, size);
    glNamedRenderbufferStorage(renderbuffers_[1], GL_DEPTH_COMPONENT24, size, size);
    glNamedFramebufferRenderbuffer(framebuffer_, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffers_[0]);
    glNamedFramebufferRenderbuffer(framebuffer_, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffers_[1]);
    pixels_ = Buffer(sizeof(Pixel) * std::size_t(size) * std::size_t(size), Buffer::Access::host);
    size_ = size;
}

void Picking::read(const Buffer& pixels, int width, int height, double scale) {
    if (!requested_) return;
    collect(true);
    resize(scale);
    const std::int32_t nothing = -1;
    glClearNamedBufferData(pixels_.name(), GL_R32I, GL_RED_INTEGER, GL_INT, &nothing);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    const int left = int(std::floor(requested_->x * scale)) - size_ / 2,
              lowest = height - 1 - int(std::floor(requested_->y * scale)) - size_ / 2;
    const int from = std::max(left, 0), to = std::min(left + size_, width);
    for (int line = 0; line < size_ && from < to; ++line)
        if (const int y = lowest + line; y >= 0 && y < height)
            glCopyNamedBufferSubData(pixels.name(), pixels_.name(), GLintptr(sizeof(Pixel)) * (GLintptr(y) * width + from),
                GLintptr(sizeof(Pixel)) * (line * size_ + from - left), GLsizeiptr(sizeof(Pixel)) * (to - from));
    stride_ = sizeof(Pixel);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    requested_.reset();
}

void Picking::draw(unsigned vertex_array, std::int64_t count, const Camera& camera, double scale) {
    if (!requested_) return;
    collect(true);  // an older reading; it has ended, because a frame in between took longer
    resize(scale);
    const int size = size_;
    int before = 0, viewport[4];
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    glGetIntegerv(GL_VIEWPORT, viewport);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, size, size);
    const std::int32_t nothing = -1;
    const float farthest = 1;
    glClearNamedFramebufferiv(framebuffer_, GL_COLOR, 0, &nothing);
    glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &farthest);
    // The area of size x size device pixels around the mouse becomes all of clip space.
    const double width = camera.width() * scale, height = camera.height() * scale;
    const double x = 2 * std::floor(requested_->x * scale) / width + 1 / width - 1,
                 y = 1 - 2 * std::floor(requested_->y * scale) / height - 1 / height;
    const double stretch_x = width / size, stretch_y = height / size;
    glUseProgram(program_.name());
    glUniform4f(0, float(stretch_x), float(stretch_y), float(-x * stretch_x), float(-y * stretch_y));
    glBindVertexArray(vertex_array);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glDrawArrays(GL_POINTS, 0, GLsizei(count));
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels_.name());
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glReadPixels(0, 0, size, size, GL_RED_INTEGER, GL_INT, nullptr);
    stride_ = sizeof(std::int32_t);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<unsigned>(before));
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    requested_.reset();
}

void Picking::collect(bool wait) {
    if (!fence_) return;
    const auto state = glClientWaitSync(static_cast<GLsync>(fence_), GL_SYNC_FLUSH_COMMANDS_BIT, wait ? 1'000'000'000 : 0);
    if (state == GL_TIMEOUT_EXPIRED && !wait) return;
    glDeleteSync(static_cast<GLsync>(fence_));
    fence_ = nullptr;
    const std::size_t step = stride_ / sizeof(std::int32_t);  // the row is the first number of a pixel
    std::vector<std::int32_t> rows(step * std::size_t(size_) * std::size_t(size_));
    std::memcpy(rows.data(), pixels_.on_host(), rows.size() * sizeof(std::int32_t));
    picked_.reset();
    const int middle = size_ / 2;
    int nearest = middle * middle + 1;  // a circle, without the corners of the square
    for (int y = 0; y < size_; ++y)
        for (int x = 0; x < size_; ++x) {
            const int row = rows[step * (std::size_t(y) * std::size_t(size_) + std::size_t(x))],
                      away = (x - middle) * (x - middle) + (y - middle) * (y - middle);
            if (row >= 0 && away < nearest) {
                nearest = away;
                picked_ = row;
            }
        }
}

std::optional<std::int64_t> Picking::wait_for_pick() {
    collect(true);
    return picked_;
}

std::optional<std::int64_t> Picking::picked() {
    collect(false);
    return picked_;
}

}  // namespace neighborscope::render
