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
    std::vector<std::int64_t>
        query;                       ///< [queries], the rows of the file of points, or of queries, that asked; empty: the file does not say
    std::vector<std::string> notes;  ///< how the file was understood, a sentence each: "ranks are counted from 0"
};

/// Reads
/// - .npz: an array `index` (or indices, neighbors, ids, I) [queries][k] and, where there is one, `distance` (distances, D);
/// - .npy: the indices alone; .ivecs: the same as TEXMEX writes ground truth;
/// - text: a header query,rank,index[,distance] with ranks from 1, as `run --out lists.csv` writes, or k indices a line.
/// Text and .ivecs may be packed by gzip. Input Errors: rows of other width, ranks that are missing or occur twice, what is no index,
/// a neighbour whose distance is NaN or below 0. A memory Error before lists outgrow the machine.
ForeignLists read_lists(const std::string& path, const Progress& = {});

/// Whether a file that could also be points is a file of lists: by its header, the names of its arrays, .ivecs.
bool looks_like_lists(const std::string& path);

}  // namespace neighborscope
