// Points written to a file, with what the search shown has found.
#pragma once
#include "app/session/loaded_data.hpp"
#include "app/session/worker.hpp"

namespace neighborscope {

struct WrittenPoints {
    std::string path;
    std::shared_ptr<const LoadedData> data;
    std::vector<NeighbourRow> neighbours;
};
/// Writes all points and, for the neighbours, rank and distance: CSV, NPZ or PLY by the name (app/data/save/points_file.hpp). Returns the
/// sentence that says so.
std::string write(const WrittenPoints&, SharedProgress&, const Progress&);

}  // namespace neighborscope
