#include "app/data/make/parameters.hpp"

#include "app/data/load/assemble.hpp"
#include "app/data/load/words.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace neighborscope {
namespace {

constexpr RealRange no_slider{0, 0};

/// Rounds to `digits` significant digits.
double rounded(double value, int digits) {
    if (!(value > 0)) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - (digits - 1));
    return std::round(value / unit) * unit;
}

OptionSpec speed_of_roads(const RoadNetwork& network) {
    double total = 0;
    for (const RoadNetwork::Edge& edge : network.edges) total += edge.length;
    const double mean = rounded(total / double(network.edges.size()), 4);
    return {"speed", mean, RealRange{0, total}, "the most an object drives a tick, in the lengths of the streets; first their mean",
        RealRange{0, std::min(total, rounded(10 * mean, 1))}};
}

OptionSpec whole_parameter(std::string_view name, std::int64_t preset, std::string_view help, RealRange slider) {
    return {name, preset, whole_numbers_of(name), help, slider};
}

OptionSpec spec_of(std::string_view name, std::string_view preset, const Generator& generator) {
    std::int64_t number = 0;
    whole_number(preset, number);
    if (name == "n") return whole_parameter("n", number, "how many points", {10, generator.preset_d > 3 ? 1e5 : 1e6});
    if (name == "d") return whole_parameter("d", number, "dimensions of a point", no_slider);
    if (name == "hotspots") return whole_parameter("hotspots", number, "places that points crowd around", {1, 200});
    if (name == "seed") return whole_parameter("seed", number, "other points of the same kind", no_slider);
    if (name == "drift")
        return {name, double(number), RealRange{0, 1e300}, "the most a hotspot goes a tick along an axis; the square's side is 22500",
            RealRange{0, 2000}};
    return {"speed", double(number), RealRange{0, 1e300}, "the most an object goes a tick; the square's side is 22500", RealRange{0, 2000}};
}

}  // namespace

const Generator* generator_of(std::string_view source) {
    const std::size_t colon = source.find(':');
    return colon == std::string_view::npos ? nullptr : find_generator(source.substr(0, colon));
}

std::vector<OptionSpec> adjustable_parameters(const DataSet& data) {
    std::vector<OptionSpec> specs;
    const Generator* generator = generator_of(data.source);
    if (!generator) return specs;
    for (std::string_view rest = generator->parameters; !rest.empty();) {
        const std::string_view item = next_item(rest), name = item.substr(0, item.find('='));
        if (name == "network" || name == "units") continue;
        if (name != "speed" || generator->make) specs.push_back(spec_of(name, item.substr(name.size() + 1), *generator));
        else if (data.network) specs.push_back(speed_of_roads(*data.network));
    }
    return specs;
}

std::map<std::string, std::string> given_parameters(std::string_view source) {
    std::map<std::string, std::string> given;
    if (!generator_of(source)) return given;
    for (std::string_view rest = source.substr(source.find(':') + 1); !rest.empty();) {
        const std::string_view item = next_item(rest), name = item.substr(0, item.find('='));
        if (name.size() == item.size()) continue;
        const std::string_view text = item.substr(name.size() + 1);
        std::int64_t number = 0;
        if (name == "speed" && text == "mean") continue;
        given[std::string(name)] = name != "speed" && whole_number(text, number) ? std::to_string(number) : std::string(text);
    }
    return given;
}

std::string with_parameter(std::string_view source, std::string_view name, std::string_view text) {
    const std::size_t begin = std::min(source.find(':'), source.size() - 1) + 1;
    std::string result(source.substr(0, begin));
    const std::string wanted = std::string(name) + "=" + std::string(text);
    bool written = false;
    const auto add = [&](std::string_view item) {
        if (result.size() > begin) result += ',';
        result += item;
    };
    for (std::string_view rest = source.substr(begin); !rest.empty();) {
        const std::string_view item = next_item(rest);
        const bool is_it = item.substr(0, item.find('=')) == name;
        written = written || is_it;
        add(is_it ? std::string_view(wanted) : item);
    }
    if (!written) add(wanted);
    return result;
}

bool whole_number(std::string_view text, std::int64_t& number) {
    double value = 0;
    if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0])) || !read_whole(text, value)) return false;
    if (!(value <= 0x1p53) || value != double(std::int64_t(value))) return false;
    number = std::int64_t(value);
    return true;
}

IntegerRange whole_numbers_of(std::string_view parameter) {
    if (parameter == "n") return {1, 2147483647};
    if (parameter == "d") return {1, largest_dimension};
    if (parameter == "hotspots") return {1, 1000000};
    return {0, 1000000000};  // for seed
}

std::string_view next_item(std::string_view& text) {
    std::size_t comma = text.find(',');
    const auto parameter_follows = [&] {
        const std::string_view next = text.substr(comma + 1);
        return next.empty() || next.substr(0, next.find(',')).find('=') != std::string_view::npos;
    };
    if (text.starts_with("network="))
        while (comma != std::string_view::npos && !parameter_follows()) comma = text.find(',', comma + 1);
    const std::string_view item = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    return item;
}

}  // namespace neighborscope
