#include "app/data/load/csv/compound_fields.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope::csv {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

void trim(std::string_view& text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
}

/// Removes the first word and the blanks after it, and returns the word.
std::string_view take_word(std::string_view& text) {
    std::size_t size = 0;
    while (size < text.size() && is_letter(text[size])) ++size;
    const std::string_view word = text.substr(0, size);
    text.remove_prefix(size);
    trim(text);
    return word;
}

/// Reads numbers separated by blanks or commas.
bool read_list(std::string_view text, std::vector<double>& numbers) {
    trim(text);
    const bool commas = text.find(',') != std::string_view::npos;
    while (!text.empty()) {
        const char *p = text.data(), *end = p + text.size();
        double value = 0;
        if (!parse_number(p, end, value)) {
            p = std::find_if(p, end, [](char c) { return c == ',' || is_space(c); });
            if (!is_missing(text.substr(0, std::size_t(p - text.data()))) || p == text.data()) return false;
            value = std::numeric_limits<double>::quiet_NaN();
        }
        numbers.push_back(value);
        text.remove_prefix(std::size_t(p - text.data()));
        if (text.empty()) return true;
        const bool space = is_space(text.front());
        trim(text);
        if (!commas && space) continue;
        if (!commas || text.empty() || text.front() != ',') return false;
        text.remove_prefix(1);
        trim(text);
        if (text.empty()) return false;
    }
    return true;
}

/// Returns the text between the brackets at its ends.
std::optional<std::string_view> in_brackets(std::string_view text, std::string_view pairs) {
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        if (text.size() > 1 && text.front() == pairs[i] && text.back() == pairs[i + 1]) return text.substr(1, text.size() - 2);
    return std::nullopt;
}

constexpr std::string_view srid = "srid=";

std::string_view without_srid(std::string_view text) {
    if (!same_word(text.substr(0, srid.size()), srid)) return text;
    std::string_view rest = text.substr(srid.size());
    const std::size_t digits = std::min(rest.size(), rest.find_first_not_of("0123456789"));
    if (digits == 0 || digits == rest.size() || rest[digits] != ';') return text;
    rest.remove_prefix(digits + 1);
    trim(rest);
    return rest;
}

FieldForm read_wkt(std::string_view text, std::vector<double>& numbers) {
    static constexpr std::string_view others[] = {"linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
        "geometrycollection", "circularstring", "compoundcurve", "curvepolygon", "multicurve", "multisurface", "triangle", "tin",
        "polyhedralsurface", "linearring"};
    std::string kind = lower_case(take_word(text)), axes = lower_case(take_word(text));
    const bool empty = axes == "empty" || same_word(text, "empty");
    if (axes == "empty") axes.clear();
    for (const std::string_view suffix : {"zm", "z", "m"})
        if (axes.empty() && kind == "point" + std::string(suffix)) axes = suffix, kind = "point";
    if (!empty && !text.starts_with('(')) return FieldForm::text;
    if (kind != "point")
        return std::ranges::any_of(others, [&](auto other) { return kind.starts_with(other); }) ? FieldForm::geometry : FieldForm::text;
    if (!(axes.empty() || axes == "z" || axes == "m" || axes == "zm")) return FieldForm::text;
    if (empty) return FieldForm::missing;
    const auto inside = in_brackets(text, "()");
    if (!inside || inside->find(',') != std::string_view::npos || !read_list(*inside, numbers)) return FieldForm::geometry;
    const bool z = axes.find('z') != std::string::npos, m = axes.find('m') != std::string::npos;
    const std::size_t count = numbers.size(), wanted = 2 + std::size_t(z) + std::size_t(m);
    if (axes.empty() ? count < 2 || count > 4 : count != wanted) return FieldForm::geometry;
    numbers.resize(axes.empty() ? std::min<std::size_t>(3, count) : z ? 3 : 2);  // a measure is not a coordinate
    return FieldForm::point;
}

/// Whether the text is WKB: byte order, then the type in four bytes with PostGIS's flags in the highest (OGC 06-103r4, 8.2); at least 21
/// bytes.
bool is_wkb(std::string_view text) {
    if (text.starts_with("\\x")) text.remove_prefix(2);
    if (text.size() < least_wkb || text.size() % 2 != 0 || text.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
        return false;
    const bool little = text.starts_with("01");
    if (!little && !text.starts_with("00")) return false;
    const std::string_view type = text.substr(little ? 2 : 8, 2), flags = text.substr(little ? 8 : 2, 2);
    return text.substr(4, 4) == "0000" && type[0] <= '1' && type != "00" && flags[1] == '0';
}

}  // namespace

bool names_degree_system(std::string_view field) { return same_word(field.substr(0, 10), "srid=4326;"); }

FieldForm read_compound_field(std::string_view field, std::vector<double>& numbers) {
    numbers.clear();
    trim(field);
    if (field.size() < 2) return FieldForm::text;
    if (field.front() == '{' && field.find(':') != std::string_view::npos) return FieldForm::json;
    if (const auto inside = in_brackets(field, "[](){}")) {
        if (inside->find("...") != std::string_view::npos && inside->find_first_of("0123456789") != std::string_view::npos)
            return FieldForm::cut;
        if (!read_list(*inside, numbers)) return FieldForm::text;
        return numbers.empty() ? FieldForm::missing : FieldForm::vector;
    }
    if (is_letter(field.front())) return read_wkt(without_srid(field), numbers);
    if (is_wkb(field)) return FieldForm::encoded;
    const bool list =
        field.size() > 2 * least_unbracketed && field.find_first_of(" \t") != std::string_view::npos && read_list(field, numbers);
    return list && numbers.size() >= least_unbracketed ? FieldForm::vector : FieldForm::text;
}

}  // namespace neighborscope::csv
