// The vectors that an index stores, as points.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/index/stored_index.hpp"
#include "gpu/progress.hpp"

#include <span>
#include <vector>

namespace neighborscope::index_files {

/// All rows, decoded, in their order, without an origin. A memory Error when they do not fit, an input Error when the file has none,
/// there are no
/// rows, or a value is no finite number.
DataSet points_of(const stored::StoredIndex&, const std::string& path, const Progress& = {});

/// usearch brings vectors to length 127 before it rounds them to int8, and queries, too. Where the points are such vectors, this brings
/// queries, [queries][dimension], to that length, so that Euclidean distances are those of the index. Else it does nothing.
void scale_queries(const DataSet&, std::vector<float>& queries);
void scale_queries(const DataSet&, std::vector<double>& queries);
/// Whether it does something.
bool scales_queries(const DataSet&);

/// A usage Error if `points`, [rows][dimension], named `name`, are clearly not what the index of the file `path` stores: by some rows, whose
/// codes may have errors.
void require_own_vectors(const stored::StoredIndex&, std::span<const float> points, const std::string& name, const std::string& path);

/// Opens the index of a file that was built from these points, for an index whose file has no vectors, or only codes of them. Usage Errors:
/// other rows or dimensions; points with an origin, which the index does not have. Input Errors as open_index.
void attach_index(DataSet&, const std::string& path);

}  // namespace neighborscope::index_files
