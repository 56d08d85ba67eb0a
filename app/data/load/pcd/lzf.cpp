#include "app/data/load/pcd/lzf.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace neighborscope {
namespace {

constexpr std::size_t literals = 32;  // copied at once

/// Copies `count` bytes from `distance` back; writes up to 15 more.
void repeat(char* to, std::size_t distance, std::size_t count) {
    const char* from = to - distance;
    const char* last = to + count;
    const auto in_steps = [&](auto step) {
        do {
            std::memcpy(to, from, step);
            to += step;
            from += step;
        } while (to < last);
    };
    if (distance >= 16) return in_steps(std::integral_constant<std::size_t, 16>{});
    if (distance >= 8) return in_steps(std::integral_constant<std::size_t, 8>{});
    if (distance == 4) {  // repeats of a float
        std::uint32_t value = 0;
        std::memcpy(&value, from, 4);
        const std::uint64_t twice = std::uint64_t(value) << 32 | value;
        for (; to < last; to += 8) std::memcpy(to, &twice, 8);
        return;
    }
    if (distance == 1) {
        std::memset(to, *from, count);
        return;
    }
    while (to < last) *to++ = *from++;
}

}  // namespace

bool LzfStream::read(char* out, std::size_t bytes) {
    // References reach back before this piece, and the last one of the previous piece may have written beyond it.
    std::memcpy(out - before, around_.data(), before + ahead_);
    char* to = out + ahead_;
    const char *last = out + bytes, *from = at_;
    while (to < last) {
        if (from == end_) return false;
        const auto control = static_cast<unsigned char>(*from++);
        const auto left = std::size_t(end_ - from);
        if (control < literals) {
            const std::size_t count = control + 1u;
            if (left < count) return false;
            if (left >= literals) std::memcpy(to, from, literals);
            else std::memcpy(to, from, count);
            from += count;
            to += count;
            continue;
        }
        if (left < 2) {  // a reference takes at most two bytes after its first
            if (left == 0 || control >> 5 == 7) return false;
        }
        std::size_t count = control >> 5;
        if (count == 7) count += static_cast<unsigned char>(*from++);
        count += 2;
        const std::size_t distance = (std::size_t(control & 31) << 8 | static_cast<unsigned char>(*from++)) + 1;
        if (distance > unpacked_ + std::size_t(to - out)) return false;
        repeat(to, distance, count);
        to += count;
    }
    at_ = from;
    unpacked_ += bytes;
    ahead_ = std::size_t(to - last);
    std::memcpy(around_.data(), last - before, before + ahead_);
    return true;
}

}  // namespace neighborscope
