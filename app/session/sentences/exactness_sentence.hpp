// What is said under Exactness: how much of the list shown is the oracle's.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "app/session/text/tone.hpp"

#include <string>

namespace neighborscope {

/// What is known of the list shown: "16 of 16 exact", "recall 0.9375: 15 of 16". Never a tone without the count. What an approximate method
/// misses is no error, what it makes up is.
struct ExactnessVerdict {
    std::string text;
    Tone tone = Tone::second;
};
ExactnessVerdict exactness_verdict(const ViewModel&);
/// What the verdict means, with the two numbers of a list that is exact within rounding: for a tooltip; "" when it speaks for itself.
std::string explained_verdict(const ViewModel&);
/// The same, before the end of a stepped search "9 of 16 final"; "" nothing.
ExactnessVerdict presented_verdict(const ViewModel&);

}  // namespace neighborscope
