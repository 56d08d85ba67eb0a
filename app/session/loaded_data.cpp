#include "app/session/loaded_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

/// Box and middle point, in one pass each; `stop` is looked at every so often.
LoadedData look_over(DataSet set, const Progress& progress) {
    LoadedData loaded;
    loaded.set = std::move(set);
    const DataSet& data = loaded.set;
    const std::int64_t count = data.count();
    const std::size_t dimension = std::size_t(data.dimension);
    if (count == 0) return loaded;
    std::vector<float> low(data.coordinates.begin(), data.coordinates.begin() + std::ptrdiff_t(dimension)), high = low;
    const Progress quiet{{}, progress.stop};
    for (std::int64_t row = 0; row < count; ++row) {
        const float* at = data.coordinates.data() + std::size_t(row) * dimension;
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            low[axis] = std::min(low[axis], at[axis]);
            high[axis] = std::max(high[axis], at[axis]);
        }
        if (row % 65536 == 0) quiet.step(0, 0);
    }
    std::vector<double> middle(dimension);
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        loaded.low.push_back(data.origin[axis] + double(low[axis]));
        loaded.high.push_back(data.origin[axis] + double(high[axis]));
        middle[axis] = (double(low[axis]) + double(high[axis])) / 2;
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (std::int64_t row = 0; row < count; ++row) {
        const float* at = data.coordinates.data() + std::size_t(row) * dimension;
        double square = 0;
        for (std::size_t axis = 0; axis < dimension && square < nearest; ++axis)
            square += (at[axis] - middle[axis]) * (at[axis] - middle[axis]);
        if (square < nearest) nearest = square, loaded.middle_row = row;
        if (row % 65536 == 0) quiet.step(0, 0);
    }
    return loaded;
}

}  // namespace

std::shared_ptr<const LoadedData> load_choice(const DataChoice& choice, SharedProgress& card, const Progress& progress) {
    card.begin("Loading " + choice.source, "");
    LoadedData loaded = look_over(load_data(choice.source, choice.options, progress), progress);
    if (loaded.set.picture) loaded.set.plane = principal_plane(loaded.set, progress);
    return std::make_shared<const LoadedData>(std::move(loaded));
}

}  // namespace neighborscope
