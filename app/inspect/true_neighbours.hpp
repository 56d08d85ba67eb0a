// The true nearest neighbours under the metric of an index, by an exhaustive search in double precision.
#pragma once
#include "gpu/index/true_distance.hpp"
#include "gpu/progress.hpp"

namespace neighborscope::inspect {

using stored::Searched;
using stored::true_distance;

struct TrueRow {
    std::int32_t row = -1;
    double distance = 0;
};

/// [queries][min(k, rows)], ascending by distance, then row. Deleted rows are among them. On all cores.
std::vector<std::vector<TrueRow>> true_neighbours(const Searched&, std::span<const float> queries, int k, const Progress& = {});

}  // namespace neighborscope::inspect
