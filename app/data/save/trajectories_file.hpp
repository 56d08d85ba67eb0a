// Points that move, written tick by tick: CSV with a line for every object at every tick, as the reader of trajectories takes it.
#pragma once
#include "app/data/data_set.hpp"
#include "app/data/output_file.hpp"
#include "gpu/progress.hpp"

namespace neighborscope {

/// The first `ticks` ticks of data with a motion: "tick,id,x,y" or, in 3-D, "tick,id,x,y,z", whatever the axes are called. An object's
/// id is its title where the data has one, else its row. The caller commits the file. A usage Error unless the data is 2-D or 3-D.
void write_trajectories(OutputFile& file, const DataSet&, std::int64_t ticks, const Progress& = {});

}  // namespace neighborscope
