// A fiber: its own stack, and the switch from one fiber to another (Boost.Context's jump, 5 ns).
#pragma once
#include "gpu/device/host/sanitizers.hpp"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>

// Every return after a switch is mispredicted. So all code between a kernel and the jump is inlined into one function.
#define NEIGHBORSCOPE_HOT __attribute__((always_inline)) inline

namespace neighborscope::host {

/// Neither copied nor moved: others hold pointers to it.
class Fiber {
public:
    using Entry = void (*)(boost::context::detail::transfer_t);

    Fiber() = default;  ///< represents an OS thread's own stack
    Fiber(std::size_t stack_bytes, Entry entry);
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Discards what ran here; the next switch begins at the entry again.
    void restart();
    bool in_guard(const void* address) const { return address >= memory_ && address < bottom_ && guarded_; }
    std::size_t stack_bytes() const { return size_; }
    /// Bytes of address space of a fiber with such a stack.
    static std::size_t mapped_bytes(std::size_t stack_bytes);

    static void switch_from_to(Fiber* from, Fiber* to, Fiber*& running);
    static void enter_first_time(boost::context::detail::transfer_t);

private:
    void record_stack_bounds(const void* bottom, std::size_t size);

    boost::context::detail::fcontext_t context_{};
    std::byte* memory_ = nullptr;  ///< the guard, then the stack
    std::byte* bottom_ = nullptr;
    std::size_t mapped_ = 0, size_ = 0;
    bool guarded_ = false;
    Entry entry_ = nullptr;
    void* fake_stack_ = nullptr;
};

/// AddressSanitizer needs the bounds of a stack before a switch to it; those of an OS thread are only known when we leave it.
NEIGHBORSCOPE_HOT void Fiber::record_stack_bounds(const void* bottom, std::size_t size) {
    if (sanitizers::address && !entry_) {
        bottom_ = static_cast<std::byte*>(const_cast<void*>(bottom));
        size_ = size;
    }
}

/// Stops `from` here and continues `to`; returns when another fiber switches back to `from`.
NEIGHBORSCOPE_HOT void Fiber::switch_from_to(Fiber* from, Fiber* to, Fiber*& running) {
    running = to;
    sanitizers::before_switch(&from->fake_stack_, to->bottom_, to->size_);
    const auto transferred = boost::context::detail::jump_fcontext(to->context_, from);
    Fiber* previous = static_cast<Fiber*>(transferred.data);
    previous->context_ = transferred.fctx;
    const void* bottom = nullptr;
    std::size_t size = 0;
    sanitizers::after_switch(from->fake_stack_, &bottom, &size);
    previous->record_stack_bounds(bottom, size);
}

/// The same for the first switch to a fresh stack.
NEIGHBORSCOPE_HOT void Fiber::enter_first_time(boost::context::detail::transfer_t transferred) {
    Fiber* previous = static_cast<Fiber*>(transferred.data);
    previous->context_ = transferred.fctx;
    const void* bottom = nullptr;
    std::size_t size = 0;
    sanitizers::after_switch(nullptr, &bottom, &size);
    previous->record_stack_bounds(bottom, size);
}

/// Makes a stack overflow report the kernel's name: installs the signal handler once, and a signal stack for the calling thread.
class SignalStack {
public:
    SignalStack();
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    void* memory_ = nullptr;
    bool installed_ = false;
};

}  // namespace neighborscope::host
