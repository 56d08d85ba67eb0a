// What the JSON files of several subcommands say alike.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace neighborscope::shell {

using Json = nlohmann::ordered_json;

/// Names and values of every option, presets included.
Json options_json(const Options&);
/// name, count, dimension and hash, 16 hexadecimal digits.
Json data_json(const DataSet&);
Json counters_json(const std::vector<Counter>&);
/// The double with the fewest digits that is this float when rounded: 0.3201, not 0.32010000944137573.
double shortest(float);
/// Indented by two, a line at the end; bytes that are no UTF-8 are replaced.
std::string json_text(const Json&);

}  // namespace neighborscope::shell
