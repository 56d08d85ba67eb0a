#include "render/splat.hpp"

#include <epoxy/gl.h>

#include <algorithm>

#include "render_shaders.hpp"

namespace neighborscope::render {

Splat::Splat()
    : splat_({{GL_COMPUTE_SHADER, "splat.comp", {shaders::frame_glsl, shaders::splat_comp}}}),
      resolve_({{GL_VERTEX_SHADER, "resolve.vert", {"#version 450 core\n", shaders::resolve_vert}},
          {GL_FRAGMENT_SHADER, "resolve.frag", {shaders::frame_glsl, shaders::resolve_frag}}}) {}

void Splat::draw(int width, int height, std::int64_t count, unsigned empty_array) {
    if (width != width_ || height != height_) {
        const std::size_t bytes = std::size_t(width) * std::size_t(height) * sizeof(std::uint32_t);
        depths_ = Buffer(bytes);
        rows_ = Buffer(bytes);
        width_ = width;
        height_ = height;
    }
    const std::uint32_t none = 0xFFFFFFFFu;
    glClearNamedBufferData(depths_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &none);
    glClearNamedBufferData(rows_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &none);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, depths_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, rows_.name());
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glUseProgram(splat_.name());
    glUniform2i(1, width, height);
    const auto groups = unsigned(std::clamp<std::int64_t>((count + 255) / 256, 1, 65535));
    for (int pass = 0; pass < 2; ++pass) {
        glUniform1i(0, pass);
        glDispatchCompute(groups, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    glUseProgram(resolve_.name());
    glUniform2i(1, width, height);
    glBindVertexArray(empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace neighborscope::render
