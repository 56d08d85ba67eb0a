// Files of a given size, generated for data_bench: what its lists of formats share.
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
    /// Writes about that many bytes, before compression.
    std::function<void(const std::string& path, double bytes)> write;
    /// For compressed files: prepares running the decompressor alone, into memory that is already allocated. Null for others.
    std::function<std::function<void()>(const std::string& path)> decompressor = nullptr;
};

template <class T>
void put(std::string& record, T value) {
    record.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// Writes the header, then records of about `bytes` in all; replaces every $ of the header by their number.
void write_records(
    const std::string& path, double bytes, std::string header, const std::function<void(std::string&, std::uint64_t)>& record);

std::string content_of(const std::string& path);

/// The header of an NPY file of version 1.0.
std::string npy_header(const std::string& type, bool fortran, std::uint64_t rows, int dimension);

/// zlib's inflate of the stream at byte `at` of a file; `window` as for inflateInit2.
std::function<void()> inflate_alone(const std::string& path, std::size_t at, int window);

}  // namespace neighborscope::bench
