// Recall as text.
#pragma once
#include <cstdint>
#include <string>

namespace neighborscope {

std::string text_of_recall(std::int64_t found, std::int64_t asked);  ///< "0.9375": 4 decimals, 1 only if nothing is missing

}  // namespace neighborscope
