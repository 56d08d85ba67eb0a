// What the command line asks of a window beside the document it shows.
#pragma once

namespace neighborscope {

struct WindowStart {
    bool require_interop = false;    ///< a picture that has to visit the host ends the program with a device Error (exit status 3)
    int width = 1280, height = 800;  ///< of the window, logical pixels
};

}  // namespace neighborscope
