// Reads lists of neighbours that another program found, for comparison with the true neighbours.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// Lists as the file has them, not checked against the data.
struct ForeignLists {
    std::string path;
    std::int64_t queries = 0;
    int k = 0;
    std::vector<std::int64_t> index;  ///< [queries][k], rows of the file of points, from 0; -1 past the end of a list
    std::vector<double> distance;     ///< [queries][k], NaN past the end; empty if the file has none
    std::vector<std::int64_t> query;  ///< [queries], rows of the points that are the queries, if the file has them; else empty: 0, 1, 2..
    std::vector<std::string> notes;   ///< how the file was interpreted, one sentence each: "ranks are counted from 0"
};

/// Reads, also from gzip,
/// - .npz and .hdf5: arrays [queries][k] with the names that libraries use (list_names.hpp), `index`, `labels`, `neighbors`, `I`.., and
/// optional `distance`, `dist`, `D`..; else the only matrix of integers, and the other matrix of its shape (arr_0 and arr_1). `query`
/// [queries] has the rows that are queries;
/// - .npy: the indices alone; .ivecs: the same as TEXMEX's ground truth; ground truth of big-ann-benchmarks: uint32 queries and k, then all
/// indices, then optional distances;
/// - text: a header query,rank,index[,distance], ranks from 1 or 0, as `run --out lists.csv` writes, or k indices per line;
/// - JSON: [[1, 2], ..], [{"ids": [1, 2], "distances": [..]}, ..], {"indices": [[1, 2], ..], "distances": ..}, or one line per query.
/// Past the end of a list the file may have -1, the largest number of 32 or 64 bits, NaN, or the number of points at an infinite distance
/// (SciPy). All other indices and all distances are kept, even below 0 or NaN. Input Errors: rows of different widths, missing or repeated
/// ranks, an index that is not a whole number. A memory Error before lists outgrow the machine.
ForeignLists read_lists(const std::string& path, const Progress& = {});

/// Whether a file that could also hold points certainly holds lists: by its header, the names of its arrays or keys, .ivecs, or a size that
/// fits a ground truth with distances.
bool looks_like_lists(const std::string& path);

}  // namespace neighborscope
