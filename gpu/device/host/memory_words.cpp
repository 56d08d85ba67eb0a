// How memory is spoken of in messages. Lives with the host device, because both devices' libraries can link it.
#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"

#include <cstdio>

namespace neighborscope {

std::string bytes_in_words(std::size_t bytes) {
    const double b = double(bytes);
    char text[32];
    if (bytes < 1000) std::snprintf(text, sizeof text, "%zu bytes", bytes);
    else if (b < 999.5e3) std::snprintf(text, sizeof text, "%.0f KB", b / 1e3);
    else if (b < 999.95e6) std::snprintf(text, sizeof text, "%.1f MB", b / 1e6);
    else std::snprintf(text, sizeof text, "%.1f GB", b / 1e9);
    return text;
}

void refuse_memory(std::string_view device, std::string_view what_for, std::size_t needed, std::size_t free) {
    throw Error(Failure::memory,
        std::string(what_for) + " on the " + std::string(device) + " device needs " + bytes_in_words(needed) + ", " + bytes_in_words(free) +
            " are free",
        "use fewer points, queries or dimensions, or a smaller k");
}

}  // namespace neighborscope
