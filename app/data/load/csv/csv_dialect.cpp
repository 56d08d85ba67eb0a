#include "app/data/load/csv/csv_dialect.hpp"

#include "app/data/load/csv/word_vectors.hpp"

#include <algorithm>
#include <span>
#include <unordered_set>

namespace neighborscope::csv {
namespace {

bool is_number(const Field& field) {
    double value = 0;
    return read_number(field.text(), Dialect{}, value) == Kind::number;
}

constexpr double row_names_agreement = 0.9;  // a delimiter that gives all records equally many fields is better

/// Whether the values number rows: 1, 2, 3... or from 0.
bool numbers_rows(const std::vector<std::string_view>& values) {
    std::size_t first = 0, value = 0;
    if (values.size() < 2 || !read_whole(values[0], first) || first > 1) return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!read_whole(values[i], value) || value != first + i) return false;
    return true;
}

/// Whether the first record has one field fewer than the others and only words, and the first fields of the others are names: quoted, words
/// or row numbers, all different.
bool has_row_names(const std::vector<std::vector<Field>>& records) {
    const auto& head = records.front();
    const auto rows = std::span(records).subspan(1);
    const auto is_text = [](const Field& field) {
        double value = 0;
        return read_number(field.text(), Dialect{}, value) == Kind::text;
    };
    if (!std::ranges::all_of(head, is_text)) return false;
    if (!std::ranges::all_of(rows, [&](const auto& fields) { return fields.size() == head.size() + 1; })) return false;
    std::vector<std::string_view> names;
    std::ranges::transform(rows, std::back_inserter(names), [](const auto& fields) { return fields.front().text(); });
    if (std::unordered_set<std::string_view>(names.begin(), names.end()).size() < names.size()) return false;
    return std::ranges::all_of(rows, [](const auto& fields) { return fields.front().quoted; }) ||
           std::ranges::all_of(rows, [&](const auto& fields) { return is_text(fields.front()); }) || numbers_rows(names);
}

bool uses_decimal_comma(const Sample& sample) {
    const Dialect with_point;
    bool comma = false;
    for (const auto& fields : sample.records)
        for (const Field& field : fields) {
            double value = 0;
            if (is_comma_decimal(field.text())) comma = true;
            if (field.text().find('.') != std::string_view::npos && read_number(field.text(), with_point, value) == Kind::number)
                return false;
        }
    return comma;
}

/// Whether delimiters occur within brackets: most records have a field that ends in an open list of numbers, "[0.1" or "POINT (1", or is
/// "SRID=4326", which a semicolon follows.
bool splits_brackets(const Sample& sample) {
    const auto opens = [](const Field& field) {
        const std::string_view text = field.text();
        if (same_word(text.substr(0, 5), "srid=") && text.find_first_not_of("0123456789", 5) == std::string_view::npos) return true;
        const std::size_t open = text.find_first_of("([{");
        return !field.quoted && open != std::string_view::npos && text.find_first_of(")]}", open) == std::string_view::npos &&
               (open + 1 == text.size() || std::string_view("+-.0123456789([{ n").find(text[open + 1]) != std::string_view::npos);
    };
    const auto records = std::ranges::count_if(sample.records, [&](const auto& fields) { return std::ranges::any_of(fields, opens); });
    return records > 0 && 2 * std::size_t(records) >= sample.records.size() - 1;
}

/// Examines a text in several dialects.
class Search {
public:
    Search(const char* begin, const char* end, const char*& reached) : begin_(begin), end_(end), reached_(reached) {}

    Sample sample(const Dialect& dialect) {
        Sample sample = take_sample(begin_, end_, dialect);
        reached_ = std::max(reached_, sample.end);
        return sample;
    }

    char delimiter(bool brackets) {
        char best = ',';
        double best_agreement = 0;
        for (const char delimiter : {'\t', ';', ',', '|'}) {
            const Sample here = sample({delimiter, false, brackets});
            if (here.width() > 1 && here.agreement > best_agreement) {
                best = delimiter;
                best_agreement = here.agreement;
            }
        }
        const Sample blanks = sample({' ', false, brackets});
        const bool decimals_between_blanks =
            best == ',' && blanks.width() > 1 && blanks.agreement == 1 && !blanks.records.empty() &&
            std::ranges::all_of(blanks.records.back(), [](const Field& field) { return is_comma_decimal(field.text()); });
        if ((blanks.width() > 1 && best_agreement < 0.5 && blanks.agreement > best_agreement) || decimals_between_blanks) return ' ';
        // A first line with one number (a count, as some programs write) above rows of several is a ragged file, not one column of text.
        if (best_agreement == 0 && blanks.width() == 1 && blanks.records.size() > 1 && blanks.records[1].size() > 1 &&
            std::ranges::all_of(blanks.records[1], is_number))
            return ' ';
        return best;
    }

private:
    const char *begin_, *end_;
    const char*& reached_;
};

/// Returns the delimiter in Excel's first line "sep=;" and removes the line from `text`; 0 without such a line.
char delimiter_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    std::string_view word = line;
    while (!word.empty() && word.back() == '\r') word.remove_suffix(1);
    if (word.size() == 7 && word.front() == '"' && word.back() == '"') word = word.substr(1, 5);
    if (line.size() == text.size() || word.size() != 5 || !same_word(word.substr(0, 4), "sep=")) return 0;
    const char delimiter = word[4];
    if (std::string_view(",;|:~^ \t").find(delimiter) == std::string_view::npos) return 0;
    text.remove_prefix(line.size() + 1);
    return delimiter;
}

