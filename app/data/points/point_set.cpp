#include "app/data/points/point_set.hpp"

#include "gpu/index/own_index.hpp"

namespace neighborscope {

OwnIndex own_index_of(const DataSet& data) { return {data.own_index.get(), data.own_index_is_old}; }

PointSet points_on(DeviceKind device, const DataSet& data, const Progress& progress) {
    PointSet points(device, data.coordinates, data.dimension, progress);
    points.attach(data.own_index, data.own_index_is_old);
    points.set_filter(data.filter);
    return points;
}

HostRows searched_rows(const DataSet& data) { return {data.coordinates, data.dimension, data.filter.get()}; }

Metric usual_metric(const DataSet& data) { return data.own_index ? stored::metric_of(*data.own_index) : Metric::euclidean; }

std::string own_title(const DataSet& data) {
    if (!data.own_index) return {};
    const bool of_its_file = data.format == data.own_index->library;
    return (of_its_file ? data.name + ": " : "") + data.own_index->kind;
}

}  // namespace neighborscope
