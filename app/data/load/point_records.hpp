// Converts points in binary records (PLY, PCD, LAS, KITTI) to a DataSet, without a copy of the file; quantities are written directly to
// their final memory.
#pragma once
#include "app/data/load/inflate_stream.hpp"
#include "app/data/load/input_file.hpp"
#include "app/data/load/point_fields.hpp"
#include "app/data/load/reader.hpp"

#include <functional>
#include <string>
#include <vector>

namespace neighborscope {

struct Records {
    /// Rows per tile: a tile of float64 fits in the second-level cache.
    static constexpr std::size_t tile_rows = 2048;

    std::size_t rows = 0;
    std::vector<PointField> fields;
    /// Reads these fields of rows [first, first + count) into `tile`, [count][fields]; `first` is a multiple of tile_rows, `count` at most
    /// tile_rows. Called from several threads.
    std::function<void(std::size_t first, std::size_t count, const std::vector<int>& fields, double* tile)> read;
    /// Set if all coordinates are float32 and can be read at once: writes them, [rows][coordinates], into a vector with room for them.
    std::function<void(std::vector<float>&)> fill = nullptr;
    /// "path, byte 1234": the beginning of a row, for messages.
    std::function<std::string(std::size_t row)> where;

    /// Set if rows, of `row_bytes` each, must be unpacked before they are read: returns to the first of them.
    std::function<void()> restart = nullptr;
    std::size_t row_bytes = 0;
    /// Unpacks the next `count` rows to `out`; `read_unpacked` then reads fields of them as `read` does.
    std::function<void(std::size_t count, char* out)> unpack = nullptr;
    std::function<void(const char* rows, std::size_t count, const std::vector<int>& fields, double* tile)> read_unpacked = nullptr;
    /// Called after all rows were unpacked. May be null.
    std::function<void()> finish = nullptr;
    /// Throws if the packed bytes are damaged anywhere (PackedRows::verify). May be null.
    std::function<void(const Progress&)> verify = nullptr;
};

/// The place of one field in memory: value i at first + i * stride, not aligned.
struct FieldPlace {
    const char* first = nullptr;
    std::size_t stride = 0;
};

/// Sets `Records::read` and `where` for fields at equal distances; their memory must outlive the records.
void read_in_place(Records&, const InputFile&, std::vector<FieldPlace>, bool swapped);

/// The same for rows after the first `before` unpacked bytes of a gzip file of which only the beginning was unpacked
/// (InputFile::is_partial): each has `row_bytes` bytes, with the fields at these `offsets`. `cut_short(byte)` throws the error if the file
/// ends too early. File and stream must outlive the records.
void read_while_unpacking(Records&, const InputFile& beginning, GzipStream&, std::uint64_t before, std::vector<std::size_t> offsets,
    std::size_t row_bytes, bool swapped, const std::function<void(std::uint64_t byte)>& cut_short);

/// Throws the input Error if bytes other than blanks and zeros follow the last point, beginning at `byte` (text_rows::refuse_rest): in the
/// given bytes, which were read from the stream, or in the rest of the stream.
void refuse_rest(const InputFile& beginning, GzipStream&, std::uint64_t byte, const char* remedy, std::string_view read = {});

/// Reads coordinates, colours and quantities by their roles. Errors as `assemble` and `collect_quantities`, and an input Error with the
/// place of a coordinate that is outside the range of float32 or, if `strict`, NaN or infinite.
DataSet read_records(const InputFile&, const Records&, const PointRoles&, const ReadOptions&, const Progress&);

}  // namespace neighborscope
