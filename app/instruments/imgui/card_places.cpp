#include "app/instruments/imgui/card_places.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

std::array<double, 2> pinned_corner(const std::array<double, 2>& place, double width, double height, const render::Rectangle& area) {
    // The title line keeps its place when the card is folded; an open card that would leave the area below moves up.
    const double x = area.x + place[0] * std::max(0.0, area.width - width), y = area.y + place[1] * std::max(0.0, area.height - title_line);
    return {std::round(x), std::round(std::max(area.y, std::min(y, area.y + area.height - height)))};
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
