// The output of `compare`: text, JSON, and a file of queries.
#pragma once
#include "app/command_line/json_parts.hpp"
#include "app/compare/comparison.hpp"

namespace neighborscope::shell {

/// Returns the lines below the heading. `strict`: lists with equal distances in another order count as faulty.
std::string compare_text(const Comparison&, const DataSet&, bool strict);
Json compare_json(const Comparison&, const DataSet&, int exit_status);
/// Returns a table query,class,reason of the lists that are wrong or incomplete (with `strict` also those with equal distances in another
/// order), ascending by query.
std::string wrong_queries_text(const Comparison&, const DataSet&, bool strict);

}  // namespace neighborscope::shell
