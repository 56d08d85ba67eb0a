// CSV, TSV, TXT, XYZ: text with one point a line.
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/csv_layout.hpp"
#include "app/data/load/csv_text.hpp"
#include "app/data/parallel.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <atomic>

namespace neighborscope {
namespace {

using namespace csv;

constexpr std::size_t piece_bytes = 512 << 10;  // some milliseconds: the time to stop, and small beside a cache

bool has_name_of_text(std::string_view file_name) {
    const std::string extension = extension_of(file_name);
    return extension == ".csv" || extension == ".tsv" || extension == ".txt" || extension == ".xyz" || extension == ".asc" ||
           extension == ".dat";
}

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (has_name_of_text(file_name)) return true;
    if (!extension_of(file_name).empty()) return false;
    return std::none_of(first_bytes.begin(), first_bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 9; });
}

/// Where pieces begin (always a record) and how many rows each can hold.
struct Cut {
    std::vector<const char*> begins;  ///< [pieces + 1]
    std::vector<std::size_t> most_rows;
};

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
    return *skip_blanks(line, quote, dialect) != '#';
}

/// Moves those line starts that lie inside a quoted field to the next record. `begins` ascend; the last is the file's end.
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
    const char *data = layout.data, *end = file.end();
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
        if (const void* null = std::memchr(p, '\0', std::size_t(last - p)))
            throw Error(Failure::input, place(file, static_cast<const char*>(null)) + ": a NUL byte, which text does not have",
                "if the file is UTF-16, convert it with iconv -f UTF-16 -t UTF-8; if it is binary, name it by its format");
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

class Parser {
public:
    Parser(const InputFile& file, const Layout& layout, const std::vector<int>& columns, bool strict)
        : file_(file), layout_(layout), strict_(strict), slots_(std::size_t(layout.columns), -1), dimension_(columns.size()) {
        for (std::size_t i = 0; i < columns.size(); ++i) slots_[std::size_t(columns[i])] = int(i);
    }

    /// Reads the records that begin in [p, last).
    void read(const char* p, const char* last, RowCollector& collector) const {
        const Dialect& dialect = layout_.dialect;
        const char* end = file_.end();
        std::vector<double> row(dimension_);
        for (p = next_record(p, last, dialect); p < last; p = next_record(p < end ? p + 1 : end, last, dialect)) {
            const char* record = p;
            p = read_record(p, row.data());
            const RowCollector::Verdict verdict = collector.add(row.data());
            if (verdict == RowCollector::Verdict::taken) continue;
            if (verdict == RowCollector::Verdict::too_large || strict_) refuse_row(verdict, record, collector.offending_axis());
        }
    }

private:
    /// Fills `row`; returns where the record ended.
    const char* read_record(const char* p, double* row) const {
        const Dialect& dialect = layout_.dialect;
        const char *end = file_.end(), *record = p;
        const fast_float::parse_options options(fast_float::chars_format::general, dialect.decimal_comma ? ',' : '.');
        const std::size_t columns = slots_.size();
        for (std::size_t column = 0;; ++column) {
            if (column == columns) wrong_width(record);
            Field field;
            if (slots_[column] < 0) {
                p = read_field(p, end, dialect, field);
                if (field.open) never_closed(field);
            } else {
                double& value = row[slots_[column]];
                while (p < end && dialect.is_blank(*p)) ++p;
                // The usual case: a plain number that ends where the field ends.
                const auto [stopped, error] = fast_float::from_chars_advanced(p, end, value, options);
                const char* after = stopped;
                while (after < end && dialect.is_blank(*after)) ++after;
                const bool separated = after == end || *after == '\n' || (dialect.blanks() ? after > stopped : *after == dialect.delimiter);
                if (error == std::errc{} && separated && std::fabs(value) <= double(std::numeric_limits<float>::max())) p = after;
                else p = read_unusual(p, column, value);
            }
            if (record_over(p, end)) {
                if (column + 1 != columns) wrong_width(record);
                return p;
            }
            if (!dialect.blanks()) ++p;
        }
    }

    const char* read_unusual(const char* p, std::size_t column, double& value) const {
        Field field;
        const char* after = read_field(p, file_.end(), layout_.dialect, field);
        if (field.open) never_closed(field);
        switch (read_number(field.text(), layout_.dialect, value)) {
            case Kind::number:
            case Kind::missing: return after;
            case Kind::too_large:
                throw Error(Failure::input,
                    place(file_, field.begin) + ": " + printable(field) + " in " + column_name(column) + " is outside the range of float32",
                    "scale the column");
            case Kind::text: break;
        }
        throw Error(Failure::input,
            place(file_, field.begin) + ": '" + printable(field) + "' in " + column_name(column) + " is not a number",
            "correct the line, or choose other columns with --columns");
    }

