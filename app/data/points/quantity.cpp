#include "app/data/points/quantity.hpp"

#include "app/data/load/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

namespace neighborscope {
namespace {

constexpr std::size_t sampled = std::size_t(1) << 20;  // numbers used for percentiles
constexpr std::size_t most_label_values = 4096;        // with more integer values a label is not treated as classes

/// Converts integers to words, ascending; nothing if there are fractions, or more than `most` distinct values.
std::optional<WordValues> as_words(const std::vector<double>& numbers, std::size_t most) {
    std::map<double, std::int32_t> places;
    for (const double number : numbers) {
        if (std::isnan(number)) continue;
        if (number != std::floor(number)) return std::nullopt;
        if (places.emplace(number, 0).second && places.size() > most) return std::nullopt;
    }
    WordValues words;
    for (auto& [number, place] : places) {
        place = std::int32_t(words.different.size());
        char text[400];
        words.different.emplace_back(text, std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr);
    }
    words.of_point.reserve(numbers.size());
    for (const double number : numbers) words.of_point.push_back(std::isnan(number) ? words.missing : places.at(number));
    return words;
}

Shades ramp_of(const std::vector<double>& numbers) {
    Shades shades;
    shades.scale = Shades::Scale::ramp;
    std::vector<double> some;
    const std::size_t step = std::max<std::size_t>(1, numbers.size() / sampled);
    shades.least = std::numeric_limits<double>::infinity();
    shades.most = -shades.least;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double number = numbers[i];
        if (std::isnan(number)) {
            ++shades.missing;
            continue;
        }
        shades.least = std::min(shades.least, number);
        shades.most = std::max(shades.most, number);
        if (i % step == 0) some.push_back(number);
    }
    if (shades.least > shades.most) shades.least = shades.most = 0;
    shades.low = shades.least;
    shades.high = shades.most;
    if (!some.empty()) {
        const auto percentile = [&some](double share) {
            const auto at = some.begin() + std::ptrdiff_t(std::lround(share * double(some.size() - 1)));
            std::nth_element(some.begin(), at, some.end());
            return *at;
        };
        shades.low = percentile(0.01);
        shades.high = percentile(0.99);
    }
    constexpr double last = Shades::of_ramp - 1;
    const double range = shades.high - shades.low, scale = range > 0 ? last / range : 0;
    shades.of_point.reserve(numbers.size());
    for (const double number : numbers) {
        const double shade = scale > 0 ? std::clamp((number - shades.low) * scale, 0.0, last) : 0.5 * last;
        shades.of_point.push_back(std::isnan(number) ? Shades::of_ramp + 1 : std::uint32_t(std::lround(shade)));
    }
    return shades;
}

}  // namespace

std::string NumberValues::text(std::int64_t row) const {
    const double number = of_point[std::size_t(row)];
    if (std::isnan(number)) return {};
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string NumberValues::card_text(std::int64_t row) const {
    const double number = of_point[std::size_t(row)];
    if (std::isnan(number)) return {};
    char text[64];
    const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
    const auto end = whole ? std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr
                           : std::to_chars(text, text + sizeof text, number, std::chars_format::general, 6).ptr;
    std::string written(text, end);
    if (written.starts_with('-')) written.replace(0, 1, "\u2212");
    return written;
}

std::optional<std::int64_t> NumberValues::class_count() const {
    const auto words = as_words(of_point, of_point.size());
    return words ? words->class_count() : std::nullopt;
}

/// Integers with at most as many values as there are classes, and those of a label, are treated as words. Percentiles of more than a
/// million numbers use a million of them at equal distances.
Shades NumberValues::shades(bool label) const {
    const auto words = as_words(of_point, label ? most_label_values : Shades::most_classes);
    return words ? words->shades(label) : ramp_of(of_point);
}

bool WordValues::can_colour() const {
    const auto named = of_point.size() - std::size_t(std::count(of_point.begin(), of_point.end(), missing));
    return different.size() <= Shades::most_classes || different.size() < named;
}

std::string WordValues::text(std::int64_t row) const {
    const std::int32_t word = of_point[std::size_t(row)];
    return word < 0 ? std::string() : different[std::size_t(word)];
}

/// Each of the most frequent words has a shade.
Shades WordValues::shades(bool) const {
    Shades shades;
    shades.scale = Shades::Scale::classes;
    std::vector<std::int64_t> counts(different.size(), 0);
    for (const std::int32_t word : of_point) ++(word < 0 ? shades.missing : counts[std::size_t(word)]);
    std::vector<std::size_t> chosen(different.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t(0));
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    chosen.resize(std::min<std::size_t>(chosen.size(), Shades::most_classes));
    // 0 to 9 are sorted by value.
    std::vector<double> numbers(different.size(), 0);
    const bool all_numbers =
        std::all_of(chosen.begin(), chosen.end(), [&](std::size_t at) { return read_whole(different[at], numbers[at]); });
    if (all_numbers) std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
    const auto other = std::uint32_t(chosen.size()), without = other + 1;
    std::vector<std::uint32_t> of_word(different.size(), other);
    shades.other_words = std::int64_t(different.size() - chosen.size());
    shades.others = std::accumulate(counts.begin(), counts.end(), std::int64_t(0));
    for (const std::size_t at : chosen) {
        of_word[at] = std::uint32_t(shades.classes.size());
        shades.classes.push_back({different[at], counts[at]});
        shades.others -= counts[at];
    }
    shades.of_point.reserve(of_point.size());
    for (const std::int32_t word : of_point) shades.of_point.push_back(word < 0 ? without : of_word[std::size_t(word)]);
    return shades;
}

Shades ColourValues::shades(bool) const {
    Shades shades;
    shades.of_point = of_point;
    return shades;
}

std::vector<StoredColumn> ColourValues::columns(const std::string&) const {
    constexpr auto byte = StoredColumn::Type::uint8;
    return {{"red", byte}, {"green", byte}, {"blue", byte}};
}

}  // namespace neighborscope
