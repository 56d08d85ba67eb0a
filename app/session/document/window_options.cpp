#include "app/session/document/window_options.hpp"

#include <algorithm>

namespace neighborscope {

WindowSize default_window_size(int width, int height) {
    constexpr double part = 0.85, widest_shape = 1.8;  // share of the screen; largest ratio of width to height
    constexpr int min_width = 1280, max_width = 2400, min_height = 800, max_height = 1500;
    const int high = std::clamp(int(part * height), min_height, max_height);
    const int wide = std::clamp(std::min(int(part * width), int(widest_shape * high)), min_width, max_width);
    return {std::min(wide, width), std::min(high, height)};
}

}  // namespace neighborscope
