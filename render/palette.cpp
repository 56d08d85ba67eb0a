#include "render/palette.hpp"

#include <algorithm>

namespace neighborscope::render {

const Palette& palette(Theme theme) {
    static const Palette light{.window = hex(0xF1F2F4),
        .dock = hex(0xF8F9FA),
        .base = hex(0xFFFFFF),
        .stripe = hex(0xF5F6F8),
        .view = hex(0xFFFFFF),
        .text = hex(0x1A1D21),
        .second_text = hex(0x535A65),
        .disabled_text = hex(0x636A76),
        .edge = hex(0x828993),
        .divider = hex(0xD3D7DC),
        .accent = hex(0x4A45B8),
        .on_accent = hex(0xFFFFFF),
        .soft = hex(0xE6E5F7),
        .exact = hex(0x00694E),
        .warning = hex(0x7A5200),
        .error = hex(0xB3261E),
        .query = hex(0xE69F00),
        .query_ring = hex(0x1A1D21),
        .query_text = hex(0x7A5200),
        .point = hex(0x8B929C),
        .radius = hex(0x1A1D21),
        .cell = hex(0xB3BAC4),
        .sparse = hex(0xB9BEC4),
        .dense = hex(0x2B333F)};
    static const Palette dark{.window = hex(0x1D2025),
        .dock = hex(0x22262C),
        .base = hex(0x15181C),
        .stripe = hex(0x1A1D22),
        .view = hex(0x0E1013),
        .text = hex(0xE9EBEE),
        .second_text = hex(0xA9B0BA),
        .disabled_text = hex(0x8B939E),
        .edge = hex(0x767E8A),
        .divider = hex(0x383E47),
        .accent = hex(0xA9A5F5),
        .on_accent = hex(0x15142B),
        .soft = hex(0x34335A),
        .exact = hex(0x4CC9A0),
        .warning = hex(0xF0B429),
        .error = hex(0xFF8A80),
        .query = hex(0xE69F00),
        .query_ring = hex(0xE9EBEE),
        .query_text = hex(0xF0B429),
        .point = hex(0x7C858F),
        .radius = hex(0xE9EBEE),
        .cell = hex(0x59626E),
        .sparse = hex(0x50565E),
        .dense = hex(0xFFFFFF)};
    return theme == Theme::light ? light : dark;
}

namespace {

template <std::size_t count>
Colour between(const std::array<std::uint32_t, count>& stops, float t) {
    const float place = std::clamp(t, 0.0f, 1.0f) * float(stops.size() - 1);
    const std::size_t from = std::min<std::size_t>(std::size_t(place), stops.size() - 2);
    const Colour a = hex(stops[from]), b = hex(stops[from + 1]);
    const float f = place - float(from);
    return {a.r + (b.r - a.r) * f, a.g + (b.g - a.g) * f, a.b + (b.b - a.b) * f, 1};
}

}  // namespace

Colour viridis(float t) {
    static constexpr std::array<std::uint32_t, 10> stops{
        0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725};
    return between(stops, t);
}

Colour category_colour(Theme theme, int category) {
    static constexpr std::array<std::uint32_t, category_count> light{
        0x79A5F4, 0xE98481, 0x9F8914, 0xAD79B3, 0x047E75, 0xA9533A, 0x6662B3, 0x004E8D, 0x7B2A57, 0x6E4100};
    static constexpr std::array<std::uint32_t, category_count> dark{
        0x646EBF, 0xF89AA0, 0xFBD472, 0xE1C9FF, 0x99F5C5, 0xAF8249, 0x90B0FD, 0x239ECA, 0xC77096, 0xA34C29};
    return hex((theme == Theme::light ? light : dark)[std::size_t(std::clamp(category, 0, category_count - 1))]);
}

Colour other_colour(Theme theme) { return hex(theme == Theme::light ? 0xB9BEC6 : 0x5A616B); }
Colour missing_colour(Theme theme) { return hex(theme == Theme::light ? 0xD9DCE1 : 0x3A4048); }

Colour contender_colour(Theme theme, int contender) {
    static constexpr std::uint32_t colours[][2] = {{0x005C48, 0x6FE3C1}, {0xA2417F, 0xDB8ABE}, {0x2F5D8C, 0x8FB8E8}, {0x8A5A00, 0xE0B86A}};
    return hex(colours[std::clamp(contender, 0, contender_count - 1)][theme == Theme::light ? 0 : 1]);
}

Colour compared_right_colour(Theme theme) { return hex(theme == Theme::light ? 0x6F8C7B : 0x7FA08E, 0.75f); }

Colour ramp_colour(Theme theme, float t) {
    static constexpr std::array<std::uint32_t, 9> light{
        0x8ABCF0, 0x87A7E7, 0x8892DA, 0x8A7CC6, 0x8969AE, 0x855792, 0x7D4776, 0x713A5A, 0x623041};
    static constexpr std::array<std::uint32_t, 9> dark{
        0x386695, 0x526FAB, 0x6F77BD, 0x8C7FC9, 0xA988D0, 0xC493D2, 0xDC9FD2, 0xF0AFD1, 0xFFC0D2};
    return between(theme == Theme::light ? light : dark, t);
}

Colour rank_colour(Theme theme, int rank_from_0, int k) {
    const float share = k > 1 ? std::clamp(float(rank_from_0) / float(k - 1), 0.0f, 1.0f) : 0.0f;
    return theme == Theme::light ? viridis(0.78f * share) : viridis(1.0f - 0.62f * share);
}

}  // namespace neighborscope::render
