// Reads lists in text: one entry per line under a header, as `run --out` writes, or one list per line.
#include "app/data/files/memory.hpp"
#include "app/data/lists/list_names.hpp"
#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/csv/csv_text.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope::lists {
namespace {

using csv::Dialect;
using csv::Field;

constexpr const char* text_forms = "lists are a table query,rank,index,distance, or a line of k indices for each query";

/// The columns of the table, -1 for missing ones.
struct Header {
    int query = -1, rank = -1, index = -1, distance = -1;
    std::size_t width = 0;
    bool names_lists() const { return query >= 0 && index >= 0; }
};

struct Text {
    explicit Text(const InputFile& of) : file(of), at(of.begin()) {
        const char* first = csv::next_record(at, file.end(), dialect);
        const std::string_view line(first, std::size_t(csv::line_end(first, file.end()) - first));
        dialect.delimiter = ' ';
        for (const char delimiter : {',', ';', '\t'})
            if (line.find(delimiter) != std::string_view::npos) {
                dialect.delimiter = delimiter;
                break;
            }
        dialect.decimal_comma = dialect.delimiter == ';' && line.find(',') != std::string_view::npos;
    }

    /// Reads the fields of the next line; false at the end.
    bool next() {
        at = csv::next_record(at, file.end(), dialect);
        if (at == file.end()) return false;
        begin = at;
        fields.clear();
        at = csv::read_record(at, file.end(), dialect, fields);
        return true;
    }
    std::string where() const { return csv::place(file, begin); }
    std::string_view text(std::size_t column) const { return fields[column].text(); }
    /// NaN if missing.
    double number(std::size_t column) const {
        double value = 0;
        const csv::Kind kind = csv::read_number(text(column), dialect, value);
        if (kind == csv::Kind::text) refuse("'" + csv::printable(fields[column]) + "' is not a number", text_forms);
        return value;
    }
    std::int64_t index(std::size_t column) const {
        const auto place = [&] { return where(); };
        if (std::int64_t whole = 0; read_whole(text(column), whole)) return index_of(whole, place);
        if (std::uint64_t whole = 0; read_whole(text(column), whole)) return index_of(whole, place);
        return index_of(number(column), place);
    }
    /// NaN if missing; may be infinite.
    double distance(std::size_t column) const {
        const double value = number(column);
        if (!std::isnan(value)) return value;
        const char* p = text(column).data();
        double written = value;
        csv::parse_number(p, p + text(column).size(), written);
        return std::isinf(written) ? written : value;
    }
    [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const {
        throw Error(Failure::input, where() + ": " + cause, remedy);
    }

    const InputFile& file;
    Dialect dialect;
    const char *at, *begin = nullptr;
    std::vector<Field> fields;
};

/// Parses the header line. "id,neighbor_id" is a query and its neighbour: a column that may be the index is the query if another column is
/// certainly the index and none is named as the query.
Header header_of(const Text& text) {
    std::vector<std::string> names;
    for (const Field& field : text.fields) names.emplace_back(field.text());
    Header header{place_of(ListPart::query, names), place_of(ListPart::rank, names), place_of(ListPart::index, names),
        place_of(ListPart::distance, names), names.size()};
    if (header.query < 0 && header.index >= 0 && list_part_named(names[std::size_t(header.index)]).doubt == 0) {
        names[std::size_t(header.index)].clear();
        header.query = place_of(ListPart::index, names);
    }
    return header;
}

struct Entry {
    std::int64_t query, index;
    double distance;
    const char* line;
    int rank;
};

std::int64_t whole(const Text& text, int column, std::int64_t most, const char* what) {
    const double value = text.number(std::size_t(column));
    if (!(value >= 0 && value <= double(most)) || value != std::floor(value))
        text.refuse(std::string("'") + csv::printable(text.fields[std::size_t(column)]) + "' is no " + what,
            "queries are counted from 0, ranks from 1 or 0");
    return std::int64_t(value);
}

std::int64_t lines_left(const Text& text) { return std::count(text.begin, text.file.end(), '\n') + (text.file.end()[-1] != '\n'); }

/// The queries that have entries, and their number.
struct Queries {
    std::vector<int> length;          // by query number in the file
    std::vector<std::int64_t> place;  // index of each of these among the queries with entries
    std::vector<std::int64_t> named;  // numbers of these queries

