// Opens an index of another library, whatever it is: a file, Chroma's folder, DiskANN's folder or prefix.
#pragma once
#include "app/data/index_files/index_reader.hpp"

#include <string>

namespace neighborscope::index_files {

/// Whether `path` names an index that can be read: by content, without reading the whole. False for what does not exist.
bool is_index(const std::string& path);
/// Reads it, mapped into memory. Input Errors: what is wrong, with the byte; what is no index, with what can be read.
/// A metric that the file does not say is guessed (StoredIndex::metric_is_guessed) where there are vectors.
stored::StoredIndex open_index(const std::string& path);
/// The same of a file in memory, which the index keeps.
stored::StoredIndex open_index(const SharedFile&);

}  // namespace neighborscope::index_files
