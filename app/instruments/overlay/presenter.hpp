// The presentation mode: facts at the top, a sentence and the visited leaves at the bottom, enlarged, instead of instruments. Only for
// app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// The enlargement relative to a view of 1280 x 800: from 0.5 to 4, in eighths.
double presenter_magnification(double width, double height);
inline constexpr float presenter_marks = 1.45f;  ///< additional enlargement of points and lines

/// The area that facts and sentence leave free.
render::Rectangle presenter_free(const InstrumentFrame&);
/// Draws up to five facts, the sentence of the step or of the result, its exactness, and the visited leaves as buttons.
void draw_presenter(const InstrumentFrame&);

}  // namespace neighborscope
