// Explanations of a search with its own numbers, for students.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// Explains the longest phase: the lower bound of its time, and known reasons why it takes longer; "" before it is measured.
std::string explain_longest_phase(const ViewModel&, const SessionState&);

/// Sentences on how the method differs from similar methods, and on the effect on the present search.
struct MethodDifferences {
    std::vector<std::string> always;    ///< independent of a search; empty if there is no similar method
    std::vector<std::string> measured;  ///< from the present search; empty until it is answered
};
/// Length of a list: k, or the number of points if smaller.
int list_length(const ViewModel&, const SessionState&);
MethodDifferences explain_method_differences(const ViewModel&, const SessionState&);
/// The writes of both and the sectors that these touch, at this k.
std::string explain_writes(const ViewModel&, int k);

/// For moving points: explains why the index was kept or rebuilt at this tick, and at the previous one if it was shown. Says what the rule
/// waits for if it has nothing to compare with. "": the method keeps no index.
std::string explain_index_update(const Moving&, const SessionState&);

/// A sentence about the neighbours that an approximate method missed ("": none), and for a button the value of an option that finds those
/// that any value finds.
struct MissedAdvice {
    std::string sentence, option, value;  ///< `option`: "": no value finds any of them
    std::int64_t found = 0;               ///< how many of them the value finds
    bool finds_all = false;
    std::string remedy;  ///< for rows that no value finds, since no links lead to them; "": there are none
};
MissedAdvice explain_missed(const ViewModel&);

}  // namespace neighborscope
