#include "app/data/load/csv/csv_text.hpp"

#include "app/data/load/csv/count_character.hpp"

namespace neighborscope::csv {

const char* bracketed_end(const char* p, const char* end, const Dialect& dialect) {
    const auto over = [&](const char* at) {
        return at == end || *at == '\n' || (dialect.blanks() ? dialect.is_blank(*at) : *at == dialect.delimiter);
    };
    if (end - p > 5 && same_word({p, 5}, "srid=")) {  // PostGIS's "SRID=4326;POINT(1 2)"
        const char* digits = p + 5;
        while (digits < end && *digits >= '0' && *digits <= '9') ++digits;
        if (digits > p + 5 && digits < end && *digits == ';') p = digits + 1;
    }
    while (!over(p)) {
        int depth = 0;
        const char* close = p;
        for (; close < end && *close != '\n'; ++close) {
            depth += *close == '(' || *close == '[' || *close == '{';
            depth -= *close == ')' || *close == ']' || *close == '}';
            if (depth <= 0) break;
        }
        p = depth == 0 && close < end && *close != '\n' ? close + 1 : p + 1;
    }
    return p;
}

const char* read_word(const char* p, const char* end, const Dialect& dialect, Field& field) {
    const char* first = skip_blanks(p, end, dialect);
    const void* newline = first < end ? std::memchr(first, '\n', std::size_t(end - first)) : nullptr;
    const char* line = newline ? static_cast<const char*>(newline) : end;
    while (line > first && dialect.is_blank(line[-1])) --line;
    // The usual line has one word and single blanks.
    if (count_character(' ', first, line) == std::size_t(dialect.numbers_after_word)) return read_field(first, end, dialect, field);
    const char* at = line;
    const auto leave_field = [&] {
        while (at > first && !dialect.is_blank(at[-1])) --at;
        const char* begin = at;
        while (at > first && dialect.is_blank(at[-1])) --at;
        return begin;
    };
    const char* numbers = line;
    for (int i = 0; i < dialect.numbers_after_word && at > first; ++i) numbers = leave_field();
    const char* word_end = at;
    const char* last = leave_field();
    double value = 0;
    const std::string_view last_word(last, std::size_t(word_end - last));
    if (word_end == first || (at > first && read_number(last_word, dialect, value) == Kind::number))
        return read_field(first, end, dialect, field);
    field = {first, word_end, false, false};
    return numbers;
}

bool skip_windows_non_finite(const char*& p, const char* end, char point) {
    const char* at = p < end && (*p == '-' || *p == '+') ? p + 1 : p;
    const auto is_word = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    if (end - at < 4 || at[0] != '1' || at[1] != point || at[2] != '#' || at[3] < 'A' || at[3] > 'Z') return false;
    at += 3;
    while (at < end && is_word(*at)) ++at;
    if (end - at > 2 && *at == 'e' && (at[1] == '+' || at[1] == '-'))
        for (at += 2; at < end && *at >= '0' && *at <= '9';) ++at;
    p = at;
    return true;
}

}  // namespace neighborscope::csv
