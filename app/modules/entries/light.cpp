// The module `light`.
#include "app/light/light.hpp"

#include "app/modules/modules.hpp"

int neighborscope_run_light(const neighborscope::SessionState& session, const neighborscope::WindowOptions& start) {
    return neighborscope::run_light(session, start);
}
