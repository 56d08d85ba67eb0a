// Checks that hold for the graph of every library.
#pragma once
#include "app/data/index_files/byte_reader.hpp"
#include "gpu/index/stored_index.hpp"

namespace neighborscope::index_files {

/// Every link names a row, and so does the entry. Input Errors name row, level and link; `byte_of` is where the graph begins. Reads all
/// links.
void check_links(const ByteReader&, std::uint64_t byte_of, const stored::StoredIndex&);

/// Counts the deleted rows, and forgets the marks when there are none.
void count_deleted(stored::StoredIndex&);

}  // namespace neighborscope::index_files
