// What every reader of index files promises, whatever bytes it is given.
#pragma once
#include "app/data/index_files/index_reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::test {

/// A format by its name in index_readers.inc: "faiss". Null when there is none.
const index_files::IndexReader* index_format(std::string_view name);
std::vector<std::string> index_format_names();

/// Reads these bytes as a file of that name. What is accepted has links to its rows only, ids, vectors, and can be searched; what is
/// refused is
/// an input Error of one line that names the file. Throws BrokenPromise. Whether they were accepted.
bool read_index_checked(const index_files::IndexReader&, const std::string& file_name, std::string_view bytes);

}  // namespace neighborscope::test
