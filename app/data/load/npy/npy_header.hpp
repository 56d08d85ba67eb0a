// Parses the header of an NPY file (numpy.lib.format, versions 1 to 3) strictly: nothing in it is evaluated.
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/load/number_columns.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope::npy {

/// One value of a record, or the only one of a plain array.
struct Field {
    std::string name;  ///< of a structured type: "x", or "position 1" for a field of several numbers; else ""
    enum class Kind { number, bytes, utf32, other } kind = Kind::number;
    NumberFormat number;     ///< also of UTF-32 letters
    std::size_t offset = 0;  ///< within the item
    std::size_t width = 0;   ///< in bytes
};

struct Header {
    std::vector<Field> fields;  ///< in the order of the file, at least one
    bool structured = false;    ///< items are records with named fields; rows are items, whatever the shape
    std::size_t item_bytes = 0;
    bool fortran_order = false;  ///< column by column
    std::uint64_t rows = 0, columns = 0;
    int dimensions = 0;  ///< of the shape
    std::size_t data_offset = 0;

    /// Returns the values of a plain array.
    NumberMatrix matrix() const {
        const std::size_t row_stride = fortran_order ? item_bytes : item_bytes * columns,
                          column_stride = fortran_order ? item_bytes * rows : item_bytes;
        return {rows, columns, fields.front().number, row_stride, column_stride};
    }
    std::uint64_t end() const { return data_offset + rows * columns * item_bytes; }  ///< expected length of the file in bytes
};

/// Input Errors: not NPY, an unknown version, a damaged header, Python objects, nested records, types other than numbers and text, more
/// than two dimensions (except for records), no rows, and a shape that does not match the file's size exactly. Nothing is allocated from
/// the shape.
Header read_header(const InputFile&);
/// The same from the first bytes of a file of `size` bytes; if the size is unknown, a shape of more than `most` is an error.
Header read_header(const InputFile& first_bytes, std::uint64_t size);
Header read_header_of_unknown_size(const InputFile& first_bytes, std::uint64_t most);

}  // namespace neighborscope::npy
