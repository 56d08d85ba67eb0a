#include "render/plane_image.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

namespace neighborscope::render {

PlaneImage::PlaneImage(int columns, int rows, std::span<const std::uint32_t> cells, const glm::dvec2& low, const glm::dvec2& size)
    : low_(low), size_(size) {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, GL_R32UI, columns, rows);
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    // Other users of this context may read textures from a buffer, or with gaps between rows.
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTextureSubImage2D(texture_, 0, 0, 0, columns, rows, GL_RED_INTEGER, GL_UNSIGNED_INT, cells.data());
}

void PlaneImage::colour(std::span<const std::uint32_t> classes, std::uint32_t line, const PlaneOpacity& opacity) {
    line_ = line, opacity_ = opacity;
    colours_ = Buffer(std::max(classes.size_bytes(), sizeof(std::uint32_t)));
    if (!classes.empty()) colours_.upload(classes.data(), classes.size_bytes());
}

void PlaneImage::bind() const {
    glUniform4f(0, float(low_.x), float(low_.y), float(size_.x), float(size_.y));
    glUniform4f(1, float(line_ & 255) / 255, float(line_ >> 8 & 255) / 255, float(line_ >> 16 & 255) / 255, opacity_.border);
    glUniform2f(2, opacity_.divided, opacity_.unanimous);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, colours_.name());
    glBindTextureUnit(0, texture_);
}

PlaneImage::PlaneImage(PlaneImage&& other) noexcept { *this = std::move(other); }

PlaneImage& PlaneImage::operator=(PlaneImage&& other) noexcept {
    std::swap(texture_, other.texture_);
    std::swap(colours_, other.colours_);
    low_ = other.low_, size_ = other.size_, line_ = other.line_, opacity_ = other.opacity_;
    return *this;
}

PlaneImage::~PlaneImage() {
    if (texture_) glDeleteTextures(1, &texture_);
}

}  // namespace neighborscope::render
