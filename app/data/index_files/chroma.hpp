// Chroma's folder of an index: hnswlib's parts in files of their own.
#pragma once
#include "gpu/index/stored_index.hpp"

#include <string>

namespace neighborscope::index_files {

/// Whether the folder has the files that Chroma writes.
bool is_chroma_folder(const std::string& folder);
/// Reads header.bin, data_level0.bin and link_lists.bin. Errors as those of hnswlib's file. Source: chroma-hnswlib 0.7, hnswalg.h,
/// persistDirty.
stored::StoredIndex read_chroma(const std::string& folder);

}  // namespace neighborscope::index_files
