// A small data set with quantities, written by hand.
#pragma once
#include "app/data/points/data_set.hpp"

#include <limits>

namespace neighborscope::test {

/// Six points on a line with a kind, a size, and distinct names; one kind and one size are missing.
inline DataSet six_points() {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    DataSet data;
    data.dimension = 1;
    data.origin = {0};
    data.axes = {"x"};
    data.coordinates = {0, 1, 2, 3, 4, 5};
    data.quantities.push_back({"kind", WordValues{{"oak", "elm"}, {0, 1, 1, -1, 1, 0}}});
    data.quantities.push_back({"size", NumberValues{{1.5, 2.5, missing, 3.5, 4.5, 5.5}}});
    data.quantities.push_back({"id", WordValues{{"a", "b", "c", "d", "e", "f"}, {0, 1, 2, 3, 4, 5}}});
    return data;
}

}  // namespace neighborscope::test
