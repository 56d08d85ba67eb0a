// Shared by two experiments on the method of Kuang and Zhao: kuang_zhao.cpp (Adult, table I, figures 4 and 5) and kuang_zhao_tile.cpp
// (shape of the tile).
#pragma once
#include "app/experiments/experiments.hpp"

namespace neighborscope::experiments::kuang {

inline constexpr std::string_view tiled = "tiled-radix";
inline constexpr int k = 15;  ///< our choice: not given in the paper

/// Milliseconds of T1, if distances are a separate phase; else 0.
double distances_ms(const MeasuredCase&);

/// Section IV.B: tiles of 16 x 16 and of 8 x 32 by dimension.
Experiment tile_shapes();

}  // namespace neighborscope::experiments::kuang
