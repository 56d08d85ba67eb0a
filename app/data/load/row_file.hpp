// The rows of a large file of vectors, read a part at a time. The file is read, not mapped: one that is cut while it is read gives an error
// and no crash.
#pragma once
#include "app/data/load/number_columns.hpp"
#include "gpu/range.hpp"

#include <string>

namespace neighborscope {

/// Reads every N-th row of a file (LoadOptions::every, at least 1) as points, with the numbers of their rows. Errors as RowFile's.
DataSet read_sample(const Reader&, const InputFile&, const ReadOptions&, const Progress&);

/// Which part of the rows a window reads if asked for as many as fit: 1, all, if three copies of their float32 coordinates fit into the
/// memory, else every N-th, so that they take a quarter of it and no more than 256 MiB each.
std::int64_t every_row_that_fits(const StoredRows&, double memory_bytes);

class RowFile {
public:
    /// Opens NPY, vecs, big-ann or an HDF5 data set (LoadOptions::array). Input Error as the format's reader, and for other formats;
    /// usage Error for columns, which cannot be chosen here.
    RowFile(const std::string& path, const LoadOptions&);
    ~RowFile();
    RowFile(const RowFile&) = delete;
    RowFile& operator=(const RowFile&) = delete;

    std::int64_t count() const { return std::int64_t(stored_.matrix.rows); }
    int dimension() const { return int(stored_.matrix.columns); }
    const std::string& path() const { return path_; }
    const std::string& format() const { return format_; }
    std::uint64_t bytes() const { return size_; }  ///< of the file
    bool rounds() const;                           ///< whether float32 may not hold all its numbers
    /// Writes rows [first, first + count) as float32 to `to` and returns their magnitudes. From any thread. Input Error: the file was cut or
    /// changed since it was opened, a number that is not finite (with row and column), a row of another dimension.
    Magnitudes read(std::int64_t first, std::int64_t count, float* to) const;

private:
    void check_unchanged() const;
    void read_bytes(std::uint64_t at, std::size_t bytes, char* to) const;
    void read_stored(std::uint64_t first, std::size_t count, float* to) const;
    void read_groups(std::uint64_t first, std::size_t count, float* to) const;
    void as_floats(std::uint64_t first, std::size_t count, const char* from, float* to) const;

    std::string path_, format_;
    StoredRows stored_;
    std::uint64_t size_ = 0;
    std::int64_t changed_at_ = 0;  ///< nanoseconds: the time of the last change when it was opened
    int descriptor_ = -1;
};

}  // namespace neighborscope
