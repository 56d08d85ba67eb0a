#include "app/data/index_files/byte_reader.hpp"

#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope::index_files {

const std::string ByteReader::damaged = "the file was cut or is damaged: copy it again";

ByteReader::ByteReader(const InputFile& file, std::uint64_t at)
    : file_(file), first_(file.begin() - file.byte_order_mark_bytes()), size_(file.size() + file.byte_order_mark_bytes()), at_(0) {
    go_to(at);
}

void ByteReader::fail(std::uint64_t byte, const std::string& cause, const std::string& remedy) const {
    throw Error(Failure::input, path() + ", byte " + std::to_string(byte) + ": " + cause, remedy);
}

void ByteReader::go_to(std::uint64_t byte) {
    if (byte > size_) fail(size_, "the file ends before byte " + std::to_string(byte));
    at_ = byte;
}

const char* ByteReader::take(std::uint64_t count, std::uint64_t bytes, std::string_view what) {
    if (bytes > 0 && count > left() / bytes) {
        const std::string of =
            count == 1 ? std::string(what) : std::string(what) + ": " + std::to_string(count) + " x " + std::to_string(bytes) + " bytes";
        fail(at_, count == 1 ? "the file ends within " + of : of + " are needed, and " + std::to_string(left()) + " are left");
    }
    const char* const here = first_ + at_;
    at_ += count * bytes;
    return here;
}

std::string ByteReader::code(std::string_view what) {
    std::string code(take(4, 1, what), 4);
    if (std::any_of(code.begin(), code.end(), [](char c) { return c <= ' ' || c > '~'; }))
        fail(at_ - 4, "there should be four letters here: " + std::string(what));
    return code;
}

void ByteReader::expect_end(std::string_view what) const {
    if (left() > 0) fail(at_, std::to_string(left()) + " bytes follow the end of " + std::string(what));
}

void check_rows(const ByteReader& reader, std::uint64_t byte, std::uint64_t rows) {
    if (rows > most_rows)
        reader.fail(byte, "the index has " + std::to_string(rows) + " rows, and at most 2147483647 can be shown",
            "open a part of it, or the file is damaged");
}

int checked_dimension(const ByteReader& reader, std::uint64_t byte, std::uint64_t dimension) {
    if (dimension == 0 || dimension > std::uint64_t(most_dimensions))
        reader.fail(byte, "vectors of " + std::to_string(dimension) + " dimensions, and 1 to 65536 are possible");
    return int(dimension);
}

int checked_levels(const ByteReader& reader, std::uint64_t byte, std::int64_t top_level) {
    if (top_level < 0 || top_level >= most_levels)
        reader.fail(byte, "the highest level is " + std::to_string(top_level) + ", and 0 to 63 are possible");
    return int(top_level);
}

}  // namespace neighborscope::index_files
