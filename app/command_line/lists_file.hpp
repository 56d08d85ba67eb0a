// --out: all lists, as CSV or NPZ.
#pragma once
#include "app/command_line/report.hpp"
#include "app/data/files/output_file.hpp"

namespace neighborscope::shell {

enum class ListsFormat { csv, npz };
/// By the end of the name; anything else is a usage Error.
ListsFormat lists_format(const std::string& path);

/// Before anything is searched or written, for lists of k that .npz pads (.csv holds only what there is): a memory Error with both numbers
/// when they would not fit into this machine's memory, a usage Error when more than 100 MB of them were padding, as there are only
/// `points` points, an input Error when the disk has no room.
void require_room_for_lists(const OutputFile&, ListsFormat, std::int64_t queries, int k, std::int64_t points);

/// CSV: query,rank,index,distance; ranks from 1, no lines past the end of a short list. NPZ: `index` int32 and `distance` float32, both
/// [queries][wanted], -1 and NaN past the end. Indices are rows of the file. Where the points ask, in their order, so is the query, which is
/// then an array of NPZ, `query` int64 [queries]; else queries are counted from 0. Not committed.
void write_lists(OutputFile&, ListsFormat, const DataSet&, const FetchedLists&, bool points_ask, const Progress&);

}  // namespace neighborscope::shell
