// Places the texts of the polar view where they cover the fewest neighbours. Only for app/instruments.
#pragma once
#include "app/session/shown/polar.hpp"

#include <imgui.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

ImVec2 polar_pixel(const PolarView&, const PolarPoint&, ImVec2 centre, float radius);

struct PolarTexts {
    struct Box {
        ImVec2 from, to;
        bool overlaps(const Box& other, float gap) const;
    };
    std::vector<std::pair<Box, std::string>> rings;  ///< the numbers of rings: on the line upwards, else in another direction

    /// `reach`: of a neighbour's mark; `size`: of a number.
    PolarTexts(const PolarView&, ImVec2 centre, float radius, float reach, const std::function<ImVec2(const std::string&)>& size);
    /// The place of a tag of a circle, outside of it and within `room`: at the lower right, else anywhere around it.
    Box tag(float radius, ImVec2 size, const Box& room) const;
    int count_covered(const Box&) const;  ///< neighbours, and the query

private:
    ImVec2 centre_;
    std::vector<Box> marks_;
};

}  // namespace neighborscope
