// Zip as in PKWARE's APPNOTE 6.3.9 (sections in brackets), .npy as in NumPy's format version 1.0.
#include "app/data/save/npz_writer.hpp"

#include <algorithm>
#include <cstring>
#include <zlib.h>

namespace neighborscope {
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

constexpr std::int64_t tile_items = 1 << 16;

/// "<i4": 4, "<U12": 48, as letters take four bytes.
std::size_t bytes_of(const std::string& type) { return std::stoul(type.substr(2)) * (type[1] == 'U' ? 4 : 1); }

}  // namespace

/// [4.4.4] bit 11: the name is UTF-8.
std::uint64_t NpzWriter::Entry::flags() const {
    const bool ascii = std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
    return ascii ? 0 : 1 << 11;
}

void NpzWriter::put(const std::string& bytes) {
    file_.write(bytes);
    written_ += bytes.size();
}

void NpzWriter::add(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape, const void* data) {
    const auto item = std::int64_t(bytes_of(type));
    add(name, type, shape, [&](std::int64_t first, std::int64_t count, char* out) {
        std::memcpy(out, static_cast<const char*>(data) + first * item, std::size_t(count * item));
    });
}

void NpzWriter::add(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape, const Fill& fill) {
    std::string description = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
    std::int64_t items = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        description += (axis ? ", " : "") + std::to_string(shape[axis]);
        items *= shape[axis];
    }
    description += shape.size() == 1 ? ",), }" : "), }";
    description.append(63 - (10 + description.size()) % 64, ' ');  // magic to newline: a multiple of 64
    description += '\n';
    const std::string header = Bytes{std::string("\x93NUMPY\x01\x00", 8)}.number(description.size(), 2).add(description).text;
    const std::size_t item = bytes_of(type);
    const std::uint64_t array = std::uint64_t(items) * item;
    std::string tile(std::size_t(std::min<std::int64_t>(items, tile_items)) * item, '\0');
    const auto each_tile = [&](const auto& work) {
        for (std::int64_t first = 0; first < items; first += tile_items) {
            const std::int64_t count = std::min(tile_items, items - first);
            fill(first, count, tile.data());
            work(std::size_t(count) * item);
        }
    };

    Entry entry{name + ".npy", 0, header.size() + array, written_};
    entry.checksum = checksum_of(0, header.data(), header.size());
    each_tile([&](std::size_t bytes) { entry.checksum = checksum_of(entry.checksum, tile.data(), bytes); });
    const bool large = entry.bytes >= beyond_32_bits;
    const std::uint64_t size = large ? beyond_32_bits : entry.bytes;
    const std::string extra = large ? Bytes{}.number(1, 2).number(16, 2).number(entry.bytes, 8).number(entry.bytes, 8).text : "";
    // [4.3.7] local file header: version, flags, stored, time, date, checksum, sizes, lengths of name and extra.
    put(Bytes{}
            .number(0x04034b50, 4)
            .number(large ? 45 : 20, 2)
            .number(entry.flags(), 2)
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
    each_tile([&](std::size_t bytes) { file_.write(tile.data(), bytes); });
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
                .number(entry.flags(), 2)
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

}  // namespace neighborscope
