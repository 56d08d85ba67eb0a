#include "app/instruments/overlay/polar_texts.hpp"

#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

constexpr int directions = 16;

ImVec2 direction(int which) {  // clockwise from the right
    const float angle = 6.2831853f / directions * float(which);
    return {std::cos(angle), std::sin(angle)};
}

}  // namespace

ImVec2 polar_pixel(const PolarView& polar, const PolarPoint& point, ImVec2 centre, float radius) {
    const float out = radius * float(polar.radius_of(point.distance));
    return {centre.x + out * float(std::cos(point.angle)), centre.y - out * float(std::sin(point.angle))};
}

bool PolarTexts::Box::overlaps(const Box& other, float gap) const {
    return from.x - gap < other.to.x && to.x + gap > other.from.x && from.y - gap < other.to.y && to.y + gap > other.from.y;
}

PolarTexts::PolarTexts(
    const PolarView& polar, ImVec2 centre, float radius, float reach, const std::function<ImVec2(const std::string&)>& size)
    : centre_(centre) {
    constexpr float gap = 5;
    const auto mark = [&](ImVec2 at) { marks_.push_back({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}}); };
    mark(centre);
    for (const PolarPoint& point : polar.points)
        if (point.rank > 0) mark(polar_pixel(polar, point, centre, radius));
    const std::vector<double> all = polar.rings();
    int least = std::numeric_limits<int>::max();
    for (const int which : {12, 4, 0, 8, 14, 10, 2, 6}) {  // first at the top
        std::vector<std::pair<Box, std::string>> placed;
        int covered = 0;
        Box last = marks_.front();
        for (const double ring : all) {
            std::string label = text_of_decimals(ring, decimals_of_step(all.front()));  // steps are larger in the outer part
            const ImVec2 its = size(label), to = direction(which);
            const float out = radius * float(polar.radius_of(ring));
            const ImVec2 at{centre.x + out * to.x - 0.5f * its.x, centre.y + out * to.y - 0.5f * its.y};
            const Box box{at, {at.x + its.x, at.y + its.y}};
            if (box.overlaps(last, gap)) continue;
            last = box;
            covered += count_covered(box);
            placed.emplace_back(box, std::move(label));
        }
        if (covered < least) least = covered, rings = std::move(placed);
    }
}

int PolarTexts::count_covered(const Box& box) const {
    return int(std::count_if(marks_.begin(), marks_.end(), [&](const Box& one) { return one.overlaps(box, 0); }));
}

PolarTexts::Box PolarTexts::tag(float radius, ImVec2 size, const Box& room) const {
    constexpr float beyond = 6;
    Box best{};
    int least = std::numeric_limits<int>::max();
    for (int turn = 0; turn < directions; ++turn) {
        const ImVec2 to = direction(2 + (turn % 2 ? -1 : 1) * ((turn + 1) / 2));
        const auto begin = [&](float middle, float along, float length, float low, float high) {
            const float before = 0.5f * length * (1 - std::clamp(2 * along, -1.0f, 1.0f));  // the tag lies away from the circle
            return std::round(std::clamp(middle + (radius + beyond) * along - before, low, std::max(low, high - length)));
        };
        const ImVec2 at{begin(centre_.x, to.x, size.x, room.from.x, room.to.x), begin(centre_.y, to.y, size.y, room.from.y, room.to.y)};
        const Box box{at, {at.x + size.x, at.y + size.y}};
        int covered = 2 * count_covered(box);
        for (const auto& [ring, label] : rings) covered += ring.overlaps(box, 0);
        if (covered < least) least = covered, best = box;
    }
    return best;
}

}  // namespace neighborscope
