#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace neighborscope {
namespace {

constexpr const char* thin_space = "\u202f";  // narrow no-break space
constexpr const char* minus = "\u2212";
constexpr const char* not_a_number = "\u2013";

/// Inserts thin spaces between thousands and a typographic minus into digits as printf writes them.
std::string with_thin_spaces(std::string digits) {
    const bool negative = !digits.empty() && digits[0] == '-';
    if (negative) digits.erase(0, 1);
    const std::size_t whole = std::min(digits.find('.'), digits.size());
    std::string text;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % 3 == 0) text += thin_space;
        text += digits[i];
    }
    text += digits.substr(whole);
    const bool zero = digits.find_first_of("123456789") == std::string::npos;
    return (negative && !zero ? minus : "") + text;
}

}  // namespace

std::string text_of_decimals(double value, int decimals) {
    if (!std::isfinite(value)) return not_a_number;
    char digits[400];
    std::snprintf(digits, sizeof digits, "%.*f", decimals, value);
    return with_thin_spaces(digits);
}

std::string text_of_count(std::int64_t count) { return with_thin_spaces(std::to_string(count)); }

std::string text_of_amount(std::int64_t number, const char* one, const char* several) {
    return text_of_count(number) + " " + (number == 1 ? one : several);
}

std::string text_of_part(std::int64_t some, std::int64_t all) { return text_of_count(some) + " of " + text_of_count(all); }

std::string metric_word(Metric metric) {
    if (metric == Metric::inner_product) return "inner product";
    std::string word(name(metric));
    if (metric != Metric::cosine)
        word.front() = char(std::toupper(word.front()));  // Euclidean, Manhattan and Chebyshev are named after people
    return word;
}

std::string metric_noun(Metric metric) { return metric_word(metric) + (larger_is_nearer(metric) ? "" : " distance"); }

std::string text_of_percent(double share, int decimals) { return text_of_decimals(100 * share, decimals) + thin_space + "%"; }

std::string text_of_share(double share) {
    return (share > 0 && share < 0.01 ? "under " : "") + text_of_percent(share > 0 ? std::max(share, 0.01) : share, 0);
}

std::string text_of_milliseconds(double milliseconds) {
    // By the rounded size: 9.9996 has two decimals like 10.00.
    const double size = std::abs(milliseconds);
    return text_of_decimals(milliseconds, size < 9.9995 ? 3 : size < 99.995 ? 2 : size < 999.95 ? 1 : 0);
}

std::string text_of_duration(double milliseconds) {
    const double size = std::abs(milliseconds);
    if (!(size > 0) || size >= 0.01) return text_of_milliseconds(milliseconds) + " ms";
    const double value = milliseconds * (size < 0.001 ? 1e6 : 1e3), digits = std::floor(std::log10(std::abs(value)));
    return text_of_decimals(value, std::clamp(2 - int(digits), 0, 4)) + (size < 0.001 ? " ns" : " \u00b5s");
}

std::string text_of_times(double ratio) {
    if (!(ratio > 0) || !std::isfinite(ratio)) return text_of_decimals(ratio, 2);
    const double power = std::floor(std::log10(ratio)), unit = std::pow(10, power - 2);
    const double rounded = power >= 3 ? std::round(ratio / unit) * unit : ratio;
    return text_of_decimals(rounded, ratio < 0.0995 ? std::clamp(1 - int(power), 3, 12) : ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}

std::string text_of_bytes(std::uint64_t bytes) {
    static constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double value = double(bytes);
    int unit = 0;
    while (unit < 6 && value >= (unit == 0 ? 1000 : 999.95)) value /= 1000, ++unit;
    return text_of_decimals(value, unit == 0 ? 0 : 1) + thin_space + units[unit];
}

std::string text_of_coordinate(double value, double extent) {
    double reference = std::isfinite(extent) && extent > 0 ? extent : std::max(std::abs(value), 1e-300);
    if (reference < 1e-7 && std::abs(value) > reference) reference = std::abs(value);  // much larger than the extent: needs no exponent
    if (reference >= 1e15 || reference < 1e-7) {
        if (!std::isfinite(value)) return not_a_number;
        if (value == 0) return "0";
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.4e", value);
        std::string text = digits;
        for (std::size_t at; (at = text.find('-')) != std::string::npos;) text.replace(at, 1, minus);
        return text;
    }
    return text_of_decimals(value, std::clamp(5 - int(std::floor(std::log10(reference))), 0, 12));
}

std::string as_sentence(std::string text) {
    if (text.empty()) return text;
    text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
    return text + ".";
}

double nice_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

}  // namespace neighborscope
