#include "app/data/load/csv/csv_layout.hpp"

#include "app/data/load/columns.hpp"
#include "app/data/load/csv/csv_dialect.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <unordered_set>

namespace neighborscope::csv {
namespace {

bool only_digits(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

/// Whether the record is "1 3:0.5 7:1" or "+1 qid:3 1:0.5": a label, then only index:value pairs. As columns it would be only its labels.
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
           std::all_of(fields.begin() + 1, fields.end(), [&](const Field& field) { return is_empty_field(field) || is_pair(field); }) &&
           is_pair(fields[1]);
}

[[noreturn]] void refuse_libsvm(const std::string& where) {
    throw Error(Failure::input, where + ": this is LIBSVM text (index:value pairs) after a beginning that is not LIBSVM",
        "name it .libsvm, or separate the columns of a table by commas");
}

/// Returns the names in a header; "" for unnamed columns, as pandas writes its index.
std::vector<std::string> names_of(const std::vector<Field>& fields) {
    std::vector<std::string> names;
    std::transform(fields.begin(), fields.end(), std::back_inserter(names), printable);
    if (!names.empty() && names[0].size() > 2 && names[0].starts_with("//")) names[0].erase(0, 2);  // CloudCompare writes "//X Y Z"
    return names;
}

/// Returns the names in [p, end), a line without its end.
std::vector<std::string> names_in_line(const char* p, const char* end, const Dialect& dialect, std::size_t columns) {
    std::vector<Field> fields;
    read_record(p, end, dialect, [&](const Field& field) { return fields.push_back(field), fields.size() <= columns; });
    std::vector<std::string> names = names_of(fields);
    return names.size() == columns ? names : std::vector<std::string>{};
}

/// Returns the names in a comment "# x y z" just before the first record if they are names of coordinates.
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

/// Counts numbers in the fields of a column that may have several per field.
class CompoundFieldCounter {
public:
    explicit CompoundFieldCounter(ColumnFacts& facts) : facts_(facts) {}

