// What the command line asks of a window beside the document it shows, and how large it opens where nothing is asked.
#pragma once
#include <functional>

namespace neighborscope {

struct WindowOptions {
    bool require_interop = false;  ///< a picture that has to visit the host ends the program with a device Error (exit status 3)
    int width = 0, height = 0;     ///< of the window, logical pixels; 0: default_window_size() of the screen
    int scale = 100;               ///< percent: how large text is to be now, which a small screen keeps below what was chosen
    int max_scale = 200;           ///< that the screen has room for
    /// Called when the window is closed and everything is saved, with the exit status: the process may end from then on, whatever its
    /// threads are at, as libraries that build a tree cannot be stopped.
    std::function<void(int status)> closed = [](int) {};
};

struct WindowSize {
    int width, height;
};

/// Of a screen that leaves so many logical pixels: 1280 x 800, more on larger screens, and never more than there are.
WindowSize default_window_size(int width, int height);

}  // namespace neighborscope
