// The bar of ticks, beside the tools or below them: back, play, forward, a track of ticks, speed.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/timeline/bound_chart.hpp"
#include "app/session/sentences/explain_search.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace neighborscope {
namespace {

constexpr float min_width = 250, max_width = 620, tools_row = 24, min_track = 36;
constexpr float min_width_for_speed = 470, min_width_for_rebuild = 410,
                min_width_for_clock = 320;  // widths from which there is room for these buttons
constexpr float tick_pick_distance = 4;     // pixels from the mouse to a tick of the track

/// Draws the track: all ticks if there is a last one, else those seen so far; cached ones opaque; rebuilds of the index as small marks, at
/// most one per pixel. The tooltip explains the rebuild under the mouse, else the tick shown and the cache.
void draw_track_of_ticks(const InstrumentFrame& frame, float width) {
    const Moving& moving = frame.view.moving;
    const double end = double(std::max<std::int64_t>(1, moving.ticks > 0 ? moving.ticks - 1 : std::max(moving.last, moving.tick)));
    const Track track = draw_track(frame, "track", width);
    if (track.dragged)
        if (const std::int64_t wanted = std::llround(double(*track.dragged) * end); wanted != moving.tick) frame.step_request.tick = wanted;
    if (moving.last > 0) track.fill(double(moving.first) / end, double(moving.last) / end);
    std::span<const Moving::Rebuild> seen = moving.seen_rebuilds;
    if (frame.view.answers_hidden) seen = {};
    const Moving::Rebuild* nearest = nullptr;
    float last = -1, reach = tick_pick_distance;
    for (const Moving::Rebuild& rebuild : seen) {
        const float along = track.at(double(rebuild.tick) / end), x = std::round(along);
        if (const float away = std::abs(along - ImGui::GetIO().MousePos.x); away <= reach) nearest = &rebuild, reach = away;
        if (x != std::exchange(last, x))
            track.list.AddRectFilled({x - 0.5f, track.y - 7}, {x + 0.5f, track.y + 7}, colour(frame.colours.text));
    }
    track.knob(double(moving.tick) / end);
    if (!track.hovered) return;
    if (nearest) return show_tooltip("tick " + text_of_count(nearest->tick) + ": index rebuilt: " + nearest->why);
    std::string text =
        tick_text(moving) + "; " + text_of_bytes(moving.held_bytes) + " of " + text_of_bytes(moving.max_bytes) + " kept to go back to";
    if (!seen.empty()) text += "\nindex rebuilt at " + text_of_amount(std::int64_t(seen.size()), "tick", "ticks") + " so far: the marks";
    show_tooltip(text);
}

/// Unlike the button that plays steps it has a clock, and is not in the accent colour.
void draw_play_ticks(const InstrumentFrame& frame, bool playing) {
    const float width = std::round(text_size(frame, FontRole::body, "Pause ticks").x) + 40;
    const ImVec2 at = ImGui::GetCursorScreenPos(), middle{at.x + 16, at.y + 0.5f * tools_row};
    const bool enabled = command_button(frame, "ticks.play", "", {.width = width});
    const render::Colour& ink = enabled ? frame.colours.text : frame.colours.disabled_text;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircle(middle, 7, colour(ink), 0, 1.5f);
    if (playing) {
        list.AddRectFilled({middle.x - 3, middle.y - 3}, {middle.x - 1, middle.y + 3}, colour(ink));
        list.AddRectFilled({middle.x + 1, middle.y - 3}, {middle.x + 3, middle.y + 3}, colour(ink));
    } else {
        list.AddLine(middle, {middle.x, middle.y - 5}, colour(ink), 1.5f);
        list.AddLine(middle, {middle.x + 3.5f, middle.y}, colour(ink), 1.5f);
    }
    draw_text(list, frame, FontRole::body, {at.x + 30, middle.y}, ink, playing ? "Pause ticks" : "Play ticks", left_middle);
}

/// Why the index was rebuilt at this tick, and not at the one before.
void draw_why_rebuilt(const InstrumentFrame& frame, ImVec2 at, float width) {
    begin_instrument("why rebuilt", at, {width, 0});
    wrapped_text(explain_index_update(frame.view.moving, frame.session), frame.colours.text);
    end_instrument();
}

/// The width of its longest sentence, so that it does not move.
float edits_bar_width(const InstrumentFrame& frame) {
    ManualEdits over_point = frame.view.manual_edits, beside = frame.view.manual_edits;
    over_point.hovered = std::max<std::int64_t>(frame.view.data.count, 0), beside.hovered = -1;
    over_point.dragged = beside.dragged = -1;
    return 24 + std::max(text_size(frame, FontRole::body, over_point.text()).x, text_size(frame, FontRole::body, beside.text()).x);
}

}  // namespace

