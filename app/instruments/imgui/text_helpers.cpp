#include "app/instruments/imgui/text_helpers.hpp"

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
    if (const std::string help = help_with_terms({}, text, kind); !help.empty()) show_tooltip_below(low, high, help);
}

}  // namespace neighborscope
