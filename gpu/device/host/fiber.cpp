#include "gpu/device/host/fiber.hpp"

#include <atomic>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace neighborscope::host {
namespace {

/// More than a page, because a large local array can skip a single page without touching it.
constexpr std::size_t guard_bytes = 64 * 1024;

/// A guard splits a mapping in two, and Linux allows a process about 65000 mappings: on a machine with very many cores, the stacks
/// beyond this number have no guard.
constexpr int most_guards = 16384;
std::atomic<int> guards{0};

/// Stacks at equal offsets use equal cache sets, and 256 of them evict each other at every switch: each starts a little lower than the
/// last.
constexpr std::size_t colour_step = 9 * 64, colours = 113;
std::atomic<unsigned> next_colour{0};

}  // namespace

std::size_t Fiber::mapped_bytes(std::size_t stack_bytes) {
    const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE));
    return (stack_bytes + colour_step * colours + page - 1) / page * page + guard_bytes;
}

Fiber::Fiber(std::size_t stack_bytes, Entry entry) : entry_(entry) {
    mapped_ = mapped_bytes(stack_bytes);
    size_ = mapped_ - guard_bytes;
    void* memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
    bottom_ = memory_ + guard_bytes;
    if (guards.fetch_add(1) < most_guards) guarded_ = mprotect(memory_, guard_bytes, PROT_NONE) == 0;
    size_ -= next_colour.fetch_add(1, std::memory_order_relaxed) % colours * colour_step;
    restart();
}

Fiber::~Fiber() {
    if (!memory_) return;
    sanitizers::unpoison(bottom_, size_);
    munmap(memory_, mapped_);
    --guards;
}

void Fiber::restart() {
    sanitizers::unpoison(bottom_, size_);
    fake_stack_ = nullptr;
    context_ = boost::context::detail::make_fcontext(bottom_ + size_, size_, entry_);
}

}  // namespace neighborscope::host
