// Lists as text: a line an entry under a header, as `run --out` writes, or a line a list.
#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/csv/csv_text.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace neighborscope::lists {
namespace {

using csv::Dialect;
using csv::Field;

enum Column { query, rank, index, distance, columns };

/// Which column of the table is which, -1 where there is none.
struct Header {
    std::array<int, columns> place{-1, -1, -1, -1};
    bool names_lists() const { return place[query] >= 0 && place[index] >= 0; }
};

int column_of(std::string_view word) {
    const std::pair<std::string_view, Column> names[] = {{"query", query}, {"q", query}, {"query_id", query}, {"rank", rank},
        {"index", index}, {"id", index}, {"neighbor", index}, {"neighbour", index}, {"distance", distance}, {"dist", distance}};
    for (const auto& [name, column] : names)
        if (same_word(word, name)) return column;
    return -1;
}

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

    /// The fields of the next line; false at the end.
    bool next() {
        at = csv::next_record(at, file.end(), dialect);
        if (at == file.end()) return false;
        begin = at;
        fields.clear();
        at = csv::read_record(at, file.end(), dialect, fields);
        return true;
    }
    std::string where() const { return csv::place(file, begin); }
    double number(std::size_t column) const {
        double value = 0;
        const csv::Kind kind = csv::read_number(fields[column].text(), dialect, value);
        if (kind == csv::Kind::text)
            throw Error(Failure::input, where() + ": '" + csv::printable(fields[column]) + "' is not a number",
                "lists are a table query,rank,index,distance, or a line of k indices for each query");
        return value;
    }
    [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const {
        throw Error(Failure::input, where() + ": " + cause, remedy);
    }

    const InputFile& file;
    Dialect dialect;
    const char *at, *begin = nullptr;
    std::vector<Field> fields;
};

/// Of the line that was read; empty places when it is no header.
Header header_of(const Text& text) {
    Header header;
    for (std::size_t i = 0; i < text.fields.size(); ++i)
        if (const int column = column_of(text.fields[i].text()); column >= 0 && header.place[std::size_t(column)] < 0)
            header.place[std::size_t(column)] = int(i);
    return header;
}

struct Entry {
    std::int64_t query;
    int rank;
    double index, distance;
    const char* line;
};

std::int64_t whole(const Text& text, std::size_t column, std::int64_t from, std::int64_t to, const char* what) {
    const double value = text.number(column);
    if (!(value >= double(from) && value <= double(to)) || value != double(std::int64_t(value)))
        text.refuse(std::string("'") + csv::printable(text.fields[column]) + "' is no " + what, "queries are counted from 0, ranks from 1");
    return std::int64_t(value);
}

/// A line an entry, in any order; without ranks in the order of the lines.
ForeignLists read_entries(Text& text, const Header& header, const Progress& progress) {
    std::vector<Entry> entries;
    std::vector<int> length;  // of the lists so far
    int k = 0;
    const std::size_t width = text.fields.size();
    const auto place = [&](Column column) { return std::size_t(header.place[column]); };
    while (text.next()) {
        if (text.fields.size() != width)
            text.refuse(std::to_string(text.fields.size()) + " fields, " + std::to_string(width) + " expected", "correct the line");
        Entry entry{
            whole(text, place(query), 0, std::numeric_limits<std::int32_t>::max(), "query"), 0, text.number(place(index)), 0, text.begin};
        if (std::size_t(entry.query) >= length.size()) {
            if (std::size_t(entry.query) > entries.size() + length.size() + (1u << 20))
                text.refuse(
                    "query " + std::to_string(entry.query) + " after " + std::to_string(length.size()), "queries are counted from 0");
            length.resize(std::size_t(entry.query) + 1);
        }
        int& its_length = length[std::size_t(entry.query)];
        ++its_length;
        entry.rank = header.place[rank] >= 0 ? int(whole(text, place(rank), 1, 1 << 24, "rank")) : its_length;
        if (header.place[distance] >= 0) entry.distance = text.number(place(distance));
        k = std::max(k, entry.rank);
        entries.push_back(entry);
        if (entries.size() % 65536 == 0) progress.step(double(text.at - text.file.begin()), double(text.file.size()));
    }
    ForeignLists lists;
    lists.path = text.file.path();
    make_room(lists, std::int64_t(length.size()), std::uint64_t(k), header.place[distance] >= 0);
    std::vector<bool> given(lists.index.size());
    for (const Entry& entry : entries) {
        const std::size_t at = std::size_t(entry.query) * std::size_t(k) + std::size_t(entry.rank) - 1;
        const auto where = [&] { return csv::place(text.file, entry.line); };
        const std::string named = "query " + std::to_string(entry.query) + ", rank " + std::to_string(entry.rank);
        if (given[at]) throw Error(Failure::input, where() + ": " + named + " is there twice", "give each rank once");
        if (entry.rank > length[std::size_t(entry.query)])
            throw Error(Failure::input,
                where() + ": " + named + ", but the query has " + std::to_string(length[std::size_t(entry.query)]) + " lines",
                "ranks go from 1 up without a gap");
        given[at] = true;
        put(lists, at, entry.index, header.place[distance] >= 0 ? &entry.distance : nullptr, where);
    }
    return lists;
}

/// A line a list: k indices.
ForeignLists read_lines(Text& text, const Progress& progress) {
    const std::size_t k = text.fields.size();
    ForeignLists lists;
    lists.path = text.file.path();
    const auto lines = std::int64_t(std::count(text.begin, text.file.end(), '\n')) + (text.file.end()[-1] != '\n');
    make_room(lists, lines, k, false);
    std::int64_t read = 0;
    do {
        if (text.fields.size() != k)
            text.refuse("a list of " + std::to_string(text.fields.size()) + ", the first has " + std::to_string(k),
                "give every list the same width, with -1 past its end");
        for (std::size_t i = 0; i < k; ++i) put(lists, std::size_t(read) * k + i, text.number(i), nullptr, [&] { return text.where(); });
        if (++read % 65536 == 0) progress.step(double(text.at - text.file.begin()), double(text.file.size()));
    } while (text.next());
    lists.queries = read;
    lists.index.resize(std::size_t(read) * k);
    return lists;
}

/// Reads it: the header of a table, or, where this names no lists, a line of indices.
Header first_line(Text& text) {
    if (!text.next())
        throw Error(Failure::input, text.file.path() + " has no lists", "a line of k indices for each query, or query,rank,index,distance");
    const Header header = header_of(text);
    double first = 0;
    if (!header.names_lists() && csv::read_number(text.fields.front().text(), text.dialect, first) == csv::Kind::text)
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

void judge_text(const InputFile& beginning) {
    Text text(beginning);
    first_line(text);
}

bool text_header_names_lists(const InputFile& file) {
    Text text(file);
    return text.next() && header_of(text).names_lists() && header_of(text).place[rank] >= 0;
}

}  // namespace neighborscope::lists
