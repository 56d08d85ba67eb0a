// What the command line asks of a window beside the document it shows.
#pragma once
#include <functional>
#include <string>

namespace neighborscope {

struct WindowOptions {
    bool require_interop = false;  ///< a picture that has to visit the host ends the program with a device Error (exit status 3)
    int width = 0, height = 0;     ///< of the window, logical pixels; 0: as it was closed last, else what the screen leaves to windows
    bool without_data = false;     ///< no data were named: the window may offer the last session, or say what to try
    std::string lesson;            ///< to be opened: a name or a file; "": none
    /// Called when the window is closed and everything is saved, with the exit status: the process may end from then on, whatever its
    /// threads are at, as libraries that build a tree cannot be stopped.
    std::function<void(int status)> closed = [](int) {};
};

}  // namespace neighborscope
