// The module `desktop`.
#include "app/desktop/desktop.hpp"

#include "app/modules/modules.hpp"

int neighborscope_run_desktop(const neighborscope::SessionState& session, const neighborscope::WindowOptions& start) {
    return neighborscope::run_desktop(session, start);
}
