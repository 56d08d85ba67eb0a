#include "app/data/load/csv/word_vectors.hpp"

#include "app/data/load/csv/csv_text.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <vector>

namespace neighborscope::csv {
namespace {

constexpr Dialect blanks{' '};
constexpr int surely = 10;  ///< so many numbers after a word are word vectors without further evidence

struct Line {
    std::string_view text;
    int fields = 0, numbers = 0;  ///< all fields, and the numbers at the end of the line

    /// Whether the line has one word, which may be a number, or several words that do not end with a number.
    bool fits(int numbers_after_word) const {
        if (fields == numbers_after_word + 1) return numbers >= numbers_after_word;
        return fields > numbers_after_word && numbers == numbers_after_word;
    }
    /// Whether the line begins with "text in quotes" as in tables, and not with a word that contains a quote.
    bool quoted() const {
        const std::size_t close = text.find('"', 1);
        return text.front() == '"' && close != std::string_view::npos && close > 1 &&
               (close + 1 == text.size() || blanks.is_blank(text[close + 1]));
    }
};

Line line_of(std::string_view text) {
    Line line{text};
    bool ended = false;
    for (const char *first = text.data(), *p = first + text.size(); p > first;) {
        const char* end = p;
        while (p > first && !blanks.is_blank(p[-1])) --p;
        const char* at = p;
        double value = 0;
        ended = ended || !parse_number(at, end, value) || at != end;
        line.numbers += !ended;
        ++line.fields;
        while (p > first && blanks.is_blank(p[-1])) --p;
    }
    return line;
}

/// "400000 300"
bool read_counts(std::string_view line, std::int64_t& words, int& numbers) {
    const char *p = line.data(), *end = p + line.size();
    const auto first = std::from_chars(p, end, words);
    if (first.ec != std::errc{} || first.ptr == end || !blanks.is_blank(*first.ptr)) return false;
    const auto second = std::from_chars(skip_blanks(first.ptr, end, blanks), end, numbers);
    return second.ec == std::errc{} && second.ptr == end && words > 0 && numbers > 1;
}

/// Returns how many numbers most lines end with.
int numbers_of_most(const std::vector<Line>& lines) {
    std::map<int, int> lines_of;
    for (const Line& line : lines) ++lines_of[line.numbers];
    return std::ranges::max_element(lines_of, {}, [](const auto& entry) { return entry.second; })->first;
}

bool are_word_vectors(const std::vector<Line>& lines, int numbers) {
    if (numbers < 2 || !std::ranges::all_of(lines, [&](const Line& line) { return line.fits(numbers); })) return false;
    const auto same_width = [&](const Line& line) { return line.fields == lines.front().fields; };
    const bool table = std::ranges::all_of(lines, same_width);
    if (table && lines.front().fields > numbers + 1) return false;  // several columns of text
    const auto comment = [&](const Line& line) { return line.text.front() == '#' && line.fields > numbers + 1; };
    if (numbers < surely && std::ranges::any_of(lines, comment)) return false;
    const auto quotes = std::ranges::count_if(lines, [](const Line& line) { return line.text.front() == '"'; });
    if (quotes > 0 && quotes == std::ranges::count_if(lines, [](const Line& line) { return line.quoted(); })) return false;
    const bool odd = quotes > 0 || !table || std::ranges::any_of(lines, [](const Line& line) {
        return line.text.size() > 1 && line.text[0] == '#' && blanks.is_blank(line.text[1]);
    });
    return numbers >= surely || (odd && lines.size() > 1);
}

}  // namespace

std::optional<WordVectors> find_word_vectors(std::string_view text, bool cut, const char*& reached) {
    const char *begin = text.data(), *end = begin + text.size();
    std::vector<Line> lines;
    WordVectors found;
    const char* p = begin;
    for (const char* next = p; p < end && lines.size() < 100 && p - begin < (256 << 10); p = next) {
        const char *first = skip_blanks(p, end, blanks), *last = line_end(first, end);
        if (last == end && cut) break;  // cut within its line
        next = last < end ? last + 1 : end;
        while (last > first && blanks.is_blank(last[-1])) --last;
        const std::string_view line(first, std::size_t(last - first));
        if (line.empty()) continue;
        if (lines.empty() && found.announced < 0 && read_counts(line, found.announced, found.numbers)) {
            found.begin = next;
            continue;
        }
        lines.push_back(line_of(line));
        if (lines.back().numbers < 2) break;  // not word vectors: stops early for the usual table
    }
    reached = p;
    if (lines.empty()) return std::nullopt;
    if (found.begin) {
        const Line& first = lines.front();
        const bool node = first.numbers == first.fields;  // a number as a word, as in node2vec: a damaged table looks the same
        return first.fits(found.numbers) && (!node || found.numbers > 3) ? std::optional(found) : std::nullopt;
    }
    found = {numbers_of_most(lines), -1, begin};
    return are_word_vectors(lines, found.numbers) ? std::optional(found) : std::nullopt;
}

}  // namespace neighborscope::csv
