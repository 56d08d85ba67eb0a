// Shared parts of the JSON files of several subcommands.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace neighborscope::shell {

using Json = nlohmann::ordered_json;

/// Returns names and values of all options, including presets.
Json options_json(const Options&);
/// Returns name, count, dimension and hash (16 hexadecimal digits).
Json data_json(const DataSet&);
Json counters_json(const std::vector<Counter>&);
/// Returns the double with the fewest digits that rounds to this float: 0.3201, not 0.32010000944137573.
double shortest(float);
/// Formats JSON, indented by two, with a final newline; replaces bytes that are not UTF-8.
std::string json_text(const Json&);

}  // namespace neighborscope::shell