/// While a search is stepped through in a low view, ticks that do not move have no line of their own.
static bool ticks_left_out(const InstrumentFrame& frame) {
    return frame.view.stepping.open && is_low_view(frame) && !frame.view.moving.playing && !frame.view.moving.seeking;
}

bool ticks_beside_tools(const InstrumentFrame& frame, float left, float right) {
    return frame.view.moving.available && right - left >= min_width;
}

bool ticks_below_tools(const InstrumentFrame& frame, float left, float right) {
    if (frame.view.manual_edits.on) return right - left < edits_bar_width(frame);
    return frame.view.moving.available && right - left < min_width && !ticks_left_out(frame);
}

void draw_edits_bar(const InstrumentFrame& frame, float left, float right) {
    float top = edge_gap;
    if (ticks_below_tools(frame, left, right)) left = edge_gap, top += tools_height + edge_gap;
    const float width = std::min(edits_bar_width(frame), right - left);  // in a narrow view the panel has the full text
    begin_instrument("edits", {left, top}, {width, tools_height});
    const ImVec2 at = ImGui::GetWindowPos();
    draw_text(*ImGui::GetWindowDrawList(), frame, FontRole::body, {at.x + 12, at.y + 0.5f * tools_height}, frame.colours.text,
        elided(frame, FontRole::body, frame.view.manual_edits.text(), width - 24), left_middle);
    end_instrument();
}

void draw_ticks(const InstrumentFrame& frame, float left, float right, float top) {
    if (frame.view.manual_edits.on) return draw_edits_bar(frame, left, right);
    const Moving& moving = frame.view.moving;
    if (!moving.available) return;
    if (ticks_below_tools(frame, left, right)) {  // below the tools without room beside them
        right = left - edge_gap;
        left = edge_gap;
        top += tools_height + edge_gap;
    }
    if (right - left < min_width) return;
    const float width = std::min(right - left, max_width);
    begin_instrument("ticks", {left, top}, {width, tools_height});
    command_button(frame, "ticks.back", "<");
    const bool playing = moving.playing || moving.seeking;
    if (width >= min_width_for_clock) draw_play_ticks(frame, playing);
    else command_button(frame, "ticks.play", playing ? "Pause" : "Play ticks");
    command_button(frame, "ticks.forward", ">");
    if (width > min_width_for_rebuild && !moving.index.empty()) command_button(frame, "ticks.next_rebuild", "Rebuild");
    const bool fast = width > min_width_for_speed;
    if (fast) command_button(frame, "ticks.slower", "-"), command_button(frame, "ticks.faster", "+");
    const ImVec2 window = ImGui::GetWindowPos(), at = ImGui::GetCursorScreenPos();
    const std::string text = tick_text(moving) + (fast ? ", " + text_of_decimals(moving.speed, moving.speed < 1 ? 2 : 0) + "/s" : "");
    const float text_width = std::round(text_size(frame, FontRole::body, text).x);
    const float track = window.x + width - 10 - text_width - 8 - at.x;
    if (track >= min_track) draw_track_of_ticks(frame, track);
    draw_name(*ImGui::GetWindowDrawList(), frame, FontRole::body, {window.x + width - 10, at.y + 0.5f * tools_row}, frame.colours.text,
        text, right_middle);
    end_instrument();
    if (!playing && !frame.view.answers_hidden && !moving.seen_rebuilds.empty() && moving.index.starts_with("rebuilt"))
        draw_why_rebuilt(frame, {left, top + tools_height + edge_gap}, width);
}

}  // namespace neighborscope
