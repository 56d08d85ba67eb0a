// What a student asks about a search, answered in words from its own numbers.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// Which phase takes most of the time, what it could take at the least, and what is known of why it takes more; "" before it is measured.
std::string told_of_longest_phase(const ViewModel&, const SessionState&);

/// What the method does that those most like it do not, and what that means for the question asked: a sentence each.
struct UnlikeSiblings {
    std::vector<std::string> always;    ///< known without an answer; empty of methods that have none so like them
    std::vector<std::string> measured;  ///< comes with an answer, and goes while another is searched
};
/// Entries of a list: k, or all points where these are fewer.
int listed_neighbours(const ViewModel&, const SessionState&);
UnlikeSiblings told_unlike_siblings(const ViewModel&, const SessionState&);

/// Of points that move: why the index was kept or rebuilt at this tick, and at the one before where that was seen; "" without an index that is
/// kept. Where the rule has nothing to compare with, what it waits for.
std::string told_of_upkeep(const Moving&, const SessionState&);

/// What an approximate method missed: how many, where they lie, and what setting finds them all; "" when nothing is missed. The setting is
/// an option's value, for a button.
struct MissedAdvice {
    std::string sentence, option, value;
};
MissedAdvice told_of_missed(const ViewModel&);

}  // namespace neighborscope
