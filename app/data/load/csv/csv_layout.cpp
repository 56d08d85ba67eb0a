#include "app/data/load/csv/csv_layout.hpp"

#include "app/data/load/columns.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <unordered_set>

namespace neighborscope::csv {
namespace {

constexpr std::size_t most_columns = 100000;

struct Sample {
    std::vector<std::vector<Field>> records;
    double agreement = 0;  ///< share of records with as many fields as the first
    std::size_t width() const { return records.empty() ? 0 : records.front().size(); }
};

/// What follows a delimiter that closes a line.
bool is_nothing(const Field& field) { return field.begin == field.end && !field.quoted; }

/// `reached`: moves to where the sample ends when that is further on.
Sample take_sample(const char* begin, const char* end, const Dialect& dialect, const char*& reached) {
    Sample sample;
    const char* p = next_record(begin, end, dialect);
    while (p < end && sample.records.size() < 1000 && (sample.records.size() < 2 || p - begin < (256 << 10))) {
        std::vector<Field>& fields = sample.records.emplace_back();
        p = read_record(p, end, dialect, [&](const Field& field) { return fields.push_back(field), fields.size() <= most_columns; });
        if (fields.size() > most_columns) break;
        p = next_record(p < end ? p + 1 : end, end, dialect);
    }
    reached = std::max(reached, p);
    const auto agreeing = std::count_if(sample.records.begin(), sample.records.end(), [&](const auto& fields) {
        return fields.size() == sample.width() || (fields.size() == sample.width() + 1 && is_nothing(fields.back()));
    });
    if (!sample.records.empty()) sample.agreement = double(agreeing) / double(sample.records.size());
    return sample;
}

/// "1,5", "-1,5E+03": a number with one comma between digits.
bool is_comma_decimal(std::string_view text) {
    const std::size_t comma = text.find(',');
    const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    double value = 0;
    return comma != std::string_view::npos && comma > 0 && is_digit(comma - 1) && is_digit(comma + 1) &&
           text.find_first_of(",.", comma + 1) == std::string_view::npos &&
           read_number(text, Dialect{.decimal_comma = true}, value) == Kind::number;
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

/// A delimiter that splits most records alike wins over blanks, because "1, 2, 3" splits at its blanks too.
/// `chosen`: the delimiter when it is known, else 0.
Dialect find_dialect(const char* begin, const char* end, char chosen, const char*& reached) {
    Dialect best;
    if (chosen) {
        best.delimiter = chosen;
        if (chosen != ',') best.decimal_comma = uses_decimal_comma(take_sample(begin, end, best, reached));
        return best;
    }
    double best_agreement = 0;
    for (const char delimiter : {'\t', ';', ',', '|'}) {
        const Sample sample = take_sample(begin, end, Dialect{delimiter}, reached);
        if (sample.width() > 1 && sample.agreement > best_agreement) {
            best.delimiter = delimiter;
            best_agreement = sample.agreement;
        }
    }
    const Sample blanks = take_sample(begin, end, Dialect{' '}, reached);
    const bool decimals_between_blanks =
        best.delimiter == ',' && blanks.width() > 1 && blanks.agreement == 1 && !blanks.records.empty() &&
        std::all_of(blanks.records.back().begin(), blanks.records.back().end(), [](const Field& f) { return is_comma_decimal(f.text()); });
    if ((blanks.width() > 1 && best_agreement < 0.5 && blanks.agreement > best_agreement) || decimals_between_blanks) best.delimiter = ' ';
    // One number above rows of several (a count, as some programs write) is a ragged file, not one column of text.
    const auto is_number = [](const Field& field) {
        double value = 0;
        return read_number(field.text(), Dialect{}, value) == Kind::number;
    };
    if (best_agreement == 0 && blanks.width() == 1 && blanks.records.size() > 1 && blanks.records[1].size() > 1 &&
        std::all_of(blanks.records[1].begin(), blanks.records[1].end(), is_number))
        best.delimiter = ' ';
    if (best.delimiter != ',') best.decimal_comma = uses_decimal_comma(take_sample(begin, end, best, reached));
    return best;
}

/// The delimiter that Excel's first line "sep=;" names, which is taken off `text`; 0 without such a line.
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

/// Where the points begin after "//X Y Z" and their number on a line of its own, as CloudCompare writes them; null without these.
const char* after_count(const char* begin, const char* end) {
    const char* count = line_end(begin, end);
    if (end - begin < 3 || begin[0] != '/' || begin[1] != '/' || count == end) return nullptr;
    const char* rows = line_end(++count, end);
    const char* last = rows;
    while (last > count && (last[-1] == '\r' || last[-1] == ' ')) --last;
    const bool digits = last > count && std::all_of(count, last, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || rows == end) return nullptr;
    const std::string_view point(rows + 1, std::size_t(line_end(rows + 1, end) - rows - 1));
    return point.find_first_of(" ,;\t") != std::string_view::npos ? rows + 1 : nullptr;  // else the number is a point itself
}

bool only_digits(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

/// "1 3:0.5 7:1", "+1 qid:3 1:0.5": a label, then index:value pairs only. Read as columns it would silently be its labels alone.
bool is_libsvm(const std::vector<Field>& fields) {
    const Dialect dialect;
    const auto is_pair = [&](const Field& field) {
        const std::string_view text = field.text();
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos || colon == 0) return false;
        const std::string_view index = text.substr(0, colon);
        double value = 0;
        return (index == "qid" || only_digits(index)) && read_number(text.substr(colon + 1), dialect, value) == Kind::number;
    };
    double label = 0;
    return fields.size() > 1 && read_number(fields[0].text(), dialect, label) == Kind::number &&
           std::all_of(fields.begin() + 1, fields.end(), [&](const Field& field) { return is_nothing(field) || is_pair(field); }) &&
           is_pair(fields[1]);
}

[[noreturn]] void refuse_libsvm(const std::string& where) {
    throw Error(Failure::input, where + ": this is LIBSVM text (index:value pairs) after a beginning without any",
        "name it .libsvm, or separate the columns of a table by commas");
}

/// What a header calls its columns; "" where it does not, as pandas writes its index.
std::vector<std::string> names_of(const std::vector<Field>& fields) {
    std::vector<std::string> names;
    std::transform(fields.begin(), fields.end(), std::back_inserter(names), printable);
    if (!names.empty() && names[0].size() > 2 && names[0].starts_with("//")) names[0].erase(0, 2);  // as CloudCompare writes "//X Y Z"
    return names;
}

/// The names that stand in [p, end), a line without its end.
std::vector<std::string> names_in_line(const char* p, const char* end, const Dialect& dialect, std::size_t columns) {
    std::vector<Field> fields;
    read_record(p, end, dialect, [&](const Field& field) { return fields.push_back(field), fields.size() <= columns; });
    std::vector<std::string> names = names_of(fields);
    return names.size() == columns ? names : std::vector<std::string>{};
}

/// "# x y z" just before the first record names columns when they are names of coordinates.
std::vector<std::string> names_in_comment(const char* begin, const char* record, const Dialect& dialect, std::size_t columns) {
    if (record == begin) return {};
    const char* line = record;
    while (line > begin && line[-1] != '\n') --line;
    if (line == begin) return {};
    const char* previous = line - 1;
    while (previous > begin && previous[-1] != '\n') --previous;
    const char* p = skip_blanks(previous, line, dialect);
    if (p == line || *p != '#') return {};
    std::vector<std::string> names = names_in_line(p + 1, line - 1, dialect, columns);
    return columns_by_name(names).empty() ? std::vector<std::string>{} : names;
}

/// "#ff8000"
bool is_colour(std::string_view text) {
    return text.size() == 7 && text[0] == '#' && text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

/// `lacking`: gets the rows, from 0, in which a number is missing.
ColumnFacts facts_of(const Sample& sample, std::size_t column, bool header, const Dialect& dialect, std::vector<int>& lacking) {
    ColumnFacts facts;
    std::unordered_set<std::string_view> different;
    int colours = 0;
    bool digits = true, zero_first = false;
    std::size_t width = 0;
    for (std::size_t row = header; row < sample.records.size(); ++row) {
        if (column >= sample.records[row].size()) continue;
        const Field& field = sample.records[row][column];
        double value = 0;
        const Kind kind = read_number(field.text(), dialect, value);
        if (kind == Kind::text && facts.texts++ == 0) facts.first_text = field;
        if (kind == Kind::missing) lacking.push_back(int(row - header));
        colours += is_colour(field.text());
        if (!field.text().empty()) {
            different.insert(field.text());
            zero_first |= field.text()[0] == '0';
            digits = digits && (width == 0 || width == field.text().size()) && only_digits(field.text());
            width = field.text().size();
        }
        if (kind == Kind::number || kind == Kind::too_large) {
            if (kind == Kind::too_large) value = std::numeric_limits<double>::infinity();
            facts.minimum = facts.numbers ? std::min(facts.minimum, value) : value;
            facts.maximum = facts.numbers ? std::max(facts.maximum, value) : value;
            facts.whole = facts.whole && value == std::floor(value);
            facts.above_byte += value > 255;
            facts.above_zero += value > 0;
            ++facts.numbers;
        }
        if (column < std::size_t(TablePreview::widest) && facts.examples.size() < std::size_t(TablePreview::rows))
            facts.examples.push_back(printable(field));
    }
    facts.codes = digits && zero_first && width > 1;
    facts.different = int(different.size());
    facts.colours = colours > 0 && colours == facts.texts;
    return facts;
}

/// "1,234" or "1.234.567": whether it is one number or another nobody can tell, so it is neither.
bool has_thousands(std::string_view text) {
    const std::size_t separator = text.find_first_of(",.' ");
    return separator != std::string_view::npos && separator > 0 && text.find_first_not_of("+-0123456789,.' ") == std::string_view::npos;
}

/// "name,2001,2002": a word that heads columns of names or classes, then years that ascend.
bool is_header_of_years(const std::vector<Field>& fields, const Dialect& dialect) {
    static constexpr std::string_view words[] = {"name", "title", "label", "class", "category", "type", "id", "code", "city", "country",
        "countryname", "countrycode", "county", "region", "state", "province", "place", "station", "species", "year", "date", "time"};
    double last = 1499;
    int years = 0;
    bool heads = false;
    for (const Field& field : fields) {
        double value = 0;
        const Kind kind = read_number(field.text(), dialect, value);
        if (kind == Kind::number) {
            if (value <= last || value > 2100 || value != std::floor(value) || field.text().size() != 4) return false;
            last = value;
            ++years;
        }
        heads |= kind == Kind::text && std::find(std::begin(words), std::end(words), plain_name(field.text())) != std::end(words);
    }
    return heads && years > 1;
}

}  // namespace

std::size_t line_of(const InputFile& file, const char* position) {
    return file.lines_before() + std::size_t(std::count(file.begin(), position, '\n')) + 1;
}

std::string place(const InputFile& file, const char* position) { return file.path() + ":" + std::to_string(line_of(file, position)); }

void refuse_line(const InputFile& file, const char* position, const std::string& cause, const std::string& remedy) {
    throw Error(Failure::input, place(file, position) + ": " + cause, remedy);
}

void refuse_coordinate(const InputFile& file, const Layout& layout, int column, const Field& field, Kind kind) {
    const std::string where = place(file, field.begin) + ": ", in = " in " + layout.in_column(column);
    if (kind == Kind::too_large)
        throw Error(Failure::input, where + printable(field) + in + " is outside the range of float32", "scale the column");
    const std::string cause = where + "'" + printable(field) + "'" + in + " is not a number";
    if (layout.dialect.delimiter != ',' && is_comma_decimal(field.text()))
        throw LateDecimalComma(Failure::input, cause, "write all numbers with decimal points, or all with decimal commas");
    throw Error(Failure::input, cause,
        has_thousands(field.text()) ? "write numbers without separators between thousands"
                                    : "correct the line, or choose other columns with --columns");
}

void refuse_nul(const InputFile& file, std::string_view text) {
    const std::size_t null = text.find('\0');
    if (null == std::string_view::npos) return;
    refuse_line(file, text.data() + null, "a NUL byte, which text does not have",
        "if the file is UTF-16, convert it with iconv -f UTF-16 -t UTF-8; if it is binary, name it by its format");
}

Layout find_layout(const InputFile& file) {
    refuse_foreign_text(file);
    std::string_view text = file.bytes();
    refuse_nul(file, text.substr(0, 256 << 10));        // before long runs of them are taken for a line
    if (text.ends_with('\x1a')) text.remove_suffix(1);  // Ctrl-Z, with which DOS ends a text
    const char chosen = delimiter_line(text);
    const char *begin = text.data(), *end = begin + text.size();
    const char* counted = begin;  // the names above a number of points
    const char* rows = after_count(begin, end);
    if (rows) begin = rows;

    Layout layout;
    layout.end = end;
    const char* reached = begin;
    layout.dialect = find_dialect(begin, end, chosen, reached);
    const char* seen = begin;
    const Sample sample = take_sample(begin, end, layout.dialect, seen);
    reached = std::max(reached, seen);
    if (sample.records.empty())
        throw Error(Failure::input, file.path() + " holds blank lines and comments only", "name a file that holds points");
    for (const auto& fields : sample.records) {
        if (fields.back().open) refuse_line(file, fields.back().begin - 1, "this quote is never closed", "close it, or remove it");
        if (layout.dialect.blanks() && is_libsvm(fields)) refuse_libsvm(place(file, fields.front().begin));
    }
    // A file whose first row is empty but for its label does not look as if blanks split it.
    if (!layout.dialect.blanks() && sample.width() == 1) {
        Dialect blanks;
        blanks.delimiter = ' ';
        const Sample split = take_sample(begin, end, blanks, reached);
        for (const auto& fields : split.records)
            if (is_libsvm(fields)) refuse_libsvm(place(file, fields.front().begin));
    }
    const std::vector<Field>& head = sample.records.front();
    if (head.size() > most_columns)
        throw Error(Failure::input, place(file, head.front().begin) + " has more than " + std::to_string(most_columns) + " columns",
            "transpose the table");
    layout.columns = int(head.size());

    bool numbers = false, words = false;
    for (const Field& field : head) {
        double value = 0;
        const Kind kind = read_number(field.text(), layout.dialect, value);
        numbers |= kind == Kind::number || kind == Kind::too_large;
        words |= kind == Kind::text;
    }
    const char* record = next_record(begin, end, layout.dialect);
    const std::vector<std::string> names = names_of(head);
    const bool header = words && (!numbers || !columns_by_name(names).empty() || is_header_of_years(head, layout.dialect));
    if (header) {
        layout.names = names;
        // The header's last field may hold a line break, so its end is looked for from there.
        const char* last = line_end(head.back().end, end);
        layout.data = last < end ? last + 1 : end;
    } else {
        layout.names = rows ? names_in_line(counted, line_end(counted, end), layout.dialect, head.size())
                            : names_in_comment(begin, record, layout.dialect, head.size());
        layout.data = begin;
    }

    layout.facts.resize(head.size());
    layout.lacking = {std::int64_t(sample.records.size() - header), seen == end && !file.partly(), {}};
    layout.lacking.of_column.resize(head.size());
    for (std::size_t column = 0; column < head.size(); ++column)
        layout.facts[column] = facts_of(sample, column, header, layout.dialect, layout.lacking.of_column[column]);
    layout.header = header || (rows && !layout.names.empty());
    layout.settled = !file.partly() || reached < end;
    return layout;
}

std::string Layout::name_of(int column) const {
    const std::string name = names.empty() ? std::string{} : names[std::size_t(column)];
    return name.empty() ? "column " + std::to_string(column + 1) : name;
}

std::string Layout::in_column(int column) const {
    const std::string name = names.empty() ? std::string{} : names[std::size_t(column)];
    return name.empty() ? "column " + std::to_string(column + 1) : "column '" + name + "'";
}

}  // namespace neighborscope::csv
