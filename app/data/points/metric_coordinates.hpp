// The coordinates that a metric needs: a shift changes angles and inner products, so cosine and inner product are measured between true
// coordinates.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"

#include <memory>

namespace neighborscope {

/// Whether distances of this metric change when points and queries are shifted by the same vector.
bool depends_on_origin(Metric);

/// Whether this metric cannot be measured relative to the data's origin. Such data are searched by their true coordinates.
bool needs_true_coordinates(const DataSet&, Metric);

/// Replaces coordinates by the true ones, rounded to float32, and sets the origin to 0, if the metric needs that; else does nothing. Adapts
/// `motion`, `index_bounds` and the hash. Convert queries afterwards (DataSet::relative). Memory Error if they do not fit.
void convert_to_true_coordinates(DataSet&, Metric, const Progress& = {});

/// Returns data to search with the metric while a picture shows `data`: a copy converted by convert_to_true_coordinates, without
/// quantities, motion, network and pictures, or `data` itself if no conversion is needed. Memory Error as there.
std::shared_ptr<const DataSet> data_for_metric(Metric, const std::shared_ptr<const DataSet>& data, const Progress& = {});

}  // namespace neighborscope
