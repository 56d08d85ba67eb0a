#include "app/data/points/extent.hpp"

#include "app/data/points/data_set.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope {
namespace {

/// Calls `look` for each row; checks for cancellation at intervals.
template <class Look>
void look_at_rows(const DataSet& data, const Progress& progress, Look look) {
    const Progress quiet{{}, progress.stop};
    for (std::int64_t row = 0; row < data.count(); ++row) {
        look(row, data.coordinates.data() + std::size_t(row) * std::size_t(data.dimension));
        if (row % 65536 == 0) quiet.step(0, 0);
    }
}

}  // namespace

Extent extent_of(const DataSet& data, const Progress& progress) {
    if (data.count() == 0) return {};
    const auto dimension = std::size_t(data.dimension);
    Extent box;
    box.low.assign(data.coordinates.begin(), data.coordinates.begin() + std::ptrdiff_t(dimension));
    box.high = box.low;
    look_at_rows(data, progress, [&](std::int64_t, const float* at) {
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            box.low[axis] = std::min(box.low[axis], at[axis]);
            box.high[axis] = std::max(box.high[axis], at[axis]);
        }
    });
    return box;
}

std::int64_t middle_row(const DataSet& data, const Extent& box, const Progress& progress) {
    const auto dimension = std::size_t(data.dimension);
    std::int64_t middle = -1;
    double nearest = std::numeric_limits<double>::infinity();
    look_at_rows(data, progress, [&](std::int64_t row, const float* at) {
        double square = 0;
        for (std::size_t axis = 0; axis < dimension && square < nearest; ++axis) {
            const double away = double(at[axis]) - (double(box.low[axis]) + double(box.high[axis])) / 2;
            square += away * away;
        }
        if (square < nearest) nearest = square, middle = row;
    });
    return middle;
}

}  // namespace neighborscope
