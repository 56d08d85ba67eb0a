// NPY: one numpy array, a matrix of points or a vector of numbers.
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/npy_header.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

using npy::Header;

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("\x93NUMPY"); }

class Matrix {
public:
    Matrix(const InputFile& file, const Header& header, std::vector<int> columns)
        : file_(file), header_(header), columns_(std::move(columns)) {
        all_in_order_ = columns_.size() == header.columns;
        for (std::size_t i = 0; i < columns_.size(); ++i) all_in_order_ &= columns_[i] == int(i);
    }

    /// Rows [first, first + rows) into `tile`, [rows][columns chosen].
    void read(std::size_t first, std::size_t rows, double* tile) const {
        const char* data = file_.begin() + header_.data_offset;
        const std::size_t all = header_.columns, chosen = columns_.size(), bytes = header_.item_bytes;
        if (header_.fortran_order) {
            for (std::size_t i = 0; i < chosen; ++i)
                values(data + (std::size_t(columns_[i]) * header_.rows + first) * bytes, rows, tile + i, chosen);
        } else if (all_in_order_) {
            values(data + first * all * bytes, rows * all, tile, 1);
        } else {
            for (std::size_t row = 0; row < rows; ++row)
                for (std::size_t i = 0; i < chosen; ++i)
                    values(data + ((first + row) * all + std::size_t(columns_[i])) * bytes, 1, tile + row * chosen + i, 1);
        }
    }

private:
    void values(const char* source, std::size_t count, double* destination, std::size_t stride) const {
        read_scalars(header_.type, header_.swapped, source, header_.item_bytes, count, destination, stride);
    }

    const InputFile& file_;
    const Header& header_;
    std::vector<int> columns_;
    bool all_in_order_ = false;
};

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Header header = npy::read_header(file);
    const std::vector<std::string> names = header.columns <= 3 ? plain_axes(int(header.columns)) : std::vector<std::string>{};
    std::vector<int> columns;
    if (options.load.columns.empty()) {
        check_dimension(file.path(), header.columns);
        for (int i = 0; i < int(header.columns); ++i) columns.push_back(i);
    } else {
        columns = chosen_columns(file.path(), options.load.columns, names, int(std::min<std::uint64_t>(header.columns, 2147483647)));
        check_dimension(file.path(), columns.size());
    }
    const std::size_t dimension = columns.size();
    const Matrix matrix(file, header, columns);

    // Some hundred thousand values a piece: a few milliseconds. A tile of float64 stays in the second-level cache, and so do the
    // cache lines that the next tile needs again when columns follow columns.
    const std::size_t piece_rows = std::max<std::size_t>(1, (256 << 10) / dimension),
                      tile_rows = std::max<std::size_t>(1, (16 << 10) / dimension);
    const std::size_t rows = header.rows;
    Pieces pieces;
    for (std::size_t first = 0; first < rows; first += piece_rows) pieces.most_rows.push_back(std::min(piece_rows, rows - first));
    pieces.bytes_each = double(file.size()) / double(pieces.most_rows.size());
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        const std::size_t first = piece * piece_rows, last = first + pieces.most_rows[piece];
        std::vector<double> tile(tile_rows * dimension);
        for (std::size_t row = first; row < last; row += tile_rows) {
            const std::size_t here = std::min(tile_rows, last - row);
            matrix.read(row, here, tile.data());
            for (std::size_t i = 0; i < here; ++i) {
                const RowCollector::Verdict verdict = collector.add(&tile[i * dimension]);
                if (verdict == RowCollector::Verdict::taken || (verdict == RowCollector::Verdict::left_out && !options.load.strict))
                    continue;
                const std::string where = file.path() + ": row " + std::to_string(row + i) + ", column " +
                                          std::to_string(columns[collector.offending_axis()] + 1);
                if (verdict == RowCollector::Verdict::too_large)
                    throw Error(Failure::input, where + " is outside the range of float32", "scale the array");
                throw Error(Failure::input, where + " is NaN or infinite", "remove the row: array[numpy.isfinite(array).all(axis=1)]");
            }
        }
    };
    DataSet data = assemble(file.path(), int(dimension), pieces, options, progress);
    if (data.skipped.count) data.skipped.why = "NaN or infinity";
    data.axes = plain_axes(data.dimension);
    if (!options.load.columns.empty()) {
        for (std::size_t i = 0; i < dimension; ++i)
            data.axes[i] = names.empty() ? std::to_string(columns[i] + 1) : names[std::size_t(columns[i])];
    }
    return data;
}

}  // namespace

const Reader npy_reader = {
    "NPY",
    ".npy",
    "one numpy array of shape (points, dimensions) or (points,): floats, integers or booleans of any size and byte order, C or Fortran "
    "order",
    recognises,
    read,
};

}  // namespace neighborscope
