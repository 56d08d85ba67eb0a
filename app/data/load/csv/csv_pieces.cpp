#include "app/data/load/csv/csv_pieces.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/csv/count_character.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope::csv {
namespace {

constexpr std::size_t longest_record = 16 << 20;

/// Runs while other threads wait for their piece.
std::size_t count_lines(const char* p, const char* end) { return count_character('\n', p, end); }

/// Whether the quote at `quote` opens a field; everything before `outside` is complete.
bool opens_field(const char* quote, const char* outside, const char* begin, const Dialect& dialect) {
    const char* before = quote;
    while (before > outside && dialect.is_blank(before[-1])) --before;
    const bool line_start = before == begin || before[-1] == '\n';
    const bool after_delimiter =
        !line_start && (dialect.blanks() ? before < quote || dialect.is_blank(before[-1]) : before[-1] == dialect.delimiter);
    if (!line_start && !after_delimiter) return false;
    const char* line = quote;
    while (line > outside && line[-1] != '\n') --line;
    if (line > begin && line[-1] != '\n') return true;  // a quoted field closed on this line, so it is not a comment
    const char* first = skip_blanks(line, quote, dialect);
    return *first != '#' || !is_comment(first, quote, dialect);
}

/// Moves line starts inside quoted fields to the next record, or to the end. `begins` is ascending, from a record to the end of the text.
void leave_quotes(std::vector<const char*>& begins, const Dialect& dialect) {
    const char *begin = begins.front(), *end = begins.back();
    const char* outside = begin;  // end of the last quoted field
    std::size_t first_inside = 1, next = 1;
    const auto settle = [&](const char* limit) {  // line starts inside quotes move to the next newline outside
        if (first_inside == next) return;
        const char* newline = line_end(outside, end);
        if (newline >= limit && limit != end) return;
        std::fill(begins.begin() + std::ptrdiff_t(first_inside), begins.begin() + std::ptrdiff_t(next), newline < end ? newline + 1 : end);
        first_inside = next;
    };
    for (const char* p = begin;;) {
        const char* quote = static_cast<const char*>(std::memchr(p, '"', std::size_t(end - p)));
        if (!quote) return settle(end);
        if (!opens_field(quote, outside, begin, dialect)) {
            p = quote + 1;
            continue;
        }
        settle(quote);
        if (next + 1 == begins.size() && first_inside == next) return;
        Field field;
        p = read_field(quote, end, dialect, field);
        for (; next + 1 < begins.size() && begins[next] <= quote; ++next)
            if (first_inside == next) ++first_inside;
        while (next + 1 < begins.size() && begins[next] < p) ++next;
        outside = p;
    }
}

}  // namespace

TextPieces cut(const InputFile& file, const Layout& layout, const Progress& progress) {
    TextPieces result;
    result.begins = line_starts(layout.data, layout.end, [](const char*) { return false; });
    const std::size_t pieces = result.begins.size() - 1;
    std::atomic<bool> quotes{false};
    const Progress quiet{{}, progress.stop};
    parallel_pieces(pieces, 0, quiet, [&](std::size_t i) {
        const char *p = result.begins[i], *last = result.begins[i + 1];
        refuse_nul(file, {p, std::size_t(last - p)});
        if (!layout.dialect.numbers_after_word && !quotes && std::memchr(p, '"', std::size_t(last - p))) quotes = true;
    });
    if (quotes) leave_quotes(result.begins, layout.dialect);

    result.most_rows.resize(pieces);
    parallel_pieces(pieces, 0, quiet, [&](std::size_t i) {
        const char *p = result.begins[i], *last = result.begins[i + 1];
        const std::size_t lines = std::size_t(std::count(p, last, '\n')) + (p < last && last[-1] != '\n');
        // A row has at least one character per column, so blank lines cannot make the estimate large.
        result.most_rows[i] = std::min(lines, std::size_t(last - p) / std::size_t(layout.columns) + 1);
    });
    return result;
}

PackedText::PackedText(const InputFile& beginning, const Layout& layout) : file_(beginning), layout_(layout), stream_(beginning) {
    restart();
}

void PackedText::restart() {
    stream_.restart(file_.byte_order_mark_bytes() + std::size_t(layout_.data - file_.begin()));
    taken_ = stream_.taken();
    carry_.clear();
    lines_ = count_lines(file_.begin(), layout_.data);
    number_ = 0;
    ended_ = false;
}

std::shared_ptr<const PackedText::Piece> PackedText::next() {
    if (ended_) return nullptr;
    std::shared_ptr<Piece> piece(new Piece(take()), [this](Piece* done) {
        const std::unique_ptr<Piece> owner(done);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(*owner));
    });
    std::size_t size = carry_.size();
    make_room(*piece, 0, size + piece_bytes);
    std::memcpy(piece->memory.get(), carry_.data(), size);
    const char* last = nullptr;
    // Reads the same amount as last time, whatever memory the piece has; twice as much for a longer record.
    for (std::size_t more = piece_bytes; !last; more = size) {
        if (size > longest_record)
            throw Error(Failure::input,
                file_.path() + ":" + std::to_string(lines_ + 1) + ": this row does not end within " + bytes_text(double(longest_record)),
                "close its quote, or name a file with one point per line");
        make_room(*piece, size, size + more);
        const std::size_t got = stream_.read(piece->memory.get() + size, more);
        size += got;
        taken_ = stream_.taken();
        ended_ = got < more;
        last = ended_ ? piece->memory.get() + size : last_record(piece->memory.get(), piece->memory.get() + size);
    }
    const char* begin = piece->memory.get();
    carry_.assign(last, begin + size);
    if (ended_ && last > begin && last[-1] == '\x1a') --last;  // Ctrl-Z, the end of a text in DOS
    const std::size_t bytes = std::size_t(last - begin), lines = count_lines(begin, last);
    piece->text.reset(new InputFile(InputFile::view(file_.path(), {begin, bytes}, lines_)));
    piece->number = number_++;
    // A row has at least one character per column, so blank lines cannot make the estimate large.
    piece->most_rows = std::min(lines + (bytes > 0 && last[-1] != '\n'), bytes / std::size_t(layout_.columns) + 1);
    lines_ += lines;
    return piece;
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

/// Returns the possible end of the last record that is certainly complete in this text; null if there is none.
const char* PackedText::last_record(const char* begin, const char* end) const {
    const auto size = std::size_t(end - begin);
    if (layout_.dialect.numbers_after_word || !std::memchr(begin, '"', size)) {
        const void* newline = memrchr(begin, '\n', size);
        return newline ? static_cast<const char*>(newline) + 1 : nullptr;
    }
    // A line start some way before the end, so that a quoted field around it has ended.
    const char* newline = line_end(end - std::min<std::size_t>(size / 2, 64 << 10), end);
    if (newline == end) return nullptr;
    std::vector<const char*> begins{begin, newline + 1, end};
    leave_quotes(begins, layout_.dialect);
    return begins[1] == end ? nullptr : begins[1];
}

}  // namespace neighborscope::csv
