// What an index looks like over the picture: the way of a stepped search along links, the links of the row under the mouse, and what the
// legend says about them. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Whether the way of the present step is drawn.
bool walk_drawn(const InstrumentFrame&);
/// Draws the descent with a width per level, rows whose links were followed, rows that were compared, the present link, and the end.
/// Returns the areas of its tags.
OccupiedAreas draw_walk(const InstrumentFrame&, const render::Rectangle& free);

/// The colours of links that leave a row and of those that lead to it.
render::Colour out_colour(render::Theme), in_colour(render::Theme);
/// Draws heads on the links that lead from unreachable rows to others, so that they are not read as links to them.
void draw_leaving_arrows(const InstrumentFrame&);
/// Draws the links of the row under the mouse at the level shown.
void draw_row_links(const InstrumentFrame&);

/// The part of the legend about links, rows that no search finds, and the way of a step; height 0: none of these is drawn.
float graph_marks_height(const InstrumentFrame&);
float graph_marks_width(const InstrumentFrame&);
void draw_graph_marks(ImDrawList&, const InstrumentFrame&, ImVec2 at);

}  // namespace neighborscope
