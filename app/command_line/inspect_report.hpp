// What `inspect` prints.
#pragma once
#include "app/command_line/json_parts.hpp"
#include "app/inspect/inspection.hpp"
#include "app/measure/filter_recall.hpp"

#include <string>

namespace neighborscope::shell {

/// Of one index; `losses`: how many missed neighbours are named.
std::string inspection_text(const inspect::Inspection&, std::size_t losses);
std::string change_text(const inspect::Inspection& before, const inspect::Inspection& after, const inspect::InspectionChange&);
/// Keys carry units; with queries `recall`, `ceiling` and `ledger`. Schema: README.md of this folder.
Json inspection_json(const inspect::Inspection&);
/// What a filter does: `rows` says which are allowed.
std::string filter_lines(const std::string& rows, const measure::FilterRecall&);
Json filter_json(const std::string& rows, const measure::FilterRecall&);
Json change_json(const inspect::Inspection& before, const inspect::Inspection& after, const inspect::InspectionChange&);

}  // namespace neighborscope::shell
