// Reads matrices of numbers in HDF5, in particular the files of ann-benchmarks: `train` has the points, `test` the queries. Specification:
// github.com/erikbern/ann-benchmarks, "data sets"; for the format see hdf5_file.hpp.
#include "app/data/files/memory.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/hdf5/hdf5_file.hpp"
#include "app/data/load/inflate_stream.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope {
namespace hdf5 {
namespace {

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("\x89HDF\r\n\x1a\n"); }

enum { deflate_filter = 1, shuffle_filter = 2, fletcher_filter = 3 };

/// Returns a chunk's packed bytes, which may be overwritten by the next call.
using ChunkBytes = std::function<const char*(const Chunk&)>;
ChunkBytes chunks_of(const InputFile& file) {
    return [&file](const Chunk& chunk) { return file.begin() + chunk.at; };
}

[[noreturn]] void damaged(const std::string& path, const StoredArray& values, const Chunk& chunk) {
    throw Error(Failure::input, path + ", byte " + std::to_string(chunk.at) + ": a chunk of " + values.path + " is damaged",
        "the file was cut or is damaged: copy it again");
}

/// Undoes the shuffle filter: the first bytes of all values, then their second bytes, ..
void unshuffle(const char* from, std::size_t bytes, std::size_t item, char* out) {
    const std::size_t count = bytes / item;
    for (std::size_t b = 0; b < item; ++b)
        for (std::size_t i = 0; i < count; ++i) out[i * item + b] = from[b * count + i];
    std::memcpy(out + count * item, from + count * item, bytes - count * item);
}

/// Returns `bytes` bytes of values of a chunk whose packed bytes are `data`: there, or in `a` or `b`.
const char* unpack(const std::string& path, const StoredArray& values, const Chunk& chunk, const char* data, std::size_t bytes,
    std::vector<char>& a, std::vector<char>& b) {
    std::size_t size = chunk.bytes;
    for (std::size_t i = values.filters.size(); i-- > 0;) {
        if (i < 32 && chunk.filters_left_out >> i & 1) continue;
        const int filter = values.filters[i];
        if (filter == fletcher_filter) {
            if (size < 4) damaged(path, values, chunk);
            size -= 4;
            continue;
        }
        a.resize(bytes + 4);  // a checksum applied before deflate is packed, too
        if (filter == deflate_filter) {
            InflateStream inflate_stream(InflateStream::Wrapper::zlib, {data, size});
            size = inflate_stream.read(a.data(), a.size());
            if (!inflate_stream.ended()) damaged(path, values, chunk);
        } else {
            if (size > a.size()) damaged(path, values, chunk);
            unshuffle(data, size, scalar_bytes(values.number.type), a.data());
        }
        data = a.data();
        std::swap(a, b);  // the next filter writes to the other buffer
    }
    if (size < bytes) damaged(path, values, chunk);
    return data;
}

/// Unpacks a whole chunk to its destination if deflate is its only filter. Returns false if it is not, or if it fails.
bool inflate_in_place(const StoredArray& values, const Chunk& chunk, const char* data, std::size_t bytes, char* out) {
    if (values.filters.size() != 1 || values.filters[0] != deflate_filter || chunk.filters_left_out & 1) return false;
    InflateStream inflate_stream(InflateStream::Wrapper::zlib, {data, chunk.bytes});
    return inflate_stream.read(out, bytes) == bytes && inflate_stream.ended();
}

/// Copies the raw values of rows [first, first + rows), stored in chunks, to `out`; `first` is a multiple of the chunks' rows. Called from
/// several threads.
void read_rows_of(
    const std::string& path, const StoredArray& values, std::uint64_t first, std::uint64_t rows, char* out, const ChunkBytes& bytes_of) {
    const std::size_t item = scalar_bytes(values.number.type), row_bytes = values.row_bytes();
    const std::uint64_t across = (values.columns - 1) / values.chunk_columns + 1;
    const std::size_t chunk_row_bytes = std::size_t(values.chunk_columns) * item,
                      chunk_bytes = std::size_t(values.chunk_rows) * chunk_row_bytes;
    std::vector<char> a, b;
    for (std::uint64_t row = first; row < first + rows; row += values.chunk_rows)
        for (std::uint64_t column = 0; column < across; ++column) {
            const Chunk& chunk = values.chunks[std::size_t(row / values.chunk_rows * across + column)];
            const std::size_t here = std::size_t(std::min(values.chunk_rows, first + rows - row)),
                              width = std::size_t(std::min(values.chunk_columns, values.columns - column * values.chunk_columns)) * item;
            char* to = out + std::size_t(row - first) * row_bytes + std::size_t(column) * chunk_row_bytes;
            const char* const packed = chunk.bytes ? bytes_of(chunk) : nullptr;
            if (packed && here == values.chunk_rows && chunk_row_bytes == row_bytes &&
                inflate_in_place(values, chunk, packed, chunk_bytes, to))
                continue;
            const char* const from = packed ? unpack(path, values, chunk, packed, chunk_bytes, a, b) : nullptr;
            for (std::size_t i = 0; i < here; ++i) {
                if (from) std::memcpy(to + i * row_bytes, from + i * chunk_row_bytes, width);
                else std::memset(to + i * row_bytes, 0, width);
            }
        }
}

/// Returns the rows of about a megabyte of values in chunks.
std::size_t rows_at_a_time(const StoredArray& set) {
    const std::size_t of_chunk = std::size_t(set.chunk_rows);
    return of_chunk * std::max<std::size_t>(1, (1 << 20) / std::max<std::size_t>(1, of_chunk * set.row_bytes()));
}

/// Reads points in chunks: a piece is some rows of chunks, which are unpacked and then read like others.
DataSet read_chunked(const InputFile& file, const StoredArray& set, const std::vector<int>& chosen, const std::string& path,
    const ReadOptions& options, const Progress& progress) {
    const auto unpack = [&](std::size_t first, std::size_t rows, char* out) {
        read_rows_of(file.path(), set, first, rows, out, chunks_of(file));
    };
    return assemble_packed(path, {set.matrix(), chosen, double(file.size()), unpack, rows_at_a_time(set)}, options, progress);
}

/// Returns a whole column, in the file if possible, else unpacked to `raw`.
NumberColumn column_of(const InputFile& file, const StoredArray& set, const std::string& name, std::vector<char>& raw,
    const Progress& progress, int column = 0) {
    NumberColumn here = set.matrix().column_at(whole_values(file, set, raw, progress), column);
    if (!name.empty()) here.name = name, here.place = "data set '" + name + "'";
    return here;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const auto choose = [&](const std::vector<NamedArray>& arrays) { return choose_arrays(file.path(), arrays, options); };
    const hdf5::Contents contents = hdf5::read_contents(file, choose, progress);
    const StoredArray& set = contents.points.front();
    const std::string path = file.path() + " (" + set.path + ")";
    std::vector<std::vector<char>> raw(contents.points.size() + contents.quantities.size());
    DataSet data;
    if (contents.points.size() > 1) {
        std::vector<NumberColumn> columns;
        for (std::size_t i = 0; i < contents.points.size(); ++i)
            columns.push_back(
                column_of(file, contents.points[i], contents.names[std::size_t(contents.choice.points[i])], raw[i], progress));
        data = assemble_columns(file.path(), columns, set.rows, options, progress);
    } else {
        ReadOptions of_points = options;
        of_points.load = contents.choice.options_of_points(options.load);
        const int label = matrix_label(path, of_points.load, set.columns);
        data = set.chunked ? read_chunked(file, set, matrix_columns(path, of_points.load, set.columns), path, options, progress)
                           : read_matrix(path, set.matrix(), file.begin() + set.at, of_points, progress);
        if (label >= 0 && options.load.quantities) {  // then no other data set has this length
            if (set.chunked) collect_label(data, path, column_of(file, set, "", raw[0], progress, label), set.rows, progress);
            return data;
        }
    }
    std::vector<ColumnQuantity> quantities;
    for (std::size_t i = 0; i < contents.quantities.size(); ++i) {
        const std::string& name = contents.names[std::size_t(contents.choice.quantities[i])];
        quantities.push_back({column_of(file, contents.quantities[i], name, raw[contents.points.size() + i], progress)});
        if (int(i) == contents.choice.label) make_label(quantities.back(), set.rows);
    }
    if (quantities.empty()) return data;
    collect_columns(data, file.path(), quantities, {}, set.rows, progress);
    data.set_label(contents.choice.label);
    return data;
}

StoredRows rows(const InputFile& file, const LoadOptions& load) {
    const auto choose = [&](const std::vector<NamedArray>& arrays) { return choose_arrays(file.path(), arrays, {load}); };
    const hdf5::Contents contents = hdf5::read_contents(file, choose, {});
    const StoredArray& set = contents.points.front();
    if (contents.points.size() > 1)
        throw Error(Failure::input, file.path() + ": the points are several data sets, which cannot be read in tiles",
            "save them as one, row by row");
    if (!set.chunked) return {set.at, set.matrix()};
    constexpr double most_chunk_bytes = 64 << 20;  // each thread unpacks one
    if (double(set.chunk_rows) * double(set.row_bytes()) > most_chunk_bytes)
        throw Error(Failure::input,
            file.path() + ": " + set.path + " is stored in chunks of " + std::to_string(set.chunk_rows) +
                " rows, too large to be read in tiles",
            "store it as one block: h5repack -l " + set.path + ":CONTI");
    const auto unpack = [set, path = file.path()](std::uint64_t first, std::uint64_t rows, char* out, const ReadBytes& read) {
        std::vector<char> packed;
        read_rows_of(path, set, first, rows, out, [&](const Chunk& chunk) {
            packed.resize(chunk.bytes);
            read(chunk.at, packed.size(), packed.data());
            return packed.data();
        });
    };
    return {.matrix = set.matrix(), .group = set.chunk_rows, .unpack = unpack};
}

std::vector<std::string> list(const InputFile& file, const Progress& progress) {
    std::vector<std::string> names;
    for (const NamedArray& array : list_arrays(file, progress)) names.push_back(described(array));
    return names;
}

}  // namespace

const char* whole_values(const InputFile& file, const StoredArray& set, std::vector<char>& raw, const Progress& progress) {
    if (!set.chunked) return file.begin() + set.at;
    require_memory(double(set.rows) * double(set.row_bytes()), "reading " + set.path + " of " + file.path(), "read a part of the file");
    raw.resize(std::size_t(set.rows) * set.row_bytes());
    const std::size_t rows = std::size_t(set.rows), step = rows_at_a_time(set);
    for (std::size_t first = 0; first < rows; first += step) {
        Progress{{}, progress.stop}.step(0, 0);
        read_rows_of(file.path(), set, first, std::min(step, rows - first), raw.data() + first * set.row_bytes(), chunks_of(file));
    }
    return raw.data();
}

}  // namespace hdf5

const Reader hdf5_reader = {
    .name = "HDF5",
    .extensions = ".hdf5 .h5 .hdf",
    .help =
        "matrices of integers or floats, as they stand or deflated: the data set that --array names, train of ann-benchmarks (test for "
        "queries), or the one named points, data, x.., or the only matrix",
    .recognises = hdf5::recognises,
    .read = hdf5::read,
    .arrays = hdf5::list,
    .rows = hdf5::rows,
};

}  // namespace neighborscope
