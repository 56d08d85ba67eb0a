// Recognises files without a signature by a header of two numbers that fits the file's size.
#pragma once
#include "app/data/load/input_file.hpp"

namespace neighborscope::bigann {

/// Throws the input Error for a file that begins with the number of vectors and their dimension, as .fbin does, but has the size of another
/// type (bytes, lists of neighbours) or is cut.
void refuse_header(const InputFile&);

}  // namespace neighborscope::bigann
