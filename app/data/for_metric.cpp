#include "app/data/for_metric.hpp"

#include <algorithm>

namespace neighborscope {

void require_measurable(const DataSet& data, Metric metric) {
    if (metric == Metric::cosine && std::any_of(data.origin.begin(), data.origin.end(), [](double origin) { return origin != 0; }))
        throw Error(Failure::usage,
            "the cosine distance needs vectors that float32 holds; coordinates of " + data.name + " are too far from 0",
            "choose another metric, or subtract their mean");
}

}  // namespace neighborscope
