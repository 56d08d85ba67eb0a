#include "app/session/document/window_start.hpp"

#include <algorithm>

namespace neighborscope {

WindowSize usual_size(int width, int height) {
    constexpr double part = 0.85, widest_shape = 1.8;  // of the screen; width by height
    constexpr int least_width = 1280, most_width = 2400, least_height = 800, most_height = 1500;
    const int high = std::clamp(int(part * height), least_height, most_height);
    const int wide = std::clamp(std::min(int(part * width), int(widest_shape * high)), least_width, most_width);
    return {std::min(wide, width), std::min(high, height)};
}

}  // namespace neighborscope
