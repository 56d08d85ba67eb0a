#include "app/session/shown/list_difference.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>

namespace neighborscope {

const ListDifference::Entry* ListDifference::of(std::int64_t row) const {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Entry& one) { return one.row == row; });
    return found == rows.end() ? nullptr : &*found;
}

std::string ListDifference::text() const {
    if (rows.empty()) return other_order ? "same neighbours as A, in another order" : "same neighbours as A";
    if (of_metric) return text_of_amount(others, "neighbour", "neighbours") + " that A does not have, because the metric differs";
    std::string text = text_of_amount(others, "differs", "differ") + " from A", why;
    const auto add = [&](int count, const std::string& what) {
        if (count > 0) why += (why.empty() ? "" : ", ") + text_of_count(count) + " " + what;
    };
    add(ties, ties == 1 ? "tie" : "ties"), add(within_rounding, "within rounding"), add(missed, "missed"), add(nearer, "nearer");
    return why.empty() ? text : text + ": " + why;
}

}  // namespace neighborscope
