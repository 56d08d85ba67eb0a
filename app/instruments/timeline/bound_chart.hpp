// The chart of a stepped search above its timeline: steps across, distance up. Only for app/instruments.
#pragma once
#include "app/instruments/overlay/instruments.hpp"

namespace neighborscope {

/// Whether the recording has distances to draw. Independent of the position, so that nothing moves from step to step.
bool has_bound_chart(const InstrumentFrame&);
/// The view is as low as in a window of 800 pixels: instruments leave room for the picture.
bool is_low_view(const InstrumentFrame&);
/// A walk along links or through lists is stepped through in a low view: the chart is what shows it best, and gets more room.
bool has_walk_in_low_view(const InstrumentFrame&);
float bound_chart_height(const InstrumentFrame&);
void draw_bound_chart(const InstrumentFrame&, const render::Rectangle&, StepFolds);

}  // namespace neighborscope
