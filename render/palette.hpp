// The colours of the view and of both windows, light and dark. Contrast ratios of each pair were measured when colours were chosen.
#pragma once
#include <array>
#include <cstdint>

namespace neighborscope::render {

struct Colour {
    float r, g, b, a = 1;
};
constexpr Colour hex(std::uint32_t rgb, float a = 1) {
    return {float(rgb >> 16 & 255) / 255, float(rgb >> 8 & 255) / 255, float(rgb & 255) / 255, a};
}

enum class Theme { light, dark };

struct Palette {
    Colour window, dock, base, stripe, view;  ///< surfaces
    Colour text, second_text, disabled_text, edge, divider;
    Colour accent, on_accent, soft;  ///< selected items of the interface; never data
    Colour exact, warning, error;
    Colour query, query_ring, query_text, point, radius, cell;
    Colour sparse, dense;  ///< pixels with one point and with the most points, if many points share pixels
};
const Palette& palette(Theme);

/// Neighbour colour by rank: viridis 0.00 - 0.78 on light, 1.00 - 0.38 on dark, so that the nearest stands out most.
Colour rank_colour(Theme, int rank_from_0, int k);
/// Viridis at t in [0, 1].
Colour viridis(float t);

// Colours of point classes. Subdued, so that query and neighbours stand out; each differs from
// the others, from the greys and from the query, also for people with red or green blindness. Found by search in OKLab: least distance
// 0.13, for deuteranopes and protanopes 0.09; contrast with the view at least 2 (light) and 3 (dark).
constexpr int category_count = 10;
Colour category_colour(Theme, int category);  ///< 0 .. category_count - 1
Colour other_colour(Theme);                   ///< of further classes
Colour missing_colour(Theme);
constexpr int contender_count = 4;
Colour contender_colour(Theme, int contender);  ///< of the bars and letters of contenders A, B, C, D; never of points
Colour compared_right_colour(Theme);            ///< of queries with right lists: pale
/// From low to high at t in [0, 1]: lightness changes evenly, away from the view's; slate blue to rose, hues that viridis does not have.
Colour ramp_colour(Theme, float t);

}  // namespace neighborscope::render
