// Where cards over the picture are, and when they take too much of it. All layouts of cards use this.
#pragma once
#include "render/camera.hpp"

#include <array>
#include <span>

namespace neighborscope {

inline constexpr double title_line = 24;  ///< height of a folded card, in logical pixels

/// The corner of a card of this size, moved above those of `docked` that it would cover, but not out of `area`.
std::array<double, 2> clear_of(
    std::array<double, 2> corner, double width, double height, const render::Rectangle& area, std::span<const render::Rectangle> docked);
/// The top left corner of a pinned card of this size within `area`, which it does not leave: SavedCard::place in pixels.
std::array<double, 2> pinned_corner(const std::array<double, 2>& place, double width, double height, const render::Rectangle& area,
    std::span<const render::Rectangle> docked = {});
/// The place (SavedCard::place) of a card of this width whose corner is there, moved into `area`.
std::array<double, 2> pinned_place(double x, double y, double width, const render::Rectangle& area);

/// A card that is open: its area, and whether it may be folded without being asked.
struct OpenCard {
    double area = 0;
    bool folds = true;
};
/// The number of cards, from the first one, that fold so that all cards together take at most a third of the view. A folded card still has
/// its title line, which is not counted.
std::size_t cards_to_fold(std::span<const OpenCard>, double area_of_view);

}  // namespace neighborscope
