// Points in binary records (PLY, PCD, LAS, KITTI): from fields at known places to a DataSet, without a copy of the file and with
// quantities written where they stay.
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

    /// Set where rows, of so many bytes each, have to be unpacked before they are read: goes back to the first of them.
    std::function<void()> restart = nullptr;
    std::size_t row_bytes = 0;
    /// The next `count` rows to `out`; of which `read_unpacked` then reads these fields as `read` does.
    std::function<void(std::size_t count, char* out)> unpack = nullptr;
    std::function<void(const char* rows, std::size_t count, const std::vector<int>& fields, double* tile)> read_unpacked = nullptr;
    /// Called once all rows were unpacked; and to throw when what is packed is damaged anywhere (PackedRows::verify). May be null.
    std::function<void()> finish = nullptr;
    std::function<void(const Progress&)> verify = nullptr;
};

/// Where one field lies in memory: value i at first + i * stride, not aligned.
struct FieldPlace {
    const char* first = nullptr;
    std::size_t stride = 0;
};

/// `Records::read` and `where` for fields at equal distances; the places must lie in memory that outlives the records.
void read_in_place(Records&, const InputFile&, std::vector<FieldPlace>, bool swapped);

/// The same for rows behind the first `before` unpacked bytes of a gzip file of which only the beginning was unpacked
/// (InputFile::is_partial): each of `row_bytes`, with the fields at these `offsets`. `cut_short(byte)` throws what there is to say where the
/// file ends too early. File and stream must outlive the records.
void read_while_unpacking(Records&, const InputFile& beginning, GzipStream&, std::uint64_t before, std::vector<std::size_t> offsets,
    std::size_t row_bytes, bool swapped, const std::function<void(std::uint64_t byte)>& cut_short);

/// Throws the input Error when more than blanks and zeros follow the last point, of which the first is this byte (text_rows::refuse_rest):
/// these, which were read of the stream, and all to come.
void refuse_rest(const InputFile& beginning, GzipStream&, std::uint64_t byte, const char* remedy, std::string_view read = {});

/// Reads coordinates, colours and quantities as the roles say. Errors as `assemble` and `collect_quantities`, and an input Error
/// that says where a coordinate is outside the range of float32 or, when `strict`, NaN or infinite.
DataSet read_records(const InputFile&, const Records&, const PointRoles&, const ReadOptions&, const Progress&);

}  // namespace neighborscope
