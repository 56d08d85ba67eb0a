// The strips around pictures that stand side by side: a name above each; below them their phases, or the race of their steps, as lanes on one
// axis, and their work. Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

#include <span>
#include <vector>

namespace neighborscope {

/// Where all of it is in a view, logical pixels.
struct RaceLayout {
    std::vector<render::Rectangle> panes;  ///< pictures, A first
    render::Rectangle strip;               ///< below them
    std::optional<std::size_t> pane_at(double x, double y) const;
};
/// `folded`: the strip is its title. Pictures stand in a row or, where that makes them larger, two by two.
RaceLayout race_layout(std::size_t contenders, double width, double height, bool steps, bool folded);
inline constexpr double race_name_height = 44;
inline constexpr double min_pane = 140;  ///< of either side: a smaller one shows nothing

/// What people do with the strip.
struct RaceRequest {
    std::optional<double> clock;
    std::optional<RaceBy> by;
};

/// `frame` is of the first one, without a picture; `views`: [contenders]. Of `buttons` there are none in `shot`.
void draw_race_names(const InstrumentFrame&, const RaceLayout&, std::span<const ViewModel* const> views);
void draw_race_strip(
    const InstrumentFrame&, const RaceLayout&, std::span<const ViewModel* const> views, bool buttons, bool& folded, RaceRequest&);

}  // namespace neighborscope
