// What the facts mean: one finding for each part, with the command that mends it.
#pragma once
#include "app/command_line/doctor/facts.hpp"

namespace neighborscope::shell::doctor {

enum class Standing {
    ok,
    missing,  ///< the program does without it
    broken    ///< something that is there does not work
};
std::string_view name(Standing);  ///< "ok", "missing", "broken"

struct Finding {
    std::string part;  ///< "GPU", "OpenGL", ...
    Standing standing = Standing::ok;
    std::string found;  ///< one line
    std::string mend;   ///< one command, or what to do where no command helps; "" when nothing is to be done
};

/// In the order of the report.
std::vector<Finding> findings(const Facts&);
bool any_broken(const std::vector<Finding>&);

/// For people, and to be pasted into a bug report: program, system, then a line for each part.
std::string report_text(const Facts&, const std::vector<Finding>&);
/// The same for programs; the keys are in app/command_line/README.md.
std::string report_json(const Facts&, const std::vector<Finding>&);

}  // namespace neighborscope::shell::doctor
