// Columns of numbers at regular distances in memory, what arrays are (NPY, vecs, IDX, HDF5), to points and their quantities. Formats
// of point clouds have point_records.hpp.
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

/// How a file writes a number.
struct NumberFormat {
    Scalar type = Scalar::f4;
    bool swapped = false;  ///< big endian

    bool operator==(const NumberFormat&) const = default;
};
inline NumberFormat big_endian(Scalar type) { return {type, scalar_bytes(type) > 1}; }

/// One column: row r is the number at first + r * stride. The caller has checked that every row lies within the file.
struct NumberColumn {
    const char* first = nullptr;
    std::size_t stride = 0;
    NumberFormat number;
    std::string name;   ///< of the axis: "x", "17"
    std::string place;  ///< in messages: "column 18", "field 'x'"
};

double number_at(const NumberColumn&, std::size_t row);

/// A matrix of numbers of one format, wherever it lies.
struct NumberMatrix {
    std::uint64_t rows = 0, columns = 0;
    NumberFormat number;
    std::size_t row_stride = 0, column_stride = 0;  ///< bytes from one row to the next, and from one column to the next

    /// How a column (from 0) lies when the first number is at `first`, which may be null; named "x", "y", "z" up to three columns, else
    /// "1", "2"...
    NumberColumn column_at(const char* first, int column) const;
    std::vector<NumberColumn> columns_at(const char* first, const std::vector<int>& chosen) const;
};

/// `columns` as --columns asks (by number, or x, y, z up to three dimensions), or all but the label. Errors as chosen_columns and
/// check_dimension.
std::vector<int> matrix_columns(const std::string& path, const LoadOptions&, std::uint64_t all_columns);

/// The column of a matrix that --label asks for, named as for --columns, or -1. Errors as chosen_column.
int matrix_label(const std::string& path, const LoadOptions&, std::uint64_t all_columns);

/// Hands rows [first, first + rows) to the collector. An input Error with row and column for what float32 does not hold, and,
/// when `strict`, for NaN and infinity. `first_row` is the number in the file of the columns' first row.
void read_rows(const std::string& path, const std::vector<NumberColumn>&, std::size_t first, std::size_t rows, bool strict, RowCollector&,
    std::size_t first_row = 0);

/// The points whose coordinates are these columns: `assemble`, with `axes`. Errors as there and as read_rows.
DataSet assemble_columns(const std::string& path, const std::vector<NumberColumn>&, std::size_t rows, const ReadOptions&, const Progress&);

/// Bytes of a row that is unpacked on its own: a wider one is taken to be a header's mistake, for which no memory is asked.
constexpr std::size_t largest_row_unpacked = 1 << 20;

/// A matrix of which rows, which lie side by side, have to be unpacked before they can be read, some at a time.
struct PackedRows {
    NumberMatrix matrix;
    std::vector<int> chosen;  ///< columns that are coordinates
    double packed_bytes = 0;  ///< of all, for progress
    /// Unpacks rows [first, first + count) to `out`; `first` is a multiple of `step`. Called from several threads, or, with `restart`, in
    /// ascending order.
    std::function<void(std::size_t first, std::size_t count, char* out)> unpack;
    std::size_t step = std::max<std::size_t>(1, (512 << 10) / std::max<std::size_t>(1, matrix.row_stride));  ///< rows of a piece
    /// Set where unpacking has to begin at the beginning: goes back to it.
    std::function<void()> restart = nullptr;
    /// Called with what was unpacked, from several threads; may be null.
    std::function<void(std::size_t first, std::string_view bytes)> check = nullptr;
    /// Called when all was read; may be null.
    std::function<void()> finish = nullptr;
    /// Throws when what is packed is damaged anywhere: what looks wrong with values may come of that, which then has to be told. May be
    /// null.
    std::function<void()> verify = nullptr;
};

/// The same of rows that are unpacked piece by piece and never all held.
DataSet assemble_packed(const std::string& path, const PackedRows&, const ReadOptions&, const Progress&);

/// Bytes that so many of deflate can hold at most.
constexpr std::uint64_t most_unpacked(std::uint64_t packed) { return 1032 * packed; }

/// assemble_packed of a matrix, its rows or its columns side by side, behind the first `before` unpacked bytes of a gzip file of which only
/// the beginning was unpacked (InputFile::is_partial). Input Errors too when it holds fewer rows or more bytes, and for gzip that is damaged
/// anywhere.
DataSet assemble_gzip(const InputFile& beginning, std::size_t before, const NumberMatrix&, const std::vector<int>& chosen,
    const ReadOptions&, const Progress&);

/// A column that is no coordinate.
struct ColumnQuantity {
    NumberColumn column;
    enum class Kind {
        number,
        label,  ///< numbers that name classes: words, "7"
        bytes,  ///< text in UTF-8 or ASCII, ended by a NUL byte or its width
        utf32,  ///< text of 32-bit letters
        coded,  ///< numbers that are places in `words`
    } kind = Kind::number;
    std::size_t width = 0;           ///< of text, in bytes
    std::vector<std::string> words;  ///< of `coded`
};

/// Numbers that name classes become words, unless one of the `rows` is no integer: those are values to be learned, and stay numbers.
void make_label(ColumnQuantity&, std::size_t rows);

/// The text of one row, UTF-8 without control characters.
std::string text_at(const ColumnQuantity&, std::size_t row);

/// Red, green and blue: bytes, 16-bit numbers of which the upper byte counts (or the lower, where all upper ones are 0), or
/// fractions from 0 to 1.
struct ColumnColours {
    NumberColumn channel[3];
};

/// Reads further columns of the same rows and gives `data` those it kept, in this order: collect_quantities.
void collect_columns(DataSet& data, const std::string& path, const std::vector<ColumnQuantity>&, const std::optional<ColumnColours>&,
    std::size_t rows, const Progress&);

/// The column of a matrix that --label chose, as `make_label` has it; `collect_label` gives it to data without quantities.
ColumnQuantity label_quantity(NumberColumn, std::size_t rows);
void collect_label(DataSet&, const std::string& path, const NumberColumn&, std::size_t rows, const Progress&);

/// A matrix whose first number is at `first`, as the options ask: coordinates, and the column that is the label.
DataSet read_matrix(const std::string& path, const NumberMatrix&, const char* first, const ReadOptions&, const Progress&);

/// A number as a word: "7", "-1", "0.5".
std::string number_word(double);

}  // namespace neighborscope
