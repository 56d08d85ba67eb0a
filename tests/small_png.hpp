// A PNG of 4 x 2 pixels: red and blue squares, as on a chessboard.
#pragma once
#include <string>

namespace neighborscope::test {

inline std::string small_png() {
    constexpr unsigned char bytes[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 4, 0, 0, 0, 2, 8, 2, 0, 0, 0,
        240, 202, 234, 52, 0, 0, 0, 19, 73, 68, 65, 84, 120, 218, 99, 248, 207, 192, 0, 68, 96, 226, 63, 148, 130, 48, 1, 103, 178, 7, 249,
        214, 189, 186, 111, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130};
    return {reinterpret_cast<const char*>(bytes), sizeof bytes};
}

}  // namespace neighborscope::test
