// The light window: GLFW and Dear ImGui, the same picture and the same commands as the desktop window.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/document/window_options.hpp"

namespace neighborscope {

/// Opens the window and returns its exit status when it is closed: 0, or 3 when `require_interop` and the first picture of the
/// data had to visit the host. Device Error when there is no display or no OpenGL 4.5.
int run_light(const SessionState&, const WindowOptions&);

}  // namespace neighborscope
