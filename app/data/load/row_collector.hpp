// Converts rows of float64 to points: finite, relative to the origin, in float32.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace neighborscope {

struct FloatRange {
    float minimum = 0, maximum = 0;
};

/// Computes the ranges of [rows][ranges.size()] values, at least one row. Returns false if some value is NaN or infinite.
bool ranges_of(const float* values, std::size_t rows, std::vector<FloatRange>& ranges);

/// Collects the rows of one piece in the order of the file.
class RowCollector {
public:
    enum class Outcome {
        taken,
        left_out,   ///< a coordinate is NaN or infinite
        too_large,  ///< a coordinate is outside the range of float32: `offending_axis`
    };

    RowCollector() = default;
    /// `blank`: the destination holds zeros. `numbers` receives the true coordinates row by row, like `destination`; may be null.
    RowCollector(const std::vector<double>& origin, float* destination, bool blank = false, double* numbers = nullptr);

    /// `values`: [dimension], true coordinates.
    Outcome add(const double* values);
    /// Adds a row that is 0 except `values[i]` on axis `slots[i]`, each axis once; takes time only for these. Not after `add` or `take`.
    Outcome add_sparse(const std::vector<std::size_t>& slots, const std::vector<double>& values);

    /// Returns where to write the next rows as float32; null if each value must be converted, because there is an origin or the true
    /// coordinates are wanted.
    float* room() const { return has_origin_ || numbers_ ? nullptr : destination_; }
    /// Returns the place of the next rows.
    const float* here() const { return destination_; }
    /// Takes `rows` rows that were written to `room`. Returns false and takes none if a value is NaN or infinite: then `add` them.
    bool take(std::size_t rows);

    std::size_t offending_axis() const { return offending_axis_; }  ///< of the last row that was not taken
    std::int64_t rows() const { return rows_; }                     ///< including rows that were not taken
    std::int64_t taken() const { return rows_ - std::int64_t(left_out_.size()); }
    const std::vector<std::int64_t>& left_out() const { return left_out_; }  ///< numbers of rows within the piece, ascending

    /// [dimension]: in how many of these rows this coordinate is NaN or infinite; empty without such rows.
    const std::vector<std::int64_t>& missing_values() const { return missing_values_; }

    /// What is needed to choose the origin of one axis, from the rows taken.
    struct Axis {
        double minimum = 0, maximum = 0;
        bool inexact = false;  ///< some value is not exact in float32
        double rounding = 0;   ///< the largest |true - (origin + float32)|, with the origin in use
        /// How many values equal the previous one only in float32, relative to the origin; not counted for sparse rows.
        std::int64_t merged = 0;
    };
    std::vector<Axis> axes() const;

private:
    const double* origin_ = nullptr;
    float* destination_ = nullptr;
    double* numbers_ = nullptr;
    bool has_origin_ = false, blank_ = false;
    std::vector<Axis> axes_;
    std::vector<double> last_;          ///< the last row of `add`
    std::vector<std::int64_t> sparse_;  ///< per axis: in how many rows of `add_sparse` it occurs; empty without such rows
    std::vector<double> row_;           ///< a dense copy for `add`
    std::vector<std::int64_t> left_out_, missing_values_;
    std::int64_t rows_ = 0;
    std::size_t offending_axis_ = 0;
};

}  // namespace neighborscope
