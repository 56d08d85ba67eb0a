// Reads ARFF, the tables of Weka and the UCI collections: declarations of attributes, then rows. Specification:
// waikato.github.io/weka-wiki/formats_and_processing/arff_stable
#include "app/data/load/arff/arff_header.hpp"
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/text_rows.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace neighborscope {
namespace arff {
namespace {

using namespace text_rows;

constexpr HoldsTextBeforeComment is_row{'%'};

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (has_extension(file_name, ".arff")) return true;
    bool found = false;
    const auto first_row = [&](const char* word, const char* line) {
        const std::string_view start(word, std::min<std::size_t>(10, std::size_t(line - word)));
        found = same_word(start.substr(0, 9), "@relation") && start.size() == 10 && is_blank(start[9]);
        return false;
    };
    for_each_row(first_bytes.data(), first_bytes.data() + first_bytes.size(), is_row, first_row);
    return found;
}

struct Roles {
    std::vector<int> coordinates;
    std::vector<int> skipped_columns;  ///< columns of numbers that most rows lack
    std::vector<int> further;
    int label = -1, title = -1;  ///< columns
};

/// Coordinates are the numbers except identifiers and the label. The label is named class, label or target, else it is the last nominal
/// one.
Roles find_roles(const InputFile& file, const Header& header, const MissingValues& missing_values, const LoadOptions& options) {
    Roles roles;
    const std::vector<std::string> names = header.names();
    const int count = int(names.size());
    const auto kind = [&](int i) { return header.attributes[std::size_t(i)].kind; };
    roles.label = label_column(file.path(), options, names);
    for (int i = count; roles.label < 0 && options.label.empty() && i-- > 0;)
        if (kind(i) == Attribute::Kind::nominal) roles.label = i;
    if (!options.columns.empty()) {
        roles.coordinates = chosen_columns(file.path(), options.columns, names, count);
        for (const int i : roles.coordinates)
            if (kind(i) != Attribute::Kind::number)
                throw Error(
                    Failure::usage, file.path() + ": attribute '" + names[std::size_t(i)] + "' holds no numbers", "choose other columns");
    } else {
        const auto numbers_rows = [&](int i) { return std::ranges::count(identifier_names, plain_name(names[std::size_t(i)])) > 0; };
        for (int i = 0; i < count; ++i)
            if (kind(i) == Attribute::Kind::number && i != roles.label && !numbers_rows(i)) roles.coordinates.push_back(i);
        if (roles.coordinates.empty() && roles.label >= 0 && kind(roles.label) == Attribute::Kind::number && options.label.empty()) {
            roles.coordinates = {roles.label};
            roles.label = -1;
        }
        if (!options.strict)
            roles.skipped_columns = std::exchange(roles.coordinates, missing_values.columns_that_keep_most_rows(roles.coordinates));
        std::erase_if(roles.skipped_columns, [&](int column) { return holds(roles.coordinates, column); });
    }
    if (roles.coordinates.empty())
        throw Error(Failure::input, file.path() + " has no attribute of numbers", "name a file with coordinates");
    check_dimension(file.path(), roles.coordinates.size());
    for (int i = 0; i < count; ++i)
        if (!holds(roles.coordinates, i)) roles.further.push_back(i);
    const int title = title_column(names);
    if (title >= 0 && title != roles.label && kind(title) == Attribute::Kind::text) roles.title = title;
    return roles;
}

/// The characters that end an unquoted value: blanks and commas, in sparse rows also the closing brace.
constexpr std::array<bool, 256> ends_of_values(std::string_view stops) {
    std::array<bool, 256> ends{};
    for (std::size_t c = 0; c < ends.size(); ++c) ends[c] = is_blank(char(c)) || stops.find(char(c)) != std::string_view::npos;
    return ends;
}
constexpr std::string_view row_stops = ",", sparse_stops = ",}";
constexpr std::array<bool, 256> row_ends = ends_of_values(row_stops), sparse_ends = ends_of_values(sparse_stops);

class Rows {
public:
    Rows(const InputFile& file, const Header& header) : file_(file), header_(header) {}

    /// Calls `value(column, first character, end, quoted text or null)` for every value of a row that is not missing; does not call it for
    /// columns that a sparse row leaves out.
    template <class Value>
    void read(const char* p, const char* line, const Value& value) const {
        const char* row = p;
        if (*p == '{') return read_sparse(p, line, value);
        const std::size_t columns = header_.attributes.size();
        for (std::size_t column = 0;; ++column) {
            p = skip_blanks(p, line);
            if (column == columns) {
                if (p < line && *p == '{') refuse(p, line, "weights of rows are not read", "remove the weight");
                if (p < line && *p != '%')
                    refuse(row, line, "has more values than the " + std::to_string(columns) + " attributes",
                        "give every row one value per attribute");
                return;
            }
            if (p == line || *p == '%')
                refuse(row, line,
                    "has " + std::to_string(column) + (column == 1 ? " value" : " values") + " for " + std::to_string(columns) +
                        " attributes",
                    "give every row one value per attribute");
            read_value<false>(p, line, column, value);
            p = skip_blanks(p, line);
            if (p < line && *p == ',') {
                ++p;
                if (column + 1 == columns && skip_blanks(p, line) == line) return;
            }
        }
    }

    /// Returns a number, or throws an input Error.
    double number(const char* p, const char* end, std::size_t column) const {
        double value = 0;
        const char* first = p;
        if (!read_number(p, end, value) || p != end)
            refuse(first, end, "in attribute '" + header_.attributes[column].name.substr(0, 40) + "' is not a number",
                "correct the line; ? stands for a missing value");
        return value;
    }

private:
    template <bool sparse, class Value>
    void read_value(const char*& p, const char* line, std::size_t column, const Value& value) const {
        const char* first = p;
        if (*p == '\'' || *p == '"') {
            const arff::Word word = arff::read_word(p, line, sparse ? sparse_stops : row_stops);
            if (word.open) refuse(first, line, "opens a quote that is never closed", "close it");
            value(column, word.text.data(), word.text.data() + word.text.size());
            return;
        }
        const auto& ends = sparse ? sparse_ends : row_ends;
        while (p < line && !ends[static_cast<unsigned char>(*p)]) ++p;
        if (p - first == 1 && *first == '?') return;
        value(column, first, p);
    }

    /// {0 1.5, 3 word}: columns from 0; omitted ones are 0 or the first of their values.
    template <class Value>
    void read_sparse(const char* p, const char* line, const Value& value) const {
        static const char zero = '0';
        const char* row = p++;
        const std::size_t columns = header_.attributes.size();
        std::size_t next = 0;
        const auto leave_out = [&](std::size_t until) {
            for (; next < until; ++next) {
                const Attribute& attribute = header_.attributes[next];
                if (attribute.kind == Attribute::Kind::number) value(next, &zero, &zero + 1);
                else if (!attribute.values.empty())
                    value(next, attribute.values[0].data(), attribute.values[0].data() + attribute.values[0].size());
            }
        };
        for (;;) {
            p = skip_blanks(p, line);
            if (p < line && *p == ',') {
                ++p;
                continue;
            }
            if (p == line) refuse(row, line, "is a sparse row without its closing }", "close it");
            if (*p == '}') break;
            const char* digits = p;
            std::size_t column = 0;
            while (p < line && *p >= '0' && *p <= '9' && column <= columns) column = column * 10 + std::size_t(*p++ - '0');
            if (p == digits || p == line || !is_blank(*p))
                refuse(digits, line, "is no column and value", "write sparse rows as {column value, column value}");
            if (column >= columns)
                refuse(
                    digits, line, "is beyond the last of " + std::to_string(columns) + " attributes, counted from 0", "correct the line");
            if (column < next) refuse(digits, line, "does not ascend", "write the columns of a sparse row in ascending order, each once");
            leave_out(column);
            p = skip_blanks(p, line);
            if (p == line || *p == ',' || *p == '}')
                refuse(digits, line, "has no value", "write sparse rows as {column value, column value}");
            read_value<true>(p, line, column, value);
            next = column + 1;
        }
        leave_out(columns);
    }

    [[noreturn]] void refuse(const char* p, const char* line, const std::string& why, const char* remedy) const {
        // Text of a quoted value is in another buffer, where its line is unknown.
        const bool inside = p >= file_.begin() && p < file_.end();
        throw Error(Failure::input, (inside ? place(file_, p) : file_.path()) + ": '" + word_at(p, line) + "' " + why, remedy);
    }

    const InputFile& file_;
    const Header& header_;
};

[[noreturn]] void refuse_undeclared(const InputFile& file, const char* row, const Attribute& attribute, std::string_view value) {
    refuse_line(file, row,
        "'" + std::string(value.substr(0, 40)) + "' is not one of the values of attribute '" + attribute.name.substr(0, 40) +
            "': " + name_list(attribute.values),
        "correct the line or declare the value; ? stands for a missing one");
}

constexpr int rows_looked_at = 1000;

/// Counts missing values in the first rows, up to one that is an error.
MissingValues first_rows(const InputFile& file, const Header& header, const Rows& rows) {
    const std::size_t columns = header.attributes.size();
    MissingValues first;
    first.of_column.resize(columns);
    std::vector<std::int64_t> last(columns, -1);  // the last row with a number
    try {
        for_each_row(header.data, file.end(), is_row, [&](const char* row, const char* line) {
            first.all = first.rows < rows_looked_at;
            if (!first.all) return false;
            rows.read(row, line, [&](std::size_t column, const char* value, const char* end) {
                const bool number = header.attributes[column].kind == Attribute::Kind::number;
                if (!number || std::isfinite(rows.number(value, end, column))) last[column] = first.rows;
            });
            for (std::size_t column = 0; column < columns; ++column)
                if (last[column] < first.rows) first.of_column[column].push_back(int(first.rows));
            ++first.rows;
            return true;
        });
    } catch (const Error&) { first.all = false; }
    return first;
}

/// Returns the declared values of the attribute that no row has.
std::vector<std::string> without_rows(const Attribute& attribute, const WordValues& words) {
    const std::unordered_set<std::string_view> there(words.different.begin(), words.different.end());
    std::vector<std::string> missing;
    std::string scratch;
    for (const std::string& value : attribute.values)
        if (const std::string_view word = clean_word(value, scratch); !there.contains(word)) missing.emplace_back(word);
    return missing;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Header header = arff::read_header(file);
    const Rows rows(file, header);
    const MissingValues missing_values = first_rows(file, header, rows);
    const Roles roles = find_roles(file, header, missing_values, options.load);
    const TextPieces pieces_of_file = cut(file, header.data, file.end(), progress, is_row);
    std::vector<int> slots(header.attributes.size(), -1), places = slots;
    for (std::size_t i = 0; i < roles.coordinates.size(); ++i) slots[std::size_t(roles.coordinates[i])] = int(i);
    std::vector<Quantity> plan;
    int label = -1, title = -1;
    std::vector<std::unordered_set<std::string_view>> declared(header.attributes.size());
    for (const int column : roles.further) {
        if (!options.load.quantities) break;
        if (column == roles.label) label = int(plan.size());
        if (column == roles.title) title = int(plan.size());
        places[std::size_t(column)] = int(plan.size());
        const Attribute& attribute = header.attributes[std::size_t(column)];
        plan.push_back(empty_quantity(attribute.name, attribute.kind != Attribute::Kind::number));
        declared[std::size_t(column)].insert(attribute.values.begin(), attribute.values.end());
    }

    const RowRules rules{options.load.strict, "the attribute", "missing, NaN or infinite"};
    const auto read = [&](std::size_t piece, RowCollector& coordinates, QuantityCollector* further) {
        std::vector<double> row(roles.coordinates.size());
        for_each_row(pieces_of_file.begins[piece], pieces_of_file.begins[piece + 1], is_row, [&](const char* first, const char* line) {
            std::fill(row.begin(), row.end(), std::numeric_limits<double>::quiet_NaN());
            if (further) further->begin_row();
            rows.read(first, line, [&](std::size_t column, const char* value, const char* end) {
                if (slots[column] >= 0) row[std::size_t(slots[column])] = rows.number(value, end, column);
                if (places[column] < 0 || !further) return;
                const auto place = std::size_t(places[column]);
                const std::string_view word(value, std::size_t(end - value));
                if (header.attributes[column].kind == Attribute::Kind::nominal && !word.empty() && !declared[column].contains(word))
                    refuse_undeclared(file, first, header.attributes[column], word);
                if (plan[place].words()) further->word(place, word);
                else further->number(place, rows.number(value, end, column));
            });
            check_row(coordinates.add(row.data()), coordinates, rules, [&](std::size_t axis) {
                const Attribute& attribute = header.attributes[std::size_t(roles.coordinates[axis])];
                return place(file, first) + ": attribute '" + attribute.name.substr(0, 40) + "'";
            });
            return true;
        });
    };
    const Pieces pieces{pieces_of_file.rows, double(file.size()) / double(pieces_of_file.rows.size())};
    DataSet data = assemble_with(file.path(), int(roles.coordinates.size()), pieces, plan, read, options, progress);
    data.axes.clear();
    for (const int column : roles.coordinates) data.axes.push_back(header.attributes[std::size_t(column)].name);
    data.set_label(label);
    data.set_title(title);
    if (const Quantity* classes = data.label(); classes && classes->words())
        data.empty_classes = without_rows(header.attributes[std::size_t(roles.label)], *classes->words());
    data.skipped_columns = {missing_values.rows, missing_values.all, {}};
    for (const int column : roles.skipped_columns)
        data.skipped_columns.columns.push_back({header.attributes[std::size_t(column)].name, missing_values.missing_values(column)});
    return data;
}

/// Throws the errors of the first rows.
void refuse_beginning(const InputFile& file, const Header& header, const MissingValues& missing_values, const LoadOptions& options) {
    int rows = 0;
    const char* end = for_each_row(header.data, file.end(), is_row, [&](const char*, const char*) { return ++rows < rows_looked_at; });
    try {
        read(InputFile::view(file.path(), {file.begin(), std::size_t(end - file.begin())}), {options}, {});
    } catch (const NoPoints&) {
        if (missing_values.all) throw;  // else more values may follow
    }
}

TablePreview preview(const InputFile& file, const LoadOptions& options) {
    const Header header = arff::read_header(file);
    const Rows rows(file, header);
    TablePreview table;
    table.missing_values = first_rows(file, header, rows);
    refuse_beginning(file, header, table.missing_values, options);
    const Roles roles = find_roles(file, header, table.missing_values, options);
    table.details = std::to_string(header.attributes.size()) + " attributes";
    table.coordinates = roles.coordinates;
    using Use = ColumnPreview::Use;
    for (std::size_t i = 0; i < header.attributes.size() && i < std::size_t(TablePreview::widest); ++i) {
        ColumnPreview& column = table.columns.emplace_back();
        column.name = header.attributes[i].name;
        column.numeric = header.attributes[i].kind == Attribute::Kind::number;
        if (holds(roles.coordinates, int(i))) column.use = Use::coordinate;
        else if (int(i) == roles.label) column.use = Use::label;
        else if (int(i) == roles.title) column.use = Use::title;
    }
    int seen = 0;
    for_each_row(header.data, file.end(), is_row, [&](const char* first, const char* line) {
        for (ColumnPreview& column : table.columns) column.examples.emplace_back();
        rows.read(first, line, [&](std::size_t column, const char* value, const char* end) {
            if (column < table.columns.size())
                table.columns[column].examples.back() = std::string(value, std::size_t(std::min<std::ptrdiff_t>(end - value, 60)));
        });
        return ++seen < TablePreview::rows;
    });
    return table;
}

}  // namespace
}  // namespace arff

const Reader arff_reader = {
    .name = "ARFF",
    .extensions = ".arff",
    .help =
        "the tables of Weka: numeric attributes are coordinates, nominal ones and strings words, class (or the last nominal one) the "
        "label; sparse rows, ? for missing values",
    .recognises = arff::recognises,
    .read = arff::read,
    .preview = arff::preview,
    .is_text = true,
};

}  // namespace neighborscope
