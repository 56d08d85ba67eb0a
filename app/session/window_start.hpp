// What the command line asks of a window beside the document it shows.
#pragma once
#include <functional>

namespace neighborscope {

struct WindowStart {
    bool require_interop = false;    ///< a picture that has to visit the host ends the program with a device Error (exit status 3)
    int width = 1280, height = 800;  ///< of the window, logical pixels
    /// Called when the window is closed and everything is saved, with the exit status: the process may end from then on, whatever its
    /// threads are at, as libraries that build a tree cannot be stopped.
    std::function<void(int status)> closed = [](int) {};
};

}  // namespace neighborscope
