// A chart instead of the points: curves of time or work, or the roofline of the answer. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Draws the document's chart over the whole view. The mark under the mouse shows its numbers; a click on a mark of a curve applies its
/// settings. `buttons`: to start, stop and close; none in `shot`.
void draw_chart_view(const InstrumentFrame&, double scale, bool buttons);

}  // namespace neighborscope
