#include "app/session/contender.hpp"

#include "app/session/view_model.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace neighborscope {
namespace {

constexpr double rounding_of_lists = 1e-5;  // relative: float32 sums of a few hundred coordinates differ by less

std::string option_of(const SessionState& state, const OptionSpec& spec) {
    if (const auto chosen = state.options.find(state.method); chosen != state.options.end())
        if (const auto value = chosen->second.find(std::string(spec.name)); value != chosen->second.end()) return value->second;
    return to_text(spec.preset);
}

}  // namespace

Contender contender_in(const std::string& text, const std::string& method) {
    Contender one{method, {}, {}};
    std::istringstream parts(text);
    bool first = true;
    for (std::string part; std::getline(parts, part, ':'); first = false) {
        const std::size_t mark = part.find('=');
        if (mark == std::string::npos && !first)
            throw Error(Failure::usage, "'" + text + "': '" + part + "' is no option=value", "write for example heap:threads=64");
        if (mark == std::string::npos) one.method = std::string(find_method(part).info.name);
        else if (part.substr(0, mark) == "metric") one.metric = metric_named(part.substr(mark + 1));
        else one.options[part.substr(0, mark)] = part.substr(mark + 1);
    }
    [[maybe_unused]] const Options checked(find_method(one.method).info.options, one.options);  // throws what is wrong with them
    return one;
}

void ask_as(SessionState& state, const Contender& one) {
    if (!one.method.empty()) state.method = one.method;
    for (const auto& [option, value] : one.options) state.options[state.method][option] = value;
    if (one.metric) state.metric = *one.metric;
}

std::string contender_text(const SessionState& state) {
    std::string text = state.method;
    for (const OptionSpec& spec : find_method(state.method).info.options)
        text += ":" + std::string(spec.name) + "=" + option_of(state, spec);
    return text + ":metric=" + std::string(name(state.metric));
}

std::string contender_name(const SessionState& own, std::span<const SessionState* const> all) {
    std::string name = own.method;
    const auto any = [&](const auto& differs) {
        return std::any_of(all.begin(), all.end(), [&](const SessionState* other) { return differs(*other); });
    };
    for (const OptionSpec& spec : find_method(own.method).info.options)
        if (any([&](const SessionState& other) { return other.method == own.method && option_of(other, spec) != option_of(own, spec); }))
            name += ", " + std::string(spec.name) + " = " + option_of(own, spec);
    if (any([&](const SessionState& other) { return other.metric != own.metric; }))
        name += ", " + std::string(neighborscope::name(own.metric));
    return name;
}

ListDifference list_difference(const ViewModel& first, const ViewModel& other, bool same_metric) {
    ListDifference difference;
    difference.of_metric = !same_metric;
    std::set<std::int64_t> firsts, others;
    for (const NeighbourRow& one : first.neighbours) firsts.insert(one.row);
    for (const NeighbourRow& one : other.neighbours) others.insert(one.row);
    for (const std::int64_t row : others) difference.others += !firsts.contains(row);
    for (const NeighbourRow& one : first.neighbours) {
        if (others.contains(one.row) || !same_metric) continue;
        const double apart = std::fabs(one.distance - other.kth_distance);
        if (apart == 0) ++difference.ties;
        else if (apart <= rounding_of_lists * one.distance) ++difference.within_rounding;
        else ++difference.missed;
    }
    return difference;
}

std::string ListDifference::text() const {
    if (others == 0 && missed == 0) return "the neighbours of A";
    std::string text = text_of_amount(others, "other", "others") + " than A", why;
    const auto add = [&](int count, const std::string& what) {
        if (count > 0) why += (why.empty() ? "" : ", ") + text_of_count(count) + " " + what;
    };
    add(ties, ties == 1 ? "tie" : "ties"), add(within_rounding, "within rounding"), add(missed, "missed");
    if (of_metric) why = "by another metric";
    return why.empty() ? text : text + ": " + why;
}

}  // namespace neighborscope
