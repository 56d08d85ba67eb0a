// Recognises index files of other libraries that no reader of indexes opens, by their first bytes.
#pragma once
#include "app/data/load/input_file.hpp"

#include <string>

namespace neighborscope {

/// Returns "an index of DiskANN, on disk, over 2000 vectors of 16 dimensions"; "" if the file is not a known index, or app/data/index_files
/// opens it. Annoy's indexes have no header and are recognised by their name.
std::string index_kind(const InputFile&);

}  // namespace neighborscope
