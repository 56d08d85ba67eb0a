// Data as they were loaded or made, and what is worth knowing about them.
#pragma once
#include "app/data/data_set.hpp"
#include "app/session/worker.hpp"

#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

struct LoadedData {
    DataSet set;
    std::vector<double> low, high;  ///< [dimension], true coordinates; empty without points
    std::int64_t middle_row = -1;   ///< the point nearest the middle of the box
};

/// Which data, and how they are read.
struct DataChoice {
    std::string source;
    LoadOptions options;

    bool operator==(const DataChoice&) const = default;
};

/// Reads or makes them, and looks them over. Errors as load_data.
std::shared_ptr<const LoadedData> load_choice(const DataChoice&, SharedProgress&, const Progress&);

}  // namespace neighborscope
