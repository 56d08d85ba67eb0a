// Options of a method, described once: the Qt form, the ImGui panel, --set, `list`, the table in the documentation and the session file use
// this description.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace neighborscope {

struct IntegerRange {
    std::int64_t from, to;
    bool powers_of_two = false;
    bool operator==(const IntegerRange&) const = default;
};  ///< both ends included
struct RealRange {
    double from, to;
    bool operator==(const RealRange&) const = default;
};  ///< both ends included
struct Choice {
    std::vector<std::string_view> names;
    bool operator==(const Choice&) const = default;
};
struct Flag {
    bool operator==(const Flag&) const = default;
};  ///< on|off, true|false, 1|0

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// One option: its name as typed after --set, its default, its domain, and one line of help with the unit.
struct OptionSpec {
    std::string_view name;
    OptionValue preset;
    std::variant<Flag, IntegerRange, RealRange, Choice> domain;
    std::string_view help;
    std::optional<RealRange> slider{};  ///< range of a slider, if not the whole domain; from == to: no slider

    bool operator==(const OptionSpec&) const = default;
};

/// "1 - 1024, powers of two", "on|off", "quicksort|partial": the domain as users read it.
std::string describe_domain(const OptionSpec&);
/// The value as typed after `name=`.
std::string to_text(const OptionValue&);
/// Parses and checks one value; throws a usage Error that names the option, the value and the domain.
OptionValue parse_option(const OptionSpec&, std::string_view text);

/// Values for every option of a method: the defaults, overridden by given values. Usage Error for an unknown name (with a suggestion) or a
/// value outside its domain.
class Options {
public:
    Options() = default;
    Options(std::span<const OptionSpec> specs, const std::map<std::string, std::string>& chosen = {});

    /// T is bool, std::int64_t, double or std::string, the type of the default.
    template <class T>
    const T& get(std::string_view name) const {
        return std::get<T>(values_.find(name)->second);
    }
    const std::map<std::string, OptionValue, std::less<>>& values() const { return values_; }

private:
    std::map<std::string, OptionValue, std::less<>> values_;
};

/// The name in `known` that `typed` probably means: it begins with the same letter (case and leading dashes ignored), and either differs in
/// at most a third of its letters (at least one), or is the only one with that letter. "" if there is none.
std::string nearest_name(std::string_view typed, std::span<const std::string_view> known);

}  // namespace neighborscope
