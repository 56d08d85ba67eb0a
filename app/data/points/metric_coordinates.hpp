// What a metric needs of the coordinates that are searched: a shift changes angles and inner products, which are measured between true coordinates.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"

#include <memory>

namespace neighborscope {

/// Whether distances of this metric change when points and queries are shifted alike.
bool depends_on_origin(Metric);

/// Whether the data have an origin with which this metric cannot be measured. They are then searched by their true coordinates.
bool needs_true_coordinates(const DataSet&, Metric);

/// Makes the coordinates the true ones, rounded to float32, and the origin 0, where the metric needs that; else nothing is done. `motion`
/// and `index_bounds` follow; the hash does too. Queries are to be read afterwards (DataSet::relative). Memory Error when they do not fit.
void convert_to_true_coordinates(DataSet&, Metric, const Progress& = {});

/// Data to be searched with the metric while a picture shows `data`: a copy with coordinates as from convert_to_true_coordinates and without what
/// is not searched (quantities, motion, network, pictures), or `data` themselves where they will do. Memory Error as there.
std::shared_ptr<const DataSet> data_for_metric(Metric, const std::shared_ptr<const DataSet>& data, const Progress& = {});

}  // namespace neighborscope
