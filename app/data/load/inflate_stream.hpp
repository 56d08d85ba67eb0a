// Unpacks deflate streams, bare or in gzip, piece by piece. Specification: RFC 1951 (deflate), RFC 1950 (zlib), RFC 1952 (gzip). Uses
// Intel's ISA-L, which is two to three times as fast as zlib.
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
    /// The format around the deflate stream: none, or a header and a checksum, which are checked.
    enum class Wrapper { none, zlib, gzip };
    enum class State { going, ended, damaged, cut };

    /// The packed bytes must outlive this.
    InflateStream(Wrapper wrapper, std::string_view packed);
    /// The copy continues from the same position.
    InflateStream(const InflateStream&);
    InflateStream& operator=(const InflateStream&) = delete;
    ~InflateStream();

    /// Reads the next bytes. Returns fewer than `room` if the stream has ended or is damaged: see `state`.
    std::size_t read(char* out, std::size_t room);
    State state() const { return state_; }
    /// Whether the stream has ended.
    bool ended();
    /// Returns how many packed bytes were read; after the end, the length of the stream.
    std::size_t taken() const { return taken_; }

private:
    std::unique_ptr<inflate_state> stream_;
    std::string_view packed_;
    std::size_t taken_ = 0;
    State state_ = State::going;
};

/// A gzip file with one or more members.
class GzipStream {
public:
    /// Reads the file's packed bytes and releases their memory after reading. The file must outlive this.
    explicit GzipStream(const InputFile&);
    /// The copy continues from the same position.
    GzipStream(const GzipStream&) = default;
    GzipStream& operator=(const GzipStream&) = delete;

    /// Returns to the first byte, or moves to another.
    void restart(std::size_t to = 0);
    /// Throws the Error of `read` if the file is damaged anywhere.
    void verify(const Progress&);
    /// Reads the next bytes; fewer than `room` only at the end. An input Error with the packed file's byte if it is damaged or cut.
    std::size_t read(char* out, std::size_t room);
    /// Skips the next bytes; returns how many, fewer only at the end. Errors as `read`.
    std::uint64_t skip(std::uint64_t bytes, const Progress& = {});
    /// Returns how many packed bytes were read.
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
