// The strips around pictures side by side: a name above each picture; below them a strip with the phases, or the race of steps, as lanes on
// one axis, and the work. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

#include <span>
#include <vector>

namespace neighborscope {

/// The areas in a view, logical pixels.
struct RaceLayout {
    std::vector<render::Rectangle> panes;       ///< of pictures, A first
    render::Rectangle strip;                    ///< below them
    double name_height = 44;                    ///< above each picture
    int reason_lines = 3;                       ///< at the end of the strip: why a method is slower
    RaceLayout magnified(double factor) const;  ///< the areas
    std::optional<std::size_t> pane_at(double x, double y) const;
};
/// `folded`: the strip is only its title. Pictures are in a row or, if that makes them larger, two by two.
/// `presented_notes`: in the presentation mode, the lines below each name, so that sentences are whole; 0: in a window.
RaceLayout race_layout(std::size_t contenders, double width, double height, bool steps, bool folded, int presented_notes = 0);
inline constexpr double race_name_height = 44;
inline constexpr int reason_lines = 3, presented_reason_lines = 5;
/// "Phases, in this order: A: distances, phase 1. B: ...", as not all have room for their names in the lanes; once if all have the same.
std::string phases_in_order(std::span<const ViewModel* const>);
/// Three while steps are told or something is refused; else one.
int presented_note_lines(const Racing&, bool steps);
/// How much larger names, lanes and texts can be in the presentation mode: the pictures keep two fifths of the view's height.
double race_magnification(std::size_t contenders, double width, double height, bool steps, bool folded, int presented_notes);
inline constexpr double min_pane = 140;  ///< minimum of width and height: a smaller picture is empty

/// Requests made with the strip.
struct RaceRequest {
    std::optional<double> clock;
    std::optional<RaceBy> by;
};

/// `frame`: of the first contender, for the whole view; `views`: [contenders]; `buttons`: none in `shot`.
void draw_race_names(const InstrumentFrame&, const RaceLayout&, std::span<const ViewModel* const> views);
void draw_race_strip(
    const InstrumentFrame&, const RaceLayout&, std::span<const ViewModel* const> views, bool buttons, bool folded, RaceRequest&);

}  // namespace neighborscope
