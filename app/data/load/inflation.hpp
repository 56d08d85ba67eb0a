// Deflated bytes, unpacked a piece at a time.
// Specification: RFC 1951 (deflate), RFC 1950 (zlib), RFC 1952 (gzip), by Intel's ISA-L: two to three times as quick as zlib.
#pragma once
#include <cstddef>
#include <memory>
#include <string_view>

struct inflate_state;

namespace neighborscope {

class Inflation {
public:
    /// What stands around the deflated bytes: nothing, or a header and a checksum, which are checked.
    enum class Wrapper { none, zlib, gzip };
    enum class State { going, ended, damaged, cut };

    /// The packed bytes must outlive this.
    Inflation(Wrapper wrapper, std::string_view packed);
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;
    ~Inflation();

    /// The next bytes; fewer than `room` where the stream ended or can not be read on: see `state`.
    std::size_t read(char* out, std::size_t room);
    State state() const { return state_; }
    /// Whether nothing comes any more, because the stream ended.
    bool ended();
    /// How many of the packed bytes were read; those of the stream when it ended.
    std::size_t taken() const { return taken_; }

private:
    std::unique_ptr<inflate_state> stream_;
    std::string_view packed_;
    std::size_t taken_ = 0;
    State state_ = State::going;
};

}  // namespace neighborscope
