#include "gpu/device/host/misuse.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/host/worker.hpp"

#include <cstdlib>

namespace neighborscope::host {
namespace {

/// Back to run_block. The stacks left behind are used again from their beginning.
[[noreturn]] void give_up() {
    Worker& w = *worker;
    w.given_up = true;
    switch_to(&w.main);
    std::abort();
}

/// What is said is put together as the OS thread: for ThreadSanitizer, the given up thread ends here.
void leave_strand() {
    Worker& w = *worker;
    sanitizers::release(&w.end_clock);
    sanitizers::switch_strand(w.main_strand);
    sanitizers::acquire(&w.end_clock);
}

std::string here() { return kernel_in_words(worker->job->launch) + ", block " + in_words(blockIdx); }

// By value: a given-up thread's stack is never unwound, so that what it made must be taken from it and freed here.
// NOLINTBEGIN(performance-unnecessary-value-param)
std::string this_thread_did(std::string why) { return here() + ", thread " + in_words(threadIdx) + ": " + why; }

std::string misuse_in_words(const char* what, location where, std::string why) {
    return this_thread_did(std::string(what) + " at " + in_words(where) + ": " + why);
}
// NOLINTEND(performance-unnecessary-value-param)

std::string deadlock_in_words() {
    const Worker& w = *worker;
    // A thread for each place where threads wait says more than the first few threads, which often wait side by side.
    std::string examples;
    std::vector<location> seen;
    unsigned waiting = 0, ended = 0;
    for (const Thread& thread : w.threads) {
        if (thread.wait == Wait::ended) ++ended;
        if (thread.wait != Wait::barrier && thread.wait != Wait::warp) continue;
        ++waiting;
        bool known = seen.size() >= 3;
        for (const location& place : seen) known = known || same_place(place, thread.where);
        if (known) continue;
        seen.push_back(thread.where);
        examples += "thread " + in_words(thread.index) + " waits in " + thread.what + " at " + in_words(thread.where) + "; ";
    }
    return here() + ": no thread can go on: " + examples + std::to_string(waiting) + " waiting, " + std::to_string(ended) + " ended, of " +
           std::to_string(w.threads.size());
}

}  // namespace

std::string in_words(uint3 index) {
    std::string text = "(";
    text += std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
    return text;
}

std::string in_words(location where) {
    const std::string_view file = where.file;
    return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line);
}

std::string kernel_in_words(const Launch& launch) {
    std::string text = "kernel " + std::string(kernel_name(launch.kernel));
    if (!launch.phase.empty()) text += " (" + phase_in_words(launch.phase) + ")";
    return text;
}

void misuse(const char* what, location where, std::string&& why) {
    leave_strand();
    worker->error = misuse_in_words(what, where, std::move(why));
    give_up();
}

void exception_in_kernel(std::string&& what) {
    leave_strand();
    worker->error = this_thread_did(std::move(what));
    give_up();
}

void deadlock() {
    leave_strand();
    worker->error = deadlock_in_words();
    give_up();
}

void cancel_block() { give_up(); }

void overrun(Worker& w) {
    w.error = here() + ": wrote past its " + std::to_string(w.job->launch.shared_bytes) + " bytes of dynamic shared memory";
    w.given_up = true;
}

}  // namespace neighborscope::host
