// The title of the session above the points.
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

FontRole title_role(const InstrumentFrame& frame) { return frame.presenter ? FontRole::presenter_bold : FontRole::large; }

}  // namespace

void draw_picture_title(const InstrumentFrame& frame, const render::Rectangle& free, float least_top) {
    if (frame.session.title.empty()) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const FontRole role = title_role(frame);
    const std::string text = elided(frame, role, frame.session.title, float(free.width) - 4 * edge_gap);
    const ImVec2 size = text_size(frame, role, text);
    const float middle = float(free.x + 0.5 * free.width), height = picture_title_height(frame.session, frame.presenter),
                top = std::max(least_top, float(free.y) - height);  // a tiny view leaves no room above
    if (frame.data)                                                 // over points
        list.AddRectFilled({middle - 0.5f * size.x - edge_gap, top + 0.5f * edge_gap},
            {middle + 0.5f * size.x + edge_gap, top + height - 0.5f * edge_gap}, colour(frame.colours.view, 0.9f), 4);
    draw_text(list, frame, role, {middle, top + 0.5f * height}, frame.colours.text, text, in_middle);
}

}  // namespace neighborscope
