// Big clouds on a GPU: an image of row numbers made by a compute shader, then coloured. Inside render only.
#pragma once
#include "render/program.hpp"
#include "render/scene.hpp"

namespace neighborscope::render {

class Splat {
public:
    Splat();
    /// Draws the points of the buffer bound as shader storage 0, with the frame block bound; the depth test decides who is on top.
    void draw(int width, int height, std::int64_t count, unsigned empty_array);

    /// The image: uint32 row numbers [height][width] from the lowest line up, 0xFFFFFFFF where there is none.
    const Buffer& rows() const { return rows_; }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    Program splat_, resolve_;
    Buffer depths_, rows_;
    int width_ = 0, height_ = 0;
};

}  // namespace neighborscope::render