    [[noreturn]] void refuse_row(RowCollector::Verdict verdict, const char* record, std::size_t slot) const {
        const std::string column = column_name(column_of_slot(slot));
        if (verdict == RowCollector::Verdict::too_large)
            throw Error(
                Failure::input, place(file_, record) + ": a number in " + column + " is outside the range of float32", "scale the column");
        throw Error(Failure::input, place(file_, record) + ": " + column + " is NaN, infinite or missing", "correct the line or remove it");
    }

    [[noreturn]] void wrong_width(const char* record) const {
        std::size_t fields = 0;
        for (const char* p = record;;) {
            Field field;
            p = read_field(p, file_.end(), layout_.dialect, field);
            ++fields;
            if (record_over(p, file_.end())) break;
            if (!layout_.dialect.blanks()) ++p;
        }
        throw Error(Failure::input,
            place(file_, record) + " has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") + " where the first line has " +
                std::to_string(slots_.size()),
            "give every line as many fields, quote fields that hold the delimiter");
    }

    [[noreturn]] void never_closed(const Field& field) const {
        throw Error(Failure::input, place(file_, field.begin - 1) + ": this quote is never closed", "close it, or remove it");
    }

    std::size_t column_of_slot(std::size_t slot) const {
        return std::size_t(std::find(slots_.begin(), slots_.end(), int(slot)) - slots_.begin());
    }

    std::string column_name(std::size_t column) const {
        return layout_.names.empty() ? "column " + std::to_string(column + 1) : "column '" + layout_.names[column] + "'";
    }

    const InputFile& file_;
    const Layout& layout_;
    bool strict_;
    std::vector<int> slots_;  ///< [columns of the file]: the coordinate it is, -1 for none
    std::size_t dimension_;
};

std::vector<int> coordinate_columns(const InputFile& file, const Layout& layout, const LoadOptions& options) {
    if (!options.columns.empty()) return chosen_columns(file.path(), options.columns, layout.names, layout.columns);
    if (std::vector<int> named = columns_by_name(layout.names); !named.empty()) return named;
    std::vector<int> columns;
    for (int column = 0; column < layout.columns; ++column)
        if (layout.numeric[std::size_t(column)]) columns.push_back(column);
    // An XYZ file is x, y, z and then whatever its writer added: colours, normals, intensity.
    if (extension_of(file.name()) == ".xyz" && columns.size() > 3) columns.resize(3);
    return columns;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Layout layout = find_layout(file);
    const Cut pieces_of_file = cut(file, layout, progress);
    if (next_record(layout.data, file.end(), layout.dialect) == file.end())
        throw Error(Failure::input, file.path() + " has a header but no rows", "name a file with at least one point");
    const std::vector<int> columns = coordinate_columns(file, layout, options.load);
    if (columns.empty()) throw Error(Failure::input, file.path() + " has no column of numbers", "name a file with coordinates");
    check_dimension(file.path(), columns.size());

    const Parser parser(file, layout, columns, options.load.strict);
    Pieces pieces;
    pieces.most_rows = pieces_of_file.most_rows;
    pieces.bytes_each = double(file.size()) / double(pieces.most_rows.size());
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        parser.read(pieces_of_file.begins[piece], pieces_of_file.begins[piece + 1], collector);
    };
    DataSet data = assemble(file.path(), int(columns.size()), pieces, options, progress);
    data.axes = plain_axes(data.dimension);
    const std::vector<std::string> names = !layout.names.empty()          ? layout.names
                                           : options.load.columns.empty() ? std::vector<std::string>{}
                                                                          : plain_axes(layout.columns);  // those chosen keep their number
    if (!names.empty())
        for (std::size_t i = 0; i < columns.size(); ++i) data.axes[i] = names[std::size_t(columns[i])];
    return data;
}

}  // namespace

const Reader csv_reader = {
    "CSV",
    ".csv .tsv .txt .xyz .asc .dat",
    "text, one point a line: comma, semicolon, tab or blanks; header or not; quotes; # comments; decimal comma with semicolons. "
    "Coordinates are x,y,z or lon,lat when columns are "
    "named so, else all columns of numbers",
    recognises,
    read,
};

}  // namespace neighborscope
