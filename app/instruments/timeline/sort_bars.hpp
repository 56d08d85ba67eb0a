// The distances that a stepped search sorts, as bars in the timeline in their present order.
#pragma once
#include "app/instruments/overlay/instruments.hpp"

namespace neighborscope {

float sort_bars_height(const InstrumentFrame&);

/// Whether the recording is of a method that sorts. Independent of the position, so that nothing moves from step to step.
bool has_sort_bars(const InstrumentFrame&);
/// Draws into an area at `at` with this width and height sort_bars_height().
void draw_sort_bars(const InstrumentFrame&, ImVec2 at, float width);

}  // namespace neighborscope
