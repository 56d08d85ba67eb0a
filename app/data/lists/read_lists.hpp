// Lists of neighbours that another program found, as files of them come: to be compared with the truth.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// Lists as the file has them: nothing is judged.
struct ForeignLists {
    std::string path;
    std::int64_t queries = 0;
    int k = 0;
    std::vector<std::int64_t> index;  ///< [queries][k], rows of the file of points, from 0; -1 past the end of a list
    std::vector<double> distance;     ///< [queries][k], NaN past the end; empty: the file gives none
    std::vector<std::int64_t> query;  ///< [queries], rows of the file that asked, where it says so; else empty: 0, 1, 2..
    std::vector<std::string> notes;   ///< how the file was understood, a sentence each: "ranks are counted from 0"
};

/// Reads, also packed by gzip,
/// - .npz and .hdf5: arrays [queries][k] named as libraries name them (list_names.hpp), `index`, `labels`, `neighbors`, `I`.., and where there
///   are any `distance`, `dist`, `D`..; else the only matrix of integers, and the other one of its shape (arr_0 and arr_1). `query`
///   [queries] are the rows that asked;
/// - .npy: the indices alone; .ivecs: the same as TEXMEX writes ground truth; ground truth of big-ann-benchmarks: uint32 queries and k, then
///   all indices, then all distances where there are any;
/// - text: a header query,rank,index[,distance], ranks from 1 or 0, as `run --out lists.csv` writes, or k indices a line;
/// - JSON: [[1, 2], ..], [{"ids": [1, 2], "distances": [..]}, ..], {"indices": [[1, 2], ..], "distances": ..}, or a line a query.
/// Past the end of a list stand -1, the largest number of 32 or 64 bits, NaN, or SciPy's number of points at an infinite distance. Any other index is kept, and so is
/// any distance, below 0 or NaN. Input Errors: rows of other width, ranks that are missing or occur twice, what is no whole number. A
/// memory Error before lists outgrow the machine.
ForeignLists read_lists(const std::string& path, const Progress& = {});

/// Whether a file that could also be points is surely a file of lists: by its header, the names of its arrays or keys, .ivecs, or a size
/// that fits a ground truth with distances.
bool looks_like_lists(const std::string& path);

}  // namespace neighborscope
