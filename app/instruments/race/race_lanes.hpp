// What the race's strip draws below its title: lanes of phases on one axis, and bars of the work. Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// One contender as it is drawn: it is known which, and in which colours.
struct RaceLane {
    std::size_t contender;
    const Racing::Entry& one;
    const ViewModel& view;
    render::Colour colour;
};

/// What lanes are drawn on.
struct LaneCanvas {
    static constexpr float lane_height = 22, work_lane = 18, heading = 20, axis_line = 18;

    const InstrumentFrame& frame;
    ImDrawList& list;
    std::vector<RaceLane> lanes;

    LaneCanvas(const InstrumentFrame&, ImDrawList&, std::span<const ViewModel* const> views);
    static std::string letter_of(const RaceLane& lane) { return std::string(1, char('A' + lane.contender)); }
    const render::Palette& colours() const { return frame.colours; }
    void text(FontRole role, ImVec2 at, const render::Colour& ink, const std::string& words, ImVec2 align = left_middle) const {
        draw_text(list, frame, role, at, ink, words, align);
    }
    float width_of(FontRole role, const std::string& words) const { return text_size(frame, role, words).x; }
    void badge(const RaceLane&, ImVec2 middle) const;
    bool is_hovered(ImVec2 from, ImVec2 to) const { return ImGui::IsMouseHoveringRect(from, to); }
    /// Where a name does not fit, all begin with what tells them from others of their method: "threads = 64, heap".
    std::string elided_name(FontRole, const std::string& name, float room, float min_room) const;
};

/// Time or work of each on one axis; while steps are replayed, how far each has come.
void draw_race_lanes(const LaneCanvas&, float left, float right, float top);
/// Distances, entries and the bytes of points read for those: bars of each on an axis of their own.
void draw_race_work(const LaneCanvas&, float left, float right, float top);

/// Lanes that are too short to be seen on an axis of `width` pixels for `longest` are drawn once more beside their place, a round number of
/// times as long, within `room` pixels: the same number for all of them as far as that shows something of each. [lanes]; 1: seen as it is.
std::vector<double> race_magnifications(const std::vector<double>& lengths, double longest, double width, double room);

}  // namespace neighborscope
