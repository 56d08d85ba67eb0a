#include "app/data/files/natural_order.hpp"

#include <algorithm>
#include <tuple>

namespace neighborscope {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// Removes the digits at the beginning of a text and returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
    const auto length = std::size_t(std::find_if_not(text.begin(), text.end(), is_decimal) - text.begin());
    std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    const auto whole = std::tuple(a.size(), a) < std::tuple(b.size(), b);
    while (!a.empty() && !b.empty()) {
        if (is_decimal(a.front()) && is_decimal(b.front())) {
            const std::string_view one = take_number(a), other = take_number(b);
            if (one.size() != other.size()) return one.size() < other.size();
            if (one != other) return one < other;
            continue;
        }
        if (a.front() != b.front()) return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
        a.remove_prefix(1), b.remove_prefix(1);
    }
    if (a.empty() != b.empty()) return a.empty();
    return whole;
}

}  // namespace neighborscope
