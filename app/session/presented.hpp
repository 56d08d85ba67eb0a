// What is said on a projector, as plain data: facts, a sentence, how much of the answer is exact. Nothing is said that is not known.
#pragma once
#include "app/session/view_model.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct SessionState;

/// A number (or name) that is read first, and what it is of.
struct PresentedFact {
    std::string number, of;
    bool old = false;  ///< of the question before
};
/// Method, k, leaves visited of all, distances computed of all, milliseconds. As long as no record says which leaves are visited, how many
/// leaves and points there are; of methods without a tree how many points.
std::vector<PresentedFact> presented_facts(const ViewModel&, const SessionState&);

/// The present step's sentence, at the end of a search through a tree why nothing else is nearer; not stepped through, what was found.
std::string presented_sentence(const ViewModel&);

enum class VerdictTone { plain, second, exact, warning, error };
struct PresentedVerdict {
    std::string text;  ///< "16 of 16 exact", "recall 0.9375: 15 of 16", before the end of a stepped search "9 of 16 final"; "" nothing
    VerdictTone tone = VerdictTone::plain;
};
PresentedVerdict presented_verdict(const ViewModel&);

}  // namespace neighborscope
