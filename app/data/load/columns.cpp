#include "app/data/load/columns.hpp"

#include "app/data/load/words.hpp"
#include "gpu/error.hpp"
#include "gpu/options.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace neighborscope {
namespace {

/// Returns -1 if no column has that name.
int find_name(const std::vector<std::string>& names, std::string_view wanted) {
    if (const auto exact = std::find(names.begin(), names.end(), wanted); exact != names.end()) return int(exact - names.begin());
    return column_named(names, lower_case(wanted));
}

/// Parses a whole text as a number from 1; 0 if it is not one. Numbers that are too long become the largest.
long parse_number(std::string_view text) {
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return 0;
    long number = 0;
    return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{} ? number : 2147483647L;
}

std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

[[noreturn]] void unknown_column(const std::string& path, std::string_view wanted, const std::vector<std::string>& names, int count) {
    if (names.empty())
        throw Error(Failure::usage, path + " has no column " + quote(wanted) + ": its columns have no names",
            "choose by number, 1 to " + std::to_string(count));
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string near = nearest_name(wanted, known);
    const std::string list = name_list(names);
    throw Error(Failure::usage, path + " has no column " + quote(wanted),
        near.empty() ? "its columns are " + list : "did you mean " + quote(near) + "? Its columns are " + list);
}

/// Returns the one column of this name, -1 if there is none. A usage Error if there are several.
int named_column(
    const std::string& path, std::string_view option, std::string_view wanted, const std::vector<std::string>& names, int count) {
    const int named = find_name(names, wanted);
    if (named >= 0 && std::count(names.begin(), names.end(), wanted) > 1)
        throw Error(Failure::usage, std::string(option) + " " + quote(wanted) + " names two columns or more of " + path,
            "use numbers, 1 to " + std::to_string(count));
    return named;
}

void check_number(const std::string& path, long number, int count) {
    if (number > count || number < 1)
        throw Error(Failure::usage,
            path + " has " + std::to_string(count) + (count == 1 ? " column" : " columns") + ", not a column " + std::to_string(number),
            "choose from 1 to " + std::to_string(count));
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Whether `word` is a separate word at `at`: in "start_lon" and "startLon", but not in "colon".
bool is_word(std::string_view name, std::size_t at, std::string_view word) {
    const std::size_t after = at + word.size();
    const bool begins = at == 0 || !is_letter(name[at - 1]) || (is_capital(name[at]) && !is_capital(name[at - 1]));
    return begins && (after == name.size() || !is_letter(name[after]) || (is_capital(name[after]) && !is_capital(name[after - 1])));
}

}  // namespace

std::string name_list(const std::vector<std::string>& names) {
    constexpr std::size_t longest = 40;
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < 12; ++i)
        list += (i ? ", " : "") + names[i].substr(0, longest) + (names[i].size() > longest ? "..." : "");
    return names.size() > 12 ? list + ", ..." : list;
}

int chosen_column(
    const std::string& path, std::string_view option, std::string_view wanted, const std::vector<std::string>& names, int count) {
    if (const int named = named_column(path, option, wanted, names, count); named >= 0) return named;
    const long number = parse_number(wanted);
    if (number == 0 && wanted != "0") unknown_column(path, wanted, names, count);
    check_number(path, number, count);
    return int(number - 1);
}

std::vector<int> chosen_columns(const std::string& path, const std::string& wanted, const std::vector<std::string>& names, int count) {
    std::vector<int> columns;
    const auto add = [&](long number) {
        check_number(path, number, count);
        if (std::find(columns.begin(), columns.end(), int(number - 1)) != columns.end())
            throw Error(
                Failure::usage, "--columns " + wanted + " names column " + std::to_string(number) + " twice", "name each column once");
        columns.push_back(int(number - 1));
    };
    std::string_view rest = wanted;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        std::string_view item = rest.substr(0, comma);
        rest = more ? rest.substr(comma + 1) : std::string_view{};
        while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
        if (item.empty())
            throw Error(Failure::usage, "--columns " + quote(wanted) + " holds an empty item",
                "write names or numbers with commas, for example --columns lon,lat or --columns 1,3-5");

        if (const int named = named_column(path, "--columns", item, names, count); named >= 0) {
            add(named + 1);
            continue;
        }
        const std::size_t dash = item.find('-');
        const long from = parse_number(item.substr(0, dash));
        const long to = dash == std::string_view::npos ? from : parse_number(item.substr(dash + 1));
        const bool number = item == "0" || (from > 0 && to > 0);
        if (!number) unknown_column(path, item, names, count);
        if (to < from) throw Error(Failure::usage, "--columns range " + quote(item) + " runs backwards", "write the smaller number first");
        if (to > count) add(to);
        for (long column = from; column <= to; ++column) add(column);
    }
    return columns;
}

