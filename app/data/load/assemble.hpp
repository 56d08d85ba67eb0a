// Converts rows of float64, read in parallel pieces, to a DataSet; all formats use it.
//
// The final vector is allocated once, for an upper bound of the rows that the reader derives from the file's size. Each piece writes its
// rows to their place, and gaps are closed in place, so there is never a second copy of the coordinates.
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
    std::vector<std::size_t> most_rows;  ///< per piece: an upper bound of its rows, derived from the file's size
    double bytes_each = 0;               ///< for progress
    /// Reads one piece; throws an input Error with line or row for unreadable values. Called from several threads, maybe repeatedly.
    std::function<void(std::size_t piece, RowCollector&)> read;
    /// Set if pieces must be read in order from the first, each once, all or the first few: called before each such pass.
    std::function<void()> restart = nullptr;
    /// Set if all float32 values of the file can be read at once faster, for example field by field: called before each pass to write them,
    /// [rows][dimension] of all pieces, to the final vector. `read` then finds the rows of its piece there (RowCollector::here) and passes
    /// them on one after another.
    std::function<void(std::vector<float>&)> fill = nullptr;
};

struct RowRules;
[[noreturn]] void refuse_row(RowCollector::Outcome, const RowRules&, const std::string& subject);

/// Rules for the values of a row, and words for messages.
struct RowRules {
    bool strict = false;        ///< NaN and infinity are errors; else their rows are left out
    std::string_view to_scale;  ///< "the points"
    std::string_view non_finite_text = "NaN or infinite";
    std::string_view remedy = "correct the line or remove it";
};
/// Throws the input Error for a row that was not taken: "SUBJECT is outside the range of float32", or is NaN or infinite when that is an
/// error. `subject(axis)`: "points.ply:12: x".
template <class Subject>
void check_row(RowCollector::Outcome outcome, const RowCollector& rows, const RowRules& rules, const Subject& subject) {
    using Outcome = RowCollector::Outcome;
    if (outcome == Outcome::taken || (outcome == Outcome::left_out && !rules.strict)) return;
    refuse_row(outcome, rules, subject(rows.offending_axis()));
}

/// Divides `rows` into pieces of `step`, for Pieces::most_rows.
std::vector<std::size_t> rows_in_pieces(std::size_t rows, std::size_t step);

/// No row is a point, because each lacks a number.
struct NoPoints : Error {
    using Error::Error;
};

/// Reads all pieces, a second time if the first pass finds that another origin is needed. Sets dimension, coordinates, origin, rounding,
/// file_rows, skipped and coarse. An input Error if no row is left, a usage Error if `options.origin` has another dimension.
DataSet assemble(const std::string& path, int dimension, const Pieces&, const ReadOptions&, const Progress&);

/// The same for `pieces` without `read`: the given function also reads the quantities of `plan`. Its collector is null if the quantities
/// were read before, because the piece is read again for another origin. A memory Error if they do not fit.
DataSet assemble_with(const std::string& path, int dimension, Pieces, const std::vector<Quantity>& plan,
    const std::function<void(std::size_t piece, RowCollector&, QuantityCollector*)>& read, const ReadOptions&, const Progress&);

/// A piece of a file that is unpacked while it is read.
struct StreamedPiece {
    std::size_t most_rows = 0;
    std::function<void(RowCollector&)> read;  ///< as Pieces::read
};

/// Pieces of unknown number.
struct StreamedPieces {
    /// Called before the first piece of each pass.
    std::function<void()> restart;
    /// Prepares the next piece; false if there are no more. Called by one thread at a time.
    std::function<bool(StreamedPiece&)> next;
    /// Returns how many bytes of the file `next` has read. May be called from any thread.
    std::function<double()> taken;
    double bytes = 0;
};

/// `assemble` for streamed pieces.
DataSet assemble_stream(const std::string& path, int dimension, const StreamedPieces&, const ReadOptions&, const Progress&);

/// "x", "y", "z", or "0", "1", .. above three dimensions.
std::vector<std::string> plain_axes(int dimension);

/// Throws the input Error for more than 4096 dimensions, or for none.
void check_dimension(const std::string& path, std::uint64_t dimension);

}  // namespace neighborscope
