// What a picture for a projector has instead of its instruments: facts above, a sentence and the visited leaves below, all of it larger.
// Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// How much larger than in a view of 1280 x 800 everything is drawn, from 0.5 to 4, in eighths.
double presenter_magnification(double width, double height);
inline constexpr float presenter_marks = 1.45f;  ///< beside that, of points and lines

/// What facts and sentence leave free.
render::Rectangle presenter_free(const InstrumentFrame&);
/// Five facts, or those that the method has; the step's sentence or what was found; how much of it is exact; the leaves visited, to go to.
void draw_presenter(const InstrumentFrame&);

}  // namespace neighborscope
