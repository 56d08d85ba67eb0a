// Points in binary records (PLY, PCD, LAS, KITTI): from fields at known places to a DataSet, without a copy of the file and with
// quantities written where they stay.
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/load/point_fields.hpp"
#include "app/data/load/reader.hpp"

#include <functional>
#include <string>
#include <vector>

namespace neighborscope {

struct Records {
    /// Rows that are read at a time: a tile of float64 stays in the second-level cache.
    static constexpr std::size_t tile_rows = 2048;

    std::size_t rows = 0;
    std::vector<PointField> fields;
    /// Reads these fields of rows [first, first + count) into `tile`, [count][fields]; `first` is a multiple of tile_rows,
    /// `count` at most tile_rows. Called from several threads.
    std::function<void(std::size_t first, std::size_t count, const std::vector<int>& fields, double* tile)> read;
    /// Set where all coordinates are float32 and are had at once: writes them, [rows][coordinates], into a vector with room for them.
    std::function<void(std::vector<float>&)> fill = nullptr;
    /// "path, byte 1234": where a row begins, for messages.
    std::function<std::string(std::size_t row)> where;
};

/// Where one field lies in memory: value i at first + i * stride, not aligned.
struct FieldPlace {
    const char* first = nullptr;
    std::size_t stride = 0;
};

/// `Records::read` and `where` for fields at equal distances; the places must lie in memory that outlives the records.
void read_in_place(Records&, const InputFile&, std::vector<FieldPlace>, bool swapped);

/// Reads coordinates, colours and quantities as the roles say. Errors as `assemble` and `collect_quantities`, and an input Error
/// that says where a coordinate is outside the range of float32 or, when `strict`, NaN or infinite.
DataSet read_records(const InputFile&, const Records&, const PointRoles&, const ReadOptions&, const Progress&);

}  // namespace neighborscope
