// The Qt window.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/document/window_options.hpp"

namespace neighborscope {

/// Runs the window until it is closed. Returns the exit status: 0, or 3 if interop is required and not available.
int run_desktop(SessionState, const WindowOptions&);

}  // namespace neighborscope
