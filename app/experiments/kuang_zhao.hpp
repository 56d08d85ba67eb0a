// What the two experiments with Kuang and Zhao's method share. kuang_zhao.cpp: Adult (table I, figures 4 and 5); kuang_zhao_tile.cpp: the
// shape of the tile.
#pragma once
#include "app/experiments/experiments.hpp"

namespace neighborscope::experiments::kuang {

inline constexpr std::string_view tiled = "tiled-radix";
inline constexpr int k = 15;  ///< ours: the paper does not say

/// Milliseconds of T1, where the method's distances are a phase of their own; else 0.
double distances_ms(const MeasuredCase&);

/// Section IV.B: tiles of 16 x 16 and of 8 x 32 by dimension.
Experiment tile_shapes();

}  // namespace neighborscope::experiments::kuang
