// Trajectories as a table: tick, id, x, y and optional z; a row has the position of one object from that tick on.
#pragma once
#include "app/data/load/csv/csv_roles.hpp"
#include "app/data/load/reader.hpp"

namespace neighborscope::csv {

/// Returns one row per object, in the order of their first occurrence, at its first position; `motion` has the later ones. Rows may be in
/// any order. Of several rows of an object in a tick the last one counts. An object without a row in a tick keeps its position; before its
/// first row it has its first position. Ticks are numbered as in the file, or 0, 1, 2.. in ascending order if some are fractions.
/// Quantities are the id, the title and the value of the label column in an object's first row. The origin is the same at every tick. Rows
/// without a position are left out and counted. An input Error with the line for a row without tick or id.
DataSet read_trajectories(const InputFile&, const Layout&, const TrajectoryColumns&, const ReadOptions&, const Progress&);

}  // namespace neighborscope::csv
