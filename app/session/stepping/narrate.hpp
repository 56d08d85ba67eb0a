// Describes a step in words: the sentence of its kind, filled in with this step's values.
#pragma once
#include "app/session/shown/stepping.hpp"

#include <string>
#include <utility>

namespace neighborscope {

/// "Thread 37 pushes row 1 203 at 4.21 ...": fills in the placeholders of StepKind::sentence, such as {block}, {actor}, {round}, {point},
/// {distance}, {left}, {left distance}, {bound}, {size}, {k} and {source}; of a walk {seen}, {seen distance}, {former distance}, {from},
/// {level}, {list} and {rank}. A quadrant's distance and the k-th get enough digits to differ.
/// Points are rows of the file. A missing value is a dash.
std::string narrate_step(const Recording&, std::int64_t position);
/// "step 412 of 1 903"
std::string step_text(std::int64_t position, std::int64_t count);
std::string ordinal(std::int64_t number);  ///< "16th"
/// A point of the recording, as a row of the file.
std::string row_text_of(const Recording&, std::int32_t index);
/// A distance, with the number of digits used in this recording.
std::string distance_text(const Recording&, double distance);
/// Two compared distances as text_of_coordinate(), with more digits until they differ, at most seven.
std::pair<std::string, std::string> distances_apart(double a, double b, double extent);
/// "heap of thread 37", from the method's "heap of a thread"; with the block if there are several.
std::string structure_title(const Recording&, int structure, int block, int actor);
/// The name of the kind of step: "push", "eviction".
std::string kind_name(const Recording&, std::int64_t position);

}  // namespace neighborscope
