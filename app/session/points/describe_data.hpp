// Describes data for panels.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/shown/view_model.hpp"

namespace neighborscope {

DataFacts facts_of(const LoadedData&, const Projection&);
/// The name of the column that names points in lists: their title, else their label; "" without both.
std::string title_name(const DataSet&);

/// Whether the points have an index whose ids tell more than the numbers of its rows.
bool shows_ids(const DataSet&);

/// Makes the rows of the neighbours table from a list, without the -1 past its end.
std::vector<NeighbourRow> neighbour_rows(const DataSet&, std::span<const std::int32_t> index, std::span<const float> distance);
/// Fills in the coordinates along the axes of the picture.
void place_rows(std::vector<NeighbourRow>&, const DataSet&, const Projection&);

}  // namespace neighborscope
