// Reads an index that is a folder: Chroma's, or a graph of DiskANN.
#pragma once
#include "app/data/load/reader.hpp"

namespace neighborscope {

/// The points and the index of a folder for which index_files::is_index holds. Errors as Reader::read.
DataSet read_index_folder(const std::string& path, const ReadOptions&, const Progress&);

}  // namespace neighborscope
