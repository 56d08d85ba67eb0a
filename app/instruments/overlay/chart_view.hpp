// A chart in place of the points: curves of what methods take, or the roofline of the answer. Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Over the whole view, when the document says so. A mark under the mouse shows its numbers; a click on one of a curve asks as it does.
/// `buttons`: what begins, stops and closes it, not in `shot`.
void draw_chart_view(const InstrumentFrame&, double scale, bool buttons);

}  // namespace neighborscope
