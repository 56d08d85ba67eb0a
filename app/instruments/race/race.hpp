// The strips around pictures side by side: a name above each picture; below them a strip with the phases, or the race of steps, as lanes on
// one axis, and the work. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

#include <span>
#include <vector>

namespace neighborscope {

/// The areas in a view, logical pixels.
struct RaceLayout {
    std::vector<render::Rectangle> panes;  ///< of pictures, A first
    render::Rectangle strip;               ///< below them
    std::optional<std::size_t> pane_at(double x, double y) const;
};
/// `folded`: the strip is only its title. Pictures are in a row or, if that makes them larger, two by two.
RaceLayout race_layout(std::size_t contenders, double width, double height, bool steps, bool folded);
inline constexpr double race_name_height = 44;
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
