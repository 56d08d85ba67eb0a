// Makes rows from descriptions of options of methods and of parameters of generators.
#include "app/inspect/graph_rows.hpp"
#include "app/panels/panel.hpp"
#include "gpu/error.hpp"
#include "gpu/index/replay.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

namespace neighborscope::panels {
namespace {

struct Range {
    double from = 0, to = 0;
    bool integer = false, powers = false;
};

std::optional<Range> range_of(const OptionSpec& spec) {
    if (const auto* whole = std::get_if<IntegerRange>(&spec.domain))
        return Range{double(whole->from), double(whole->to), true, whole->powers_of_two};
    if (const auto* real = std::get_if<RealRange>(&spec.domain)) return Range{real->from, real->to};
    return std::nullopt;
}

/// The error of a typed value; "": none.
std::string value_error(const OptionSpec& spec, const std::string& text) {
    try {
        parse_option(spec, text);
        return {};
    } catch (const Error& error) {
        const auto range = range_of(spec);
        const double value = parse_number(text);
        if (range && value < range->from) return std::string(spec.name) + " is at least " + number_as_typed(range->from);
        if (range && value > range->to) return std::string(spec.name) + " is at most " + number_as_typed(range->to);
        return error.what();
    }
}

using ChangeOption = std::function<void(const std::string&, const std::string&, bool)>;

Number number_of(const OptionSpec& spec, const Range& range, const std::string& value, const ChangeOption& change_option,
    const AutomaticNumbers& numbers) {
    Number number;
    const std::string automatic = automatic_text(spec, numbers);
    number.value = value == "0" && !automatic.empty() ? automatic : value;
    number.scale = SliderScale::of(spec);
    const RealRange usual = spec.slider.value_or(RealRange{range.from, range.to});
    number.step = [range, size = range.integer ? 1.0 : (usual.to - usual.from) / 100](double from, int steps) {
        const double to = range.powers ? std::exp2(std::round(std::log2(std::max(from, 1.0))) + steps) : from + steps * size;
        return std::clamp(to, range.from, range.to);
    };
    number.change = [spec, change_option](const std::string& typed, bool merge) {
        const std::string plain = plain_number(typed);
        std::string fault = value_error(spec, plain);
        if (fault.empty()) change_option(std::string(spec.name), plain, merge);
        return fault;
    };
    return number;
}

/// The domain with a typographic dash instead of "0 - 1".
std::string domain_text(const OptionSpec& spec) {
    std::string text = describe_domain(spec);
    if (const auto at = text.find(" - "); at != std::string::npos) text.replace(at, 3, " \u2013 ");
    return text;
}

}  // namespace

AutomaticNumbers automatic_numbers(const ViewModel& view, int k) {
    const int own = view.graph ? stored::settled(*view.graph->index, {k}).ef : view.data.own_setting;
    return {view.status.multiprocessors, own};
}

std::string automatic_text(const OptionSpec& spec, const AutomaticNumbers& numbers) {
    constexpr std::string_view marks = "; 0: ";
    const auto at = spec.help.find(marks);
    if (at == std::string_view::npos) return {};
    const std::string_view means = spec.help.substr(at + marks.size());
    const int number = means.starts_with("one per core")             ? int(std::thread::hardware_concurrency())
                       : means.starts_with("one per multiprocessor") ? numbers.multiprocessors
                       : means.starts_with("what the file says")     ? numbers.own
                                                                     : 0;
    return number > 0 ? "automatic (" + std::to_string(number) + ")" : "automatic";
}

std::vector<Row> option_rows(const std::string& panel, std::span<const OptionSpec> specs, const std::map<std::string, std::string>& chosen,
    const ChangeOption& change_option, const AutomaticNumbers& numbers) {
    std::vector<Row> rows;
    for (const OptionSpec& spec : specs) {
        const std::string name(spec.name);
        const auto found = chosen.find(name);
        const std::string value = found != chosen.end() ? found->second : to_text(spec.preset);
        Row row{panel + "." + name, name, std::string(spec.help), {}};
        if (const auto range = range_of(spec)) {
            row.help += ", " + domain_text(spec);
            row.what = number_of(spec, *range, value, change_option, numbers);
        } else if (const auto* names = std::get_if<neighborscope::Choice>(&spec.domain)) {
            Choice choice;
            for (const std::string_view one : names->names) {
                if (one == value) choice.chosen = int(choice.items.size());
                choice.items.push_back({std::string(one), {}, {}, {}});
            }
            choice.change = [change_option, name, items = choice.items](
                                int at) { change_option(name, items[std::size_t(at)].text, false); };
            row.what = std::move(choice);
        } else {
            row.what = Check{value == "on" || value == "true" || value == "1",
                [change_option, name](bool on) { change_option(name, on ? "on" : "off", false); }};
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace neighborscope::panels
