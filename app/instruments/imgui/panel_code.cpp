// Pseudo-code of described panels in Dear ImGui: numbered, with marked lines scrolled into view.
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/instruments/imgui/text_helpers.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float code_row = 16, after_number = 10;

float line_number_width(const ImGuiLayer& layer, std::size_t lines) { return text_size(layer, FontRole::code, std::to_string(lines)).x; }

struct CodeRow {
    int line = 0;  ///< of the pseudo-code, from 0
    std::string text;
    bool remark = false, first = false;
    bool cut = false;  ///< not all of the line has room
};

/// Wraps pseudo-code to rows no wider than `width`, including line numbers. Remarks in brackets and other overlong parts continue below,
/// indented.
std::vector<CodeRow> rows_of(const ImGuiLayer& layer, const std::vector<std::string>& lines, float width) {
    const float room = width - line_number_width(layer, lines.size()) - after_number;
    std::vector<CodeRow> rows;
    for (int i = 0; i < int(lines.size()); ++i) {
        const std::string& line = lines[std::size_t(i)];
        if (text_size(layer, FontRole::code, line).x <= room) {
            rows.push_back({i, line, false, true});
            continue;
        }
        const std::size_t inset = std::min(line.find_first_not_of(' '), line.size());
        const std::size_t bracket = line.back() == ')' ? std::min(line.find("  (", inset), line.size()) : line.size();
        const std::string own(inset, ' '), indent(std::min(inset, std::size_t(24)) + 2, ' ');
        const float narrow = std::max(40.0f, room - text_size(layer, FontRole::code, indent).x);
        bool first = true;
        const std::size_t from = rows.size();
        for (const std::string& piece :
            wrapped(layer, FontRole::code, line.substr(inset, line.find_last_not_of(' ', bracket - 1) + 1 - inset), narrow, 3))
            rows.push_back({i, (first ? own : indent) + piece, false, std::exchange(first, false)});
        if (const std::size_t remark = line.find('(', bracket); remark != std::string::npos)
            for (const std::string& piece : wrapped(layer, FontRole::code, line.substr(remark), narrow, 3))
                rows.push_back({i, indent + piece, true, false});
        const bool cut = std::any_of(rows.begin() + std::ptrdiff_t(from), rows.end(),
            [&](const CodeRow& row) { return row.text.ends_with("\u2026") && !line.ends_with("\u2026"); });
        for (std::size_t row = from; row < rows.size(); ++row) rows[row].cut = cut;
    }
    return rows;
}

}  // namespace

ImVec2 code_size(const ImGuiLayer& layer, const panels::Code& code, float width) {
    float widest = 0;
    for (const std::string& line : code.lines) widest = std::max(widest, text_size(layer, FontRole::code, line).x);
    return {
        widest + line_number_width(layer, code.lines.size()) + after_number, code_row * float(rows_of(layer, code.lines, width).size())};
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Code& code) {
    const render::Palette& colours = render::palette(theme_);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float start = ImGui::GetCursorScreenPos().x;  // later rows would begin at the window's edge
    const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth(),
                numbers = line_number_width(*layer_, code.lines.size());
    float first = -1, last = -1;  // range of marked rows
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    const float width = ImGui::GetContentRegionAvail().x;  // a scroll bar that appears later makes it narrower
    for (const CodeRow& one : rows_of(*layer_, code.lines, width)) {
        const ImVec2 at{start, ImGui::GetCursorScreenPos().y};
        if (std::find(code.marked.begin(), code.marked.end(), one.line) != code.marked.end()) {
            list.AddRectFilled({left, at.y}, {right, at.y + code_row}, colour(colours.soft));
            list.AddRectFilled({left, at.y}, {left + 3, at.y + code_row}, colour(colours.accent));
            last = ImGui::GetCursorPosY() + code_row;
            if (first < 0) first = last - code_row;
        }
        const float middle = at.y + 0.5f * code_row;
        if (one.first)
            draw_text(
                list, *layer_, FontRole::code, {at.x + numbers, middle}, colours.second_text, std::to_string(one.line + 1), right_middle);
        draw_text(list, *layer_, FontRole::code, {at.x + numbers + after_number, middle}, one.remark ? colours.second_text : colours.text,
            one.text, left_middle);
        ImGui::Dummy({1, code_row});
        if (one.cut && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({left, at.y}, {right, at.y + code_row}))
            show_tooltip(code.lines[std::size_t(one.line)]);
    }
    // Pads the end, so that it is also scrolled by whole rows.
    const float beyond = ImGui::GetCursorPosY() - ImGui::GetWindowHeight();
    if (beyond > 0) ImGui::Dummy({1, code_row * std::ceil(beyond / code_row) - beyond});
    ImGui::PopStyleVar();
    // Scrolls by half pages, to a place that only the marked lines and the size determine: a saved step looks as it did when it was saved.
    const float high = ImGui::GetWindowHeight();
    ScrolledCode now{code.marked, width, high};
    ScrolledCode& before = scrolled_code_[row.id];
    if (now == before) return;
    before = std::move(now);
    const float page = code_row * std::max(1.0f, std::floor(0.5f * high / code_row)), above = std::max(0.0f, first - code_row);
    float top = page * std::floor(above / page);
    if (last + code_row > top + high) top = std::min(above, last + code_row - high);
    ImGui::SetScrollY(code_row * std::ceil(std::max(0.0f, top) / code_row));
}

}  // namespace neighborscope
