// --out: all lists, as CSV or NPZ.
#pragma once
#include "app/command_line/report.hpp"
#include "app/data/output_file.hpp"

namespace neighborscope::shell {

enum class ListsFormat { csv, npz };
/// By the end of the name; anything else is a usage Error.
ListsFormat lists_format(const std::string& path);

/// CSV: query,rank,index,distance; queries from 0, ranks from 1, no lines past the end of a short list. NPZ: `index` int32
/// and `distance` float32, both [queries][k], -1 and NaN past the end. Indices are rows of the file. Not committed.
void write_lists(OutputFile&, ListsFormat, const DataSet&, const FetchedLists&, const Progress&);

}  // namespace neighborscope::shell
