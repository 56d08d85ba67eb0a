#include "app/session/shown/neighbour_row.hpp"

#include "app/session/text/numbers.hpp"

namespace neighborscope {

std::string NeighbourRow::row_text() const { return "row " + text_of_count(file_row) + (id ? ", id " + std::to_string(*id) : ""); }

std::string ListChanges::text() const {
    const auto count = [](std::size_t many) { return many == 0 ? std::string("none") : text_of_count(std::int64_t(many)); };
    const std::string list = entered.empty() && left.empty() ? "the neighbours are the same"
                                                             : count(entered.size()) + " entered, " + count(left.size()) + " left";
    return by + ": " + list + (leaves.any() ? "; " + leaves.text() : "");
}

}  // namespace neighborscope
