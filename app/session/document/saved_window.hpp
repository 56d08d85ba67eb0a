// Saves the size of the light window when it is closed, in window.json. The Qt window saves its size by Qt.
#pragma once
#include <optional>

namespace neighborscope {

struct WindowGeometry {
    int width = 0, height = 0;  ///< logical pixels
    bool maximized = false;
};
/// Returns nothing if none was saved, or if it is no size of a window.
std::optional<WindowGeometry> saved_window_geometry();
/// Saves nothing if the file cannot be written.
void save_window_geometry(const WindowGeometry&);

}  // namespace neighborscope
