// What is written of each point, the same in every format.
#pragma once
#include "app/data/save/points_file.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// One value of every point, by the name it has in the file.
struct SavedColumn {
    enum class Kind { coordinate, number, words, red, green, blue, rank, distance };
    Kind kind = Kind::coordinate;
    std::string name;
    int axis = 0;                          ///< of a coordinate
    const Attribute* attribute = nullptr;  ///< of numbers and words
};

/// Coordinates first, then attributes, colours and results. No name is there twice: the later one is numbered, "rank 2".
std::vector<SavedColumn> saved_columns(const DataSet&, const PointResults*);

/// Red, green and blue of a colour of DataSet::colours, by kind.
std::uint8_t channel(std::uint32_t colour, SavedColumn::Kind);

/// Whether float32 holds the true coordinates of every axis.
bool fits_float32(const DataSet&);

// A format each.
void write_csv(OutputFile&, const DataSet&, const PointResults*, const Progress&);
void write_npz(OutputFile&, const DataSet&, const PointResults*, const Progress&);
void write_ply(OutputFile&, const DataSet&, const PointResults*, const Progress&);

}  // namespace neighborscope
