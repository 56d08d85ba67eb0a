// The members of a ZIP archive.
// Specification: PKWARE APPNOTE 6.3.10: central directory, stored and deflated members, ZIP64. Own code, because libzip copies stored
// members, which are read in place here, and inflates with zlib, half as fast as ISA-L.
#pragma once
#include "app/data/load/input_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {
class InflateStream;
}

namespace neighborscope::zip {

struct Member {
    std::string name;
    bool encrypted = false;
    std::uint16_t method = 0;    ///< 0 stored, 8 deflated
    std::uint32_t checksum = 0;  ///< CRC-32 of the content
    std::uint64_t packed = 0, size = 0;
    std::size_t packed_at = 0;  ///< offset of the packed bytes, which are within the archive
};

/// Returns all members in the central directory. Input Errors with the byte: no directory (the file was cut), members beyond the file,
/// overlapping members, impossible sizes.
std::vector<Member> members(const InputFile&);

/// Throws the input Error for a member that is encrypted or has an unsupported compression.
void check_method(const InputFile&, const Member&);

/// Returns the content of a member, called "archive.npz (member.npy)": a part of the archive, which must outlive it, or unpacked. Input
/// Errors: encrypted, unsupported compression, damaged. A memory Error before it outgrows the machine.
InputFile unpack(const InputFile&, const Member&, const Progress&);
/// "archive.npz (member.npy)"
std::string path_of(const InputFile&, const Member&);

/// Unpacks a deflated member piece by piece, without holding the whole. Releases the archive's memory after reading
/// (InputFile::release_pages). For one thread at a time.
class Stream {
public:
    /// Input Errors as `unpack`. The file must outlive this.
    Stream(const InputFile&, const Member&);
    /// The copy continues from the same position.
    Stream(const Stream&);
    Stream& operator=(const Stream&) = delete;
    ~Stream();
    /// Returns to the member's first byte.
    void restart();
    /// Reads the next `bytes` bytes. An input Error if the member is damaged, or if its length differs from its declared size.
    void read(char* out, std::size_t bytes);

private:
    bool ends_here();

    const InputFile& file_;
    const Member& member_;
    std::uint64_t read_ = 0, released_ = 0;
    std::unique_ptr<InflateStream> inflate_stream_;
};

/// The checksum of a member, combined from blocks that are checked in parallel in any order.
class Checksum {
public:
    explicit Checksum(std::size_t blocks) : parts_(blocks) {}
    void add(std::size_t block, std::string_view bytes);
    /// Throws the input Error if it differs from the member's.
    void check(const InputFile&, const Member&) const;

private:
    struct Part {
        unsigned long checksum = 0;
        std::size_t bytes = 0;
    };
    std::vector<Part> parts_;
};

/// Throws the input Error if a member is damaged, without holding it.
void verify(const InputFile&, const Member&, const Progress&);
/// Returns at most `most` first bytes, unchecked; fewer if the member is damaged.
std::string first_bytes(const InputFile&, const Member&, std::size_t most);

}  // namespace neighborscope::zip
