// Cards over the picture: an error, the progress of work, the answer to "why?".
#pragma once
#include "gpu/error.hpp"
#include "gpu/record/record.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace neighborscope {

/// Cause as title, numbers, what to do; and of what kind the cause is.
struct ErrorCard {
    std::string title, remedy;
    Failure kind = Failure::usage;
};

/// The answer to "why not this one?", of a point or a leaf.
struct Why {
    std::string title, text;
    std::optional<RecordedTree::Box> leaf = {};  ///< that it is about: what says it stands beside
    std::int64_t row = -1;                       ///< of the point that it is about; -1: none
    bool is_of_query() const { return !leaf && row < 0; }
};

struct ProgressCard {
    std::string title;
    double done = 0, total = 0;
    double seconds = 0;  ///< since this part of the work began
    std::string unit;

    bool end_in_sight() const { return total > 0 && done < total; }  ///< what has been read, for one, is not all that is to be done
    double share() const { return end_in_sight() && done > 0 ? done / total : 0; }
    std::string time_left() const;  ///< "about 12 s left"; "" before it can be told
};
/// "42 %, about 12 s left"; "7 s" where the end is not in sight.
std::string text_of_progress(const ProgressCard&);

}  // namespace neighborscope
