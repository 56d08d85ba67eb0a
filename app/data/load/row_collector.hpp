// Rows of float64 as they become points: what is finite, relative to the origin, in float32.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace neighborscope {

struct FloatRange {
    float minimum = 0, maximum = 0;
};

/// Of [rows][ranges.size()] values, one row at least, to `ranges`. False when some value is NaN or infinite.
bool ranges_of(const float* values, std::size_t rows, std::vector<FloatRange>& ranges);

/// Takes the rows of one piece in the order of the file.
class RowCollector {
public:
    enum class Outcome {
        taken,
        left_out,   ///< a coordinate is NaN or infinite
        too_large,  ///< a coordinate is outside the range of float32: `offending_axis` says which
    };

    RowCollector() = default;
    /// `blank`: the destination holds zeros. `numbers`: where the true coordinates go too, row by row as those at `destination`; may be null.
    RowCollector(const std::vector<double>& origin, float* destination, bool blank = false, double* numbers = nullptr);

    /// `values`: [dimension], true coordinates.
    Outcome add(const double* values);
    /// A row that is 0 but for `values[i]` on axis `slots[i]`, each axis once: takes time for these only. Not after `add` or `take`.
    Outcome add_sparse(const std::vector<std::size_t>& slots, const std::vector<double>& values);

    /// Where the next rows go, for callers that write float32 as it stands; null where each value has to be looked at: there is an origin to
    /// be taken off, or the true coordinates are asked for.
    float* room() const { return has_origin_ || numbers_ ? nullptr : destination_; }
    /// Where the next rows will be.
    const float* here() const { return destination_; }
    /// Takes `rows` rows that were written to `room`. False, and none is taken, when a value is NaN or infinite: `add` them.
    bool take(std::size_t rows);

    std::size_t offending_axis() const { return offending_axis_; }  ///< of the last row that was not taken
    std::int64_t rows() const { return rows_; }                     ///< seen, taken or not
    std::int64_t taken() const { return rows_ - std::int64_t(left_out_.size()); }
    const std::vector<std::int64_t>& left_out() const { return left_out_; }  ///< numbers of rows within the piece, ascending

    /// [dimension]: in how many of those rows this coordinate is NaN or infinite; empty without such rows.
    const std::vector<std::int64_t>& missing_values() const { return missing_values_; }

    /// Of the rows taken, one axis: what the choice of its origin needs.
    struct Axis {
        double minimum = 0, maximum = 0;
        bool inexact = false;  ///< float32 does not hold some value to the last bit
        double rounding = 0;   ///< the largest |true - (origin + float32)|, with the origin in use
        /// How many values are the one before only in float32, relative to the origin; not counted of sparse rows.
        std::int64_t merged = 0;
    };
    std::vector<Axis> axes() const;

private:
    const double* origin_ = nullptr;
    float* destination_ = nullptr;
    double* numbers_ = nullptr;
    bool has_origin_ = false, blank_ = false;
    std::vector<Axis> axes_;
    std::vector<double> last_;          ///< values of the last row of `add`
    std::vector<std::int64_t> sparse_;  ///< per axis: in how many rows of `add_sparse` it is named; empty without such rows
    std::vector<double> row_;           ///< of `add_sparse`, spelt out for `add`
    std::vector<std::int64_t> left_out_, missing_values_;
    std::int64_t rows_ = 0;
    std::size_t offending_axis_ = 0;
};

}  // namespace neighborscope
