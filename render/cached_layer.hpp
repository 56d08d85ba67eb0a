// A part of the picture that is kept from frame to frame: drawn once, with alpha, then laid over what is beneath it. Inside render only.
#pragma once
#include "render/palette.hpp"
#include "render/program.hpp"

#include <cstdint>

namespace neighborscope::render {

/// Whatever a layer is too long for one frame: slice i of `count`, a power of two, so that those done first are spread over all.
std::int64_t interleaved_slice(std::int64_t i, std::int64_t count);
/// The least power of two that cuts `items` into slices of at most `at_most`.
std::int64_t slices_of(std::int64_t items, std::int64_t at_most);

class CachedLayer {
public:
    CachedLayer();
    ~CachedLayer();
    CachedLayer(const CachedLayer&) = delete;
    CachedLayer& operator=(const CachedLayer&) = delete;

    /// Device pixels. Whether the layer was made anew, without content.
    bool resize(int width, int height);
    int width() const { return width_; }
    int height() const { return height_; }
    unsigned colours() const { return textures_[0]; }  ///< a texture, RGBA8, premultiplied

    /// What is drawn up to end() goes into the layer: its colours are multiplied by alpha when it is blended.
    void begin(bool clear);
    void end();
    /// Lays it over the bound framebuffer, by depth where the depth test is on. Blending is as Scene::draw sets it, before and after.
    void compose(const Program& compose, unsigned empty_array) const;

private:
    unsigned framebuffer_ = 0, textures_[2] = {0, 0};  // colours, depths
    int width_ = 0, height_ = 0, target_ = 0;
};

/// For compose().
Program compose_program(Programs&);

/// In the plane: fills the bound framebuffer with the background and lays `below` and then `above` over it, each unless it is null.
void compose_flat(const Program&, const Colour& background, const CachedLayer* below, const CachedLayer* above, unsigned empty_array);
/// For that.
Program flat_program(Programs&);

}  // namespace neighborscope::render
