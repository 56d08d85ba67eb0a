// The members of a ZIP archive.
// Specification: PKWARE APPNOTE 6.3.10: central directory, stored and deflated members, ZIP64.
// libzip would copy stored members, which are read in place here, and inflates with zlib, half as fast as ISA-L does.
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
    std::size_t packed_at = 0;  ///< where the packed bytes begin; they lie within the archive
};

/// All members, as the central directory has them. Input Errors with the byte: no directory (the file was cut), members beyond the
/// file, over each other, or with sizes that cannot be.
std::vector<Member> members(const InputFile&);

/// Throws the input Error for a member that is encrypted or packed in a way this build does not know.
void check_method(const InputFile&, const Member&);

/// What a member holds: a part of the archive, which must outlive it, or unpacked; called "archive.npz (member.npy)". Input Errors:
/// encrypted, packed in a way this build does not know, damaged. A memory Error before it outgrows the machine.
InputFile unpack(const InputFile&, const Member&, const Progress&);
/// "archive.npz (member.npy)"
std::string path_of(const InputFile&, const Member&);

/// A deflated member unpacked a piece at a time, for one that need not be held whole. What was read of the archive is given back
/// (InputFile::release_pages). One thread at a time unpacks.
class Stream {
public:
    /// Input Errors as `unpack`. The file must outlive this.
    Stream(const InputFile&, const Member&);
    /// Goes on from where the other is.
    Stream(const Stream&);
    Stream& operator=(const Stream&) = delete;
    ~Stream();
    /// Goes back to the member's first byte.
    void restart();
    /// The next `bytes` bytes. An input Error where it is damaged, or ends before or after the member's size.
    void read(char* out, std::size_t bytes);

private:
    bool ends_here();

    const InputFile& file_;
    const Member& member_;
    std::uint64_t read_ = 0, released_ = 0;
    std::unique_ptr<InflateStream> inflate_stream_;
};

/// Of all bytes of a member, from those of blocks in any order, which are checked side by side.
class Checksum {
public:
    explicit Checksum(std::size_t blocks) : parts_(blocks) {}
    void add(std::size_t block, std::string_view bytes);
    /// Throws the input Error when it is not the member's.
    void check(const InputFile&, const Member&) const;

private:
    struct Part {
        unsigned long checksum = 0;
        std::size_t bytes = 0;
    };
    std::vector<Part> parts_;
};

/// Throws the input Error when a member is damaged, without holding it.
void verify(const InputFile&, const Member&, const Progress&);
/// Its first bytes, `most` of them at most, unchecked; fewer where it is damaged.
std::string first_bytes(const InputFile&, const Member&, std::size_t most);

}  // namespace neighborscope::zip
