#include "gpu/device/host/misuse.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/host/worker.hpp"

#include <cstdlib>

namespace neighborscope::host {
namespace {

/// Returns to run_block. Abandoned stacks are reused from their beginning.
[[noreturn]] void abandon_block() {
    Worker& w = *worker;
    w.is_abandoned = true;
    switch_to(&w.main);
    std::abort();
}

/// Messages are built as the OS thread: for ThreadSanitizer, the abandoned thread ends here.
void leave_strand() {
    Worker& w = *worker;
    sanitizers::release(&w.end_clock);
    sanitizers::switch_strand(w.main_strand);
    sanitizers::acquire(&w.end_clock);
}

std::string here() { return describe_kernel(worker->job->launch) + ", block " + to_text(blockIdx); }

// By value: an abandoned thread's stack is never unwound, so its strings must be moved out and freed here.
// NOLINTBEGIN(performance-unnecessary-value-param)
std::string describe_thread_error(std::string why) { return here() + ", thread " + to_text(threadIdx) + ": " + why; }

std::string describe_misuse(const char* what, location where, std::string why) {
    return describe_thread_error(std::string(what) + " at " + to_text(where) + ": " + why);
}
// NOLINTEND(performance-unnecessary-value-param)

std::string describe_deadlock() {
    const Worker& w = *worker;
    // One thread per place where threads wait is more informative than the first few threads, which often wait in the same place.
    std::string examples;
    std::vector<location> seen;
    unsigned waiting = 0, ended = 0;
    for (const Thread& thread : w.threads) {
        if (thread.wait == Wait::ended) ++ended;
        if (thread.wait != Wait::barrier && thread.wait != Wait::warp) continue;
        ++waiting;
        bool known = seen.size() >= 3;
        for (const location& place : seen) known = known || same_location(place, thread.where);
        if (known) continue;
        seen.push_back(thread.where);
        examples += "thread " + to_text(thread.index) + " waits in " + thread.what + " at " + to_text(thread.where) + "; ";
    }
    return here() + ": no thread can go on: " + examples + std::to_string(waiting) + " waiting, " + std::to_string(ended) + " ended, of " +
           std::to_string(w.threads.size());
}

}  // namespace

std::string to_text(uint3 index) {
    std::string text = "(";
    text += std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
    return text;
}

std::string to_text(location where) {
    const std::string_view file = where.file;
    return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line);
}

std::string describe_kernel(const Launch& launch) {
    std::string text = "kernel " + std::string(kernel_name(launch.kernel));
    if (!launch.phase.empty()) text += " (" + describe_phase(launch.phase) + ")";
    return text;
}

void misuse(const char* what, location where, std::string&& why) {
    leave_strand();
    worker->error = describe_misuse(what, where, std::move(why));
    abandon_block();
}

void exception_in_kernel(std::string&& what) {
    leave_strand();
    worker->error = describe_thread_error(std::move(what));
    abandon_block();
}

void deadlock() {
    leave_strand();
    worker->error = describe_deadlock();
    abandon_block();
}

void cancel_block() { abandon_block(); }

void report_overrun(Worker& w) {
    w.error = here() + ": wrote past its " + std::to_string(w.job->launch.shared_bytes) + " bytes of dynamic shared memory";
    w.is_abandoned = true;
}

}  // namespace neighborscope::host
