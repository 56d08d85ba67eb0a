// Every failure of the program: its kind (which is the exit status), the cause, and what to do about it.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace neighborscope {

/// Why something failed. `exit_status` maps it to the process's exit status.
enum class Failure {
    usage,   ///< a wrong command line, option or query: exit status 2
    input,   ///< a file that cannot be read: exit status 2
    device,  ///< no such device, a failed launch, a refused interop: exit status 3
    memory,  ///< more memory needed than there is: exit status 3
};

constexpr int exit_status(Failure kind) { return kind == Failure::usage || kind == Failure::input ? 2 : 3; }

/// The one exception type for failures. `what()` is the cause (with file, line or byte, or kernel and phase);
/// `remedy` says what to do, and may be empty. Neither ends in a full stop or contains a line break.
class Error : public std::runtime_error {
public:
    Error(Failure kind, const std::string& cause, std::string remedy = {})
        : std::runtime_error(cause), kind(kind), remedy(std::move(remedy)) {}

    /// "cause; remedy", as printed after "neighborscope: " on standard error.
    std::string one_line() const { return remedy.empty() ? what() : what() + std::string("; ") + remedy; }

    Failure kind;
    std::string remedy;
};

/// Thrown out of long work when cancellation was requested. Not an error: nothing is shown.
struct Cancelled {};

}  // namespace neighborscope
