// Zip as in PKWARE's APPNOTE 6.3.9 (sections in brackets), .npy as in NumPy's format version 1.0.
#include "app/command_line/npz.hpp"

#include <algorithm>
#include <zlib.h>

namespace neighborscope::shell {
namespace {

constexpr std::uint64_t beyond_32_bits = 0xffffffff;

/// Little-endian numbers one after the other.
struct Bytes {
    std::string text;
    Bytes& number(std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) text += char(value >> (8 * i) & 255);
        return *this;
    }
    Bytes& add(const std::string& more) {
        text += more;
        return *this;
    }
};

std::uint32_t checksum_of(std::uint32_t before, const void* data, std::uint64_t bytes) {
    const auto* from = static_cast<const unsigned char*>(data);
    uLong sum = before;
    while (bytes > 0) {
        const uInt now = uInt(std::min<std::uint64_t>(bytes, std::uint64_t(1) << 30));
        sum = crc32(sum, from, now);
        from += now;
        bytes -= now;
    }
    return std::uint32_t(sum);
}

/// 1980-01-01: the archive of equal lists is equal to the byte.
constexpr std::uint64_t date = 1 << 5 | 1;

}  // namespace

void NpzWriter::put(const std::string& bytes) {
    file_.write(bytes);
    written_ += bytes.size();
}

void NpzWriter::add(const std::string& name, const std::string& type, const void* data, std::int64_t rows, std::int64_t columns) {
    std::string description =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " + std::to_string(columns) + "), }";
    description.append(63 - (10 + description.size()) % 64, ' ');  // magic to newline: a multiple of 64
    description += '\n';
    const std::string header = Bytes{std::string("\x93NUMPY\x01\x00", 8)}.number(description.size(), 2).add(description).text;
    const std::uint64_t array = std::uint64_t(rows) * std::uint64_t(columns) * 4;

    Entry entry{name + ".npy", 0, header.size() + array, written_};
    entry.checksum = checksum_of(checksum_of(0, header.data(), header.size()), data, array);
    const bool large = entry.bytes >= beyond_32_bits;
    const std::uint64_t size = large ? beyond_32_bits : entry.bytes;
    const std::string extra = large ? Bytes{}.number(1, 2).number(16, 2).number(entry.bytes, 8).number(entry.bytes, 8).text : "";
    // [4.3.7] local file header: version, flags, stored, time, date, checksum, sizes, lengths of name and extra.
    put(Bytes{}
            .number(0x04034b50, 4)
            .number(large ? 45 : 20, 2)
            .number(0, 2)
            .number(0, 2)
            .number(0, 2)
            .number(date, 2)
            .number(entry.checksum, 4)
            .number(size, 4)
            .number(size, 4)
            .number(entry.name.size(), 2)
            .number(extra.size(), 2)
            .add(entry.name)
            .add(extra)
            .text);
    put(header);
    file_.write(data, std::size_t(array));
    written_ += array;
    entries_.push_back(std::move(entry));
}

void NpzWriter::finish() {
    const std::uint64_t directory = written_;
    for (const Entry& entry : entries_) {
        const bool large = entry.bytes >= beyond_32_bits, far = entry.at >= beyond_32_bits;
        Bytes wide;  // [4.5.3] what does not fit in 32 bits, in this order
        if (large) wide.number(entry.bytes, 8).number(entry.bytes, 8);
        if (far) wide.number(entry.at, 8);
        const std::string extra = wide.text.empty() ? "" : Bytes{}.number(1, 2).number(wide.text.size(), 2).add(wide.text).text;
        const std::uint64_t size = large ? beyond_32_bits : entry.bytes;
        const std::uint64_t version = large || far ? 45 : 20;
        // [4.3.12] central directory header.
        put(Bytes{}
                .number(0x02014b50, 4)
                .number(version, 2)
                .number(version, 2)
                .number(0, 2)
                .number(0, 2)
                .number(0, 2)
                .number(date, 2)
                .number(entry.checksum, 4)
                .number(size, 4)
                .number(size, 4)
                .number(entry.name.size(), 2)
                .number(extra.size(), 2)
                .number(0, 2)
                .number(0, 2)
                .number(0, 2)
                .number(0, 4)
                .number(far ? beyond_32_bits : entry.at, 4)
                .add(entry.name)
                .add(extra)
                .text);
    }
    const std::uint64_t bytes = written_ - directory, count = entries_.size();
    const bool far = directory >= beyond_32_bits;
    if (far) {
        const std::uint64_t record = written_;
        // [4.3.14] Zip64 end of central directory, and [4.3.15] its locator.
        put(Bytes{}
                .number(0x06064b50, 4)
                .number(44, 8)
                .number(45, 2)
                .number(45, 2)
                .number(0, 4)
                .number(0, 4)
                .number(count, 8)
                .number(count, 8)
                .number(bytes, 8)
                .number(directory, 8)
                .number(0x07064b50, 4)
                .number(0, 4)
                .number(record, 8)
                .number(1, 4)
                .text);
    }
    // [4.3.16] end of central directory.
    put(Bytes{}
            .number(0x06054b50, 4)
            .number(0, 2)
            .number(0, 2)
            .number(count, 2)
            .number(count, 2)
            .number(bytes, 4)
            .number(far ? beyond_32_bits : directory, 4)
            .number(0, 2)
            .text);
}

}  // namespace neighborscope::shell
