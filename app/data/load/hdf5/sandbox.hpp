// Runs foreign code on untrusted files in a child process first.
#pragma once
#include "gpu/error.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

namespace neighborscope {

/// How work in the sandbox failed.
struct SandboxFailure {
    std::optional<Error> error;  ///< what the work threw; none: the process crashed, or was stopped after 20 s of computing
    bool late = false;           ///< it exceeded its time
};

/// Runs `work` in a child process, where it may safely crash, hang or ask for more memory than sandbox_memory(). What it changes is lost.
/// Returns none if it finished, or if no process could be created: the caller then does the work itself. The child has one thread only, so
/// `work` must not wait for others, nor use OpenGL or CUDA. Ends the child if it takes longer than `most`, or when `stop` (may be null) is
/// set: then throws Cancelled.
std::optional<SandboxFailure> run_in_sandbox(
    const std::function<void()>& work, const std::atomic<bool>* stop = nullptr, std::chrono::milliseconds most = std::chrono::seconds(60));

/// Memory that the child may use beyond this process's: 2 GiB; 0 for no limit, under sanitizers.
std::size_t sandbox_memory();

}  // namespace neighborscope
