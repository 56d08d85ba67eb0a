// The sentence under Exactness: how many of the neighbours shown agree with the oracle.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "app/session/text/tone.hpp"

#include <string>

namespace neighborscope {

/// The verdict on the list shown: "16 of 16 exact", "recall 0.9375: 15 of 16", always with the count. A missed neighbour of an approximate
/// method is not an error, a false neighbour is.
struct ExactnessVerdict {
    std::string text;
    Tone tone = Tone::second;
};
ExactnessVerdict exactness_verdict(const ViewModel&);
/// What the verdict means, with the two numbers of a list that is exact within rounding: for a tooltip; "" if no explanation is needed.
std::string explain_verdict(const ViewModel&);
/// The same, before the end of a stepped search "9 of 16 final"; "" nothing.
ExactnessVerdict presented_verdict(const ViewModel&);

}  // namespace neighborscope
