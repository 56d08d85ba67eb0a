#include "app/session/shown/cards.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

std::string ProgressCard::time_left() const {
    if (share() <= 0.02 || seconds <= 0.5) return {};
    return text_of_time_left(seconds * (1 - share()) / share());
}

std::string text_of_time_left(double seconds) {
    const auto whole = [](double amount) { return text_of_count(std::max<std::int64_t>(1, std::int64_t(std::ceil(amount)))); };
    return "about " + (seconds < 120 ? whole(seconds) + "\u202f" + "s" : whole(seconds / 60) + "\u202f" + "min") + " left";
}

std::string text_of_progress(const ProgressCard& card) {
    if (!card.end_in_sight()) return text_of_count(std::int64_t(card.seconds)) + "\u202f" + "s";
    const std::string left = card.time_left();
    return std::to_string(int(100 * card.share())) + "\u202f" + "%" + (left.empty() ? "" : ", " + left);
}

}  // namespace neighborscope
