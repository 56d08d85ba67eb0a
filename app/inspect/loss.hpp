// Why an index missed true neighbours, and what would find them.
#pragma once
#include "app/inspect/true_neighbours.hpp"
#include "gpu/index/loss.hpp"

#include <array>
#include <optional>
#include <string>

namespace neighborscope::inspect {

using stored::Cause;
using stored::causes;
using stored::Loss;
using stored::name;

/// What the search of all queries gave.
struct Ledger {
    stored::ReplaySettings settings;                 ///< as they were used
    std::int64_t queries = 0, asked = 0, found = 0;  ///< true neighbours
    std::int64_t reachable = 0;                      ///< of those asked: not deleted, and reachable from the query's start
    double mean_distances = 0;                       ///< computed per query, as the library counts
    std::vector<double> recalls;                     ///< [queries]
    std::vector<Loss> losses;                        ///< by query, then rank
    std::array<std::int64_t, causes> counts{};
    /// The least setting that finds so much of what is missed now, and how many of these it found when it was run. 0: no setting finds as
    /// much.
    int setting_for_most = 0;
    std::int64_t found_by_it = 0;

    double recall() const { return asked > 0 ? double(found) / double(asked) : 1; }
    /// The share of true neighbours that any search of this graph could find.
    double ceiling() const { return asked > 0 ? double(reachable) / double(asked) : 1; }
};
inline constexpr double most_of_losses = 0.95;

/// Replays all queries and looks into every miss. A neighbour at the same distance as the last true one counts as that. Runs on all cores.
Ledger ledger_of(const Searched&, std::span<const float> queries, const std::vector<std::vector<TrueRow>>& truth,
    const stored::ReplaySettings&, const Progress& = {});

/// "row 812, the 3rd nearest of query 7, was missed: the beam ended first; ef = 92 finds it"
std::string sentence_of(const Loss&, const stored::StoredIndex&);
/// "ef = 92 finds 95 % of what is missed now"; "" when nothing is missed.
std::string advice_of(const Ledger&, const stored::StoredIndex&);

}  // namespace neighborscope::inspect
