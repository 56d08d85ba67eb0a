// Explanations of a search, with its own numbers, for students.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// The phase that takes most of the time, its least time, and known reasons why it takes longer; "" before it is measured.
std::string explain_longest_phase(const ViewModel&, const SessionState&);

/// How the method differs from similar methods, and what that means for the present search: a sentence each.
struct MethodDifferences {
    std::vector<std::string> always;    ///< known without a search; empty if there is no similar method
    std::vector<std::string> measured;  ///< known after a search; empty during the next
};
/// Entries of a list: k, or all points if there are fewer.
int list_length(const ViewModel&, const SessionState&);
MethodDifferences explain_method_differences(const ViewModel&, const SessionState&);

/// Of points that move: why the index was kept or rebuilt at this tick, and at the one before where that was seen; "" without an index that is
/// kept. Where the rule has nothing to compare with, what it waits for.
std::string explain_index_update(const Moving&, const SessionState&);

/// The neighbours that an approximate method missed: how many, where they lie, and the setting that finds them; "": none. The setting is
/// an option's value, for a button.
struct MissedAdvice {
    std::string sentence, option, value;
};
MissedAdvice explain_missed(const ViewModel&);

}  // namespace neighborscope
