// --out: all lists, as CSV or NPZ.
#pragma once
#include "app/command_line/report.hpp"
#include "app/data/output_file.hpp"

namespace neighborscope::shell {

enum class ListsFormat { csv, npz };
/// By the end of the name; anything else is a usage Error.
ListsFormat lists_format(const std::string& path);

/// Memory Error with both numbers when lists of k, padded, would not fit into this machine's memory; .csv holds only what there is.
void require_memory_for_lists(ListsFormat, std::int64_t queries, int k);

/// CSV: query,rank,index,distance; queries from 0, ranks from 1, no lines past the end of a short list. NPZ: `index` int32
/// and `distance` float32, both [queries][wanted], -1 and NaN past the end. Indices are rows of the file. Not committed.
void write_lists(OutputFile&, ListsFormat, const DataSet&, const FetchedLists&, const Progress&);

}  // namespace neighborscope::shell
