// Counts a character in a text, sixteen characters at a time.
#pragma once
#include <algorithm>
#include <cstring>

namespace neighborscope::csv {

inline std::size_t count_character(char wanted, const char* p, const char* end) {
    using Bytes = unsigned char __attribute__((vector_size(16)));
    const Bytes pattern = Bytes{} + static_cast<unsigned char>(wanted);
    std::size_t count = 0;
    while (end - p >= 16) {
        Bytes found{};
        for (int i = 0; i < 255 && end - p >= 16; ++i, p += 16) {
            Bytes here;
            std::memcpy(&here, p, sizeof here);
            found -= reinterpret_cast<Bytes>(here == pattern);
        }
        for (int i = 0; i < 16; ++i) count += found[i];
    }
    return count + std::size_t(std::count(p, end, wanted));
}

}  // namespace neighborscope::csv
