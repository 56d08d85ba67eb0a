// Reads rows from packed columns that follow one another (Fortran order), with one stream per column, without unpacking the whole.
#pragma once
#include "app/data/load/number_columns.hpp"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace neighborscope {

/// Shorter columns do not justify a stream, which takes 90 KB.
constexpr std::uint64_t least_column_streamed = 512 << 10;

/// One stream per column. `Stream` is copied at the beginning of a column; the copy continues from there.
template <class Stream>
class ColumnStreams {
public:
    explicit ColumnStreams(NumberFormat number) : item_(scalar_bytes(number.type)) {}

    /// Adds column `column` (from 0). The stream is at the column's first number of the rows to be read.
    void add(const Stream& at, int column) {
        begins_.push_back(at);
        columns_.push_back(std::size_t(column));
    }
    void restart() {
        streams_.clear();
        for (const Stream& begin : begins_) streams_.push_back(begin);
    }
    /// Reads the next `count` rows, [count][columns]; writes only the added columns.
    void read(std::size_t count, std::size_t columns, char* out) {
        slice_.resize(count * item_);
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            streams_[i].read(slice_.data(), slice_.size());
            char* to = out + columns_[i] * item_;
            for (std::size_t row = 0; row < count; ++row) std::memcpy(to + row * columns * item_, &slice_[row * item_], item_);
        }
    }

private:
    std::size_t item_;
    std::vector<Stream> begins_, streams_;
    std::vector<std::size_t> columns_;
    std::string slice_;
};

/// Rows of a matrix whose columns are these streams; the streams must outlive them.
template <class Stream>
PackedRows rows_of_streams(ColumnStreams<Stream>& streams, const NumberMatrix& matrix, std::vector<int> chosen, double packed_bytes) {
    const std::size_t item = scalar_bytes(matrix.number.type);
    PackedRows packed{{matrix.rows, matrix.columns, matrix.number, item * matrix.columns, item}, std::move(chosen), packed_bytes};
    packed.restart = [&streams] { streams.restart(); };
    packed.unpack = [&streams, columns = matrix.columns](std::size_t, std::size_t count, char* out) { streams.read(count, columns, out); };
    return packed;
}

}  // namespace neighborscope
