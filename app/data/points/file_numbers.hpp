// The numbers of a file in float64, to judge neighbour lists that other programs computed from them.
#pragma once
#include "app/data/points/data_set.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct FileNumbers {
    /// [count][dimension], rows and columns as in the data. Empty if origin + coordinate equals the file's number exactly everywhere, so
    /// that nothing was read.
    std::vector<double> values;
    std::string why;  ///< why the numbers are not available: "they are metres, computed from degrees"; then `values` is empty too
};

/// Reads the source of `data` again; `options` are those it was loaded with. An input Error if the file has changed since, a memory Error
/// if the numbers do not fit.
FileNumbers numbers_of_file(const DataSet& data, const LoadOptions& options, const Progress& = {});

/// Reads the queries of load_queries in float64, [count][dimension], for data whose float64 numbers are available. Errors as load_queries.
std::vector<double> load_query_numbers(const std::string& file, const DataSet& data, const LoadOptions& = {}, const Progress& = {});

}  // namespace neighborscope
