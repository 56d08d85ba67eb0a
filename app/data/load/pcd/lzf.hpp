// Unpacks LZF piece by piece: liblzf only unpacks whole blocks, which takes twice the memory and more than twice the time. Specification:
// liblzf's lzf_c.c, "compressed format". A byte c below 32 is followed by c + 1 literal bytes. Any other c copies (c >> 5) + 2 bytes, plus
// the next byte if c >> 5 is 7, from a position ((c & 31) << 8 | the following byte) + 1 bytes back.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

namespace neighborscope {

class LzfStream {
public:
    /// How much memory before and after a piece is overwritten.
    static constexpr std::size_t before = 8192, behind = 320;

    explicit LzfStream(std::string_view packed) : at_(packed.data()), end_(packed.data() + packed.size()) {}
    /// Unpacks the next `bytes` bytes to `out`. Returns false if the packed bytes are damaged or cut.
    bool read(char* out, std::size_t bytes);
    /// Whether all bytes were read.
    bool ended() const { return at_ == end_ && ahead_ == 0; }

private:
    const char* at_;
    const char* end_;
    std::size_t unpacked_ = 0;                    ///< bytes read
    std::size_t ahead_ = 0;                       ///< bytes unpacked but not yet read
    std::array<char, before + behind> around_{};  ///< the last bytes read, then those unpacked ahead
};

}  // namespace neighborscope
