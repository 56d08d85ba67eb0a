// Foreign code on files that may have been made to break it: tried first in a process of its own.
#pragma once
#include "gpu/error.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

namespace neighborscope {

/// How a rehearsal ended when not well.
struct SandboxFailure {
    std::optional<Error> error;  ///< what the work threw; none: its process crashed, or was stopped after 20 s of computing
    bool late = false;           ///< it was not done in time
};

/// Runs `work` in a child process, where it may crash, hang or ask for more memory than sandbox_memory() without harm; what it changes is
/// lost. None when it came to its end, or when no process could be made: the caller then does the work itself. The child sees
/// one thread only, so `work` must not wait for others, nor use OpenGL or CUDA. The child is ended when it takes longer than `most`,
/// and when `stop` (may be null) is set: then Cancelled is thrown.
std::optional<SandboxFailure> run_in_sandbox(
    const std::function<void()>& work, const std::atomic<bool>* stop = nullptr, std::chrono::milliseconds most = std::chrono::seconds(60));

/// Bytes that the child may have beyond those of this process: 2 GiB; 0 for no limit, under sanitizers.
std::size_t sandbox_memory();

}  // namespace neighborscope
