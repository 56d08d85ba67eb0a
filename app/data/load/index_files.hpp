// Recognises index files of other libraries by their first bytes.
#pragma once
#include "app/data/load/input_file.hpp"

#include <string>

namespace neighborscope {

/// Returns "an index of FAISS over 2000 vectors of 16 dimensions"; "" if the file is not a known index. Annoy's indexes have no header and
/// are recognised by their name.
std::string index_kind(const InputFile&);

}  // namespace neighborscope
