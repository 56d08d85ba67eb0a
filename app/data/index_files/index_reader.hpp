// What a file format of an index is to the program. A new one is a source beside this file and one line in index_readers.inc.
#pragma once
#include "app/data/load/input_file.hpp"
#include "gpu/index/stored_index.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace neighborscope::index_files {

using SharedFile = std::shared_ptr<const InputFile>;

struct IndexReader {
    std::string_view name;  ///< "hnswlib"
    std::string_view help;  ///< one line: which files, of which versions
    /// Whether this is its format, by the content alone. Looks at no more than the beginning and a few places that it names.
    bool (*recognises)(const InputFile&);
    /// Reads the structure in place. Input Errors with the byte. The index keeps the file.
    stored::StoredIndex (*read)(const SharedFile&);
};

/// All formats, those with a signature first.
std::span<const IndexReader* const> index_readers();
const IndexReader* index_reader_named(std::string_view name);
/// The reader of a file; null when it is no index that is known.
const IndexReader* index_reader_for(const InputFile&);

#define INDEX_READER(format) extern const IndexReader format##_index_reader;
#include "app/data/index_files/index_readers.inc"
#undef INDEX_READER

}  // namespace neighborscope::index_files
