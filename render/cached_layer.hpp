// A part of the picture that is kept between frames: drawn once, with alpha, then blended over the layers below. Internal to render.
#pragma once
#include "render/palette.hpp"
#include "render/program.hpp"

#include <cstdint>

namespace neighborscope::render {

/// The index of the i-th slice of a layer that is drawn over several frames; `count` is a power of two. The first ones are spread over all.
std::int64_t interleaved_slice(std::int64_t i, std::int64_t count);
/// The least power of two that divides `items` into slices of at most `at_most`.
std::int64_t slices_of(std::int64_t items, std::int64_t at_most);

class CachedLayer {
public:
    CachedLayer();
    ~CachedLayer();
    CachedLayer(const CachedLayer&) = delete;
    CachedLayer& operator=(const CachedLayer&) = delete;

    /// In device pixels. Returns whether the layer was created anew, without content.
    bool resize(int width, int height);
    int width() const { return width_; }
    int height() const { return height_; }
    unsigned colours() const { return textures_[0]; }  ///< a texture, RGBA8, premultiplied

    /// Draws between begin() and end() go into the layer; blending multiplies their colours by alpha.
    void begin(bool clear);
    void end();
    /// Blends it over the bound framebuffer, by depth if the depth test is on. Leaves blending as Scene::draw sets it.
    void compose(const Program& compose, unsigned empty_array) const;

private:
    unsigned framebuffer_ = 0, textures_[2] = {0, 0};  // colours, depths
    int width_ = 0, height_ = 0, target_ = 0;
};

/// The program for compose().
Program compose_program(Programs&);

/// For 2-D: fills the bound framebuffer with the background and blends `below` and then `above` over it, unless null.
void compose_flat(const Program&, const Colour& background, const CachedLayer* below, const CachedLayer* above, unsigned empty_array);
/// The program for compose_flat().
Program flat_program(Programs&);

}  // namespace neighborscope::render
