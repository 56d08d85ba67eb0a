// The exactness meter: one list against the oracle, in pieces, so that it can stop quickly.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/session/shown/view_model.hpp"
#include "gpu/oracle/oracle.hpp"

namespace neighborscope {

/// Data with more coordinates than this are not checked in the background.
constexpr double max_checked_coordinates = 2e8;

/// Judges a list of width k (-1 and NaN past the end), an approximate method's by its own contract. Of missed rows it
/// says row, rank and distance. Throws Cancelled when `progress` says so.
Exactness check_exactness(const HostRows& points, const std::vector<float>& query, std::span<const std::int32_t> index,
    std::span<const float> distance, Metric, std::int64_t exclude, const Progress&, bool approximate = false);

/// Rows of the data set, in order.
std::vector<std::int32_t> indices_of(const std::vector<NeighbourRow>&);
/// Adds what the data set says of missed rows, and for each why it is missed.
void describe_missed(std::vector<NeighbourRow>& missed, const DataSet&, std::vector<MissReason>);

}  // namespace neighborscope
