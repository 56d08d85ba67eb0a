// Messages about memory. In the host device's library, because both devices' libraries can link it.
#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace neighborscope {

std::string format_bytes(std::size_t bytes) {
    const double b = double(bytes);
    char text[32];
    if (bytes < 1000) std::snprintf(text, sizeof text, "%zu bytes", bytes);
    else if (b < 999.5e3) std::snprintf(text, sizeof text, "%.0f KB", b / 1e3);
    else if (b < 999.95e6) std::snprintf(text, sizeof text, "%.1f MB", b / 1e6);
    else std::snprintf(text, sizeof text, "%.1f GB", b / 1e9);
    return text;
}

std::string describe_phase(std::string_view phase) { return (phase.starts_with("phase ") ? "" : "phase ") + std::string(phase); }

void throw_out_of_memory(std::string_view device, std::string_view what_for, std::size_t needed, std::size_t free) {
    throw Error(Failure::memory,
        std::string(what_for) + " on the " + std::string(device) + " device needs " + format_bytes(needed) + ", " +
            (free < needed ? format_bytes(free) + " are free" : "which the system refuses"),
        "use fewer points, queries or dimensions, or a smaller k");
}

void throw_too_much_shared_memory(const std::string& kernel, std::size_t dynamic, std::size_t declared, std::size_t most) {
    throw Error(Failure::device,
        kernel + " needs " + std::to_string(dynamic + declared) + " bytes of shared memory a block (" + std::to_string(dynamic) +
            " dynamic, " + std::to_string(declared) + " declared), at most " + std::to_string(most),
        "use fewer threads a block, fewer dimensions or another method");
}

void throw_too_little_scratch(const std::string& primitive, std::size_t needed, std::size_t given) {
    throw Error(Failure::memory,
        primitive + " needs " + std::to_string(needed) + " bytes of scratch memory, it was given " + std::to_string(given));
}

std::size_t shared_bytes_of_environment() {
    const char* const value = std::getenv("NEIGHBORSCOPE_SHARED_KB");
    const long kilobytes = value ? std::strtol(value, nullptr, 10) : 0;
    return kilobytes > 0 && kilobytes < 1024 * 1024 ? std::size_t(kilobytes) * 1024 : 0;
}

}  // namespace neighborscope
