// The bar of points that move, beside the tools or below them: back, play, forward, a track to go along the ticks there are so far, how fast.
#include "app/instruments/instruments.hpp"
#include "app/instruments/words.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace neighborscope {
namespace {

constexpr float least_width = 250, most_width = 620, tools_row = 24, least_track = 60;
constexpr float with_speed = 440, with_rebuild = 380;  // widths from which there is room for these buttons
constexpr float near_mark = 4;                         // pixels from a tick of the track to the mouse that points at it

/// What the track says where the mouse is: of a rebuild there, else of the tick shown and what is held.
void track_tooltip(const Moving& moving, const std::function<float(std::int64_t)>& x_of) {
    const float mouse = ImGui::GetIO().MousePos.x;
    const Moving::Rebuild* nearest = nullptr;
    for (const Moving::Rebuild& rebuild : moving.seen_rebuilds)
        if (std::abs(x_of(rebuild.tick) - mouse) <= near_mark &&
            (!nearest || std::abs(x_of(rebuild.tick) - mouse) < std::abs(x_of(nearest->tick) - mouse)))
            nearest = &rebuild;
    if (nearest) {
        show_tooltip("tick " + text_of_count(nearest->tick + 1) + ": index made anew: " + nearest->why);
        return;
    }
    std::string text =
        tick_text(moving) + "; " + text_of_bytes(moving.held_bytes) + " of " + text_of_bytes(moving.most_bytes) + " held to go back to";
    if (!moving.seen_rebuilds.empty())
        text += "\nindex made anew at " + text_of_amount(std::int64_t(moving.seen_rebuilds.size()), "tick", "ticks") + " so far: the marks";
    show_tooltip(text);
}

/// Small ticks on the track where the index was made anew, one a pixel at most.
void draw_rebuilds(ImDrawList& list, const InstrumentFrame& frame, float y, const std::function<float(std::int64_t)>& x_of) {
    float last = -1;
    for (const Moving::Rebuild& rebuild : frame.view.moving.seen_rebuilds) {
        const float x = std::round(x_of(rebuild.tick));
        if (x == std::exchange(last, x)) continue;
        list.AddRectFilled({x - 0.5f, y - 7}, {x + 0.5f, y + 7}, colour(frame.colours.text));
    }
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
    const auto x_of = [&](std::int64_t tick) { return from + length * float(double(tick) / double(end)); };
    if (ImGui::IsItemHovered()) track_tooltip(moving, x_of);
    list.AddRectFilled({from, y - 1.5f}, {from + length, y + 1.5f}, colour(colours.divider), 2);
    if (moving.last > 0) list.AddRectFilled({x_of(moving.first), y - 1.5f}, {x_of(moving.last), y + 1.5f}, colour(colours.accent), 2);
    draw_rebuilds(list, frame, y, x_of);
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
    command_button(frame, "ticks.back", "<");
    command_button(frame, "ticks.play", moving.playing || moving.seeking ? "Pause" : "Play", {.primary = true});
    command_button(frame, "ticks.forward", ">");
    if (width > with_rebuild && !moving.index.empty()) command_button(frame, "ticks.next_rebuild", "Rebuild");
    const bool fast = width > with_speed;
    if (fast) command_button(frame, "ticks.slower", "-"), command_button(frame, "ticks.faster", "+");
    const ImVec2 window = ImGui::GetWindowPos(), at = ImGui::GetCursorScreenPos();
    const std::string text = tick_text(moving) + (fast ? ", " + text_of_decimals(moving.speed, moving.speed < 1 ? 2 : 0) + "/s" : "");
    const float text_width = std::round(text_size(frame, FontRole::body, text).x);
    const float track = window.x + width - 10 - text_width - 8 - at.x;
    if (track >= least_track) draw_track(frame, track);
    draw_text(*ImGui::GetWindowDrawList(), frame, FontRole::body, {window.x + width - 10, at.y + 0.5f * tools_row}, frame.colours.text, text,
        right_middle);
    end_instrument();
}

}  // namespace neighborscope
