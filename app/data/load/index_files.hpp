// Indexes of other libraries, told from their first bytes.
#pragma once
#include "app/data/load/input_file.hpp"

#include <string>

namespace neighborscope {

/// "an index of FAISS over 2000 vectors of 16 dimensions"; "" when the file is no index that is known. Annoy's have no header and are known
/// by their name.
std::string index_kind(const InputFile&);

}  // namespace neighborscope
