// NumPy's .npz: a zip archive of .npy arrays, stored without compression, as numpy.savez writes it. libzip cannot write to a pipe.
#pragma once
#include "app/data/files/output_file.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace neighborscope {

class NpzWriter {
public:
    explicit NpzWriter(OutputFile& file) : file_(file) {}

    /// Writes items [first, first + count) of an array, in C order, to `out`. Called twice for every item: first for the checksum, which
    /// precedes the array, then for the array.
    using Fill = std::function<void(std::int64_t first, std::int64_t count, char* out)>;
    /// Adds an array of any shape; `type` is NumPy's: "<i4", "<f8", "|u1", "<U12". Sizes beyond 4 GiB are written as Zip64.
    void add(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape, const Fill&);
    void add(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape, const void* data);
    /// Writes the archive's directory. Call it last.
    void finish();

private:
    struct Entry {
        std::string name;
        std::uint32_t checksum;
        std::uint64_t bytes, at;
        std::uint64_t flags() const;
    };
    void put(const std::string& bytes);

    OutputFile& file_;
    std::vector<Entry> entries_;
    std::uint64_t written_ = 0;
};

/// Adds strings as an array "<U"; invalid UTF-8 becomes U+FFFD.
void add_strings(NpzWriter&, const std::string& name, const std::vector<std::string>& strings);

}  // namespace neighborscope
