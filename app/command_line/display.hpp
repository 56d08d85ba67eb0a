// Whether a window can be opened, asked before Qt or GLFW are: Qt aborts the program where a display is named but not there.
#pragma once
#include <optional>
#include <string>

namespace neighborscope::shell {

/// Why no display can be reached, for a person; nothing when one answers or lies on another machine, which is not asked.
std::optional<std::string> why_no_display();

}  // namespace neighborscope::shell
