// The leaves of a stepped tree search: in the picture, as columns and in Morton order. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/instruments/scene/leaf_colours.hpp"

#include <array>
#include <vector>

namespace neighborscope {

/// The edges of a leaf in pixels: four in 2-D, twelve in 3-D, without those with an end behind the camera.
std::vector<std::array<ImVec2, 2>> edges_of(const InstrumentFrame&, const RecordedTree::Box&, int dimension);

/// Whether the leaves of the present step can be drawn: all axes of the tree are shown.
bool leaves_drawn(const InstrumentFrame&);
/// Draws visited leaves with their numbers, future ones dashed and skipped quadrants hatched, over points and circles. Also a card about
/// the leaf under the mouse, unless a point is under the mouse or draw_why() explains the same leaf. Returns the areas of the numbers.
OccupiedAreas draw_leaves(const InstrumentFrame&, const render::Rectangle& free);
/// The position under the mouse along the data's axes, relative to their origin; empty in 3-D and outside of the picture.
std::vector<double> pointed_place(const InstrumentFrame&);

/// For the timeline of a tree search: a column for each visited leaf, and below a ribbon of all leaves in Morton order.
inline constexpr float columns_height = 92, ribbon_height = 26;
void draw_columns(const InstrumentFrame&, ImVec2 at, float width);
void draw_ribbon(const InstrumentFrame&, ImVec2 at, float width);

/// The card of ViewModel::why, placed so that it does not cover its subject, the query and the neighbours, nor `note`, the facts of the
/// projection. `buttons`: none in `shot`.
void draw_why(const InstrumentFrame&, const render::Rectangle& free, bool buttons, const render::Rectangle& note);
/// The area of that card in pixels; 0 if it is folded or not shown.
double area_of_why(const InstrumentFrame&, bool buttons);
/// A large enough part of `free` that one placement of that card leaves, the nearest to the query.
render::Rectangle free_beside_why(const InstrumentFrame&, const render::Rectangle& free, bool buttons);
/// What a card on the query leaves of `free` in the presentation mode, where it stands at the left of the picture if there is room.
render::Rectangle presented_beside_why(const InstrumentFrame&, const render::Rectangle& free);

}  // namespace neighborscope
