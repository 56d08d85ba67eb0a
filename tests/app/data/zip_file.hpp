// ZIP archives and gzip made by tests.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <zlib.h>

namespace neighborscope::test {

struct ZipEntry {
    std::string name, content;
    bool deflated = false;
    bool descriptor = false;  ///< sizes and checksum follow the content instead of preceding it
    int level = 9;            ///< of deflate: 1 is fast
};

inline void put_number(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8) out += char(value & 255);
}

inline std::string raw_deflate(const std::string& content, int level = 9) {
    z_stream stream{};
    deflateInit2(&stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, content.size()) + 16, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = uInt(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

inline std::string gzip(const std::string& content, int level = 6) {
    z_stream stream{};
    deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, content.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = uInt(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// `zip64`: sizes and offsets in the directory are in 64-bit extra fields, as for archives beyond 4 GB.
inline std::string zip_file(const std::vector<ZipEntry>& entries, bool zip64 = false) {
    std::string file, directory;
    for (const ZipEntry& entry : entries) {
        const std::string packed = entry.deflated ? raw_deflate(entry.content, entry.level) : entry.content;
        const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(entry.content.data()), entry.content.size());
        const std::size_t local = file.size();
        const auto sizes = [&](std::string& out, bool known, bool wide) {
            put_number(out, known ? checksum : 0, 4);
            put_number(out, wide ? 0xffffffff : known ? packed.size() : 0, 4);
            put_number(out, wide ? 0xffffffff : known ? entry.content.size() : 0, 4);
        };
        const auto head = [&](std::string& out) {
            put_number(out, zip64 ? 45 : 20, 2);
            put_number(out, entry.descriptor ? 8 : 0, 2);
            put_number(out, entry.deflated ? 8 : 0, 2);
            put_number(out, 0, 4);
        };
        file += "PK\x03\x04";
        head(file);
        sizes(file, !entry.descriptor, false);
        put_number(file, entry.name.size(), 2);
        put_number(file, 0, 2);
        file += entry.name + packed;
        if (entry.descriptor) {
            file += "PK\x07\x08";
            sizes(file, true, false);
        }
        directory += "PK\x01\x02";
        put_number(directory, 45, 2);
        head(directory);
        sizes(directory, true, zip64);
        put_number(directory, entry.name.size(), 2);
        put_number(directory, zip64 ? 28 : 0, 2);
        put_number(directory, 0, 10);
        put_number(directory, zip64 ? 0xffffffff : local, 4);
        directory += entry.name;
        if (zip64) {
            put_number(directory, 1, 2);
            put_number(directory, 24, 2);
            put_number(directory, entry.content.size(), 8);
            put_number(directory, packed.size(), 8);
            put_number(directory, local, 8);
        }
    }
    const std::size_t at = file.size();
    file += directory;
    if (zip64) {
        const std::size_t end = file.size();
        file += "PK\x06\x06";
        put_number(file, 44, 8);
        put_number(file, 45, 2), put_number(file, 45, 2), put_number(file, 0, 8);
        put_number(file, entries.size(), 8), put_number(file, entries.size(), 8);
        put_number(file, directory.size(), 8), put_number(file, at, 8);
        file += "PK\x06\x07";
        put_number(file, 0, 4), put_number(file, end, 8), put_number(file, 1, 4);
    }
    file += "PK\x05\x06";
    put_number(file, 0, 4);
    put_number(file, entries.size(), 2), put_number(file, entries.size(), 2);
    put_number(file, directory.size(), 4), put_number(file, zip64 ? 0xffffffff : at, 4);
    put_number(file, 0, 2);
    return file;
}

}  // namespace neighborscope::test
