// The sentence under Exactness: the number of neighbours shown that agree with the oracle.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "app/session/text/tone.hpp"

#include <string>

namespace neighborscope {

/// The verdict on the list shown: "16 of 16 exact", "recall 0.9375: 15 of 16", always with the count. For an approximate method a missed
/// neighbour is no error; a false neighbour is one for every method.
struct ExactnessVerdict {
    std::string text;
    Tone tone = Tone::second;
};
ExactnessVerdict exactness_verdict(const ViewModel&);
/// The tooltip of the verdict: its meaning, with both distances of a list that is exact within rounding; "": none needed.
std::string explain_verdict(const ViewModel&);
/// The two distances of a list that is exact within rounding, and what rounding can hide; "": it is not.
std::string rounding_text(const ViewModel&);
/// "Recall 0.6250 with the filter, 0.9375 without it; ef = 340 would find all." for an index that is searched with a filter; else "".
std::string filter_recall_text(const ViewModel&);
/// The verdict; before the end of a stepped search "9 of 16 final"; "": none.
ExactnessVerdict presented_verdict(const ViewModel&);

}  // namespace neighborscope
