#include "app/session/document/contender.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace neighborscope {
namespace {

/// The options of the document's method; empty if there is no such method.
std::span<const OptionSpec> options_of(const SessionState& state) {
    for (const Method& method : methods())
        if (method.info.name == state.method) return method.info.options;
    return {};
}

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
            throw Error(Failure::usage, "'" + text + "': '" + part + "' is not option=value", "write for example heap:threads=64");
        if (mark == std::string::npos) one.method = std::string(find_method(part).info.name);
        else if (part.substr(0, mark) == "metric") one.metric = metric_named(part.substr(mark + 1));
        else one.options[part.substr(0, mark)] = part.substr(mark + 1);
    }
    [[maybe_unused]] const Options checked(find_method(one.method).info.options, one.options);  // throws if one is invalid
    return one;
}

void apply_contender(SessionState& state, const Contender& one) {
    if (!one.method.empty()) state.method = one.method;
    for (const auto& [option, value] : one.options) state.options[state.method][option] = value;
    if (one.metric) state.metric = *one.metric;
}

std::string contender_text(const SessionState& state) {
    std::string text = state.method;
    for (const OptionSpec& spec : options_of(state)) text += ":" + std::string(spec.name) + "=" + option_of(state, spec);
    return text + ":metric=" + std::string(name(state.metric));
}

std::string text_of(const Contender& one) {
    std::string text = one.method;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ":") + part; };
    for (const auto& [option, value] : one.options) add(option + "=" + value);
    if (one.metric) add("metric=" + std::string(name(*one.metric)));
    return text;
}

void swap_with_contender(SessionState& state, std::size_t place) {
    const SessionState before = state;
    const Contender chosen = contender_in(state.compared.at(place), state.method);
    apply_contender(state, chosen);
    const Contender former{before.method, {}, {}};
    for (std::size_t i = 0; i < state.compared.size(); ++i) {
        Contender one = i == place ? former : contender_in(before.compared[i], before.method);
        if (!one.metric && chosen.metric) one.metric = before.metric;
        for (const OptionSpec& spec : options_of(state))  // the options that the document sets from now on
            if (const std::string option(spec.name); one.method == chosen.method && chosen.options.contains(option)) {
                SessionState as_before = before;
                as_before.method = chosen.method;
                one.options.try_emplace(option, option_of(as_before, spec));
            }
        state.compared[i] = text_of(one);
    }
}

std::string contender_name(const SessionState& own, std::span<const SessionState* const> all, const std::string& file) {
    const bool searches_file = find_method(own.method).info.supports.own_index && !file.empty();
    std::string name = searches_file ? file : own.method;
    const auto any = [&](const auto& differs) {
        return std::any_of(all.begin(), all.end(), [&](const SessionState* other) { return differs(*other); });
    };
    for (const OptionSpec& spec : options_of(own))
        if (option_of(own, spec) != to_text(spec.preset) ||
            any([&](const SessionState& other) { return other.method == own.method && option_of(other, spec) != option_of(own, spec); }))
            name += ", " + std::string(spec.name) +
                    (option_of(own, spec) == "0" && to_text(spec.preset) == "0" ? " automatic" : " = " + option_of(own, spec));
    if (any([&](const SessionState& other) { return other.metric != own.metric; })) name += ", " + metric_word(own.metric);
    return name;
}

}  // namespace neighborscope
