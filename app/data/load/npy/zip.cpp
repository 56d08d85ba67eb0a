#include "app/data/load/npy/zip.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/inflate_stream.hpp"
#include "app/data/load/scalars.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstdlib>

#include <isa-l/crc.h>
#include <zlib.h>

namespace neighborscope::zip {
namespace {

constexpr std::uint64_t most_expansion = 1032;  // deflate needs at least two bits for 258 bytes
const char* const copy_again = "the file was cut or is damaged: copy it again; unzip -t tests a file";

[[noreturn]] void damaged(const InputFile& file, std::size_t byte, const std::string& why) {
    throw Error(Failure::input, file.path() + ", byte " + std::to_string(byte) + ": " + why, copy_again);
}

template <class Number>
std::uint64_t number(const InputFile& file, std::size_t at) {
    return read_bits<Number>(file.begin() + at);
}

/// Place of the central directory and number of members.
struct Directory {
    std::uint64_t at = 0, bytes = 0, members = 0;
};

Directory find_directory(const InputFile& file) {
    constexpr std::size_t end_bytes = 22, locator_bytes = 20, end64_bytes = 56;
    const std::string_view bytes = file.bytes();
    const std::size_t first = bytes.size() - std::min<std::size_t>(bytes.size(), end_bytes + 65535);  // a comment may follow
    const std::size_t found = bytes.size() < end_bytes ? std::string_view::npos : bytes.substr(first).rfind("PK\x05\x06");
    if (found == std::string_view::npos || bytes.size() - first - found < end_bytes)
        damaged(file, bytes.size(), "the ZIP archive ends without its directory");
    const std::size_t at = first + found;
    Directory directory{number<std::uint32_t>(file, at + 16), number<std::uint32_t>(file, at + 12), number<std::uint16_t>(file, at + 10)};
    std::size_t end = at;
    if (at >= locator_bytes && bytes.substr(at - locator_bytes, 4) == "PK\x06\x07") {
        const std::uint64_t end64 = number<std::uint64_t>(file, at - locator_bytes + 8);
        if (end64 > at - locator_bytes || at - locator_bytes - end64 < end64_bytes || bytes.substr(end64, 4) != "PK\x06\x06")
            damaged(file, at - locator_bytes + 8, "the ZIP archive's directory is not where it is said to be");
        directory = {
            number<std::uint64_t>(file, end64 + 48), number<std::uint64_t>(file, end64 + 40), number<std::uint64_t>(file, end64 + 32)};
        end = end64;
    }
    if (directory.at > end || directory.bytes > end - directory.at)
        damaged(file, at, "the ZIP archive's directory is said to lie beyond the file");
    return directory;
}

/// Reads sizes and an offset that do not fit 32 bits from an extra field, which omits those that do.
void read_zip64(const InputFile& file, std::size_t extra, std::size_t bytes, Member& member, std::uint64_t& local) {
    for (std::size_t at = 0; at + 4 <= bytes;) {
        const std::size_t length = number<std::uint16_t>(file, extra + at + 2);
        if (length > bytes - at - 4) return;
        if (number<std::uint16_t>(file, extra + at) == 1) {
            std::size_t next = at + 4;
            for (std::uint64_t* value : {&member.size, &member.packed, &local}) {
                if (*value != 0xffffffff || next + 8 > at + 4 + length) continue;
                *value = number<std::uint64_t>(file, extra + next);
                next += 8;
            }
        }
        at += 4 + length;
    }
}

constexpr std::size_t tile = 1 << 20;

std::string place_of(const InputFile& file, const Member& member) {
    return file.path() + ", byte " + std::to_string(member.packed_at) + ": member " + member.name;
}

[[noreturn]] void damaged(const InputFile& file, const Member& member) {
    throw Error(Failure::input, place_of(file, member) + " is damaged", copy_again);
}

std::string_view packed_bytes(const InputFile& file, const Member& member) { return file.bytes().substr(member.packed_at, member.packed); }

}  // namespace

void check_method(const InputFile& file, const Member& member) {
    if (member.encrypted) throw Error(Failure::input, place_of(file, member) + " is encrypted", "unpack it and save it without a password");
    if (member.method != 0 && member.method != 8)
        throw Error(Failure::input,
            place_of(file, member) + " is packed by method " + std::to_string(member.method) + ", which this build does not read",
            "save it with numpy.savez or numpy.savez_compressed");
}

std::vector<Member> members(const InputFile& file) {
    constexpr std::size_t central_bytes = 46, local_bytes = 30;
    const Directory directory = find_directory(file);
    const std::size_t last = directory.at + directory.bytes;
    if (directory.members > directory.bytes / central_bytes)
        damaged(file, directory.at,
            "the ZIP archive is said to have " + std::to_string(directory.members) + " members, more than its directory holds");
    std::vector<Member> all;
    std::uint64_t packed_in_all = 0;
    std::size_t at = directory.at;
    for (std::uint64_t i = 0; i < directory.members; ++i) {
        if (last - at < central_bytes || file.bytes().substr(at, 4) != "PK\x01\x02")
            damaged(file, at, "the ZIP archive's directory is damaged");
        const std::size_t name = number<std::uint16_t>(file, at + 28), extra = number<std::uint16_t>(file, at + 30),
                          comment = number<std::uint16_t>(file, at + 32);
        if (name + extra + comment > last - at - central_bytes) damaged(file, at, "the ZIP archive's directory is damaged");
        Member member;
        member.name = file.bytes().substr(at + central_bytes, name);
        for (char& c : member.name)
            if (static_cast<unsigned char>(c) < 32) c = ' ';
        member.encrypted = number<std::uint16_t>(file, at + 8) & 1;
        member.method = std::uint16_t(number<std::uint16_t>(file, at + 10));
        member.checksum = std::uint32_t(number<std::uint32_t>(file, at + 16));
        member.packed = number<std::uint32_t>(file, at + 20);
        member.size = number<std::uint32_t>(file, at + 24);
        std::uint64_t local = number<std::uint32_t>(file, at + 42);
        read_zip64(file, at + central_bytes + name, extra, member, local);

        if (local > file.size() || file.size() - local < local_bytes || file.bytes().substr(local, 4) != "PK\x03\x04")
            damaged(file, at + 42, "member " + member.name + " is said to begin at byte " + std::to_string(local) + ", where none is");
        const std::size_t before = local_bytes + number<std::uint16_t>(file, local + 26) + number<std::uint16_t>(file, local + 28);
        if (before > file.size() - local || member.packed > file.size() - local - before)
            damaged(file, at + 20,
                "member " + member.name + " is said to have " + std::to_string(member.packed) + " bytes, more than the file");
        member.packed_at = local + before;
        packed_in_all += member.packed;
        const std::uint64_t most = member.method == 0 ? member.packed : (member.packed + 1) * most_expansion;
        if (member.size > most || (member.method == 0 && member.size != member.packed))
            damaged(file, at + 24,
                "member " + member.name + " is said to have " + std::to_string(member.size) + " bytes in " + std::to_string(member.packed) +
                    ", which is impossible");
        if (packed_in_all > file.size()) damaged(file, at, "the ZIP archive's members lie over each other");
        at += central_bytes + name + extra + comment;
        all.push_back(std::move(member));
    }
    return all;
}

std::string path_of(const InputFile& file, const Member& member) { return file.path() + " (" + member.name + ")"; }

InputFile unpack(const InputFile& file, const Member& member, const Progress& progress) {
    check_method(file, member);
    InputFile::Memory owned;
    std::string_view bytes = packed_bytes(file, member);
    if (member.method != 0) {
        if (member.size > (64 << 20))
            require_memory(double(member.size), "unpacking " + file.path(), "save the array as .npy: it is read in place");
        owned.reset(static_cast<char*>(std::malloc(std::max<std::size_t>(1, member.size))));
        if (!owned) throw std::bad_alloc();
        Stream stream(file, member);
        for (std::size_t written = 0; written < member.size; progress.step(double(written), double(member.size))) {
            const std::size_t here = std::min<std::size_t>(tile, member.size - written);
            stream.read(owned.get() + written, here);
            written += here;
        }
        bytes = {owned.get(), member.size};
    }
    Checksum sum((bytes.size() + tile - 1) / tile);
    parallel_pieces(
        (bytes.size() + tile - 1) / tile, 0, Progress{{}, progress.stop}, [&](std::size_t i) { sum.add(i, bytes.substr(i * tile, tile)); });
    sum.check(file, member);
    return InputFile::view(path_of(file, member), bytes, 0, std::move(owned));
}

std::string first_bytes(const InputFile& file, const Member& member, std::size_t most) {
    if (member.encrypted) return {};
    if (member.method == 0) return std::string(packed_bytes(file, member).substr(0, most));
    if (member.method != 8) return {};
    std::string bytes(std::min<std::uint64_t>(most, member.size), '\0');
    bytes.resize(InflateStream(InflateStream::Wrapper::none, packed_bytes(file, member)).read(bytes.data(), bytes.size()));
    return bytes;
}

Stream::Stream(const InputFile& file, const Member& member) : file_(file), member_(member) {
    check_method(file, member);
    restart();
}

Stream::Stream(const Stream& other)
    : file_(other.file_),
      member_(other.member_),
      read_(other.read_),
      released_(other.released_),
      inflate_stream_(std::make_unique<InflateStream>(*other.inflate_stream_)) {}

Stream::~Stream() = default;

void Stream::restart() {
    inflate_stream_ = std::make_unique<InflateStream>(InflateStream::Wrapper::none, packed_bytes(file_, member_));
    read_ = released_ = 0;
    if (member_.size == 0 && !ends_here()) damaged(file_, member_);
}

void Stream::read(char* out, std::size_t bytes) {
    if (inflate_stream_->read(out, bytes) != bytes) damaged(file_, member_);
    read_ += bytes;
    if (const std::size_t now = inflate_stream_->taken(); now - released_ >= tile) {
        const char* const packed = packed_bytes(file_, member_).data();
        file_.release_pages(packed + released_, packed + now);
        released_ = now / tile * tile;
    }
    if (read_ == member_.size && !ends_here()) damaged(file_, member_);
}

bool Stream::ends_here() { return inflate_stream_->ended() && inflate_stream_->taken() == member_.packed; }

void Checksum::add(std::size_t block, std::string_view bytes) {
    const auto* first = reinterpret_cast<const unsigned char*>(bytes.data());
    parts_[block] = {crc32_gzip_refl(0, first, bytes.size()), bytes.size()};
}

void Checksum::check(const InputFile& file, const Member& member) const {
    uLong all = 0;
    for (const Part& part : parts_) all = crc32_combine(all, part.checksum, z_off_t(part.bytes));
    if (all != member.checksum) throw Error(Failure::input, place_of(file, member) + " is damaged: its checksum is another", copy_again);
}

void verify(const InputFile& file, const Member& member, const Progress& progress) {
    Stream stream(file, member);
    Checksum sum((member.size + tile - 1) / tile);
    std::string bytes;
    for (std::uint64_t at = 0; at < member.size; at += tile) {
        bytes.resize(std::min<std::uint64_t>(tile, member.size - at));
        stream.read(bytes.data(), bytes.size());
        sum.add(at / tile, bytes);
        progress.step(double(at), double(member.size));
    }
    sum.check(file, member);
}

}  // namespace neighborscope::zip
