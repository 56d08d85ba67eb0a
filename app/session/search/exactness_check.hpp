// Compares one list with the oracle, in small pieces so that it can be cancelled quickly.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/session/shown/view_model.hpp"
#include "gpu/oracle/oracle.hpp"

namespace neighborscope {

/// Data with more coordinates are not checked in the background.
constexpr double max_checked_coordinates = 2e8;

/// Compares a list of width k (-1 and NaN past its end). With `approximate`, a missed neighbour is no error. Missed rows get row, rank and
/// distance. Throws Cancelled.
Exactness check_exactness(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const float> distance, Metric, std::int64_t exclude, const Progress&, bool approximate = false);

/// The rows in the data set, in the order of the list.
std::vector<std::int32_t> indices_of(const std::vector<NeighbourRow>&);
/// Adds titles and coordinates of missed rows, and why each is missed.
void describe_missed(std::vector<NeighbourRow>& missed, const DataSet&, std::vector<MissReason>);

}  // namespace neighborscope