    FieldForm add(const Field& field) {
        std::string scratch;
        const std::string_view text = content(field, scratch);
        const FieldForm form = read_compound_field(text, numbers_);
        if (form == FieldForm::point || form == FieldForm::vector) {
            if (facts_.parts == 0) facts_.parts = int(numbers_.size()), facts_.degrees = names_degree_system(text);
            facts_.same_number_of_parts = facts_.same_number_of_parts && int(numbers_.size()) == facts_.parts;
        }
        geometries_ += is_geometry(form) || form == FieldForm::json;
        vectors_ += form == FieldForm::vector || form == FieldForm::cut;
        return form;
    }
    void finish() {
        const int alike = std::max(geometries_, vectors_);
        facts_.form = alike == 0 || facts_.numbers > 0 || 2 * alike <= facts_.texts ? FieldForm::text
                      : vectors_                                                    ? FieldForm::vector
                                                                                    : FieldForm::point;
        if (facts_.form == FieldForm::text) facts_.parts = 0;
        else if (facts_.parts == 0) facts_.parts = 2;  // reading reports the first such field as an error
    }

private:
    ColumnFacts& facts_;
    std::vector<double> numbers_;
    int geometries_ = 0, vectors_ = 0;
};

/// Whether a field is a point or other geometry, or a vector, and so not a name.
bool holds_point(const Field& field) {
    std::string scratch;
    std::vector<double> numbers;
    const FieldForm form = read_compound_field(content(field, scratch), numbers);
    return is_geometry(form) || (form == FieldForm::vector && numbers.size() > 1);
}

/// Adds to `missing_values` the rows, from 0, without a number.
ColumnFacts facts_of(const Sample& sample, std::size_t column, bool header, const Dialect& dialect, std::vector<int>& missing_values) {
    ColumnFacts facts;
    std::unordered_set<std::string_view> different;
    int colours = 0;
    bool digits = true, zero_first = false;
    std::size_t width = 0;
    CompoundFieldCounter parts(facts);
    for (std::size_t row = header; row < sample.records.size(); ++row) {
        if (column >= sample.records[row].size()) continue;
        const Field& field = sample.records[row][column];
        double value = 0;
        Kind kind = read_number(field.text(), dialect, value);
        // Hexadecimal digits may look like a number: 0101000020E61000...
        if (kind == Kind::text || field.text().size() >= least_wkb) {
            const FieldForm form = parts.add(field);
            if (form == FieldForm::missing) kind = Kind::missing;
            if (form == FieldForm::encoded) kind = Kind::text;
        }
        if (kind == Kind::text && facts.texts++ == 0) facts.first_text = field;
        if (kind == Kind::missing) missing_values.push_back(int(row - header));
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
    parts.finish();
    return facts;
}

/// Whether the text is ambiguous, like "1,234", "1'234.5" or "1.234.567": such a text is not read as a number.
bool has_thousands(std::string_view text) {
    const std::size_t first = text.find_first_of(",.' ");
    if (first == std::string_view::npos || first == 0 || text.find_first_not_of("+-0123456789,.' ") != std::string_view::npos) return false;
    // Groups have three digits: "47 12.5" are two numbers.
    return text[first] != ' ' || std::min(text.size(), text.find_first_of(",.' ", first + 1)) == first + 4;
}

/// Whether the text is 47°12'30" or, in a column with a name of coordinates, 47 12.5 or 8.2E.
bool is_degrees(std::string_view text, const std::string& column) {
    for (const std::string_view sign : {"\u00b0", "\u00ba", "\xb0"})  // the last one is Latin-1
        if (text.find(sign) != std::string_view::npos) return true;
    const std::string name = plain_name(column);
    const auto named = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    if (!named("lat") && !named("lon") && !named("lng")) return false;
    constexpr std::string_view sides = "NSEW", digits = "0123456789";
    const bool before = text.find_first_of(sides) == 0, after = text.find_last_of(sides) == text.size() - 1;
    if (before) text.remove_prefix(1);
    else if (after) text.remove_suffix(1);
    const std::size_t end = text.find_first_not_of("0123456789.", std::min(text.size(), text.find_first_of(digits)));
    const bool minutes = end != std::string_view::npos && text.find_first_of(digits, end) != std::string_view::npos;
    return text.find_first_not_of("+-0123456789.,:'\" dm") == std::string_view::npos && (before || after || minutes);
}

struct Cause {
    std::string what, remedy;
};

/// Returns why this field is not a coordinate, to follow its name in a message.
Cause cause_of(const Layout& layout, int column, const Field& field) {
    std::string scratch;
    std::vector<double> numbers;
    const ColumnFacts& facts = layout.facts[std::size_t(column)];
    const FieldForm form = read_compound_field(content(field, scratch), numbers);
    if (form == FieldForm::geometry) return {" is not a point in WKT", "make points of it first, or choose columns with --columns"};
    if (form == FieldForm::encoded) return {" is geometry in WKB", "write it as WKT, by ST_AsText, or as two columns, by ST_X and ST_Y"};
    if (form == FieldForm::json) return {" is JSON", "write its numbers as separate columns"};
    if (form == FieldForm::cut) return {" has dots in place of numbers", "write all numbers, or save the vectors as .npy"};
    if (facts.parts > 0 && form == facts.form)
        return {" has " + std::to_string(numbers.size()) + (numbers.size() == 1 ? " number" : " numbers") + " where the first has " +
                    std::to_string(facts.parts),
            "give every row the same number of values"};
    if (facts.parts > 0)
        return {facts.form == FieldForm::point ? " is not a point in WKT" : " is not a vector in brackets", "correct the line"};
    if (has_thousands(field.text())) return {" is not a number", "write numbers without separators between thousands"};
    if (is_degrees(field.text(), layout.name_of(column)))
        return {" is an angle in degrees and minutes, or north, south, east or west of 0",
            "write decimal degrees, with - for south and west: -47.5083 for 47 30.5 S"};
    return {" is not a number", "correct the line, or choose other columns with --columns"};
}

/// Whether the record is "name,2001,2002": a word above a column of names or classes, then ascending years.
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
    const Cause cause = cause_of(layout, column, field);
    const std::string what = where + "'" + printable(field) + "'" + in + cause.what;
    if (layout.dialect.delimiter != ',' && is_comma_decimal(field.text()))
        throw LateDecimalComma(Failure::input, what, "write all numbers with decimal points, or all with decimal commas");
    throw Error(Failure::input, what, cause.remedy);
}

void refuse_nul(const InputFile& file, std::string_view text) {
    const std::size_t null = text.find('\0');
    if (null == std::string_view::npos) return;
    refuse_line(file, text.data() + null, "a NUL byte, which text does not have",
        "if the file is UTF-16, convert it with iconv -f UTF-16 -t UTF-8; if it is binary, name it by its format");
}

Layout find_layout(const InputFile& file) {
    refuse_unsupported_text(file);
    std::string_view text = file.bytes();
    refuse_nul(file, text.substr(0, 256 << 10));        // before a long run of them is searched for a line end
    if (text.ends_with('\x1a')) text.remove_suffix(1);  // Ctrl-Z, the end of a text in DOS
    FoundDialect found = find_dialect(text, file.is_partial());
    const char *begin = found.begin, *end = text.data() + text.size();
    const Sample& sample = found.sample;

    Layout layout;
    layout.end = end;
    layout.looked_at = sample.end;
    layout.dialect = sample.dialect;
    layout.row_names = sample.row_names;
    layout.announced = found.announced;
    if (sample.records.empty())
        throw Error(Failure::input, file.path() + " holds blank lines and comments only", "name a file that holds points");
    for (const auto& fields : sample.records) {
        if (fields.back().open) refuse_line(file, fields.back().begin - 1, "this quote is never closed", "close it, or remove it");
        if (layout.dialect.blanks() && is_libsvm(fields)) refuse_libsvm(place(file, fields.front().begin));
    }
    // Blanks cannot be recognised as delimiters from a first row that is empty except for its label.
    if (!layout.dialect.blanks() && sample.width() == 1) {
        const Sample split = take_sample(begin, end, {' '});
        found.reached = std::max(found.reached, split.end);
        for (const auto& fields : split.records)
            if (is_libsvm(fields)) refuse_libsvm(place(file, fields.front().begin));
    }
    const std::vector<Field>& head = sample.records.front();
    if (head.size() > most_columns)
        throw Error(Failure::input, place(file, head.front().begin) + " has more than " + std::to_string(most_columns) + " columns",
            "transpose the table");
    layout.columns = int(sample.width());
    const std::size_t columns = sample.width();

    bool numbers = false, words = false;
    for (const Field& field : head) {
        double value = 0;
        const Kind kind = read_number(field.text(), layout.dialect, value);
        numbers |= kind == Kind::number || kind == Kind::too_large;
        words |= kind == Kind::text;
        numbers |= kind == Kind::text && holds_point(field);
    }
    const char* record = next_record(begin, end, layout.dialect);
    std::vector<std::string> names = names_of(head);
    const bool word_vectors = layout.dialect.numbers_after_word > 0;
    const bool header = words && !word_vectors && (!numbers || !columns_by_name(names).empty() || is_header_of_years(head, layout.dialect));
    if (sample.row_names) names.insert(names.begin(), "row name");
    if (header) {
        layout.names = std::move(names);
        // The header's last field may contain a line break, so the search for its end starts there.
        const char* last = line_end(head.back().end, end);
        layout.data = last < end ? last + 1 : end;
    } else {
        if (word_vectors) layout.names.resize(columns), layout.names[0] = "word";
        else if (found.names) layout.names = names_in_line(found.names, line_end(found.names, end), layout.dialect, columns);
        else layout.names = names_in_comment(begin, record, layout.dialect, columns);
        layout.data = begin;
    }

    layout.facts.resize(columns);
    layout.missing_values = {std::int64_t(sample.records.size() - header), sample.end == end && !file.is_partial(), {}};
    layout.missing_values.of_column.resize(columns);
    for (std::size_t column = 0; column < columns; ++column)
        layout.facts[column] = facts_of(sample, column, header, layout.dialect, layout.missing_values.of_column[column]);
    layout.header = header || (found.names && !layout.names.empty());
    layout.is_final = !file.is_partial() || found.reached < end;
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
