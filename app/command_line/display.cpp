#include "app/command_line/display.hpp"

#include "app/command_line/console.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace neighborscope::shell {
namespace {

/// The number of ":N", ":N.S" or "unix:N"; empty for a display elsewhere.
std::string local_number(std::string_view display) {
    const auto colon = display.find(':');
    if (colon == std::string_view::npos || (colon > 0 && display.substr(0, colon) != "unix")) return {};
    const std::string_view number = display.substr(colon + 1, display.find('.', colon) - colon - 1);
    const bool digits = std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits && number.size() < 10 ? std::string(number) : std::string();
}

/// `abstract`: in Linux's own name space, where the name begins with a NUL byte.
bool answers(const std::string& path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + (abstract ? 1 : 0), path.data(), path.size());
    const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return true;  // not the display's fault; the window itself will say
    const auto size = offsetof(sockaddr_un, sun_path) + path.size() + 1;
    const bool connected = connect(connection, reinterpret_cast<const sockaddr*>(&address), socklen_t(size)) == 0;
    close(connection);
    return connected;
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
    constexpr std::size_t needed = 1000 * 1000 * 1000;  // Mesa with LLVM, measured: up to 0.95 GB
    if (const std::size_t left = left_of_address_space(); left < needed)
        throw Error(Failure::memory,
            "drawing with OpenGL needs " + bytes_in_words(needed) + " of address space, ulimit -v leaves " + bytes_in_words(left),
            "raise that limit");
}

}  // namespace neighborscope::shell
