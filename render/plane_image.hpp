// An image that lies in the plane, under everything else: a colour for each of its cells.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace neighborscope::render {

/// An OpenGL texture of its own with its place in the plane. Move only.
class PlaneImage {
public:
    PlaneImage() = default;
    /// `rgba`: [rows][columns], red in the lowest byte, the lowest row first; low and size relative to the data's origin.
    PlaneImage(int columns, int rows, const std::vector<std::uint32_t>& rgba, const glm::dvec2& low, const glm::dvec2& size);
    PlaneImage(PlaneImage&&) noexcept;
    PlaneImage& operator=(PlaneImage&&) noexcept;
    ~PlaneImage();
    unsigned texture() const { return texture_; }  ///< 0: there is none
    const glm::dvec2& low() const { return low_; }
    const glm::dvec2& size() const { return size_; }

private:
    unsigned texture_ = 0;
    glm::dvec2 low_{0}, size_{0};
};

}  // namespace neighborscope::render
