// `run --method own`: the search of an index of another library, replayed. DATA is the index.
#pragma once
#include "app/command_line/arguments.hpp"
#include "app/command_line/queries.hpp"

#include <string>

namespace neighborscope::shell {

struct OwnRun {
    const DataArguments& data;
    const QuestionArguments& question;
    const QueryArguments& queries;
    std::string out;  ///< --out; "" for none
};

/// Prints what `run` prints, and writes lists: CSV query,rank,index,distance,id, or NPZ `index`, `distance` and, where the index has ids
/// of its own, `id`
/// int64 [queries][k]. Usage Errors: DATA is no index, an option that it does not have, a metric that is not its own.
int run_own(const OwnRun&);

}  // namespace neighborscope::shell
