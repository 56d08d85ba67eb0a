#include "app/session/shown/cards.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

std::string ProgressCard::time_left() const {
    if (share() <= 0.02 || seconds <= 0.5) return {};
    const auto whole = [](double amount) { return text_of_count(std::max<std::int64_t>(1, std::int64_t(std::ceil(amount)))); };
    const double remaining = seconds * (1 - share()) / share();
    return "about " + (remaining < 120 ? whole(remaining) + "\u202f" + "s" : whole(remaining / 60) + "\u202f" + "min") + " left";
}

std::string text_of_progress(const ProgressCard& card) {
    if (!card.end_in_sight()) return text_of_count(std::int64_t(card.seconds)) + "\u202f" + "s";
    const std::string left = card.time_left();
    return std::to_string(int(100 * card.share())) + "\u202f" + "%" + (left.empty() ? "" : ", " + left);
}

}  // namespace neighborscope
