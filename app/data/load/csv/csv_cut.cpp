#include "app/data/load/csv/csv_cut.hpp"

#include "app/data/parallel.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <atomic>

namespace neighborscope::csv {
namespace {

constexpr std::size_t piece_bytes = 512 << 10;  // some milliseconds: the time to stop, and small beside a cache

/// Whether the quote at `quote` opens a field, known that everything before `outside` is over.
bool opens_field(const char* quote, const char* outside, const char* begin, const Dialect& dialect) {
    const char* before = quote;
    while (before > outside && dialect.is_blank(before[-1])) --before;
    const bool line_start = before == begin || before[-1] == '\n';
    const bool after_delimiter =
        !line_start && (dialect.blanks() ? before < quote || dialect.is_blank(before[-1]) : before[-1] == dialect.delimiter);
    if (!line_start && !after_delimiter) return false;
    const char* line = quote;
    while (line > outside && line[-1] != '\n') --line;
    if (line > begin && line[-1] != '\n') return true;  // a quoted field closed on this line, so it is no comment
    const char* first = skip_blanks(line, quote, dialect);
    return *first != '#' || !is_comment(first, quote, dialect);
}

}  // namespace

void leave_quotes(std::vector<const char*>& begins, const Dialect& dialect) {
    const char *begin = begins.front(), *end = begins.back();
    const char* outside = begin;  // where the last quoted field was over
    std::size_t first_inside = 1, next = 1;
    const auto settle = [&](const char* limit) {  // line starts met inside quotes belong after the next newline outside
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

Cut cut(const InputFile& file, const Layout& layout, const Progress& progress) {
    Cut result;
    const char *data = layout.data, *end = layout.end;
    for (const char* p = data; p < end;) {
        result.begins.push_back(p);
        const char* newline = std::size_t(end - p) > piece_bytes ? line_end(p + piece_bytes, end) : end;
        p = newline < end ? newline + 1 : end;
    }
    if (result.begins.empty()) result.begins.push_back(data);
    result.begins.push_back(end);

    const std::size_t pieces = result.begins.size() - 1;
    std::atomic<bool> quotes{false};
    const Progress quiet{{}, progress.stop};
    parallel_pieces(pieces, 0, quiet, [&](std::size_t i) {
        const char *p = result.begins[i], *last = result.begins[i + 1];
        refuse_nul(file, {p, std::size_t(last - p)});
        if (!quotes && std::memchr(p, '"', std::size_t(last - p))) quotes = true;
    });
    if (quotes) leave_quotes(result.begins, layout.dialect);

    result.most_rows.resize(pieces);
    parallel_pieces(pieces, 0, quiet, [&](std::size_t i) {
        const char *p = result.begins[i], *last = result.begins[i + 1];
        const std::size_t lines = std::size_t(std::count(p, last, '\n')) + (p < last && last[-1] != '\n');
        // A row takes a character per column at least, so blank lines cannot make the estimate large.
        result.most_rows[i] = std::min(lines, std::size_t(last - p) / std::size_t(layout.columns) + 1);
    });
    return result;
}

}  // namespace neighborscope::csv
