// The members of a ZIP archive.
// Specification: PKWARE APPNOTE 6.3.10: central directory, stored and deflated members, ZIP64.
#pragma once
#include "app/data/load/input_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

/// What a member holds: a part of the archive, which must outlive it, or unpacked.
class Content {
public:
    std::string_view bytes() const { return bytes_; }

private:
    friend Content unpack(const InputFile&, const Member&, const Progress&);
    struct Free {
        void operator()(char*) const;
    };
    std::string_view bytes_;
    std::unique_ptr<char, Free> owned_;
};

/// Input Errors: encrypted, packed in a way this build does not know, damaged. A memory Error before it outgrows the machine.
Content unpack(const InputFile&, const Member&, const Progress&);
/// Its first bytes, `most` of them at most, unchecked; fewer where it is damaged.
std::string first_bytes(const InputFile&, const Member&, std::size_t most);

}  // namespace neighborscope::zip
