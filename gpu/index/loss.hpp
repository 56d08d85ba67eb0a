// Why a search of an index missed a true neighbour, and which setting finds it.
#pragma once
#include "gpu/index/reach.hpp"
#include "gpu/index/replay.hpp"
#include "gpu/index/true_distance.hpp"

#include <string>
#include <string_view>
#include <unordered_map>

namespace neighborscope::stored {

/// The first thing that lost a neighbour, in this order.
enum class Cause {
    deleted,      ///< the row is marked as deleted
    filtered,     ///< the filter refuses it
    farther,      ///< it is none: all rows of a full list are nearer
    unreachable,  ///< no links lead to it from where the search of this query begins at level 0
    code,         ///< by its code it is not among the k nearest
    not_probed,   ///< its list was not searched
    beam_ended,   ///< the search stopped before it came to the row, or let it go
};
inline constexpr int causes = 7;
std::string_view name(Cause);  ///< "deleted", "filtered", "farther", "unreachable", "code", "list not probed", "beam ended"

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
    std::int32_t start = -1;   ///< of an unreachable row that searches can find that begin elsewhere: where this one begins at level 0
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
    /// Fills in cause, setting and numbers. Row and the true distance are given; the row need not be among the k nearest.
    void explain(Loss&);

private:
    const std::vector<Found>& searched_with(int setting);
    bool are_all_nearer(const std::vector<Found>& list, double distance);
    bool is_refused(std::int32_t row) const { return settings_.filter && !settings_.filter->allows(row); }
    bool is_none(const Loss&);
    bool code_is_near_enough(std::int32_t row);
    double distance_of_code(std::int32_t row) const;
    int least_setting(Loss&, int first, int most);
    void explain_list(Loss&);
    bool explain_beam(Loss&, int most);

    const Searched& searched_;
    const StoredIndex& index_;
    IndexReplay& replay_;
    ReachOfStarts* reach_;
    ReplaySettings settings_;
    const float* query_;
    std::int32_t start_ = -1;
    std::unordered_map<int, std::vector<Found>> searches_;  ///< by setting: losses of one query try the same ones
    std::size_t kept_ = 0;                                  ///< entries of all lists in `searches_`
    std::vector<float> decoded_;
    std::vector<Found> nearest_by_codes_;  ///< all rows ranked by what is stored, for codes; found when first needed
};

/// "the beam ended first; ef = 92 finds it"
std::string reason_of(const Loss&, const StoredIndex&);
/// "1st", "2nd", "3rd", "4th"
std::string ordinal(int number);

}  // namespace neighborscope::stored
