// What a metric needs of the coordinates that are searched.
#pragma once
#include "app/data/data_set.hpp"
#include "gpu/knn.hpp"

namespace neighborscope {

/// Usage Error when the metric cannot be measured in these data: angles are those of the vectors themselves, and float32 holds these only
/// relative to an origin.
void require_measurable(const DataSet&, Metric);

}  // namespace neighborscope
