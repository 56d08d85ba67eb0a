// The distances that a stepped search sorts, as bars in the timeline: each as high as its distance, where it stands after the step.
#pragma once
#include "app/instruments/overlay/instruments.hpp"

namespace neighborscope {

inline constexpr float sort_bars_height = 80;

/// Whether the record shown is of a method that sorts; the same at all of its positions, so that nothing moves from step to step.
bool has_sort_bars(const InstrumentFrame&);
/// From `at` on, so wide and sort_bars_height high.
void draw_sort_bars(const InstrumentFrame&, ImVec2 at, float width);

}  // namespace neighborscope
