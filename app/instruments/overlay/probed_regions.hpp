// The inverted lists of the answer, drawn over the picture. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Whether the lists are drawn: in 2-D the regions of the centroids, in 3-D boxes around the points of a list.
bool lists_drawn(const InstrumentFrame&);
/// Draws all regions as lines, probed ones filled and numbered in order, and lists with missed neighbours dashed; in 3-D only the boxes of
/// probed and dashed lists. Returns the areas of the numbers.
OccupiedAreas draw_lists(const InstrumentFrame&, const render::Rectangle& free);
/// The part of the legend about lists; height 0: no lists are drawn.
float list_marks_height(const InstrumentFrame&);
void draw_list_marks(ImDrawList&, const InstrumentFrame&, ImVec2 at);

}  // namespace neighborscope
