// The work of many queries at once by the method of a page, for lessons about what queries share. A window answers one query at a time.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/session/document/session.hpp"
#include "gpu/knn.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace neighborscope::lessons {

struct Batch {
    std::int64_t queries = 0;
    std::vector<Counter> counters;
    std::vector<std::pair<std::string, LowerBound>> phases;  ///< by name; least bytes and operations
};

/// Most coordinates that a batch reads, points x queries x dimensions: some tenths of a second. A larger one is not run.
inline constexpr double largest_batch = 2e8;

/// Runs the document's method once, on the host device, for as many queries as its curves have (SessionState::curve_queries): random ones,
/// or every point. Nothing if the document leaves that number at its default, or if the batch is too large.
std::optional<Batch> batch_of(const SessionState&, const std::shared_ptr<const DataSet>&);

}  // namespace neighborscope::lessons
