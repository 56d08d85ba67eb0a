// Formats that people try and that this build does not read, known by their content, with the way out.
#pragma once
#include "app/data/load/input_file.hpp"

namespace neighborscope {

/// Throws the input Error that says what the file is and what to do, when it is one of these.
void refuse_unsupported_format(const InputFile&);

}  // namespace neighborscope
