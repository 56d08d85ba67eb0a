// Cards drawn over the picture: an error, the progress of work, an explanation.
#pragma once
#include "gpu/error.hpp"
#include "gpu/record/record.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace neighborscope {

/// An error. The title states the cause with its numbers, the remedy what to do.
struct ErrorCard {
    std::string title, remedy;
    Failure kind = Failure::usage;
};

/// Explains why a point or a leaf is, or is not, part of the answer; without both, why the query needs so much work.
struct Why {
    std::string title, text;
    std::optional<RecordedTree::Box> leaf = {};  ///< the leaf that is explained; the card is placed beside it
    std::int64_t row = -1;                       ///< the point that is explained; -1: none
    bool is_of_query() const { return !leaf && row < 0; }
};

struct ProgressCard {
    std::string title;
    double done = 0, total = 0;
    double seconds = 0;  ///< elapsed in this part of the work
    std::string unit;

    bool end_in_sight() const { return total > 0 && done < total; }  ///< false while the total is unknown
    double share() const { return end_in_sight() && done > 0 ? done / total : 0; }
    std::string time_left() const;  ///< "about 12 s left"; "" if unknown
};
std::string text_of_time_left(double seconds);  ///< "about 12 s left"
/// "42 %, about 12 s left"; "7 s" while the total is unknown.
std::string text_of_progress(const ProgressCard&);

}  // namespace neighborscope
