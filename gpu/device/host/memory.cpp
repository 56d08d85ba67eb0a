// Memory and description of the host device.
#include "gpu/device/simt.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"

#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace neighborscope::host {
namespace {

std::atomic<std::size_t> used{0}, limit{0};

/// Linux promises more memory than it has: allocations of at least this size are checked against available memory.
constexpr std::size_t worth_checking = std::size_t(32) << 20;

std::string no_reason() { return {}; }

DeviceInfo info() {
    DeviceInfo info;
    info.kind = DeviceKind::host;
    info.units = limits().multiprocessors;
    info.name = "host, " + std::to_string(info.units) + (info.units == 1 ? " thread" : " threads");
    info.total_bytes = std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE));
    info.free_bytes = free_bytes();
    return info;
}

void copy(void* to, const void* from, std::size_t bytes) {
    if (bytes) std::memcpy(to, from, bytes);
}

Transferred nothing_crosses() { return {}; }

}  // namespace

std::size_t free_bytes() {
    if (const std::size_t most = limit.load(std::memory_order_relaxed)) {
        const std::size_t now = used.load(std::memory_order_relaxed);
        return most > now ? most - now : 0;
    }
    return available_memory();
}

void set_memory_limit(std::size_t bytes) { limit = bytes; }

void* allocate(std::size_t bytes, std::string_view what_for) {
    if (bytes == 0) return nullptr;
    if (limit.load(std::memory_order_relaxed) != 0 || bytes >= worth_checking) {
        if (const std::size_t free = free_bytes(); bytes > free) throw_out_of_memory("host", what_for, bytes, free);
    }
    void* memory = bytes > std::numeric_limits<std::size_t>::max() - 256 ? nullptr : std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!memory) throw_out_of_memory("host", what_for, bytes, free_bytes());
    used += bytes;
#ifndef NDEBUG
    std::memset(memory, 0xFF, bytes);  // NaN, -1: makes reads of uninitialised memory visible
#endif
    return memory;
}

void release(void* memory, std::size_t bytes) noexcept {
    if (!memory) return;
    used -= bytes;
    std::free(memory);
}

}  // namespace neighborscope::host

namespace neighborscope {

const Backend& host_backend() {
    static const Backend backend{host::no_reason, host::info, host::allocate, host::release, host::copy, host::copy, host::copy,
        host::nothing_crosses, host::set_memory_limit, host::free_bytes, host::allocate, host::release};
    return backend;
}

}  // namespace neighborscope
