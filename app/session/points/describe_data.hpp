// What is said about data in the panels.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/shown/view_model.hpp"

namespace neighborscope {

DataFacts facts_of(const LoadedData&, const Projection&);
/// The column that names a point in lists: its title, else its label; "" without either.
std::string title_name(const DataSet&);

/// Rows of the neighbours table: the list's entries without the -1 past its end.
std::vector<NeighbourRow> neighbour_rows(const DataSet&, std::span<const std::int32_t> index, std::span<const float> distance);
/// Fills in where they lie in the picture.
void place_rows(std::vector<NeighbourRow>&, const DataSet&, const Projection&);

}  // namespace neighborscope
