// A picture in the plane, below everything else: cells that each have a class.
#pragma once
#include "render/buffer.hpp"

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace neighborscope::render {

/// Opacity of a cell's colour: if votes are divided evenly, and if all are for its class; and of the line between classes.
struct PlaneOpacity {
    float divided = 0, unanimous = 0, border = 0;
};

/// An OpenGL texture with its place in the plane, and colours for its classes. Move only.
class PlaneImage {
public:
    PlaneImage() = default;
    /// `cells`: [rows][columns], the lowest row first: class + 1 in the low 24 bits (0: no class), the share of votes in the high 8. `low`
    /// and `size` are relative to the data's origin.
    PlaneImage(int columns, int rows, std::span<const std::uint32_t> cells, const glm::dvec2& low, const glm::dvec2& size);
    PlaneImage(PlaneImage&&) noexcept;
    PlaneImage& operator=(PlaneImage&&) noexcept;
    ~PlaneImage();
    /// `classes`: red in the lowest byte. Cells of other classes are transparent.
    void colour(std::span<const std::uint32_t> classes, std::uint32_t line, const PlaneOpacity&);
    bool empty() const { return texture_ == 0; }
    /// For the program of plane.vert and plane.frag, which must be in use.
    void bind() const;

private:
    unsigned texture_ = 0;
    glm::dvec2 low_{0}, size_{0};
    Buffer colours_;
    std::uint32_t line_ = 0;
    PlaneOpacity opacity_;
};

}  // namespace neighborscope::render
