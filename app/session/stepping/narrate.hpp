// A step in words: the sentence of its kind with this step's values, numbers written as everywhere in the windows.
#pragma once
#include "app/session/shown/stepping.hpp"

#include <string>
#include <utility>

namespace neighborscope {

/// "Thread 37 pushes row 1 203 at 4.21 ...": StepKind::sentence with {block} {actor} {round} {point} {distance} {left}
/// {left distance} {bound} {size} {k} {source} and the others filled in. A quadrant's distance and the k-th are written so that they
/// differ. Points are rows of the file. What a step does not have is a dash.
std::string narrate_step(const Recording&, std::int64_t position);
/// "step 412 of 1 903"
std::string step_text(std::int64_t position, std::int64_t count);
std::string ordinal(std::int64_t number);  ///< "16th"
/// A point of the record, as a row of the file.
std::string row_text_of(const Recording&, std::int32_t index);
/// A distance with the digits that this record's distances have.
std::string distance_text(const Recording&, double distance);
/// Two distances that were compared, as text_of_coordinate() has them for `extent`, with more digits until they differ: seven at most.
std::pair<std::string, std::string> distances_apart(double a, double b, double extent);
/// "heap of thread 37", from the method's "heap of a thread"; with the block where there are several.
std::string structure_title(const Recording&, int structure, int block, int actor);
/// "push", "eviction": of the kind.
std::string kind_name(const Recording&, std::int64_t position);

}  // namespace neighborscope
