// Whether a window can be opened and a picture drawn, asked before Qt, GLFW and OpenGL are: Qt aborts the program where a display is named
// but not there, and drivers crash where they get no memory.
#pragma once
#include <optional>
#include <string>

namespace neighborscope::shell {

/// Why no display can be reached, for a person; nothing when one answers or lies on another machine, which is not asked.
std::optional<std::string> why_no_display();

/// A memory Error with the numbers when ulimit -v leaves less address space than software OpenGL takes. Where it leaves enough, but is set,
/// threads that are started from now on share one heap of malloc.
void require_drawing_memory();

}  // namespace neighborscope::shell
