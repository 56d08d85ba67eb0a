#include "app/instruments/point_colours.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace neighborscope {
namespace {

constexpr std::size_t sampled = std::size_t(1) << 20;  // numbers that percentiles are taken of
constexpr std::size_t most_label_values = 4096;        // whole numbers of a label beyond are quantities

/// Whole numbers as words: value -> how often; nothing when these numbers are quantities.
std::optional<std::map<double, std::int64_t>> as_classes(const Attribute& attribute, bool label) {
    const std::size_t most = label ? most_label_values : most_classes;
    std::map<double, std::int64_t> counts;
    for (const double number : attribute.numbers) {
        if (std::isnan(number)) continue;
        if (number != std::floor(number)) return std::nullopt;
        if (++counts[number] == 1 && counts.size() > most) return std::nullopt;
    }
    return counts;
}

/// The class of each point as a place in the words given, -1 for other words, -2 where missing.
struct Grouped {
    std::vector<std::string> words;
    std::vector<std::int64_t> counts;   // of words
    std::vector<std::int32_t> of_word;  // attribute's word -> place, -1 for others
    std::int64_t others = 0, missing = 0;
};

Grouped group(const std::vector<std::string>& words, const std::vector<std::int64_t>& counts, std::int64_t missing) {
    std::vector<std::size_t> order(words.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    const std::size_t shown = std::min(order.size(), most_classes);
    std::vector<std::size_t> chosen(order.begin(), order.begin() + std::ptrdiff_t(shown));
    // 0 to 9 are looked for in their own order.
    std::vector<double> numbers(words.size(), 0);
    const bool all_numbers = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t at) {
        const std::string& word = words[at];
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), numbers[at]);
        return error == std::errc() && end == word.data() + word.size();
    });
    if (all_numbers) std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
    Grouped grouped;
    grouped.of_word.assign(words.size(), -1);
    grouped.missing = missing;
    for (const std::size_t at : chosen) {
        grouped.of_word[at] = std::int32_t(grouped.words.size());
        grouped.words.push_back(words[at]);
        grouped.counts.push_back(counts[at]);
    }
    for (std::size_t at = 0; at < words.size(); ++at)
        if (grouped.of_word[at] < 0) grouped.others += counts[at];
    return grouped;
}

/// Classes for the legend, and the colour of each of the attribute's words.
std::vector<std::uint32_t> fill_classes(PointColours& colours, const Grouped& grouped, render::Theme theme) {
    std::vector<std::uint32_t> of_word(grouped.of_word.size());
    const std::uint32_t other = packed(render::other_colour(theme)), missing = packed(render::missing_colour(theme));
    for (std::size_t i = 0; i < grouped.words.size(); ++i)
        colours.classes.push_back({grouped.words[i], grouped.counts[i], packed(render::category_colour(theme, int(i)))});
    for (std::size_t word = 0; word < of_word.size(); ++word)
        of_word[word] = grouped.of_word[word] < 0 ? other : colours.classes[std::size_t(grouped.of_word[word])].colour;
    const std::size_t others = grouped.of_word.size() - grouped.words.size();
    if (grouped.others > 0) colours.classes.push_back({std::to_string(others) + " others", grouped.others, other});
    if (grouped.missing > 0) colours.classes.push_back({"missing", grouped.missing, missing});
    return of_word;
}

void colour_by_words(PointColours& colours, const Attribute& attribute, render::Theme theme) {
    std::vector<std::int64_t> counts(attribute.words.size(), 0);
    std::int64_t missing = 0;
    for (const std::int32_t word : attribute.word)
        if (word < 0) ++missing;
        else ++counts[std::size_t(word)];
    const std::vector<std::uint32_t> of_word = fill_classes(colours, group(attribute.words, counts, missing), theme);
    const std::uint32_t without = packed(render::missing_colour(theme));
    colours.rgba.reserve(attribute.word.size());
    for (const std::int32_t word : attribute.word) colours.rgba.push_back(word < 0 ? without : of_word[std::size_t(word)]);
}

