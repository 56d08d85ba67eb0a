#include "render/cached_layer.hpp"

#include <epoxy/gl.h>

#include "render_shaders.hpp"

namespace neighborscope::render {

std::int64_t interleaved_slice(std::int64_t i, std::int64_t count) {
    std::int64_t reversed = 0;  // its bits: consecutive slices are far apart
    for (std::int64_t bit = 1; bit < count; bit *= 2, i /= 2) reversed = 2 * reversed + i % 2;
    return reversed;
}

std::int64_t slices_of(std::int64_t items, std::int64_t at_most) {
    std::int64_t slices = 1;
    while ((items + slices - 1) / slices > at_most) slices *= 2;
    return slices;
}

CachedLayer::CachedLayer() { glCreateFramebuffers(1, &framebuffer_); }

CachedLayer::~CachedLayer() {
    glDeleteTextures(2, textures_);
    glDeleteFramebuffers(1, &framebuffer_);
}

bool CachedLayer::resize(int width, int height) {
    if (width == width_ && height == height_) return false;
    glDeleteTextures(2, textures_);
    glCreateTextures(GL_TEXTURE_2D, 2, textures_);
    glTextureStorage2D(textures_[0], 1, GL_RGBA8, width, height);
    glTextureStorage2D(textures_[1], 1, GL_DEPTH_COMPONENT32F, width, height);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, textures_[0], 0);
    glNamedFramebufferTexture(framebuffer_, GL_DEPTH_ATTACHMENT, textures_[1], 0);
    width_ = width;
    height_ = height;
    return true;
}

void CachedLayer::begin(bool clear) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    if (!clear) return;
    const float nothing[4] = {0, 0, 0, 0}, farthest = 1;
    glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, nothing);
    glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &farthest);
}

void CachedLayer::end() { glBindFramebuffer(GL_FRAMEBUFFER, unsigned(target_)); }

void CachedLayer::compose(const Program& compose, unsigned empty_array) const {
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindTextureUnit(0, textures_[0]);
    glBindTextureUnit(1, textures_[1]);
    glUseProgram(compose.name());
    glBindVertexArray(empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindTextureUnit(0, 0);
    glBindTextureUnit(1, 0);
}

Program compose_program(Programs& programs) {
    return programs.of({{GL_VERTEX_SHADER, "resolve.vert", {"#version 450 core\n", shaders::resolve_vert}},
        {GL_FRAGMENT_SHADER, "compose.frag", {"#version 450 core\n", shaders::compose_frag}}});
}

void compose_flat(
    const Program& program, const Colour& background, const CachedLayer* below, const CachedLayer* above, unsigned empty_array) {
    glDisable(GL_BLEND);
    glBindTextureUnit(0, below ? below->colours() : 0);
    glBindTextureUnit(1, above ? above->colours() : 0);
    glUseProgram(program.name());
    glUniform3f(0, background.r, background.g, background.b);
    glUniform2i(1, below ? 1 : 0, above ? 1 : 0);
    glBindVertexArray(empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_BLEND);
    glBindTextureUnit(0, 0);
    glBindTextureUnit(1, 0);
}

Program flat_program(Programs& programs) {
    return programs.of({{GL_VERTEX_SHADER, "resolve.vert", {"#version 450 core\n", shaders::resolve_vert}},
        {GL_FRAGMENT_SHADER, "flat.frag", {"#version 450 core\n", shaders::flat_frag}}});
}

}  // namespace neighborscope::render
