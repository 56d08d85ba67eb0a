// Writes points to a file for other programs: coordinates, quantities, and search results.
//
// Reading the file gives the same points: coordinates are true coordinates, in float64 where float32 is not exact. Rows keep the order of
// the data set; rows that were left out when reading are not written.
//
// .csv  RFC 4180 with a header: the axes, the quantities (colours as red, green, blue), rank, distance. Numbers with as few digits as give
// the same number back; a field is empty where a value is missing.
//   .npz  numpy.savez: `points` [count][dimension]; each quantity under its name, words as int32 places (-1: missing) in the array
//         NAME_words; `axes`, `colours` (uint8 [count][3]), `rank` (int32), `distance` (float32).
//   .ply  binary little-endian, 2-D (x, y) and 3-D (x, y, z); numbers as double properties, words as int places that comments in the
//         header spell out ("comment class 0 residential"); red, green, blue as uchar, rank as int, distance as float.
//
// rank is 1 for the nearest neighbour and 0 for a point that is not a neighbour; distance is then NaN (empty in CSV).
#pragma once
#include "app/data/files/output_file.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/progress.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// The result of a search for one query, point by point.
struct PointResults {
    std::vector<std::int32_t> rank;  ///< [count], 1 for the nearest, 0: not a neighbour
    std::vector<float> distance;     ///< [count], NaN: not a neighbour
};
/// Converts one list of a search: rows of the data set and their distances, ended by -1. `count` is DataSet::count().
PointResults results_of_list(std::int64_t count, std::span<const std::int32_t> index, std::span<const float> distance);

enum class PointsFormat { csv, npz, ply };
/// Returns the format by the file's extension, ignoring case; any other is a usage Error that names `option` and the extensions.
PointsFormat points_format(const std::string& path, const std::string& option = "--out");

/// Writes to `file`, which the caller commits. `results` may be null. A usage Error for PLY if the data is neither 2-D nor 3-D.
void write_points(OutputFile& file, PointsFormat, const DataSet&, const PointResults* results, const Progress& = {});
/// Writes and commits a file in the format of its name: `path` appears only when it is complete.
void write_points(const std::string& path, const DataSet&, const PointResults* results = nullptr, const Progress& = {});

/// Writes moving points as CSV with a line for every object at every tick, as the reader of trajectories expects: the first `ticks` ticks
/// of data with a motion, "tick,id,x,y" or, in 3-D, "tick,id,x,y,z", whatever the axes are called. An object's id is its title if the data
/// has one, else its row. The caller commits the file. A usage Error unless the data is 2-D or 3-D.
void write_trajectories(OutputFile& file, const DataSet&, std::int64_t ticks, const Progress& = {});

}  // namespace neighborscope
