#include "render/plane_image.hpp"

#include <epoxy/gl.h>

#include <utility>

namespace neighborscope::render {

PlaneImage::PlaneImage(int columns, int rows, const std::vector<std::uint32_t>& rgba, const glm::dvec2& low, const glm::dvec2& size)
    : low_(low), size_(size) {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, GL_RGBA8, columns, rows);
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    // Whoever shares this context may read textures from a buffer, or with gaps between rows.
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTextureSubImage2D(texture_, 0, 0, 0, columns, rows, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
}

PlaneImage::PlaneImage(PlaneImage&& other) noexcept : texture_(std::exchange(other.texture_, 0)), low_(other.low_), size_(other.size_) {}

PlaneImage& PlaneImage::operator=(PlaneImage&& other) noexcept {
    std::swap(texture_, other.texture_);
    low_ = other.low_, size_ = other.size_;
    return *this;
}

PlaneImage::~PlaneImage() {
    if (texture_) glDeleteTextures(1, &texture_);
}

}  // namespace neighborscope::render
