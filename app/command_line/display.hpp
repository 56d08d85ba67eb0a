// Checks that a window can be opened and a picture drawn before Qt, GLFW and OpenGL start: Qt aborts the program if the named display does
// not exist, and drivers crash without memory.
#pragma once
#include <optional>
#include <string>

namespace neighborscope::shell {

/// Returns why no display can be reached; nothing if one answers or is on another machine, which is not checked.
std::optional<std::string> why_no_display();

/// Throws a memory Error with the numbers if ulimit -v leaves less address space than software OpenGL needs. If it is set but leaves
/// enough, threads started from now on share one heap of malloc.
void require_drawing_memory();

}  // namespace neighborscope::shell
