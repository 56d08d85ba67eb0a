// What `inspect` prints.
#pragma once
#include "app/command_line/json_parts.hpp"
#include "app/inspect/inspection.hpp"

#include <string>

namespace neighborscope::shell {

/// Of one index; `losses`: how many missed neighbours are named.
std::string inspection_text(const inspect::Inspection&, std::size_t losses);
std::string change_text(const inspect::Inspection& before, const inspect::Inspection& after, const inspect::InspectionChange&);
/// Keys carry units; with queries `recall`, `ceiling` and `ledger`. Schema: README.md of this folder.
Json inspection_json(const inspect::Inspection&);
Json change_json(const inspect::Inspection& before, const inspect::Inspection& after, const inspect::InspectionChange&);

}  // namespace neighborscope::shell
