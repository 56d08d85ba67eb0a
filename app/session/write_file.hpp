// Whole files, written so that nobody ever finds half of one.
#pragma once
#include <string>
#include <string_view>

namespace neighborscope {

/// Writes a file of its own beside `path`, then renames it over `path`. Input Error with the path when that fails.
void write_file(const std::string& path, std::string_view content);

}  // namespace neighborscope
