// Columns of numbers at regular distances in memory, what arrays are (NPY, vecs, IDX, HDF5), to points and their quantities. Formats
// of point clouds have point_records.hpp.
#pragma once
#include "app/data/load/assemble.hpp"
#include "app/data/load/scalars.hpp"

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

/// The names "x", "y", "z" or "1", "2".. and the places "column 1".. of columns in order; `chosen` are those of --columns, from 0.
void name_columns(std::vector<NumberColumn>& columns, const std::vector<int>& chosen, std::uint64_t all_columns);

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

/// Rows that have to be unpacked before they can be read, some at a time.
struct PackedRows {
    std::size_t rows = 0, row_bytes = 0;
    std::size_t step = 1;     ///< rows of a piece
    double packed_bytes = 0;  ///< of all, for progress
    /// Unpacks rows [first, first + count) to `out`; `first` is a multiple of `step`. Called from several threads, or, with `restart`, in
    /// ascending order.
    std::function<void(std::size_t first, std::size_t count, char* out)> unpack;
    /// Set where unpacking has to begin at the beginning: goes back to it.
    std::function<void()> restart = nullptr;
    /// Called with what was unpacked, from several threads; may be null.
    std::function<void(std::size_t first, std::string_view bytes)> check = nullptr;
};

/// The same of rows that are unpacked piece by piece and never all held: `columns` says where they lie once row 0 begins at a place.
DataSet assemble_packed(const std::string& path, const PackedRows&, const std::function<std::vector<NumberColumn>(const char*)>& columns,
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

/// The column of a matrix (from 0) that --label chose, as `make_label` has it; `collect_label` gives it to data without quantities.
ColumnQuantity label_quantity(NumberColumn, int column, std::size_t rows);
void collect_label(DataSet&, const std::string& path, const NumberColumn&, int column, std::size_t rows, const Progress&);

/// A number as a word: "7", "-1", "0.5".
std::string number_word(double);

}  // namespace neighborscope
