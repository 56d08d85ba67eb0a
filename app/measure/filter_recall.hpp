// What a filter does to the recall of an index of another library.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/oracle/oracle.hpp"

#include <map>
#include <span>
#include <string>

namespace neighborscope::measure {

struct FilterRecall {
    double with = 1, without = 1;  ///< recall with the filter of the data, and of the same search without it
    std::string option;            ///< "ef" or "probes"; "": the index has none
    std::int64_t setting = 0;      ///< its least value with which all neighbours are found with the filter (it was run); 0: no value
    std::int64_t found = 0;        ///< with the greatest value, if none finds all: true neighbours found
    std::int64_t asked = 0;        ///< true neighbours with the filter
};

/// Searches on the host with the method `own` and these options. `exclude`: one row or -1 per query, or empty.
FilterRecall filter_recall(const DataSet&, std::span<const float> queries, std::span<const std::int32_t> exclude, int k, Metric,
    const std::map<std::string, std::string>& options, const Progress& = {});

/// "without the filter recall 0.9800; ef = 340 finds all with it"
std::string filter_recall_text(const FilterRecall&);

}  // namespace neighborscope::measure
