// A stack overflow of a fiber touches its guard. The signal handler here prints the kernel's name, and leaves the rest (core dump,
// AddressSanitizer's report, termination) to the previous handler of SIGSEGV.
#include "gpu/device/backend.hpp"
#include "gpu/device/host/worker.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace neighborscope::host {
namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;
struct sigaction previous_action {};

/// Builds a message without allocating: this code runs inside a signal handler.
struct Message {
    char text[1024];
    std::size_t length = 0;
    Message& operator<<(std::string_view words) {
        for (const char letter : words)
            if (length < sizeof text) text[length++] = letter;
        return *this;
    }
    Message& operator<<(unsigned long long number) {
        char digits[24];
        int at = 23;
        digits[at] = 0;
        do digits[--at] = char('0' + number % 10);
        while (number /= 10);
        return *this << digits + at;
    }
    Message& operator<<(uint3 index) { return *this << "(" << index.x << "," << index.y << "," << index.z << ")"; }
};

/// Whether an address is in a guard: usually the running fiber's, but a frame larger than a guard may reach another one.
bool in_some_guard(const Worker& w, const void* address) {
    for (const auto& fiber : w.fibers)
        if (fiber->in_guard(address)) return true;
    return false;
}

void on_fault(int signal, siginfo_t* info, void* context) {
    const Worker* w = worker;
    if (w && w->job && w->running && in_some_guard(*w, info->si_addr)) {
        Message message;
        message << "neighborscope: kernel " << kernel_name(w->job->launch.kernel) << ", block " << blockIdx << ", thread " << threadIdx
                << ": stack overflow: its local variables need more than " << (unsigned long long)w->running->stack_bytes() << " bytes\n";
        if (write(STDERR_FILENO, message.text, message.length) < 0) {}  // a failed write cannot be reported
    }
    if (previous_action.sa_flags & SA_SIGINFO) {
        previous_action.sa_sigaction(signal, info, context);
    } else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
        previous_action.sa_handler(signal);
    } else {
        std::signal(signal, SIG_DFL);  // the fault recurs as soon as this returns
    }
}

void install_once() {
    static const bool installed = [] {
        struct sigaction action {};
        action.sa_sigaction = on_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        return sigaction(SIGSEGV, &action, &previous_action) == 0;
    }();
    static_cast<void>(installed);
}

}  // namespace

SignalStack::SignalStack() {
    install_once();
    stack_t present{};
    if (sigaltstack(nullptr, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;  // another signal stack will do
    stack_t mine{};
    memory_ = std::malloc(signal_stack_bytes);
    mine.ss_sp = memory_;
    mine.ss_size = signal_stack_bytes;
    installed_ = memory_ && sigaltstack(&mine, nullptr) == 0;
}

SignalStack::~SignalStack() {
    if (installed_) {
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, nullptr);
    }
    std::free(memory_);
}

}  // namespace neighborscope::host
