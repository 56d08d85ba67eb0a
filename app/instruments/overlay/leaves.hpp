// The leaves of a stepped search through a tree: over the picture, as columns and in Morton order. Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/instruments/scene/leaf_colours.hpp"

#include <array>
#include <vector>

namespace neighborscope {

/// The edges of a leaf in pixels: four of one in the plane, twelve in space. Those that begin or end behind the eye are left out.
std::vector<std::array<ImVec2, 2>> edges_of(const InstrumentFrame&, const RecordedTree::Box&, int dimension);

/// Whether the leaves of the present step can be drawn: all axes of the tree are seen.
bool leaves_drawn(const InstrumentFrame&);
/// Over points and circles: visited leaves with their numbers, those to come dashed, what is skipped hatched; and what became of the
/// leaf under the mouse, but on a point, which has a card of its own, and where the answer to "why not?" says the same.
void draw_leaves(const InstrumentFrame&, const render::Rectangle& free);
/// Under the mouse, along the data's axes relative to its origin; empty where the picture does not say: in space, and beside it.
std::vector<double> pointed_place(const InstrumentFrame&);

/// For the timeline of a search through a tree: a column a visited leaf, and the leaves in Morton order below.
inline constexpr float columns_height = 92, ribbon_height = 26;
void draw_columns(const InstrumentFrame&, ImVec2 at, float width);
void draw_ribbon(const InstrumentFrame&, ImVec2 at, float width);

/// The answer to "why not this one?", to be read and copied; where it does not cover what it is about, the query and its neighbours.
/// Without `buttons` in a picture that nobody can press in.
void draw_why(const InstrumentFrame&, const render::Rectangle& free, bool buttons);
/// A part of `free` that such an answer leaves in one of its places, the nearest to the query that is large enough to see it in.
render::Rectangle free_beside_why(const InstrumentFrame&, const render::Rectangle& free, bool buttons);

}  // namespace neighborscope
