#include "app/data/load/json/json_rows.hpp"

#include "app/data/load/columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace neighborscope::json {
namespace {

using text_rows::refuse_line;

const char* skip_space(const char* p, const char* end) {
    while (p < end && is_space(*p)) ++p;
    return p;
}

const char* end_of_string(const char* p, const char* end) {
    for (++p; p < end; ++p) {
        if (*p == '\\' && p + 1 < end) ++p;
        else if (*p == '"') return p + 1;
    }
    return nullptr;
}

struct Member {
    std::string_view key, value;  ///< without quotes; as in the text
    bool is_rows() const {        ///< an array of arrays or objects
        if (!value.starts_with('[')) return false;
        const char* first = skip_space(value.data() + 1, value.data() + value.size());
        return *first == '[' || *first == '{';
    }
};

/// Returns the members of an object, as far as it is valid.
std::vector<Member> members_of(const char* p, const char* end) {
    std::vector<Member> members;
    ++p;
    for (;;) {
        while (p < end && (is_space(*p) || *p == ',')) ++p;
        if (p == end || *p != '"') return members;
        const char* after = end_of_string(p, end);
        if (!after) return members;
        Member member{{p + 1, std::size_t(after - p) - 2}, {}};
        p = skip_space(after, end);
        if (p == end || *p != ':') return members;
        p = skip_space(p + 1, end);
        after = p < end ? end_of_value(p, end) : nullptr;
        if (!after) return members;
        member.value = {p, std::size_t(after - p)};
        members.push_back(member);
        p = after;
    }
}

/// Cuts the array that begins at `p` into pieces of elements.
Rows elements_of(const InputFile& file, const char* p, const char* end, const Progress& progress) {
    Rows rows{.lines = false};
    const char* piece = ++p;
    rows.cut.begins = {piece};
    std::size_t count = 0;
    for (;;) {
        p = skip_space(p, end);
        if (p == end || *p == ']') break;
        const char* after = end_of_value(p, end);
        if (!after) refuse_line(file, p, "this element has no end", "close its brackets and quotes");
        if (after == p) refuse_line(file, p, "an element is missing before '" + text_rows::word_at(p, end) + "'", "correct the array");
        p = skip_space(after, end);
        ++count;
        if (p < end && *p != ',' && *p != ']')
            refuse_line(file, p, "'" + text_rows::word_at(p, end) + "' where a comma should be", "correct the array");
        const bool more = p < end && *p == ',';
        if (more) ++p;
        if (std::size_t(p - piece) >= text_rows::piece_bytes || !more) {
            rows.cut.begins.push_back(p);
            rows.cut.rows.push_back(std::exchange(count, 0));
            piece = p;
            progress.step(0, 0);
        }
    }
    if (rows.cut.rows.empty())
        throw Error(Failure::input, file.path() + ": the array holds no rows", "name a file with at least one point");
    return rows;
}

Rows one_row(const char* begin, const char* end) {
    Rows rows{.lines = false};
    rows.cut = {{begin, end}, {1}};
    return rows;
}

/// Finds the rows in a file that is one object.
Rows rows_of_object(const InputFile& file, const char* begin, const char* end, const Progress& progress) {
    const std::vector<Member> members = members_of(begin, end);
    const auto member = [&](std::string_view key) {
        const auto found = std::find_if(members.begin(), members.end(), [&](const Member& one) { return one.key == key; });
        return found == members.end() ? std::string_view() : found->value;
    };
    const auto inside = [](std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (!member("neighborscope_session").empty())
        throw Error(
            Failure::input, file.path() + " is a session of this program, not data", "open it with neighborscope FILE or shot FILE");
    if (member("type") == "\"Topology\"")
        throw Error(Failure::input, file.path() + " is TopoJSON, which this build does not read", "save it as GeoJSON");
    if (member("type") == "\"FeatureCollection\"" && member("features").starts_with('[')) {
        const std::string_view features = member("features"), system = member("crs");
        Rows rows = elements_of(file, features.data(), features.data() + features.size(), progress);
        rows.degrees = system.empty() || system == "null" || inside(system, "CRS84") || inside(system, "4326");
        return rows;
    }
    if (!member("geometry").empty()) return one_row(begin, end);
    const auto is_rows = [](const Member& one) { return one.is_rows(); };
    const auto count = std::count_if(members.begin(), members.end(), is_rows);
    if (count == 1) {
        const std::string_view rows = std::find_if(members.begin(), members.end(), is_rows)->value;
        return elements_of(file, rows.data(), rows.data() + rows.size(), progress);
    }
    std::vector<std::string> names;
    for (const Member& one : members)
        if (count == 0 || one.is_rows()) names.emplace_back(one.key);
    const bool values = std::any_of(members.begin(), members.end(), [](const Member& one) { return !one.value.starts_with('{'); });
    if (count == 0 && values) return one_row(begin, end);
    throw Error(Failure::input,
        file.path() + " is a JSON object " + (count > 1 ? "with several arrays of rows: " : "without rows of points: ") + name_list(names),
        "save the rows as one array of arrays or objects, or one on each line");
}

}  // namespace

const char* end_of_value(const char* p, const char* end) {
    if (*p == '"') return end_of_string(p, end);
    if (*p != '{' && *p != '[') {
        while (p < end && *p != ',' && *p != ']' && *p != '}' && !is_space(*p)) ++p;
        return p;
    }
    std::size_t depth = 0;
    while (p < end) {
        switch (*p) {
            case '"':
                p = end_of_string(p, end);
                if (!p) return nullptr;
                continue;
            case '{':
            case '[': ++depth; break;
            case '}':
            case ']':
                if (--depth == 0) return p + 1;
                break;
            default: break;
        }
        ++p;
    }
    return nullptr;
}

Rows find_rows(const InputFile& file, const Progress& progress) {
    const char *end = file.end(), *first = skip_space(file.begin(), end);
    if (first == end) throw Error(Failure::input, file.path() + " holds no points", "name a file with at least one point");
    const char* line = text_rows::line_end(first, end);
    const auto lines = [&] {
        Rows rows;
        rows.cut = text_rows::cut(file, file.begin(), end, progress, text_rows::HoldsText{});
        return rows;
    };
    const auto begins_row = [&](const char* p) { return p < end && (*p == '{' || *p == '['); };
    const char* after = end_of_value(first, line);
    if (after) {
        const char* next = skip_space(after, end);
        if (next < line)
            refuse_line(
                file, next, "'" + text_rows::word_at(next, line) + "' follows the row on its line", "write each row on its own line");
        if (next < end) return lines();
    } else {
        after = end_of_value(first, end);
        const char* second = skip_space(line, end);
        const char* last = line;
        while (last > first && is_space(last[-1])) --last;
        // An invalid first line before valid ones.
        if (!after && last[-1] != ',' && last - first > 1 && begins_row(second) && end_of_value(second, text_rows::line_end(second, end)))
            return lines();
        if (!after)
            throw Error(Failure::input, text_rows::last_place(file) + ": the file ends before its brackets are closed",
                "the file was cut: copy it again");
        const char* next = skip_space(after, end);
        if (next < end)
            refuse_line(file, next, "'" + text_rows::word_at(next, end) + "' follows a JSON value of several lines",
                "write each row on its own line: jq -c . FILE");
    }
    if (*first == '{') return rows_of_object(file, first, after, progress);
    const char* element = skip_space(first + 1, after);
    return begins_row(element) || *element == ']' ? elements_of(file, first, after, progress) : one_row(first, after);
}

}  // namespace neighborscope::json
