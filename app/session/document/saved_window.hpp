// The size of the light window when it was closed last: window.json among what is kept. The Qt window keeps its own.
#pragma once
#include <optional>

namespace neighborscope {

struct WindowGeometry {
    int width = 0, height = 0;  ///< logical pixels
    bool maximized = false;
};
/// None where none was kept, or what was kept is no size of a window.
std::optional<WindowGeometry> saved_window_geometry();
/// Where it cannot be written nothing is kept.
void save_window_geometry(const WindowGeometry&);

}  // namespace neighborscope
