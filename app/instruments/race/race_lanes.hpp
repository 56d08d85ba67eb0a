// The content of the race's strip: lanes of phases on one axis, and bars of the work. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// One contender to draw.
struct RaceLane {
    std::size_t contender;
    const Racing::Entry& one;
    const ViewModel& view;
    render::Colour colour;
};

/// The canvas of the lanes.
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
    void name(FontRole role, ImVec2 at, const render::Colour& ink, const std::string& words, ImVec2 align = left_middle) const {
        draw_name(list, frame, role, at, ink, words, align);
    }
    float width_of(FontRole role, const std::string& words) const { return text_size(frame, role, words).x; }
    void badge(const RaceLane&, ImVec2 middle) const;
    bool is_hovered(ImVec2 from, ImVec2 to) const { return ImGui::IsMouseHoveringRect(from, to); }
    /// The name, cut to fit. If one does not fit, all begin with what distinguishes them: "threads = 64, heap".
    std::string elided_name(FontRole, const std::string& name, float room, float min_room) const;
};

/// Draws the time or work of each contender on one axis; while steps are replayed, its progress.
void draw_race_lanes(const LaneCanvas&, float left, float right, float top);
/// Draws bars of distances, entries and bytes of points read, each on its own axis.
void draw_race_work(const LaneCanvas&, float left, float right, float top);

/// Magnifications for lanes that are too short to be visible on an axis of `width` pixels for `longest`. Such a lane is drawn again, a
/// round factor longer, within `room` pixels. All have the same factor if that makes each visible. [lanes]; 1: visible as it is.
std::vector<double> race_magnifications(const std::vector<double>& lengths, double longest, double width, double room);

}  // namespace neighborscope
