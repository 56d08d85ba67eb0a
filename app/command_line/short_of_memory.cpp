#include "app/command_line/short_of_memory.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"

#include <new>
#include <string>
#include <system_error>

namespace neighborscope::shell {
namespace {

Error used_up(const std::string& what) {
    return Error(Failure::memory, what + ", " + bytes_in_words(available_memory()) + " are free",
        "choose smaller data, a smaller k or fewer queries, or raise the limits that ulimit -a shows");
}

}  // namespace

std::optional<Error> short_of_memory(const std::exception& error) {
    if (const auto* counted = dynamic_cast<const Error*>(&error))
        return counted->kind == Failure::memory ? std::optional(*counted) : std::nullopt;
    if (dynamic_cast<const std::bad_alloc*>(&error)) return used_up("not enough memory on the host");
    if (const auto* system = dynamic_cast<const std::system_error*>(&error);
        system && system->code() == std::errc::resource_unavailable_try_again)
        return used_up("no further thread can be started");
    return std::nullopt;
}

}  // namespace neighborscope::shell