void colour_by_whole_numbers(
    PointColours& colours, const Attribute& attribute, const std::map<double, std::int64_t>& values, render::Theme theme) {
    std::vector<std::string> words;
    std::vector<std::int64_t> counts;
    std::map<double, std::size_t> place;
    std::int64_t present = 0;
    for (const auto& [value, count] : values) {
        place[value] = words.size();
        char text[400];
        words.emplace_back(text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr);
        counts.push_back(count);
        present += count;
    }
    const std::int64_t missing = std::int64_t(attribute.numbers.size()) - present;
    const std::vector<std::uint32_t> of_word = fill_classes(colours, group(words, counts, missing), theme);
    const std::uint32_t without = packed(render::missing_colour(theme));
    colours.rgba.reserve(attribute.numbers.size());
    for (const double number : attribute.numbers) colours.rgba.push_back(std::isnan(number) ? without : of_word[place.at(number)]);
}

void colour_by_numbers(PointColours& colours, const Attribute& attribute, render::Theme theme) {
    std::vector<double> some;
    const std::size_t step = std::max<std::size_t>(1, attribute.numbers.size() / sampled);
    colours.least = std::numeric_limits<double>::infinity();
    colours.most = -colours.least;
    for (std::size_t i = 0; i < attribute.numbers.size(); ++i) {
        const double number = attribute.numbers[i];
        if (std::isnan(number)) {
            ++colours.missing;
            continue;
        }
        colours.least = std::min(colours.least, number);
        colours.most = std::max(colours.most, number);
        if (i % step == 0) some.push_back(number);
    }
    if (colours.least > colours.most) colours.least = colours.most = 0;
    colours.low = colours.least;
    colours.high = colours.most;
    if (!some.empty()) {
        const auto percentile = [&some](double share) {
            const auto at = some.begin() + std::ptrdiff_t(std::lround(share * double(some.size() - 1)));
            std::nth_element(some.begin(), at, some.end());
            return *at;
        };
        colours.low = percentile(0.01);
        colours.high = percentile(0.99);
    }
    constexpr int shades = 256;
    std::uint32_t ramp[shades];
    for (int i = 0; i < shades; ++i) ramp[i] = packed(render::ramp_colour(theme, float(i) / (shades - 1)));
    const std::uint32_t without = packed(render::missing_colour(theme));
    const double range = colours.high - colours.low, scale = range > 0 ? (shades - 1) / range : 0;
    colours.rgba.reserve(attribute.numbers.size());
    for (const double number : attribute.numbers) {
        const double shade = scale > 0 ? std::clamp((number - colours.low) * scale, 0.0, double(shades - 1)) : 0.5 * (shades - 1);
        colours.rgba.push_back(std::isnan(number) ? without : ramp[std::lround(shade)]);
    }
}

}  // namespace

std::uint32_t packed(const render::Colour& c) {
    const auto byte = [](float part) { return std::uint32_t(std::lround(255 * std::clamp(part, 0.0f, 1.0f))); };
    return 0xff000000u | byte(c.b) << 16 | byte(c.g) << 8 | byte(c.r);
}

PointColours colour_points(const DataSet& data, const ColourWay& way, render::Theme theme) {
    PointColours colours;
    colours.way = way;
    if (way.kind == ColourWay::Kind::file) colours.rgba = data.colours;
    if (way.kind != ColourWay::Kind::attribute) return colours;
    const Attribute& attribute = data.attributes[std::size_t(way.attribute)];
    colours.name = attribute.name;
    if (attribute.is_words()) colour_by_words(colours, attribute, theme);
    else if (const auto values = as_classes(attribute, way.attribute == data.label))
        colour_by_whole_numbers(colours, attribute, *values, theme);
    else colour_by_numbers(colours, attribute, theme);
    return colours;
}

}  // namespace neighborscope
