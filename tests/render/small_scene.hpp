// A small scene, and comparing its pictures with those in tests/pictures.
#pragma once
#include "render/offscreen.hpp"
#include "render/scene.hpp"

#include <string>
#include <vector>

namespace neighborscope::render {

/// A number in [0, 1), the same on every machine.
double fraction(std::uint64_t i);

/// Points of three clusters, and their nearest neighbours of a query found by a simple search.
struct SmallScene {
    SmallScene(bool three_d, Theme theme, int count = 600, int k = 12);

    Image draw(const SceneState& with, const Extras& extras = {});
    Image draw() { return draw(state); }

    static constexpr int width = 400, height = 300;
    std::vector<float> positions;  // [count][3]
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    Buffer position_buffer, index_buffer, distance_buffer;
    Camera camera;
    SceneState state;
    Scene scene;
    Framebuffer framebuffer{width, height};
};

/// Pixels in which a channel differs by more than 40: rounding and another rasteriser's soft edges differ less.
int different_pixels(const Image&, const Image&);
/// Differing pixels allowed between two machines, of 120 000.
inline constexpr int tolerated_pixels = 40;

void write_picture(const std::string& path, const Image&);
/// The picture tests/pictures/`name`.png; with NEIGHBORSCOPE_UPDATE_PICTURES=1 first writes `now` there.
Image reference_picture(const std::string& name, const Image& now);

}  // namespace neighborscope::render
