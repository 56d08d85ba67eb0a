// The least setting that finds a row.
#pragma once
#include <functional>

namespace neighborscope::stored {

/// Doubles from `first` on until `finds(setting)`, then halves the range between the last that does not find and the first that does; above
/// 4096 until it is known to 2 %, because each search with so much takes long. What it returns was tried and finds; a smaller one may, where
/// finding is not monotone in the setting. 0: none up to `most`.
int smallest_setting(int first, int most, const std::function<bool(int)>& finds);

}  // namespace neighborscope::stored
