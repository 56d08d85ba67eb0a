#include "app/panels/panel.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace neighborscope::panels {

std::string plain_number(std::string_view typed) {
    if (typed.starts_with("automatic")) return "0";  // see automatic_text()
    std::string plain;
    for (std::size_t at = 0; at < typed.size();) {
        const auto is = [&](std::string_view sign) { return typed.substr(at, sign.size()) == sign; };
        if (is("\u202f") || is("\u2009") || is("\u2212")) {
            if (is("\u2212")) plain += '-';
            at += 3;
        } else if (is("\u00a0")) {
            at += 2;
        } else {
            if (typed[at] != ' ' && typed[at] != '\t') plain += typed[at];
            ++at;
        }
    }
    return plain;
}

double parse_number(std::string_view typed) {
    std::string plain = plain_number(typed);
    if (plain.size() > 1 && plain[0] == '+' && plain[1] != '-') plain.erase(0, 1);
    double value = 0;
    const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    return error == std::errc{} && end == plain.data() + plain.size() ? value : std::numeric_limits<double>::quiet_NaN();
}

std::string number_as_typed(double value) {
    char text[40];
    const bool whole = value == std::round(value) && std::abs(value) < 1e15;
    std::snprintf(text, sizeof text, whole ? "%.0f" : "%.6g", value);
    return text;
}

std::string field_tooltip(const Row& row) {
    const auto* number = std::get_if<Number>(&row.what);
    const bool whole = number && number->words && !number->value.empty();
    return whole ? number->value + (row.help.empty() ? "" : "\n" + row.help) : row.help;
}

}  // namespace neighborscope::panels
