// The instruments themselves: each draws itself into the current ImGui frame. Inside instruments only.
#pragma once
#include "app/instruments/instrument_frame.hpp"

namespace neighborscope {

/// Ticks and numbers along the bottom and left of `free` in 2-D, the orientation of the axes in 3-D.
void draw_axes(const InstrumentFrame&, const render::Rectangle& free, bool tools);
/// At the top, from `left` on, when the data has more axes than are shown.
void draw_hidden_axes_note(const InstrumentFrame&, float left);
inline constexpr float hidden_axes_note_height = 24;
/// 1, 2 or 5 times a power of ten, at least `least`: the step of a scale.
double nice_step(double least);

/// The floating buttons at the top left.
void draw_tools(const InstrumentFrame&);
float tools_width(const InstrumentFrame&);
inline constexpr float tools_height = 40;

/// Bars of the phases on one scale, bottom left. Its height, folded or not, before it is drawn.
float timings_height(const InstrumentFrame&, bool folded);
float timings_width(const InstrumentFrame&);
void draw_timings(const InstrumentFrame&, bool& folded);

/// What the marks mean and the ranks' colours, at the right from `top` on. Its size before it is drawn.
float legend_width(const InstrumentFrame&);
float legend_height(const InstrumentFrame&, bool folded);
void draw_legend(const InstrumentFrame&, float top, bool& folded);

/// The tag of the k-th distance, with a leader to the circle or sphere.
void draw_kth_tag(const InstrumentFrame&, const render::Rectangle& free);
/// Beside the point under the mouse.
void draw_hover_card(const InstrumentFrame&);

/// In the middle: nothing loaded, an error, or progress; nothing otherwise. Buttons report commands, so `shot` leaves them out.
void draw_cards(const InstrumentFrame&, const render::Rectangle& free, bool buttons);

}  // namespace neighborscope
