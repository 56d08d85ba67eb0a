// Text that is no table in UTF-8 with lines: told by how it begins, and refused with the way out.
#pragma once
#include "app/data/load/input_file.hpp"

namespace neighborscope::csv {

/// Input Errors: UTF-16, UTF-32, an HTML page, CR alone as line end. The commands they give can be pasted into a shell.
void refuse_foreign(const InputFile&);

}  // namespace neighborscope::csv
