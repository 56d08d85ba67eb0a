// Options of a window that are not part of the document, and its default size.
#pragma once
#include <functional>

namespace neighborscope {

struct WindowOptions {
    bool require_interop = false;  ///< fail with a device Error (exit status 3) if pictures have to be copied through the host
    int width = 0, height = 0;     ///< of the window, logical pixels; 0: default_window_size() of the screen
    int scale = 100;               ///< percent: present scale, which is below the chosen one on a small screen
    int max_scale = 200;           ///< percent: the largest scale that the screen has room for
    /// Called with the exit status when the window is closed and everything is saved. The process may then end while threads still run,
    /// since libraries that build a tree cannot be interrupted.
    std::function<void(int status)> closed = [](int) {};
};

struct WindowSize {
    int width, height;
};

/// The default size on a screen with so many available logical pixels: 1280 x 800, more on larger screens, never more than available.
WindowSize default_window_size(int width, int height);

}  // namespace neighborscope
