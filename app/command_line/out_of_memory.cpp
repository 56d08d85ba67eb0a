#include "app/command_line/out_of_memory.hpp"

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

Error memory_error(const std::string& what) {
    return Error(Failure::memory, what + ", " + format_bytes(available_memory()) + " are free",
        "choose smaller data, a smaller k or fewer queries, or raise the limits that ulimit -a shows");
}

std::terminate_handler previous_handler = nullptr;

/// Prints the error without allocating memory.
[[noreturn]] void exit_out_of_memory(const std::exception& error) noexcept {
    const auto say = [](std::string_view text) { [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size()); };
    try {
        say("neighborscope: " + printable(out_of_memory_error(error)->one_line()) + "\n");
    } catch (const std::exception&) {
        say("neighborscope: not enough memory on the host; raise the limits that ulimit -a shows, or choose smaller data\n");
    }
    try {
        remove_temporary_paths();
    } catch (const std::exception&) {}
    _exit(exit_status(Failure::memory));
}

[[noreturn]] void on_terminate() {
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc& error) { exit_out_of_memory(error); } catch (const std::exception& error) {
            if (out_of_memory_error(error)) exit_out_of_memory(error);
        } catch (...) {}
    }
    if (previous_handler) previous_handler();
    std::abort();
}

}  // namespace

void exit_when_out_of_memory() {
    const std::terminate_handler before = std::set_terminate(on_terminate);
    if (before != on_terminate) previous_handler = before;
}

std::optional<Error> out_of_memory_error(const std::exception& error) {
    if (const auto* counted = dynamic_cast<const Error*>(&error))
        return counted->kind == Failure::memory ? std::optional(*counted) : std::nullopt;
    if (dynamic_cast<const std::bad_alloc*>(&error)) return memory_error("not enough memory on the host");
    if (const auto* system = dynamic_cast<const std::system_error*>(&error);
        system && system->code() == std::errc::resource_unavailable_try_again)
        return memory_error("no more threads can be started");
    return std::nullopt;
}

}  // namespace neighborscope::shell
