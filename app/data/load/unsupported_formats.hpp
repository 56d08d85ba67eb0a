// Recognises formats that this build does not read by their content, and says how to convert them.
#pragma once
#include "app/data/load/input_file.hpp"

namespace neighborscope {

/// Throws the input Error that names the format and the remedy, if the file has one of these formats.
void refuse_unsupported_format(const InputFile&);

}  // namespace neighborscope
