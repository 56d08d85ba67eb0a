// What `compare` says of lists: as text, as JSON, as a file of queries.
#pragma once
#include "app/command_line/json_parts.hpp"
#include "app/compare/comparison.hpp"

namespace neighborscope::shell {

/// The lines below the heading. `strict`: lists with equal distances in another order are told of as those at fault are.
std::string compare_text(const Comparison&, const DataSet&, bool strict);
Json compare_json(const Comparison&, const DataSet&, int exit_status);
/// A table query,class,reason of the lists that are wrong or miss neighbours (`strict`: or whose equal distances are in another order),
/// ascending by query.
std::string wrong_queries_text(const Comparison&, const DataSet&, bool strict);

}  // namespace neighborscope::shell
