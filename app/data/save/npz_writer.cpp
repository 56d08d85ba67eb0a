// Writes ZIP as in PKWARE's APPNOTE 6.3.9 (sections in brackets), .npy as in NumPy's format version 1.0.
#include "app/data/save/npz_writer.hpp"

#include "app/data/load/words.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <zlib.h>

namespace neighborscope {
namespace {

constexpr std::uint64_t beyond_32_bits = 0xffffffff;

/// Little-endian numbers of given widths, one after another.
struct LittleEndian {
    int bytes;
    std::uint64_t value;
};
std::string record(std::initializer_list<LittleEndian> fields) {
    std::string text;
    for (const LittleEndian& field : fields)
        for (int i = 0; i < field.bytes; ++i) text += char(field.value >> (8 * i) & 255);
    return text;
}

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

/// 1980-01-01: archives of equal lists are identical.
constexpr std::uint64_t date = 1 << 5 | 1;

constexpr std::int64_t tile_items = 1 << 16;

/// "<i4": 4; "<U12": 48, because characters take four bytes.
std::size_t bytes_of(const std::string& type) { return std::stoul(type.substr(2)) * (type[1] == 'U' ? 4 : 1); }

/// Converts a string to NumPy's "<U", UTF-32. Invalid UTF-8 becomes U+FFFD.
std::u32string letters(const std::string& utf8) {
    std::u32string text;
    for (std::string_view rest = utf8; !rest.empty();) {
        const std::size_t length = utf8_length(rest);
        char32_t letter = length == 0 ? 0xfffd : static_cast<unsigned char>(rest[0]) & (length == 1 ? 0x7f : 0x7f >> length);
        for (std::size_t i = 1; i < length; ++i) letter = letter << 6 | (static_cast<unsigned char>(rest[i]) & 0x3f);
        text += letter;
        rest.remove_prefix(std::max<std::size_t>(1, length));
    }
    return text;
}

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
    const std::string header = std::string("\x93NUMPY\x01\x00", 8) + record({{2, description.size()}}) + description;
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

    file_.require_room(array);
    Entry entry{name + ".npy", 0, header.size() + array, written_};
    entry.checksum = checksum_of(0, header.data(), header.size());
    each_tile([&](std::size_t bytes) { entry.checksum = checksum_of(entry.checksum, tile.data(), bytes); });
    const bool large = entry.bytes >= beyond_32_bits;
    const std::uint64_t size = large ? beyond_32_bits : entry.bytes;
    const std::string extra = large ? record({{2, 1}, {2, 16}, {8, entry.bytes}, {8, entry.bytes}}) : "";
    // [4.3.7] local file header: version, flags, stored, time, date, checksum, sizes, lengths of name and extra.
    put(record({{4, 0x04034b50}, {2, large ? 45u : 20u}, {2, entry.flags()}, {2, 0}, {2, 0}, {2, date}, {4, entry.checksum}, {4, size},
            {4, size}, {2, entry.name.size()}, {2, extra.size()}}) +
        entry.name + extra);
    put(header);
    each_tile([&](std::size_t bytes) { file_.write(tile.data(), bytes); });
    written_ += array;
    entries_.push_back(std::move(entry));
}

void NpzWriter::finish() {
    const std::uint64_t directory = written_;
    for (const Entry& entry : entries_) {
        const bool large = entry.bytes >= beyond_32_bits, far = entry.at >= beyond_32_bits;
        std::string wide;  // [4.5.3] values that do not fit in 32 bits, in this order
        if (large) wide += record({{8, entry.bytes}, {8, entry.bytes}});
        if (far) wide += record({{8, entry.at}});
        const std::string extra = wide.empty() ? "" : record({{2, 1}, {2, wide.size()}}) + wide;
        const std::uint64_t size = large ? beyond_32_bits : entry.bytes;
        const std::uint64_t version = large || far ? 45 : 20;
        // [4.3.12] central directory header.
        put(record({{4, 0x02014b50}, {2, version}, {2, version}, {2, entry.flags()}, {2, 0}, {2, 0}, {2, date}, {4, entry.checksum},
                {4, size}, {4, size}, {2, entry.name.size()}, {2, extra.size()}, {2, 0}, {2, 0}, {2, 0}, {4, 0},
                {4, far ? beyond_32_bits : entry.at}}) +
            entry.name + extra);
    }
    const std::uint64_t bytes = written_ - directory, count = entries_.size();
    const bool far = directory >= beyond_32_bits;
    if (far) {
        const std::uint64_t record_at = written_;
        // [4.3.14] Zip64 end of central directory, and [4.3.15] its locator.
        put(record({{4, 0x06064b50}, {8, 44}, {2, 45}, {2, 45}, {4, 0}, {4, 0}, {8, count}, {8, count}, {8, bytes}, {8, directory},
            {4, 0x07064b50}, {4, 0}, {8, record_at}, {4, 1}}));
    }
    // [4.3.16] end of central directory.
    put(record({{4, 0x06054b50}, {2, 0}, {2, 0}, {2, count}, {2, count}, {4, bytes}, {4, far ? beyond_32_bits : directory}, {2, 0}}));
}

void add_strings(NpzWriter& npz, const std::string& name, const std::vector<std::string>& strings) {
    std::vector<std::u32string> all;
    std::size_t longest = 1;
    for (const std::string& text : strings) longest = std::max(longest, all.emplace_back(letters(text)).size());
    npz.add(name, "<U" + std::to_string(longest), {std::int64_t(all.size())}, [&](std::int64_t first, std::int64_t count, char* out) {
        std::memset(out, 0, std::size_t(count) * longest * 4);
        for (std::size_t i = 0; i < std::size_t(count); ++i)
            for (std::size_t at = 0; const char32_t letter : all[std::size_t(first) + i])
                std::memcpy(out + (i * longest + at++) * sizeof letter, &letter, sizeof letter);
    });
}

}  // namespace neighborscope
