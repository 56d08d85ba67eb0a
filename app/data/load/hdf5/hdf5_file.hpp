// Reads the data sets of a file and the places of their values with libhdf5. The values themselves are read from the mapped file, on all
// cores, so that a damaged file meets our checks and not the library's. Specification: HDF5 File Format Specification 3.0; filters 1
// (deflate), 2 (shuffle) and 3 (Fletcher-32).
#pragma once
#include "app/data/load/array_choice.hpp"
#include "app/data/load/number_columns.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace neighborscope::hdf5 {

struct Chunk {
    std::uint64_t at = 0, bytes = 0;  ///< bytes 0: not written, its values are 0
    unsigned filters_left_out = 0;    ///< one bit per filter
};

/// A data set of one or two dimensions.
struct StoredArray {
    std::string path;  ///< "/train"
    NumberFormat number;
    std::uint64_t rows = 0, columns = 1;
    bool chunked = false;
    std::uint64_t at = 0;  ///< contiguous values, within the file
    std::uint64_t chunk_rows = 0, chunk_columns = 0;
    std::vector<int> filters;   ///< in the order in which they were applied
    std::vector<Chunk> chunks;  ///< row by row; each is within the file
    std::size_t row_bytes() const { return std::size_t(columns) * scalar_bytes(number.type); }
    NumberMatrix matrix() const { return {rows, columns, number, row_bytes(), scalar_bytes(number.type)}; }
};

/// The chosen data sets, ready to be read.
struct Contents {
    ArrayChoice choice;
    std::vector<std::string> names;  ///< all data sets, indexed by the choice
    std::vector<StoredArray> points, quantities;
};

/// Chooses data sets. Also called in a child process first, which loses what it changes.
using ArrayChooser = std::function<ArrayChoice(const std::vector<NamedArray>&)>;

/// Input Errors: what libhdf5 reports, in its words; no data set that could be points; sizes beyond the file's, or beyond the possible
/// result of deflate; unsupported filters. One thread at a time uses libhdf5, the others wait. Throws Cancelled when asked to stop.
Contents read_contents(const InputFile&, const ArrayChooser&, const Progress&);

/// Returns the values row by row: in the file, or unpacked to `raw`. A memory Error before they outgrow the machine.
const char* whole_values(const InputFile&, const StoredArray&, std::vector<char>& raw, const Progress&);

/// Returns all data sets of the file. Errors as read_contents.
std::vector<NamedArray> list_arrays(const InputFile&, const Progress&);

}  // namespace neighborscope::hdf5
