#include "app/data/load/csv/csv_packed.hpp"

#include "app/data/load/csv/csv_cut.hpp"
#include "app/data/memory.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope::csv {
namespace {

constexpr std::size_t unpacked_bytes = 512 << 10, longest_record = 16 << 20;

/// Sixteen characters at a time: this is done while others wait for their piece.
std::size_t count_lines(const char* p, const char* end) {
    using Bytes = unsigned char __attribute__((vector_size(16)));
    const Bytes newline = Bytes{} + static_cast<unsigned char>('\n');
    std::size_t lines = 0;
    while (end - p >= 16) {
        Bytes found{};
        for (int i = 0; i < 255 && end - p >= 16; ++i, p += 16) {
            Bytes here;
            std::memcpy(&here, p, sizeof here);
            found -= reinterpret_cast<Bytes>(here == newline);
        }
        for (int i = 0; i < 16; ++i) lines += found[i];
    }
    return lines + std::size_t(std::count(p, end, '\n'));
}

}  // namespace

PackedText::PackedText(const InputFile& beginning, const Layout& layout) : file_(beginning), layout_(layout), stream_(beginning) {
    restart();
}

void PackedText::restart() {
    stream_.restart();
    std::string header(file_.mark_bytes() + std::size_t(layout_.data - file_.begin()), '\0');
    stream_.read(header.data(), header.size());
    taken_ = stream_.taken();
    carry_.clear();
    lines_ = count_lines(file_.begin(), layout_.data);
    number_ = 0;
    over_ = false;
}

std::shared_ptr<const PackedText::Piece> PackedText::next() {
    if (over_) return nullptr;
    std::shared_ptr<Piece> piece(new Piece(take()), [this](Piece* done) {
        const std::unique_ptr<Piece> owner(done);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(*owner));
    });
    std::size_t size = carry_.size();
    make_room(*piece, 0, size + unpacked_bytes);
    std::memcpy(piece->memory.get(), carry_.data(), size);
    const char* last = nullptr;
    // As much each time as the last time, whatever memory the piece got; twice as much when a record is longer than that.
    for (std::size_t more = unpacked_bytes; !last; more = size) {
        if (size > longest_record)
            throw Error(Failure::input,
                file_.path() + ":" + std::to_string(lines_ + 1) + ": this row does not end within " + bytes_text(double(longest_record)),
                "close its quote, or name a file with a point a line");
        make_room(*piece, size, size + more);
        const std::size_t got = stream_.read(piece->memory.get() + size, more);
        size += got;
        taken_ = stream_.taken();
        over_ = got < more;
        last = over_ ? piece->memory.get() + size : last_record(piece->memory.get(), piece->memory.get() + size);
    }
    const char* begin = piece->memory.get();
    carry_.assign(last, begin + size);
    if (over_ && last > begin && last[-1] == '\x1a') --last;  // Ctrl-Z, with which DOS ends a text
    const std::size_t bytes = std::size_t(last - begin), lines = count_lines(begin, last);
    piece->text.reset(new InputFile(InputFile::view(file_.path(), {begin, bytes}, lines_)));
    piece->number = number_++;
    // A row takes a character per column at least, so blank lines cannot make the estimate large.
    piece->most_rows = std::min(lines + (bytes > 0 && last[-1] != '\n'), bytes / std::size_t(layout_.columns) + 1);
    lines_ += lines;
    return piece;
}

void PackedText::verify(const Progress& progress) {
    restart();
    std::vector<char> bytes(unpacked_bytes);
    do progress.step(taken(), double(stream_.packed()));
    while (stream_.read(bytes.data(), bytes.size()) == bytes.size());
}

PackedText::Piece PackedText::take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return {};
    Piece piece = std::move(free_.back());
    free_.pop_back();
    return piece;
}

void PackedText::make_room(Piece& piece, std::size_t used, std::size_t room) const {
    if (piece.room >= room) return;
    std::unique_ptr<char[]> larger(new char[room]);
    if (used) std::memcpy(larger.get(), piece.memory.get(), used);
    piece.memory = std::move(larger);
    piece.room = room;
}

/// Where the last record may end of which this text surely has the whole; null when there is none.
const char* PackedText::last_record(const char* begin, const char* end) const {
    const auto size = std::size_t(end - begin);
    if (!std::memchr(begin, '"', size)) {
        const void* newline = memrchr(begin, '\n', size);
        return newline ? static_cast<const char*>(newline) + 1 : nullptr;
    }
    // A line's start some way before the end, so that a quoted field that it may lie in is over before that.
    const char* newline = line_end(end - std::min<std::size_t>(size / 2, 64 << 10), end);
    if (newline == end) return nullptr;
    std::vector<const char*> begins{begin, newline + 1, end};
    leave_quotes(begins, layout_.dialect);
    return begins[1] == end ? nullptr : begins[1];
}

}  // namespace neighborscope::csv
