// Cards over the picture: an error, the progress of work, the answer to "why?".
#pragma once
#include "gpu/error.hpp"
#include "gpu/record/record.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace neighborscope {

/// An error: its cause as title, numbers, what to do, and the kind of the cause.
struct ErrorCard {
    std::string title, remedy;
    Failure kind = Failure::usage;
};

/// The answer to "Why not this point?", for a point or a leaf.
struct Why {
    std::string title, text;
    std::optional<RecordedTree::Box> leaf = {};  ///< the leaf that it explains; the card is placed beside it
    std::int64_t row = -1;                       ///< the point that it explains; -1: none
    bool is_of_query() const { return !leaf && row < 0; }
};

struct ProgressCard {
    std::string title;
    double done = 0, total = 0;
    double seconds = 0;  ///< since this part of the work began
    std::string unit;

    bool end_in_sight() const { return total > 0 && done < total; }  ///< false while the total is not known
    double share() const { return end_in_sight() && done > 0 ? done / total : 0; }
    std::string time_left() const;  ///< "about 12 s left"; "" while unknown
};
/// "42 %, about 12 s left"; "7 s" while the total is not known.
std::string text_of_progress(const ProgressCard&);

}  // namespace neighborscope
