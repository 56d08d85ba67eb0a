// --out: writes all lists as CSV or NPZ.
#pragma once
#include "app/command_line/report.hpp"
#include "app/data/files/output_file.hpp"

namespace neighborscope::shell {

enum class ListsFormat { csv, npz };
/// Returns the format by the extension; any other is a usage Error.
ListsFormat lists_format(const std::string& path);

/// Call before searching, for lists of k that .npz pads (.csv has only existing entries). A memory Error with both numbers if they do not
/// fit in memory, a usage Error if they include more than 100 MB of padding because there are only `points` points, an input Error if the
/// disk has no room.
void require_room_for_lists(const OutputFile&, ListsFormat, std::int64_t queries, int k, std::int64_t points);

/// CSV: query,rank,index,distance; ranks from 1, no lines past the end of a short list. NPZ: `index` int32 and `distance` float32, both
/// [queries][wanted], -1 and NaN past the end. Indices are rows of the file. If points are the queries, in order, their rows are the
/// queries, in NPZ as an array `query`, int64 [queries]; else queries are numbered from 0. Data that are an index with ids of its own have
/// them beside the rows: a last column `id`, in NPZ an array, int64 [queries][wanted]. Does not commit the file.
void write_lists(OutputFile&, ListsFormat, const DataSet&, const FetchedLists&, bool points_ask, const Progress&);

}  // namespace neighborscope::shell
