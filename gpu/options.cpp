#include "gpu/options.hpp"

#include "gpu/error.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace neighborscope {

namespace {

std::string number(double value) {
    char text[40];
    for (int digits = 6; digits <= 17; ++digits) {  // the shortest that reads back as the same number
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return text;
}

template <class T>
bool parse_number(std::string_view text, T& value) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc() && end == text.data() + text.size();
}

[[noreturn]] void refuse(const OptionSpec& spec, std::string_view text) {
    throw Error(Failure::usage, "option " + std::string(spec.name) + ": '" + std::string(text) + "' is not " + describe_domain(spec),
        "the default is " + to_text(spec.preset));
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of adjacent characters.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

/// The form in which names are compared: lower case, without leading dashes.
std::string plain(std::string_view name) {
    std::string text(name.substr(std::min(name.size(), name.find_first_not_of('-'))));
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

}  // namespace

std::string describe_domain(const OptionSpec& spec) {
    struct Describe {
        std::string operator()(const Flag&) const { return "on|off"; }
        std::string operator()(const IntegerRange& range) const {
            std::string text = std::to_string(range.from) + " - " + std::to_string(range.to);
            return range.powers_of_two ? text + ", powers of two" : text;
        }
        std::string operator()(const RealRange& range) const {
            return range.to >= 1e300 ? "from " + number(range.from) : number(range.from) + " - " + number(range.to);
        }
        std::string operator()(const Choice& choice) const {
            std::string text;
            for (std::string_view name : choice.names) text += (text.empty() ? "" : "|") + std::string(name);
            return text;
        }
    };
    return std::visit(Describe{}, spec.domain);
}

std::string to_text(const OptionValue& value) {
    struct Text {
        std::string operator()(bool on) const { return on ? "on" : "off"; }
        std::string operator()(std::int64_t whole) const { return std::to_string(whole); }
        std::string operator()(double real) const { return number(real); }
        std::string operator()(const std::string& word) const { return word; }
    };
    return std::visit(Text{}, value);
}

OptionValue parse_option(const OptionSpec& spec, std::string_view text) {
    if (std::holds_alternative<Flag>(spec.domain)) {
        if (text == "on" || text == "true" || text == "1") return true;
        if (text == "off" || text == "false" || text == "0") return false;
        refuse(spec, text);
    }
    if (const auto* range = std::get_if<IntegerRange>(&spec.domain)) {
        std::int64_t value = 0;
        if (!parse_number(text, value) || value < range->from || value > range->to) refuse(spec, text);
        if (range->powers_of_two && (value <= 0 || !std::has_single_bit(std::uint64_t(value)))) refuse(spec, text);
        return value;
    }
    if (const auto* range = std::get_if<RealRange>(&spec.domain)) {
        double value = 0;
        if (!parse_number(text, value) || !(value >= range->from && value <= range->to)) refuse(spec, text);
        return value;
    }
    const auto& names = std::get<Choice>(spec.domain).names;
    if (std::find(names.begin(), names.end(), text) == names.end()) {
        const std::string meant = nearest_name(text, names);
        if (meant.empty()) refuse(spec, text);
        throw Error(Failure::usage, "option " + std::string(spec.name) + ": '" + std::string(text) + "' is not " + describe_domain(spec),
            "did you mean " + meant + "?");
    }
    return std::string(text);
}

Options::Options(std::span<const OptionSpec> specs, const std::map<std::string, std::string>& chosen) {
    for (const OptionSpec& spec : specs) values_.emplace(spec.name, spec.preset);
    for (const auto& [name, text] : chosen) {
        const auto spec = std::find_if(specs.begin(), specs.end(), [&, &wanted = name](const OptionSpec& s) { return s.name == wanted; });
        if (spec == specs.end()) {
            std::vector<std::string_view> known;
            std::string all;
            for (const OptionSpec& s : specs) {
                known.push_back(s.name);
                all += (all.empty() ? "" : ", ") + std::string(s.name);
            }
            const std::string meant = nearest_name(name, known);
            const std::string remedy = !meant.empty() ? "did you mean " + meant + "?"
                                       : all.empty()  ? "this method has no options"
                                                      : "there are " + all;
            throw Error(Failure::usage, "no option '" + name + "'", remedy);
        }
        values_[name] = parse_option(*spec, text);
    }
}

std::string nearest_name(std::string_view typed, std::span<const std::string_view> known) {
    const std::string wanted = plain(typed);
    if (wanted.empty() || wanted.size() > 64) return "";
    std::string near, completed;
    std::size_t fewest = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    int completions = 0;
    for (const std::string_view name : known) {
        const std::string candidate = plain(name);
        if (candidate.empty() || candidate[0] != wanted[0]) continue;
        if (wanted.size() > 1 && candidate.starts_with(wanted)) completed = name, ++completions;
        if (const std::size_t distance = edit_distance(wanted, candidate); distance < fewest) fewest = distance, near = name;
    }
    return near.empty() && completions == 1 ? completed : near;
}

}  // namespace neighborscope
