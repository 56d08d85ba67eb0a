#include "app/command_line/display.hpp"

#include "app/command_line/console.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <malloc.h>
#include <pthread.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace neighborscope::shell {
namespace {

/// Returns the number in ":N", ":N.S" or "unix:N"; empty for a display on another machine.
std::string local_number(std::string_view display) {
    const auto colon = display.find(':');
    if (colon == std::string_view::npos || (colon > 0 && display.substr(0, colon) != "unix")) return {};
    const std::string_view number = display.substr(colon + 1, display.find('.', colon) - colon - 1);
    const bool digits = std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits && number.size() < 10 ? std::string(number) : std::string();
}

/// `abstract`: in Linux's abstract name space, whose names begin with a NUL byte.
bool answers(const std::string& path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + (abstract ? 1 : 0), path.data(), path.size());
    const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return true;  // not an error of the display; the window itself reports it
    const auto size = offsetof(sockaddr_un, sun_path) + path.size() + 1;
    const bool connected = connect(connection, reinterpret_cast<const sockaddr*>(&address), socklen_t(size)) == 0;
    close(connection);
    return connected;
}

/// The address space that a thread takes.
std::size_t stack_of_threads() {
    pthread_attr_t attributes;
    std::size_t bytes = 8 << 20;
    if (pthread_getattr_default_np(&attributes) != 0) return bytes;
    pthread_attr_getstacksize(&attributes, &bytes);
    pthread_attr_destroy(&attributes);
    return bytes;
}

}  // namespace

std::optional<std::string> why_no_display() {
    const char *x = std::getenv("DISPLAY"), *wayland = std::getenv("WAYLAND_DISPLAY");
    if (wayland && *wayland) return std::nullopt;
    if (!x || !*x) return "neither DISPLAY nor WAYLAND_DISPLAY is set";
    const std::string number = local_number(x);
    if (number.empty()) return std::nullopt;
    const std::string path = "/tmp/.X11-unix/X" + number;
    if (answers(path, true) || answers(path, false)) return std::nullopt;
    return "nothing answers at DISPLAY=" + printable(x);
}

void require_drawing_memory() {
    const std::size_t left = address_space_left();
    if (left == std::numeric_limits<std::size_t>::max()) return;
    // Threads share one heap: otherwise each reserves 64 to 128 MB, and Mesa, LLVM and Qt run out of memory, for which they do not check.
    mallopt(M_ARENA_MAX, 1);
    // Measured for Qt, Mesa and LLVM: 0.88 GB, and three threads per core.
    const std::size_t needed = 950'000'000 + 3 * std::thread::hardware_concurrency() * stack_of_threads();
    if (left < needed)
        throw Error(Failure::memory,
            "drawing with OpenGL needs " + format_bytes(needed) + " of address space, ulimit -v leaves " + format_bytes(left),
            "raise that limit");
}

}  // namespace neighborscope::shell
