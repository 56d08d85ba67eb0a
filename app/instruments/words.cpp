#include "app/instruments/words.hpp"

namespace neighborscope {

std::string broken_at_spaces(const std::string& text, float width) {
    std::string lines = text;
    const float space = ImGui::CalcTextSize(" ").x;
    float used = 0;                       // of the line
    std::size_t gap = std::string::npos;  // before the word
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

}  // namespace neighborscope
