// Natural order of names: s2 before s10.
#pragma once
#include <string_view>

namespace neighborscope {

/// Compares consecutive digits as one whole number. A strict order: of names that differ only in leading zeros the shorter is first.
bool natural_less(std::string_view, std::string_view);

}  // namespace neighborscope
