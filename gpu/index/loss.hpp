// Why a search of an index missed a true neighbour, and which setting finds it.
#pragma once
#include "gpu/index/reach.hpp"
#include "gpu/index/replay.hpp"
#include "gpu/index/true_distance.hpp"

#include <string>
#include <string_view>

namespace neighborscope::stored {

/// The first thing that lost a neighbour, in this order.
enum class Cause {
    deleted,      ///< the row is marked as deleted
    unreachable,  ///< no links lead to it from where the search of this query begins at level 0
    code,         ///< by its code it is not among the k nearest
    not_probed,   ///< its list was not searched
    beam_ended,   ///< the search stopped before it came to the row, or let it go
};
inline constexpr int causes = 5;
std::string_view name(Cause);  ///< "deleted", "unreachable", "code", "list not probed", "beam ended"

struct Loss {
    std::int64_t query = 0;
    int rank = 0;  ///< among the true neighbours, from 1
    std::int32_t row = -1;
    double distance = 0;  ///< true
    Cause cause = Cause::beam_ended;
    /// The least ef or probes that was found to return it (by doubling, then bisection; the search was run with it). 0: none up to `tried`.
    int needed = 0;
    int tried = 0;
    int list_rank = 0;         ///< of its list among the nearest, from 1; 0 without lists
    int probed = 0;            ///< lists that were searched; 0 without lists
    double code_distance = 0;  ///< of what is stored, for codes; else 0
};

/// Explains what the search of one query missed. Used by one thread at a time.
class LossExplainer {
public:
    /// All must outlive this. `settings` are those of the search, after settled(). `reach`: null without a graph.
    LossExplainer(const Searched&, IndexReplay&, ReachOfStarts* reach, const ReplaySettings& settings, const float* query);

    /// Whether any setting can find this row: it is not deleted, and links lead to it from where the search begins.
    bool is_reachable(std::int32_t row);
    /// Fills in cause, setting and numbers. Rank, row and the true distance are given.
    void explain(Loss&);

private:
    std::vector<Found> searched_with(const ReplaySettings&);
    bool code_is_near_enough(std::int32_t row);
    double distance_of_code(std::int32_t row) const;
    void explain_list(Loss&);
    void explain_beam(Loss&);

    const Searched& searched_;
    const StoredIndex& index_;
    IndexReplay& replay_;
    ReachOfStarts* reach_;
    ReplaySettings settings_;
    const float* query_;
    std::int32_t start_ = -1;
    std::vector<Found> nearest_by_codes_;  ///< all rows ranked by what is stored, for codes; found when first needed
};

/// "the beam ended first; ef = 92 finds it"
std::string reason_of(const Loss&, const StoredIndex&);
/// "1st", "2nd", "3rd", "4th"
std::string ordinal(int number);

}  // namespace neighborscope::stored
