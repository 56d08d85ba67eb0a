// Files of a wanted size, made for data_bench: what its lists of formats share.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace neighborscope::bench {

struct GeneratedFile {
    const char* what;  ///< "PLY, binary"
    const char* name;  ///< "points.ply"
    /// Writes about that many bytes, before they are compressed.
    std::function<void(const std::string& path, double bytes)> write;
    /// For compressed files: readies the work of the decompressor alone, into memory that is there already. Null for others.
    std::function<std::function<void()>(const std::string& path)> decompressor = nullptr;
};

template <class T>
void put(std::string& record, T value) {
    record.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// Header, then records of together about `bytes`; every $ of the header becomes their number.
void write_records(
    const std::string& path, double bytes, std::string header, const std::function<void(std::string&, std::uint64_t)>& record);

std::string content_of(const std::string& path);

/// The header of an NPY file of version 1.0.
std::string npy_header(const std::string& type, bool fortran, std::uint64_t rows, int dimension);

/// zlib's inflate of the stream at byte `at` of a file: `window` as inflateInit2 takes it.
std::function<void()> inflate_alone(const std::string& path, std::size_t at, int window);

}  // namespace neighborscope::bench
