// What a file without a name of its own is told from: a header of two numbers that the file's size confirms, or does not.
#pragma once
#include "app/data/load/input_file.hpp"

namespace neighborscope::bigann {

/// Throws the input Error where a file that is no .fbin begins as one does, with the number of vectors and their dimension, but has
/// another size: of bytes, of lists of neighbours, or cut.
void refuse_header(const InputFile&);

}  // namespace neighborscope::bigann
