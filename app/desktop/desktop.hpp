// The Qt window.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/document/window_options.hpp"

namespace neighborscope {

/// Opens the window and runs it to its end. Returns the exit status: 0, or 3 when interop was required and is not to be had.
int run_desktop(SessionState, const WindowOptions&);

}  // namespace neighborscope
