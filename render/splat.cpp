#include "render/splat.hpp"

#include "render/cached_layer.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

constexpr std::int64_t rows_of_slice = 100'000;  // a few milliseconds on two processors

/// Groups of 256 items each, up to the limit.
unsigned groups_for(std::int64_t items) { return unsigned(std::clamp<std::int64_t>((items + 255) / 256, 1, 65535)); }

}  // namespace

Splat::Splat(bool on_host, Programs& programs)
    : on_host_(on_host),
      resolve_(programs.of({{GL_VERTEX_SHADER, "resolve.vert", {"#version 450 core\n", shaders::resolve_vert}},
          {GL_FRAGMENT_SHADER, "resolve.frag",
              {shaders::frame_glsl, shaders::pixels_glsl, shaders::resolve_glsl, shaders::resolve_frag}}})) {
    if (on_host) return;
    totals_read_ = Buffer(sizeof(PointTotals), Buffer::Access::host);
    clear_ = programs.of({{GL_COMPUTE_SHADER, "clear.comp", {"#version 450 core\n", shaders::pixels_glsl, shaders::clear_comp}}});
    splat_ = programs.of({{GL_COMPUTE_SHADER, "splat.comp", {shaders::frame_glsl, shaders::pixels_glsl, shaders::splat_comp}}});
    resolve_flat_ = programs.of(
        {{GL_COMPUTE_SHADER, "resolve.comp", {shaders::frame_glsl, shaders::pixels_glsl, shaders::resolve_glsl, shaders::resolve_comp}}});
    totals_of_ = programs.of({{GL_COMPUTE_SHADER, "totals.comp", {"#version 450 core\n", shaders::pixels_glsl, shaders::totals_comp}}});
}

Splat::~Splat() {
    if (fence_) glDeleteSync(static_cast<GLsync>(fence_));
    glDeleteTextures(1, &texture_);
}

void Splat::wait_for_fence() {
    if (!fence_) return;
    glClientWaitSync(static_cast<GLsync>(fence_), GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000);
    glDeleteSync(static_cast<GLsync>(fence_));
    fence_ = nullptr;
}

void Splat::begin(int width, int height) {
    wait_for_fence();
    if (width != width_ || height != height_) {
        pixels_ =
            Buffer((std::size_t(width) * std::size_t(height) + 1) * sizeof(Pixel), on_host_ ? Buffer::Access::host : Buffer::Access::gpu);
        glDeleteTextures(1, &texture_);
        glCreateTextures(GL_TEXTURE_BUFFER, 1, &texture_);
        glTextureBuffer(texture_, GL_RGBA32UI, pixels_.name());
        width_ = width;
        height_ = height;
    }
    if (on_host_) {
        std::fill_n(static_cast<Pixel*>(pixels_.on_host()), std::size_t(width) * std::size_t(height), Pixel{});
        totals_ = {};
    } else {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, pixels_.name());
        glUseProgram(clear_.name());
        glUniform2i(1, width_, height_);
        glDispatchCompute(groups_for(std::int64_t(width_) * height_ + 1), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    slices_done_ = 0;
}

bool Splat::add(const Buffer& positions, std::int64_t count, const FrameBlock& frame, bool dense, double milliseconds) {
    if (on_host_) {
        add_on_host(positions, count, frame, dense, milliseconds);
    } else {
        add_on_gpu(positions, count, frame.three_d != 0, dense);
        slices_done_ = slices_ = 1;
    }
    return slices_done_ == slices_;
}

void Splat::add_on_host(const Buffer& positions, std::int64_t count, const FrameBlock& frame, bool dense, double milliseconds) {
    const auto began = std::chrono::steady_clock::now();
    wait_for_fence();
    slices_ = slices_of(count, rows_of_slice);
    const auto* const rows = static_cast<const float*>(glMapNamedBufferRange(positions.name(), 0, GLsizeiptr(count * 12), GL_MAP_READ_BIT));
    if (!rows) {
        slices_done_ = slices_;
        return;
    }
    do {
        splat_on_host(rows, count, interleaved_slice(slices_done_, slices_), slices_, frame, dense, static_cast<Pixel*>(pixels_.on_host()),
            width_, height_, totals_);
        ++slices_done_;
    } while (slices_done_ < slices_ &&
             std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count() < milliseconds);
    glUnmapNamedBuffer(positions.name());
    static_cast<Pixel*>(pixels_.on_host())[width_ * height_].nearest = std::uint64_t(totals_.seen) << 32 | totals_.most;
}

void Splat::add_on_gpu(const Buffer& positions, std::int64_t count, bool three_d, bool dense) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, pixels_.name());
    glUseProgram(splat_.name());
    glUniform2i(1, width_, height_);
    glUniform1i(2, dense ? 1 : 0);
    for (int pass = three_d ? 0 : 1; pass < 2; ++pass) {
        glUniform1i(0, pass);
        glDispatchCompute(groups_for(count), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    glUseProgram(totals_of_.name());
    glUniform2i(1, width_, height_);
    glDispatchCompute(std::min(groups_for(std::int64_t(width_) * height_), 512u), 1, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    glCopyNamedBufferSubData(
        pixels_.name(), totals_read_.name(), GLintptr(sizeof(Pixel)) * width_ * height_, 0, GLsizeiptr(sizeof(PointTotals)));
    totals_wanted_ = true;
}

void Splat::bind(const Program& program, const Buffer& positions, const Buffer* colours, bool dense) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions.name());
    glBindTextureUnit(0, texture_);
    if (colours) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, colours->name());
    glUseProgram(program.name());
    glUniform2i(1, width_, height_);
    glUniform1i(2, dense ? 1 : 0);
}

void Splat::set_fence() {
    if (fence_) glDeleteSync(static_cast<GLsync>(fence_));
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

void Splat::resolve(const Buffer& positions, const Buffer* colours, bool dense, unsigned empty_array) {
    bind(resolve_, positions, colours, dense);
    glBindVertexArray(empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTextureUnit(0, 0);
    set_fence();
}

void Splat::resolve_into(unsigned texture, const Buffer& positions, const Buffer* colours, bool dense) {
    bind(resolve_flat_, positions, colours, dense);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(unsigned(width_ + 31) / 32, unsigned(height_ + 7) / 8, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glBindTextureUnit(0, 0);
    set_fence();
}

PointTotals Splat::totals() {
    if (!totals_wanted_) return totals_;
    if (fence_ && glClientWaitSync(static_cast<GLsync>(fence_), GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED) return totals_;
    totals_ = *static_cast<const PointTotals*>(totals_read_.on_host());
    totals_wanted_ = false;
    return totals_;
}

}  // namespace neighborscope::render
