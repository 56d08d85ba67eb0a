// Trajectories as a table: tick, id, x, y and perhaps z; a row says where one object is from that tick on.
#pragma once
#include "app/data/load/csv/csv_roles.hpp"
#include "app/data/load/reader.hpp"

namespace neighborscope::csv {

/// One row an object, in the order in which they first appear, at its first position; `motion` has the later ones. Rows may be in any
/// order. Of several rows of an object in a tick the last one counts; an object without a row in a tick stays where it was; before
/// its first row it stands at its first position. Ticks are numbered as in the file; when some are fractions, 0, 1, 2.. in ascending
/// order. The quantities are the id,
/// the title, and of a column chosen as the label what it says in an object's first row. The origin is the same at every tick. Rows without
/// a position are left out and counted. An input Error with the line for a row without tick or id.
DataSet read_trajectories(const InputFile&, const Layout&, const TrajectoryColumns&, const ReadOptions&, const Progress&);

}  // namespace neighborscope::csv
