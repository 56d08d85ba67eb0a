// The bar of points that move, beside the tools or below them: back, play, forward, a track to go along the ticks there are so far, how fast.
#include "app/instruments/instruments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neighborscope {
namespace {

constexpr float least_width = 250, most_width = 620, tools_row = 24, least_track = 60;

/// "12 of 30", "12": from 1, as people count.
std::string tick_text_of(const Moving& moving) {
    return "tick " + text_of_count(moving.tick + 1) + (moving.ticks > 0 ? " of " + text_of_count(moving.ticks) : "");
}

std::string speed_text(double speed) {
    char digits[16];
    std::snprintf(digits, sizeof digits, speed < 1 ? "%.2f/s" : "%.0f/s", speed);
    return digits;
}

/// The track: all ticks where there is a last one, else those seen so far; what is held is drawn full.
void draw_track(const InstrumentFrame& frame, float width) {
    const Moving& moving = frame.view.moving;
    const render::Palette& colours = frame.colours;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t end = std::max<std::int64_t>(1, moving.ticks > 0 ? moving.ticks - 1 : std::max(moving.last, moving.tick));
    const float inset = 7, from = at.x + inset, length = width - 2 * inset, y = std::round(at.y + 0.5f * tools_row);
    ImGui::InvisibleButton("track", {width, tools_row});
    if (ImGui::IsItemActive()) {
        const double share = std::clamp((ImGui::GetIO().MousePos.x - from) / length, 0.0f, 1.0f);
        const std::int64_t wanted = std::llround(share * double(end));
        if (wanted != moving.tick) frame.step_wish.tick = wanted;
    }
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s; %s of %s held to go back to", tick_text_of(moving).c_str(), text_of_bytes(moving.held_bytes).c_str(),
            text_of_bytes(moving.most_bytes).c_str());
    const auto x_of = [&](std::int64_t tick) { return from + length * float(double(tick) / double(end)); };
    list.AddRectFilled({from, y - 1.5f}, {from + length, y + 1.5f}, colour(colours.divider), 2);
    if (moving.last > 0) list.AddRectFilled({x_of(moving.first), y - 1.5f}, {x_of(moving.last), y + 1.5f}, colour(colours.accent), 2);
    list.AddCircleFilled({x_of(moving.tick), y}, 6, colour(colours.base), 20);
    list.AddCircle({x_of(moving.tick), y}, 6, colour(colours.edge), 20, 1);
}

}  // namespace

bool ticks_below_tools(const InstrumentFrame& frame, float left, float right) {
    return frame.view.moving.available && right - left < least_width;
}

void draw_ticks(const InstrumentFrame& frame, float left, float right) {
    const Moving& moving = frame.view.moving;
    if (!moving.available) return;
    float top = edge_gap;
    if (ticks_below_tools(frame, left, right)) {  // no room beside the tools: below them
        right = left - edge_gap;
        left = edge_gap;
        top += tools_height + edge_gap;
    }
    if (right - left < least_width) return;
    const float width = std::min(right - left, most_width);
    begin_instrument("ticks", {left, top}, {width, tools_height});
    const auto button = [&](const char* label, const char* help, const char* command, bool primary = false, bool enabled = true) {
        ImGui::BeginDisabled(!enabled);
        if (push_button(frame, label, primary && enabled)) frame.asked_for = command;
        ImGui::EndDisabled();
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", help);
        ImGui::SameLine();
    };
    button("<", "One tick back (,)", "ticks.back", false, moving.tick > 0);
    button(moving.playing ? "Pause" : "Play", "Let the points move, or pause (M)", "ticks.play", true);
    button(">", "One tick forward (.)", "ticks.forward", false, moving.ticks == 0 || moving.tick + 1 < moving.ticks);
    const bool fast = width > 440;
    if (fast) {
        button("-", "Half as many ticks a second", "ticks.slower");
        button("+", "Twice as many ticks a second", "ticks.faster");
    }
    const ImVec2 window = ImGui::GetWindowPos(), at = ImGui::GetCursorScreenPos();
    const std::string text = tick_text_of(moving) + (fast ? ", " + speed_text(moving.speed) : "");
    const float text_width = std::round(text_size(frame, FontRole::body, text).x);
    const float track = window.x + width - 10 - text_width - 8 - at.x;
    if (track >= least_track) draw_track(frame, track);
    const ImVec2 size = text_size(frame, FontRole::body, text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_text_right(list, frame, FontRole::body, {window.x + width - 10, at.y + 0.5f * (tools_row - size.y)}, frame.colours.text, text);
    end_instrument();
}

}  // namespace neighborscope
