#include "app/instruments/imgui/card_places.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

std::array<double, 2> clear_of(
    std::array<double, 2> corner, double width, double height, const render::Rectangle& area, std::span<const render::Rectangle> docked) {
    auto& [x, y] = corner;
    for (std::size_t moves = 0; moves < docked.size(); ++moves)  // one that is covered only then is met in the next pass
        for (const render::Rectangle& one : docked)
            if (x < one.x + one.width && x + width > one.x && y < one.y + one.height && y + height > one.y)
                y = std::max(area.y, one.y - height);
    return corner;
}

std::array<double, 2> pinned_corner(const std::array<double, 2>& place, double width, double height, const render::Rectangle& area,
    std::span<const render::Rectangle> docked) {
    // The title line keeps its place when the card is folded; an open card that would leave the area below moves up.
    const double x = area.x + place[0] * std::max(0.0, area.width - width), y = area.y + place[1] * std::max(0.0, area.height - title_line);
    const std::array<double, 2> corner{x, std::max(area.y, std::min(y, area.y + area.height - height))};
    const auto [right, down] = clear_of(corner, width, height, area, docked);
    return {std::round(right), std::round(down)};
}

std::array<double, 2> pinned_place(double x, double y, double width, const render::Rectangle& area) {
    const auto share = [](double at, double room) { return room > 0 ? std::clamp(at / room, 0.0, 1.0) : 0.0; };
    return {share(x - area.x, area.width - width), share(y - area.y, area.height - title_line)};
}

std::size_t cards_to_fold(std::span<const OpenCard> cards, double area_of_view) {
    double sum = 0;
    for (const OpenCard& card : cards) sum += card.area;
    std::size_t count = 0;
    for (std::size_t i = 0; i < cards.size() && sum > area_of_view / 3; ++i)
        if (cards[i].folds && cards[i].area > 0) sum -= cards[i].area, count = i + 1;
    return count;
}

}  // namespace neighborscope
