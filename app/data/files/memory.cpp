#include "app/data/files/memory.hpp"

#include "app/data/files/parallel.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <sys/mman.h>

namespace neighborscope {
namespace {

constexpr std::size_t page = 2 << 20;  // size of a large page
constexpr double little = 1 << 20;     // smaller requests are not checked, because a small file makes many of them

/// Returns the bytes from here to the beginning of the next large page, 0 at a beginning.
std::size_t to_next_page(const void* memory) { return (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page; }

}  // namespace

void return_large_blocks() {
    mallopt(M_MMAP_THRESHOLD, 256 << 10);  // otherwise it grows to the size of the largest freed block
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    malloc_trim(0);  // releases memory that was freed before
}

void require_memory(double bytes, const std::string& what, const std::string& remedy) {
    if (bytes <= little) return;
    const std::size_t available = available_memory();
    if (bytes > double(available))
        throw Error(Failure::memory,
            what + " needs " + bytes_text(bytes) + " of memory, " + bytes_text(double(available)) + " are available", remedy);
}

template <class Value>
void reserve_large(std::vector<Value>& values, std::size_t size) {
    values.reserve(size);
    // Only a hint: ignored by a system without such pages.
    const std::size_t before = to_next_page(values.data()), bytes = size * sizeof(Value);
    if (bytes >= before + page) madvise(reinterpret_cast<char*>(values.data()) + before, (bytes - before) / page * page, MADV_HUGEPAGE);
}

void populate([[maybe_unused]] const std::vector<float>& values, [[maybe_unused]] std::size_t first, [[maybe_unused]] std::size_t last) {
#ifdef MADV_POPULATE_WRITE
    float* memory = const_cast<float*>(values.data());
    char* from = reinterpret_cast<char*>(memory + first) + to_next_page(memory + first);
    char* to = reinterpret_cast<char*>(memory + last) + to_next_page(memory + last);
    const char* end = reinterpret_cast<char*>(memory + values.capacity());
    if (to > end) to -= page;
    if (from < to) madvise(from, std::size_t(to - from), MADV_POPULATE_WRITE);
#endif
}

template <class Value>
void resize_large(std::vector<Value>& values, std::size_t size, const Progress& progress) {
    const Progress quiet{{}, progress.stop};
    if (size <= values.size()) return values.resize(size);
    reserve_large(values, size);
#ifdef MADV_POPULATE_WRITE
    constexpr std::size_t piece = 4 << 20;
    char* const memory = reinterpret_cast<char*>(values.data());
    if (const std::size_t before = to_next_page(memory), bytes = size * sizeof(Value); bytes >= before + page) {
        const std::size_t whole = (bytes - before) / page * page;
        parallel_pieces((whole + piece - 1) / piece, 0, quiet,
            [&](std::size_t i) { madvise(memory + before + i * piece, std::min(piece, whole - i * piece), MADV_POPULATE_WRITE); });
    }
#endif
    for (std::size_t filled = values.size(); filled < size;) {  // a few milliseconds at a time, to allow cancellation
        filled = std::min(size, filled + (1 << 20));
        values.resize(filled);
        quiet.step(0, 0);
    }
}

template void reserve_large(std::vector<float>&, std::size_t);
template void reserve_large(std::vector<double>&, std::size_t);
template void resize_large(std::vector<float>&, std::size_t, const Progress&);
template void resize_large(std::vector<double>&, std::size_t, const Progress&);
template void resize_large(std::vector<std::int32_t>&, std::size_t, const Progress&);
template void resize_large(std::vector<std::uint32_t>&, std::size_t, const Progress&);

std::string bytes_text(double bytes) {
    const char* units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    while (bytes >= 1000 && unit < 5) bytes /= 1000, ++unit;
    char text[48];
    std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

}  // namespace neighborscope
