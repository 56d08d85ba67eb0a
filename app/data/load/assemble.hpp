// From rows of float64, read in parallel pieces, to a DataSet: what every format shares.
//
// The final vector is allocated once, for an upper bound of rows the reader knows from the file's size; each piece writes its
// rows where they belong and gaps are closed in place, so there is never a second copy of the coordinates.
#pragma once
#include "app/data/load/quantities.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/row_collector.hpp"
#include "gpu/error.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

constexpr int largest_dimension = 4096;

/// How a reader cuts its file.
struct Pieces {
    std::vector<std::size_t> most_rows;  ///< per piece: an upper bound of its rows, known from the file's size
    double bytes_each = 0;               ///< for progress
    /// Reads one piece; throws an input Error with line or row for what cannot be read. Called from several threads, and more
    /// than once for the same piece.
    std::function<void(std::size_t piece, RowCollector&)> read;
    /// Set where pieces can only be read from the first on, each once, all or the first few: called before each such pass.
    std::function<void()> restart = nullptr;
    /// Set where float32 as they are in the file can be had faster all at once, field by field for one: called before each pass to write
    /// them, [rows][dimension] of all pieces side by side, to where the points will be. `read` then finds those of its piece there
    /// (RowCollector::here) and hands them on one after another.
    std::function<void(std::vector<float>&)> fill = nullptr;
};

struct RowRules;
[[noreturn]] void refuse_row(RowCollector::Outcome, const RowRules&, const std::string& subject);

/// What the values of a row may be, and what the messages say.
struct RowRules {
    bool strict = false;        ///< NaN and infinity are refused, and not left out
    std::string_view to_scale;  ///< "the points"
    std::string_view non_finite_text = "NaN or infinite";
    std::string_view remedy = "correct the line or remove it";
};
/// Throws the input Error "SUBJECT is outside the range of float32", or is odd when that is refused, for a row that was not taken.
/// `subject(axis)`: "points.ply:12: x".
template <class Subject>
void check_row(RowCollector::Outcome outcome, const RowCollector& rows, const RowRules& rules, const Subject& subject) {
    using Outcome = RowCollector::Outcome;
    if (outcome == Outcome::taken || (outcome == Outcome::left_out && !rules.strict)) return;
    refuse_row(outcome, rules, subject(rows.offending_axis()));
}

/// So many rows in pieces of `step`: Pieces::most_rows.
std::vector<std::size_t> rows_in_pieces(std::size_t rows, std::size_t step);

/// Not one row is a point, as each lacks a number.
struct NoPoints : Error {
    using Error::Error;
};

/// Reads all pieces, again when the first pass finds that another origin is needed. Fills dimension, coordinates, origin,
/// rounding,
/// file_rows, skipped and coarse. An input Error when no row is left, a usage Error when `options.origin` has another dimension.
DataSet assemble(const std::string& path, int dimension, const Pieces&, const ReadOptions&, const Progress&);

/// The same of `pieces` without their `read`: this one brings what stands beside the coordinates, too, as `plan` has it. The collector is
/// null where that is there already, as the piece is only read again for another origin. A memory Error when they do not fit.
DataSet assemble_with(const std::string& path, int dimension, Pieces, const std::vector<Quantity>& plan,
    const std::function<void(std::size_t piece, RowCollector&, QuantityCollector*)>& read, const ReadOptions&, const Progress&);

/// A piece of a file that is unpacked as it is read.
struct StreamedPiece {
    std::size_t most_rows = 0;
    std::function<void(RowCollector&)> read;  ///< as Pieces::read
};

/// How a reader that does not know how many pieces there will be gets at them.
struct StreamedPieces {
    /// Before the first piece, and before each further pass.
    std::function<void()> restart;
    /// The next piece; false when there are no more. Never called by two threads at a time.
    std::function<bool(StreamedPiece&)> next;
    /// How many bytes of the file were read by `next`, and how many there are. From any thread.
    std::function<double()> taken;
    double bytes = 0;
};

/// The same as `assemble` for these.
DataSet assemble_stream(const std::string& path, int dimension, const StreamedPieces&, const ReadOptions&, const Progress&);

/// "x", "y", "z", or "0", "1", .. above three dimensions.
std::vector<std::string> plain_axes(int dimension);

/// Throws the input Error for more than 4096 dimensions, or for none.
void check_dimension(const std::string& path, std::uint64_t dimension);

}  // namespace neighborscope
