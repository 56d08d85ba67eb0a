// The columns that are written for each point, the same in every format.
#pragma once
#include "app/data/save/points_file.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace neighborscope {

/// Makes names unique: a later duplicate is numbered, "rank 2".
struct UniqueNames {
    std::set<std::string> taken;
    const char* between = " ";
    std::string of(const std::string& wanted) {
        std::string name = wanted;
        for (int more = 2; !taken.insert(name).second; ++more) name = wanted + between + std::to_string(more);
        return name;
    }
};

/// One value of every point under its name in the file: a coordinate, a column of a quantity, or a search result.
struct SavedColumn : StoredColumn {
    int axis = -1;                               ///< for a coordinate
    const Quantity* quantity = nullptr;          ///< for a quantity,
    int part = 0;                                ///< the index of its column
    std::function<double(std::int64_t)> number;  ///< the number of a row
};

/// Returns coordinates, then quantities and results, with UniqueNames.
std::vector<SavedColumn> saved_columns(const DataSet&, const PointResults*);

/// Calls `take` with a number converted to the column's type.
void as_stored(StoredColumn::Type type, double number, const auto& take) {
    switch (type) {
        case StoredColumn::Type::float64: return take(number);
        case StoredColumn::Type::float32: return take(float(number));
        case StoredColumn::Type::int32: return take(std::int32_t(number));
        case StoredColumn::Type::uint8: return take(std::uint8_t(number));
    }
}

/// Whether float32 represents the true coordinates of every axis exactly.
bool fits_float32(const DataSet&);

// One writer per format.
void write_csv(OutputFile&, const DataSet&, const PointResults*, const Progress&);
void write_npz(OutputFile&, const DataSet&, const PointResults*, const Progress&);
void write_ply(OutputFile&, const DataSet&, const PointResults*, const Progress&);

}  // namespace neighborscope