int column_named(const std::vector<std::string>& names, std::string_view lower_case) {
    const auto found = std::ranges::find_if(names, [&](const std::string& name) { return same_word(name, lower_case); });
    return found == names.end() ? -1 : int(found - names.begin());
}

int label_column(const std::string& path, const LoadOptions& options, const std::vector<std::string>& names,
    std::span<const std::string_view> of_labels) {
    if (options.label == "none") return -1;
    if (!options.label.empty()) return chosen_column(path, "--label", options.label, names, int(names.size()));
    for (const std::string_view name : of_labels)
        if (const int column = column_named(names, name); column >= 0) return column;
    return -1;
}

int title_column(const std::vector<std::string>& names) {
    for (const std::string_view name : {"name", "names", "title"})
        if (const int column = column_named(names, name); column >= 0) return column;
    return -1;
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : lower_case(name.substr(0, name.find_first_of("([")))) {
        if (c != ' ' && c != '_' && c != '-' && c != '.') plain += c;
    }
    return plain;
}

std::vector<int> longitude_and_latitude(const std::vector<std::string>& names) {
    static constexpr std::string_view pairs[][2] = {
        {"longitude", "latitude"}, {"long", "lat"}, {"lon", "lat"}, {"lng", "lat"}, {"intptlong", "intptlat"}};
    std::vector<std::string> lower_names;
    std::transform(names.begin(), names.end(), std::back_inserter(lower_names), lower_case);
    for (std::size_t column = 0; column < names.size(); ++column) {
        for (const auto& [longitude, latitude] : pairs) {
            for (std::size_t at = lower_names[column].find(longitude); at != std::string::npos;
                 at = lower_names[column].find(longitude, at + 1)) {
                if (longitude.size() < 9 && !is_word(names[column], at, longitude)) continue;
                std::string other = lower_names[column];
                other.replace(at, longitude.size(), latitude);
                const auto found = std::find(lower_names.begin(), lower_names.end(), other);
                if (found != lower_names.end()) return {int(column), int(found - lower_names.begin())};
            }
        }
    }
    return {};
}

std::vector<int> columns_by_name(const std::vector<std::string>& names) {
    std::vector<std::string> plain;
    std::transform(names.begin(), names.end(), std::back_inserter(plain), plain_name);
    static constexpr std::string_view triples[][3] = {
        {"x", "y", "z"},
        {"lon", "lat", "z"},
        {"lng", "lat", "z"},
        {"long", "lat", "z"},
        {"longitude", "latitude", "z"},
        {"longitudedeg", "latitudedeg", "z"},
        {"decimallongitude", "decimallatitude", "z"},
        {"intptlong", "intptlat", "z"},
        {"easting", "northing", "z"},
        {"utmx", "utmy", "z"},
        {"utme", "utmn", "z"},
        {"utmeasting", "utmnorthing", "z"},
        {"xutm", "yutm", "z"},
        {"xcoord", "ycoord", "zcoord"},
        {"coordx", "coordy", "coordz"},
        {"xcoordinate", "ycoordinate", "zcoordinate"},
        {"posx", "posy", "posz"},
        {"positionx", "positiony", "positionz"},
        {"pointx", "pointy", "pointz"},
    };
    for (const auto& [first, second, third] : triples) {
        const int x = find_name(plain, first), y = find_name(plain, second), z = find_name(plain, third);
        if (x < 0 || y < 0) continue;
        return z < 0 ? std::vector<int>{x, y} : std::vector<int>{x, y, z};
    }
    return longitude_and_latitude(names);
}

}  // namespace neighborscope
