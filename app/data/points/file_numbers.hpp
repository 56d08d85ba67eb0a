// The numbers of a file in float64, for judging lists that other programs found among these.
#pragma once
#include "app/data/points/data_set.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct FileNumbers {
    /// [count][dimension], rows and columns as in the data. Empty where origin + coordinate is the file's number to the last bit for all
    /// of them, so that nothing had to be read.
    std::vector<double> values;
    std::string why;  ///< they cannot be had: "they are metres, computed from degrees"; then `values` is empty too
};

/// Reads the source of `data` again, as `options` say, which are those it was loaded with. An input Error when it is not what `data` was
/// loaded from any more, a memory Error when the numbers do not fit.
FileNumbers numbers_of_file(const DataSet& data, const LoadOptions& options, const Progress& = {});

/// The queries of load_queries as their file has them, [count][dimension]. For data whose own numbers can be had. Errors as load_queries.
std::vector<double> load_query_numbers(const std::string& file, const DataSet& data, const LoadOptions& = {}, const Progress& = {});

}  // namespace neighborscope