    int& length_of(const Text& text, std::int64_t query, std::size_t entries) {
        if (std::size_t(query) >= length.size()) {
            if (std::size_t(query) > entries + length.size() + (1u << 20))
                text.refuse("query " + std::to_string(query) + " after " + std::to_string(length.size()), "queries are counted from 0");
            length.resize(std::size_t(query) + 1);
        }
        return length[std::size_t(query)];
    }
    void close() {
        place.assign(length.size(), -1);
        for (std::size_t query = 0; query < length.size(); ++query)
            if (length[query] > 0) place[query] = std::int64_t(named.size()), named.push_back(std::int64_t(query));
    }
};

ForeignLists arrange(const Text& text, const Header& header, const std::vector<Entry>& entries, Queries queries) {
    queries.close();
    int first = 1, last = 0;
    for (const Entry& entry : entries) first = std::min(first, entry.rank), last = std::max(last, entry.rank);
    const auto refuse = [&](const Entry& entry, const std::string& what, const std::string& remedy) {
        throw Error(Failure::input,
            csv::place(text.file, entry.line) + ": query " + std::to_string(entry.query) + ", rank " + std::to_string(entry.rank) + what,
            remedy);
    };
    for (const Entry& entry : entries)  // before allocating for such ranks
        if (const int length = queries.length[std::size_t(entry.query)]; entry.rank - first >= length)
            refuse(entry, ", but the query has " + std::to_string(length) + (length == 1 ? " line" : " lines"),
                "ranks go from " + std::to_string(first) + " up without a gap");
    ForeignLists lists;
    lists.path = text.file.path();
    allocate_lists(lists, std::int64_t(queries.named.size()), std::uint64_t(last) + 1 - std::uint64_t(first), header.distance >= 0);
    std::vector<bool> given(lists.index.size());
    for (const Entry& entry : entries) {
        const std::size_t at = std::size_t(queries.place[std::size_t(entry.query)] * lists.k + entry.rank - first);
        if (given[at]) refuse(entry, " is given twice", "give each rank once");
        given[at] = true;
        set_entry(lists, at, entry.index, entry.distance);
    }
    if (first == 0) lists.notes.push_back("ranks are counted from 0");
    if (queries.named.size() < queries.length.size()) lists.query = std::move(queries.named);
    return lists;
}

/// Reads one entry per line, in any order; without ranks in the order of the lines.
ForeignLists read_entries(Text& text, const Header& header, const Progress& progress) {
    std::vector<Entry> entries;
    const double lines = double(lines_left(text));
    require_memory(lines * sizeof(Entry), "reading " + text.file.path(), "compare a part of the lists, or save them as .npz");
    entries.reserve(std::size_t(lines));
    Queries queries;
    while (text.next()) {
        if (text.fields.size() != header.width)
            text.refuse(std::to_string(text.fields.size()) + " fields, " + std::to_string(header.width) + " expected", "correct the line");
        Entry entry{whole(text, header.query, std::numeric_limits<std::int32_t>::max(), "query"), text.index(std::size_t(header.index)), 0,
            text.begin, 0};
        int& length = queries.length_of(text, entry.query, entries.size());
        entry.rank = header.rank >= 0 ? int(whole(text, header.rank, 1 << 24, "rank")) : length + 1;
        ++length;
        if (header.distance >= 0) entry.distance = text.distance(std::size_t(header.distance));
        entries.push_back(entry);
        if (entries.size() % 65536 == 0) progress.step(double(text.at - text.file.begin()), double(text.file.size()));
    }
    return arrange(text, header, entries, std::move(queries));
}

/// Reads one list per line: k indices.
ForeignLists read_lines(Text& text, const Progress& progress) {
    const std::size_t k = text.fields.size();
    ForeignLists lists;
    lists.path = text.file.path();
    allocate_lists(lists, lines_left(text), k, false);
    std::int64_t read = 0;
    do {
        if (text.fields.size() != k)
            text.refuse("a list of " + std::to_string(text.fields.size()) + ", the first has " + std::to_string(k),
                "give every list the same width, with -1 past its end");
        for (std::size_t i = 0; i < k; ++i) set_entry(lists, std::size_t(read) * k + i, text.index(i), 0);
        if (++read % 65536 == 0) progress.step(double(text.at - text.file.begin()), double(text.file.size()));
    } while (text.next());
    lists.queries = read;
    lists.index.resize(std::size_t(read) * k);
    return lists;
}

/// Reads the first line: the header of a table or, without known names, a line of indices.
Header first_line(Text& text) {
    if (!text.next())
        throw Error(Failure::input, text.file.path() + " has no lists", "a line of k indices for each query, or query,rank,index,distance");
    const Header header = header_of(text);
    double first = 0;
    if (!header.names_lists() && (text.text(0).empty() || csv::read_number(text.text(0), text.dialect, first) == csv::Kind::text))
        text.refuse(
            "the header has no columns query and index", "lists have the header query,rank,index,distance, or none and k indices a line");
    return header;
}

}  // namespace

ForeignLists read_text(const InputFile& file, const Progress& progress) {
    Text text(file);
    const Header header = first_line(text);
    return header.names_lists() ? read_entries(text, header, progress) : read_lines(text, progress);
}

void check_beginning_of_text(const InputFile& beginning) {
    Text text(beginning);
    first_line(text);
}

bool text_names_lists(const InputFile& file) {
    Text text(file);
    if (!text.next()) return false;
    const Header header = header_of(text);
    // A header "query,index" alone could be of points; so could one with more columns than lists have.
    return header.names_lists() && (header.rank >= 0 || (header.distance >= 0 && header.width == 3));
}

}  // namespace neighborscope::lists
