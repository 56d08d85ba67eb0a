#include "app/command_line/short_of_memory.hpp"

#include "app/command_line/console.hpp"
#include "app/data/files/output_file.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace neighborscope::shell {
namespace {

Error used_up(const std::string& what) {
    return Error(Failure::memory, what + ", " + bytes_in_words(available_memory()) + " are free",
        "choose smaller data, a smaller k or fewer queries, or raise the limits that ulimit -a shows");
}

std::terminate_handler otherwise = nullptr;

/// Says it without asking for memory when there is none.
[[noreturn]] void end_short_of_memory(const std::exception& error) noexcept {
    const auto say = [](std::string_view text) { [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size()); };
    try {
        say("neighborscope: " + printable(short_of_memory(error)->one_line()) + "\n");
    } catch (const std::exception&) {
        say("neighborscope: not enough memory on the host; raise the limits that ulimit -a shows, or choose smaller data\n");
    }
    try {
        remove_unfinished();
    } catch (const std::exception&) {}
    _exit(exit_status(Failure::memory));
}

[[noreturn]] void on_terminate() {
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc& error) { end_short_of_memory(error); } catch (const std::exception& error) {
            if (short_of_memory(error)) end_short_of_memory(error);
        } catch (...) {}
    }
    if (otherwise) otherwise();
    std::abort();
}

}  // namespace

void end_when_short_of_memory() {
    const std::terminate_handler before = std::set_terminate(on_terminate);
    if (before != on_terminate) otherwise = before;
}

std::optional<Error> short_of_memory(const std::exception& error) {
    if (const auto* counted = dynamic_cast<const Error*>(&error))
        return counted->kind == Failure::memory ? std::optional(*counted) : std::nullopt;
    if (dynamic_cast<const std::bad_alloc*>(&error)) return used_up("not enough memory on the host");
    if (const auto* system = dynamic_cast<const std::system_error*>(&error);
        system && system->code() == std::errc::resource_unavailable_try_again)
        return used_up("no more threads can be started");
    return std::nullopt;
}

}  // namespace neighborscope::shell
