// Points written to a file that other programs read: coordinates, what the data says of each point, and what a search found.
//
// Coordinates are written so that reading them back gives the same points: true coordinates, as float64 where float32 could not
// hold them. Rows keep the order of the data set; rows that were left out on reading stay out.
//
// .csv  RFC 4180 with a header: the axes, the quantities (colours as red, green, blue), rank, distance. Numbers with as few digits as give
// the same number back; a field is empty where a value is missing.
//   .npz  numpy.savez: `points` [count][dimension]; each quantity under its name, words as int32 places (-1: missing) in the array
//         NAME_words; `axes`, `colours` (uint8 [count][3]), `rank` (int32), `distance` (float32).
//   .ply  binary little-endian, 2-D (x, y) and 3-D (x, y, z); numbers as double properties, words as int places that comments in the
//         header spell out ("comment class 0 residential"); red, green, blue as uchar, rank as int, distance as float.
//
// rank is 1 for the nearest neighbour and 0 for a point that is none; distance is then NaN (empty in CSV).
#pragma once
#include "app/data/files/output_file.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/progress.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// What a search found for one query, point by point.
struct PointResults {
    std::vector<std::int32_t> rank;  ///< [count], 1 for the nearest, 0: no neighbour
    std::vector<float> distance;     ///< [count], NaN: no neighbour
};
/// Of one list as searches give it: rows of the data set and their distances, ended by -1. `count` is DataSet::count().
PointResults results_of_list(std::int64_t count, std::span<const std::int32_t> index, std::span<const float> distance);

enum class PointsFormat { csv, npz, ply };
/// By the file's extension, upper or lower case; any other is a usage Error that names `option` and the extensions there are.
PointsFormat points_format(const std::string& path, const std::string& option = "--out");

/// Writes to `file`, which the caller commits. `results` may be null. A usage Error for PLY when the data is neither 2-D nor 3-D.
void write_points(OutputFile& file, PointsFormat, const DataSet&, const PointResults* results, const Progress& = {});
/// The whole way: the format from the name; `path` appears when all of it is written, or not at all.
void write_points(const std::string& path, const DataSet&, const PointResults* results = nullptr, const Progress& = {});

/// Points that move, tick by tick: CSV with a line for every object at every tick, as the reader of trajectories takes it. The first
/// `ticks` ticks of data with a motion: "tick,id,x,y" or, in 3-D, "tick,id,x,y,z", whatever the axes are called. An object's id is its
/// title where the data has one, else its row. The caller commits the file. A usage Error unless the data is 2-D or 3-D.
void write_trajectories(OutputFile& file, const DataSet&, std::int64_t ticks, const Progress& = {});

}  // namespace neighborscope
