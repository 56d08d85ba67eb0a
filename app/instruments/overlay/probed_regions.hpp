// The lists that a query was searched in, over the picture. Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Whether the lists of the answer are drawn: regions around centroids in the plane, in space boxes around the points of a list.
bool lists_drawn(const InstrumentFrame&);
/// Below points' marks: all regions as lines, those probed filled and numbered in their order; a list with missed neighbours dashed. In
/// space the boxes of these lists alone. Returns where numbers stand.
OccupiedAreas draw_lists(const InstrumentFrame&, const render::Rectangle& free);
/// What that means, for the legend; height 0: no lists are drawn.
float list_marks_height(const InstrumentFrame&);
void draw_list_marks(ImDrawList&, const InstrumentFrame&, ImVec2 at);

}  // namespace neighborscope