/// Returns the beginning of the points after "//X Y Z" and a line with their number, as CloudCompare writes them; null without these.
const char* after_count(const char* begin, const char* end) {
    const char* count = line_end(begin, end);
    if (end - begin < 3 || begin[0] != '/' || begin[1] != '/' || count == end) return nullptr;
    const char* rows = line_end(++count, end);
    const char* last = rows;
    while (last > count && (last[-1] == '\r' || last[-1] == ' ')) --last;
    const bool digits = last > count && std::all_of(count, last, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || rows == end) return nullptr;
    const std::string_view point(rows + 1, std::size_t(line_end(rows + 1, end) - rows - 1));
    return point.find_first_of(" ,;\t") != std::string_view::npos ? rows + 1 : nullptr;  // else the number is a point
}

}  // namespace

bool is_comma_decimal(std::string_view text) {
    const std::size_t comma = text.find(',');
    const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    double value = 0;
    return comma != std::string_view::npos && comma > 0 && is_digit(comma - 1) && is_digit(comma + 1) &&
           text.find_first_of(",.", comma + 1) == std::string_view::npos &&
           read_number(text, Dialect{.decimal_comma = true}, value) == Kind::number;
}

Sample take_sample(const char* begin, const char* end, const Dialect& dialect) {
    Sample sample;
    sample.dialect = dialect;
    const char* p = next_record(begin, end, dialect);
    while (p < end && sample.records.size() < 1000 && (sample.records.size() < 2 || p - begin < (256 << 10))) {
        std::vector<Field>& fields = sample.records.emplace_back();
        p = read_record(p, end, dialect, [&](const Field& field) { return fields.push_back(field), fields.size() <= most_columns; });
        if (fields.size() > most_columns) break;
        p = next_record(p < end ? p + 1 : end, end, dialect);
    }
    sample.end = p;
    if (sample.records.empty()) return sample;
    const std::size_t width = sample.width();
    const auto agreeing = std::ranges::count_if(sample.records,
        [&](const auto& fields) { return fields.size() == width || (fields.size() == width + 1 && is_empty_field(fields.back())); });
    sample.row_names = agreeing == 1 && sample.records.size() > 1 && has_row_names(sample.records);
    sample.agreement = sample.row_names ? row_names_agreement : double(agreeing) / double(sample.records.size());
    return sample;
}

FoundDialect find_dialect(std::string_view text, bool cut) {
    FoundDialect found;
    const char chosen = delimiter_line(text);
    const char *begin = text.data(), *end = begin + text.size();
    if (const char* rows = after_count(begin, end)) {
        found.names = begin;
        begin = rows;
    }
    found.begin = found.reached = begin;
    Search search(begin, end, found.reached);
    if (chosen) {
        found.sample = search.sample({chosen});
    } else if (const auto words = find_word_vectors({begin, end}, cut, found.reached); words && !found.names) {
        found.begin = words->begin;
        found.announced = words->announced;
        found.sample = take_sample(words->begin, end, {' ', false, false, words->numbers});
        found.reached = std::max(found.reached, found.sample.end);
        return found;
    } else {
        found.sample = search.sample({search.delimiter(false)});
    }
    if (splits_brackets(found.sample)) {
        Sample whole = search.sample({chosen ? chosen : search.delimiter(true), false, true});
        const auto is_point = [](const auto& fields) { return same_word(fields.front().text(), "point"); };
        if (!chosen && whole.dialect.blanks() && std::ranges::all_of(whole.records, is_point))  // only "POINT (1 2)"
            whole = search.sample({',', false, true});
        if (whole.agreement >= found.sample.agreement) found.sample = std::move(whole);
    }
    if (found.sample.dialect.delimiter != ',') found.sample.dialect.decimal_comma = uses_decimal_comma(found.sample);
    return found;
}

}  // namespace neighborscope::csv
