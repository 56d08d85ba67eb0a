// The report on an index: structure, health and, with queries, what it finds and loses.
#pragma once
#include "app/inspect/graph_health.hpp"
#include "app/inspect/list_health.hpp"
#include "app/inspect/loss.hpp"
#include "app/inspect/vector_health.hpp"

#include <memory>
#include <optional>
#include <string>

namespace neighborscope::inspect {

struct Inspection {
    std::string file;  ///< as it was named
    std::shared_ptr<const stored::StoredIndex> index;
    std::optional<GraphHealth> graph;
    std::optional<ListHealth> lists;
    VectorHealth vectors;
    std::optional<Ledger> ledger;   ///< with queries
    bool truth_is_decoded = false;  ///< true neighbours are those of decoded codes, which differ from the points
};

/// What is asked. Empty spans: no queries, no points beside the index.
struct Question {
    std::span<const float> queries;  ///< [queries][dimension]
    std::span<const float> points;   ///< [rows][dimension], what the index was built from: then the truth is theirs, and codes have errors
    stored::ReplaySettings settings;
};

/// Usage Errors: queries for an index that cannot be searched. Runs on all cores.
Inspection inspect_index(std::string file, const std::shared_ptr<const stored::StoredIndex>&, const Question&, const Progress& = {});

/// How two indexes answer the same queries.
struct QueryChange {
    std::int64_t query = 0;
    double before = 0, after = 0;  ///< recall
};
struct InspectionChange {
    std::vector<std::string> structure;      ///< a sentence for each number that differs: "rows that cannot be reached: 12, then 0"
    std::vector<QueryChange> worse, better;  ///< the greatest change first
    std::int64_t equal = 0;
};
InspectionChange change_of(const Inspection& before, const Inspection& after);

}  // namespace neighborscope::inspect
