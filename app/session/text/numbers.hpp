// Numbers as text for people: a thin no-break space between thousands, a typographic minus, no unit.
#pragma once
#include "gpu/knn.hpp"

#include <cstdint>
#include <string>

namespace neighborscope {

std::string text_of_count(std::int64_t);
std::string text_of_amount(std::int64_t, const char* one, const char* several);  ///< "1 leaf", "12 leaves"
std::string text_of_part(std::int64_t some, std::int64_t all);                   ///< "12 of 1 707"
std::string text_of_decimals(double, int decimals);
std::string metric_word(Metric);                              ///< adjective before "distance": "Euclidean", "cosine"; or "inner product"
std::string metric_noun(Metric);                              ///< "Euclidean distance", "inner product"
std::string text_of_percent(double share, int decimals = 1);  ///< 0.125 is "12.5 %"
std::string text_of_share(double share);                      ///< "12 %"; "under 1 %" if it is not 0
std::string text_of_milliseconds(double);                     ///< 3 decimals under 10
std::string text_of_duration(double milliseconds);            ///< "12.35 ms", "4.47 ns": in a unit that suits its size
std::string text_of_times(double ratio);                      ///< "2 030", "15.5", "1.88", "0.064": at most three significant digits
std::string text_of_bytes(std::uint64_t);                     ///< "512 B", "12.4 GB": decimal prefixes
/// `value` with as many decimals as `extent` needs for about 5 significant digits: one precision per column.
std::string text_of_coordinate(double value, double extent);
/// The smallest step of a scale that is 1, 2 or 5 times a power of ten and at least `least`.
double nice_step(double least);
/// "drop a file" -> "Drop a file."
std::string as_sentence(std::string);

}  // namespace neighborscope
