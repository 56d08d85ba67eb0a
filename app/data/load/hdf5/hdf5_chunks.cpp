// The values of HDF5 data sets, out of the mapped file.
#include "app/data/load/hdf5/hdf5_file.hpp"
#include "app/data/load/inflation.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope::hdf5 {
namespace {

enum { deflate_filter = 1, shuffle_filter = 2, fletcher_filter = 3 };

[[noreturn]] void damaged(const InputFile& file, const Values& values, const Chunk& chunk) {
    throw Error(Failure::input, file.path() + ", byte " + std::to_string(chunk.at) + ": a chunk of " + values.path + " is damaged",
        "the file was cut or is damaged: copy it again");
}

/// Shuffled: the first bytes of all values, then their second bytes, ..
void unshuffle(const char* from, std::size_t bytes, std::size_t item, char* out) {
    const std::size_t count = bytes / item;
    for (std::size_t b = 0; b < item; ++b)
        for (std::size_t i = 0; i < count; ++i) out[i * item + b] = from[b * count + i];
    std::memcpy(out + count * item, from + count * item, bytes - count * item);
}

/// The chunk's values: `bytes` of them, in `a` or where they lie in the file.
const char* unpack(
    const InputFile& file, const Values& values, const Chunk& chunk, std::size_t bytes, std::vector<char>& a, std::vector<char>& b) {
    const char* data = file.begin() + chunk.at;
    std::size_t size = chunk.bytes;
    for (std::size_t i = values.filters.size(); i-- > 0;) {
        if (i < 32 && chunk.filters_left_out >> i & 1) continue;
        const int filter = values.filters[i];
        if (filter == fletcher_filter) {
            if (size < 4) damaged(file, values, chunk);
            size -= 4;
            continue;
        }
        a.resize(bytes + 4);  // a checksum below deflate is packed with it
        if (filter == deflate_filter) {
            Inflation inflation(Inflation::Wrapper::zlib, {data, size});
            size = inflation.read(a.data(), a.size());
            if (!inflation.ended()) damaged(file, values, chunk);
        } else {
            if (size > a.size()) damaged(file, values, chunk);
            unshuffle(data, size, scalar_bytes(values.number.type), a.data());
        }
        data = a.data();
        std::swap(a, b);  // the next filter writes elsewhere
    }
    if (size < bytes) damaged(file, values, chunk);
    return data;
}

/// Unpacks a whole chunk to where its values are to be, when deflate is all that was done to it. False where it is not, or fails.
bool inflate_in_place(const InputFile& file, const Values& values, const Chunk& chunk, std::size_t bytes, char* out) {
    if (values.filters.size() != 1 || values.filters[0] != deflate_filter || chunk.filters_left_out & 1) return false;
    Inflation inflation(Inflation::Wrapper::zlib, {file.begin() + chunk.at, chunk.bytes});
    return inflation.read(out, bytes) == bytes && inflation.ended();
}

}  // namespace

void read_rows(const InputFile& file, const Values& values, std::uint64_t first, std::uint64_t rows, char* out) {
    const std::size_t item = scalar_bytes(values.number.type), row_bytes = values.row_bytes();
    if (!values.chunked) {
        std::memcpy(out, file.begin() + values.at + first * row_bytes, rows * row_bytes);
        return;
    }
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
            if (chunk.bytes && here == values.chunk_rows && chunk_row_bytes == row_bytes &&
                inflate_in_place(file, values, chunk, chunk_bytes, to))
                continue;
            const char* from = chunk.bytes ? unpack(file, values, chunk, chunk_bytes, a, b) : nullptr;
            for (std::size_t i = 0; i < here; ++i) {
                if (from) std::memcpy(to + i * row_bytes, from + i * chunk_row_bytes, width);
                else std::memset(to + i * row_bytes, 0, width);
            }
        }
}

}  // namespace neighborscope::hdf5
