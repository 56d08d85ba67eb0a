// Points on a device for a search, with what belongs to them.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/oracle/oracle.hpp"

namespace neighborscope {

/// The index of another library that the method `own` searches.
OwnIndex own_index_of(const DataSet&);
/// The points for the oracle, with their filter.
HostRows searched_rows(const DataSet&);
/// Uploads the points, and attaches their index and their filter. Memory Error with the numbers if they do not fit.
PointSet points_on(DeviceKind, const DataSet&, const Progress& = {});
/// The metric that is used unless another is chosen: that of the index, else Euclidean.
Metric usual_metric(const DataSet&);
/// The title of `own` for these data: "hnsw.faiss: HNSW, M = 6"; "HNSW, M = 6" of an index beside its points; "" without an index.
std::string own_title(const DataSet&);

}  // namespace neighborscope
