#include "app/instruments/imgui/text_helpers.hpp"

#include "app/instruments/imgui/instrument_frame.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

std::string broken_at_spaces(const std::string& text, float width) {
    std::string lines = text;
    const float space = ImGui::CalcTextSize(" ").x;
    float used = 0;                       // width of the line so far
    std::size_t gap = std::string::npos;  // space before the word
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find_first_of(" \n", at), lines.size());
        const float word = ImGui::CalcTextSize(lines.data() + at, lines.data() + end).x;
        if (gap != std::string::npos && used + space + word > width) lines[gap] = '\n', gap = std::string::npos;
        used = gap == std::string::npos ? word : used + space + word;
        gap = end < lines.size() && lines[end] == ' ' ? end : std::string::npos;
        at = end + 1;
    }
    return lines;
}

std::string elided(std::string text, float room) {
    const auto fits = [room](const std::string& shown) {
        return ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), 1e9f, 0, shown.data(), shown.data() + shown.size()).x <= room;
    };
    if (fits(text)) return text;
    while (!text.empty() && !fits(text + "…")) {
        while (!text.empty() && (text.back() & 0xC0) == 0x80) text.pop_back();  // removes whole UTF-8 characters
        if (!text.empty()) text.pop_back();
    }
    return text + "…";
}

void explain_drawn_text(ImVec2 low, ImVec2 high, const std::string& text, TextKind kind) {
    if (!ImGui::IsMouseHoveringRect(low, high) || !ImGui::IsWindowHovered() || ImGui::IsAnyItemActive()) return;
    if (const std::string help = help_with_terms({}, text, kind); !help.empty()) show_tooltip_below(as_seen(low), as_seen(high), help);
}

ImVec2 place_clear_of(const OccupiedAreas& areas, ImVec2 mouse, ImVec2 size, ImVec2 screen) {
    constexpr float least = 16, most = 400, step = 24;
    ImVec2 best = mouse;
    float least_covered = INFINITY;
    for (float away = least; away <= most; away += step)
        for (const auto& [right, below] : {std::pair{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            const auto along = [away](float at, float length, int direction) {
                return direction > 0 ? at + away : direction < 0 ? at - away - length : at - 0.5f * length;
            };
            const ImVec2 from{std::clamp(along(mouse.x, size.x, right), 0.0f, std::max(0.0f, screen.x - size.x)),
                std::clamp(along(mouse.y, size.y, below), 0.0f, std::max(0.0f, screen.y - size.y))};
            const auto shared = [&](ImVec2 low, ImVec2 high) {
                return std::max(0.0f, std::min(high.x, from.x + size.x) - std::max(low.x, from.x)) *
                       std::max(0.0f, std::min(high.y, from.y + size.y) - std::max(low.y, from.y));
            };
            float covered = 4 * shared({mouse.x - 4, mouse.y - 4}, {mouse.x + 12, mouse.y + 16});  // the arrow
            for (const auto& [low, high] : areas) covered += shared(low, high);
            if (covered < least_covered) best = from, least_covered = covered;
            if (covered == 0) return best;
        }
    return best;
}

void show_tooltip_clear_of(const OccupiedAreas& areas, ImVec2 mouse, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(lines_of_tooltip(text).c_str(), nullptr, false, tooltip_width),
                 inset = ImGui::GetStyle().WindowPadding;
    ImGui::SetNextWindowPos(place_clear_of(areas, mouse, {size.x + 2 * inset.x, size.y + 2 * inset.y}, ImGui::GetIO().DisplaySize));
    show_tooltip(text);
}

}  // namespace neighborscope
