// NumPy's .npz: a zip archive of .npy arrays, stored without compression, as numpy.savez writes it.
#pragma once
#include "app/data/output_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope::shell {

class NpzWriter {
public:
    explicit NpzWriter(OutputFile& file) : file_(file) {}
    /// A [rows][columns] array of 4-byte elements; `type` is NumPy's ("<i4", "<f4"). Sizes beyond 4 GiB are written as Zip64.
    void add(const std::string& name, const std::string& type, const void* data, std::int64_t rows, std::int64_t columns);
    /// The archive's directory. Nothing after it.
    void finish();

private:
    struct Entry {
        std::string name;
        std::uint32_t checksum;
        std::uint64_t bytes, at;
    };
    void put(const std::string& bytes);

    OutputFile& file_;
    std::vector<Entry> entries_;
    std::uint64_t written_ = 0;
};

}  // namespace neighborscope::shell
