// LZF, a piece at a time: liblzf itself unpacks a block only whole, which takes twice the memory and more than twice the time.
// Specification: liblzf's lzf_c.c, "compressed format": a byte c below 32 is followed by c + 1 bytes as they are; else (c >> 5) + 2 bytes,
// where c >> 5 is 7 and the next byte on top of it, are those that begin ((c & 31) << 8 | the next byte) + 1 bytes before.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

namespace neighborscope {

class LzfStream {
public:
    /// How much of the memory in front of a piece, and behind it, is written over.
    static constexpr std::size_t before = 8192, behind = 320;

    explicit LzfStream(std::string_view packed) : at_(packed.data()), end_(packed.data() + packed.size()) {}
    /// Unpacks the next `bytes` bytes to `out`. False where the packed bytes are damaged or end.
    bool read(char* out, std::size_t bytes);
    /// Whether there is no more.
    bool ended() const { return at_ == end_ && ahead_ == 0; }

private:
    const char* at_;
    const char* end_;
    std::size_t unpacked_ = 0;                    ///< bytes that were read
    std::size_t ahead_ = 0;                       ///< bytes unpacked beyond those
    std::array<char, before + behind> around_{};  ///< what was read last, then what is ahead
};

}  // namespace neighborscope
