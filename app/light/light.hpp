// The light window: GLFW and Dear ImGui, with the same picture and commands as the desktop window.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/document/window_options.hpp"

namespace neighborscope {

/// Runs the window until it is closed. Returns the exit status: 0, or 3 if interop is required and the first picture of the data was copied
/// through the host. Device Error without a display or OpenGL 4.5.
int run_light(const SessionState&, const WindowOptions&);

}  // namespace neighborscope
