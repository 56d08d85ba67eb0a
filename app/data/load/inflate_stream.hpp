// Deflated bytes, bare or as gzip, unpacked a piece at a time.
// Specification: RFC 1951 (deflate), RFC 1950 (zlib), RFC 1952 (gzip), by Intel's ISA-L: two to three times as quick as zlib.
#pragma once
#include "gpu/progress.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct inflate_state;

namespace neighborscope {

class InputFile;

class InflateStream {
public:
    /// What stands around the deflated bytes: nothing, or a header and a checksum, which are checked.
    enum class Wrapper { none, zlib, gzip };
    enum class State { going, ended, damaged, cut };

    /// The packed bytes must outlive this.
    InflateStream(Wrapper wrapper, std::string_view packed);
    /// Goes on from where the other is.
    InflateStream(const InflateStream&);
    InflateStream& operator=(const InflateStream&) = delete;
    ~InflateStream();

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

/// gzip, member after member.
class GzipStream {
public:
    /// Of what the file holds on the disk, the memory of which is given back behind what was read. The file must outlive this.
    explicit GzipStream(const InputFile&);
    /// Goes on from where the other is.
    GzipStream(const GzipStream&) = default;
    GzipStream& operator=(const GzipStream&) = delete;

    /// Goes back to the first byte, or on to another.
    void restart(std::size_t to = 0);
    /// Throws the Error of `read` when the file is damaged anywhere.
    void verify(const Progress&);
    /// The next bytes; fewer than `room` only at the end. An input Error with the packed file's byte where it is damaged or ends too early.
    std::size_t read(char* out, std::size_t room);
    /// Passes over the next bytes; returns how many, fewer only at the end. Errors as `read`.
    std::uint64_t skip(std::uint64_t bytes, const Progress& = {});
    /// How many of the packed bytes were read.
    std::size_t taken() const;
    std::size_t packed() const { return packed_.size(); }

private:
    void start_member(std::size_t at);

    const InputFile& file_;
    std::string_view packed_;
    std::size_t member_at_ = 0, released_ = 0;
    std::optional<InflateStream> member_;
};

}  // namespace neighborscope
