// What is written of each point, the same in every format.
#pragma once
#include "app/data/save/points_file.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace neighborscope {

/// Gives names that no two columns share: the later one is numbered, "rank 2".
struct UniqueNames {
    std::set<std::string> taken;
    const char* between = " ";
    std::string of(const std::string& wanted) {
        std::string name = wanted;
        for (int more = 2; !taken.insert(name).second; ++more) name = wanted + between + std::to_string(more);
        return name;
    }
};

/// One value of every point, by the name it has in the file: a coordinate, a column of a quantity, or what a search found.
struct SavedColumn : StoredColumn {
    int axis = -1;                               ///< of a coordinate
    const Quantity* quantity = nullptr;          ///< of a quantity, and
    int part = 0;                                ///< which of its columns
    std::function<double(std::int64_t)> number;  ///< of a row
};

/// Coordinates first, then quantities and results, under UniqueNames.
std::vector<SavedColumn> saved_columns(const DataSet&, const PointResults*);

/// Calls `take` with a number of a column as its type has it.
void as_stored(StoredColumn::Type type, double number, const auto& take) {
    switch (type) {
        case StoredColumn::Type::float64: return take(number);
        case StoredColumn::Type::float32: return take(float(number));
        case StoredColumn::Type::int32: return take(std::int32_t(number));
        case StoredColumn::Type::uint8: return take(std::uint8_t(number));
    }
}

/// Whether float32 holds the true coordinates of every axis.
bool fits_float32(const DataSet&);

// A format each.
void write_csv(OutputFile&, const DataSet&, const PointResults*, const Progress&);
void write_npz(OutputFile&, const DataSet&, const PointResults*, const Progress&);
void write_ply(OutputFile&, const DataSet&, const PointResults*, const Progress&);

}  // namespace neighborscope
