// Reads columns of numbers at regular distances in memory, as in arrays (NPY, vecs, IDX, HDF5), to points and quantities. For formats of
// point clouds see point_records.hpp.
#pragma once
#include "app/data/load/assemble.hpp"
#include "app/data/load/scalars.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// The binary format of a number.
struct NumberFormat {
    Scalar type = Scalar::f4;
    bool swapped = false;  ///< big endian

    bool operator==(const NumberFormat&) const = default;
};
inline NumberFormat big_endian(Scalar type) { return {type, scalar_bytes(type) > 1}; }

/// One column: row r is the number at first + r * stride. The caller has checked that every row is within the file.
struct NumberColumn {
    const char* first = nullptr;
    std::size_t stride = 0;
    NumberFormat number;
    std::string name;       ///< name of the axis: "x", "17"
    std::string place;      ///< for messages: "column 18", "field 'x'"
    std::size_t every = 1;  ///< these are every N-th row of the file
};

double number_at(const NumberColumn&, std::size_t row);

/// A matrix of numbers of one format, anywhere in memory.
struct NumberMatrix {
    std::uint64_t rows = 0, columns = 0;
    NumberFormat number;
    std::size_t row_stride = 0, column_stride = 0;  ///< bytes from one row to the next, and from one column to the next
    std::uint64_t every = 1;                        ///< these are every N-th row of the file

    /// Every N-th row, from the first on. N: `each`.
    NumberMatrix sample(std::uint64_t each) const;
    /// Returns column `column` (from 0) if the first number is at `first`, which may be null; named "x", "y", "z" for up to three columns,
    /// else "1", "2"...
    NumberColumn column_at(const char* first, int column) const;
    std::vector<NumberColumn> columns_at(const char* first, const std::vector<int>& chosen) const;
};

/// Writes `bytes` bytes of a file, from byte `at` on, to `to`. Input Error if they cannot be read.
using ReadBytes = std::function<void(std::uint64_t at, std::size_t bytes, char* to)>;

/// Rows of points in a file: the first number lies at `offset`, or rows are packed in groups.
struct StoredRows {
    std::uint64_t offset = 0;
    NumberMatrix matrix;
    bool begins_with_dimension = false;  ///< each row follows its dimension, an int32
    std::uint64_t group = 0;             ///< rows that are packed together; 0: none are
    /// Unpacks rows [first, first + rows), `first` a multiple of `group`, to `out`, one after another. Called from several threads.
    std::function<void(std::uint64_t first, std::uint64_t rows, char* out, const ReadBytes&)> unpack = nullptr;
};

/// Returns the columns that --columns chooses (by number, or x, y, z for up to three dimensions), or all but the label. Errors as
/// chosen_columns and check_dimension.
std::vector<int> matrix_columns(const std::string& path, const LoadOptions&, std::uint64_t all_columns);

/// Returns the column that --label chooses, by the names of --columns, or -1. Errors as chosen_column.
int matrix_label(const std::string& path, const LoadOptions&, std::uint64_t all_columns);

/// Passes rows [first, first + rows) to the collector. An input Error with row and column for values outside the range of float32 and, if
/// `strict`, for NaN and infinity. `first_row` is the file's number of the columns' first row.
void read_rows(const std::string& path, const std::vector<NumberColumn>&, std::size_t first, std::size_t rows, bool strict, RowCollector&,
    std::size_t first_row = 0);

/// Returns points with these columns as coordinates: `assemble`, with `axes`. Errors as there and as read_rows.
DataSet assemble_columns(const std::string& path, const std::vector<NumberColumn>&, std::size_t rows, const ReadOptions&, const Progress&);

/// Largest row, in bytes, that is unpacked on its own: a wider one is assumed to be an error in the header, for which nothing is allocated.
constexpr std::size_t largest_row_unpacked = 1 << 20;

/// A matrix whose contiguous rows must be unpacked before reading, some at a time.
struct PackedRows {
    NumberMatrix matrix;
    std::vector<int> chosen;  ///< columns that are coordinates
    double packed_bytes = 0;  ///< of the whole matrix, for progress
    /// Unpacks rows [first, first + count) to `out`; `first` is a multiple of `step`. Called from several threads or, with `restart`, in
    /// ascending order.
    std::function<void(std::size_t first, std::size_t count, char* out)> unpack;
    std::size_t step = std::max<std::size_t>(1, (512 << 10) / std::max<std::size_t>(1, matrix.row_stride));  ///< rows per piece
    /// Set if unpacking must start at the beginning: returns there.
    std::function<void()> restart = nullptr;
    /// Called with the unpacked bytes, from several threads; may be null.
    std::function<void(std::size_t first, std::string_view bytes)> check = nullptr;
    /// Called after the last row; may be null.
    std::function<void()> finish = nullptr;
    /// Throws if the packed bytes are damaged anywhere; called before an error about values is reported. May be null.
    std::function<void()> verify = nullptr;
};

/// The same for rows that are unpacked piece by piece, so that the whole is never held.
DataSet assemble_packed(const std::string& path, const PackedRows&, const ReadOptions&, const Progress&);

/// Upper bound of the unpacked size of `packed` bytes of deflate.
constexpr std::uint64_t most_unpacked(std::uint64_t packed) { return 1032 * packed; }

/// assemble_packed for a matrix, row by row or column by column, after the first `before` unpacked bytes of a gzip file of which only the
/// beginning was unpacked (InputFile::is_partial). Input Errors also if it has fewer rows or more bytes, or if the gzip is damaged
/// anywhere.
DataSet assemble_gzip(const InputFile& beginning, std::size_t before, const NumberMatrix&, const std::vector<int>& chosen,
    const ReadOptions&, const Progress&);

/// A column that is not a coordinate.
struct ColumnQuantity {
    NumberColumn column;
    enum class Kind {
        number,
        label,  ///< numbers that name classes, as words: "7"
        bytes,  ///< text in UTF-8 or ASCII, up to a NUL byte or its width
        utf32,  ///< text of 32-bit characters
        coded,  ///< numbers that index `words`
    } kind = Kind::number;
    std::size_t width = 0;           ///< of text, in bytes
    std::vector<std::string> words;  ///< of `coded`
};

/// Converts numbers that name classes to words, unless one of the `rows` is not an integer: such values stay numbers.
void make_label(ColumnQuantity&, std::size_t rows);

/// Returns the text of one row, UTF-8 without control characters.
std::string text_at(const ColumnQuantity&, std::size_t row);

/// Red, green and blue: bytes, 16-bit numbers whose upper byte is used (or the lower, if all upper ones are 0), or fractions from 0 to 1.
struct ColumnColours {
    NumberColumn channel[3];
};

/// Reads further columns of the same rows and adds those of the kept rows to `data`, in this order: collect_quantities.
void collect_columns(DataSet& data, const std::string& path, const std::vector<ColumnQuantity>&, const std::optional<ColumnColours>&,
    std::size_t rows, const Progress&);

/// Returns the column that --label chose, as `make_label` returns it; `collect_label` adds it to data without quantities.
ColumnQuantity label_quantity(NumberColumn, std::size_t rows);
void collect_label(DataSet&, const std::string& path, const NumberColumn&, std::size_t rows, const Progress&);

/// Reads a matrix whose first number is at `first`, as the options choose: coordinates and the label column.
DataSet read_matrix(const std::string& path, const NumberMatrix&, const char* first, const ReadOptions&, const Progress&);

/// Formats a number as a word: "7", "-1", "0.5".
std::string number_word(double);

}  // namespace neighborscope
