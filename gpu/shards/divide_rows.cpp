#include "gpu/shards/sharded_search.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::shards {

std::vector<std::int64_t> divide_rows(std::int64_t count, std::size_t bytes_of_row, std::span<const std::size_t> free_bytes) {
    const std::size_t ranks = free_bytes.size();
    std::vector<double> room(ranks);
    double all = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        all += room[rank] = double(free_bytes[rank]) / double(std::max<std::size_t>(bytes_of_row, 1));
    if (double(count) > all)
        throw Error(Failure::memory,
            std::to_string(count) + " points need " + std::to_string(std::size_t(count) * bytes_of_row) +
                " bytes, all devices together have " + std::to_string(std::size_t(all * double(bytes_of_row))) + " free",
            "use fewer points or more devices");
    // Equal parts; a device with less room gets what it can hold, and the others share the rest.
    std::vector<double> part(ranks, 0);
    double left = double(count);
    std::vector<char> full(ranks, 0);
    for (std::size_t round = 0; round < ranks && left > 0.5; ++round) {
        std::size_t open = 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) open += !full[rank];
        if (open == 0) break;
        const double each = left / double(open);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            if (full[rank]) continue;
            const double taken = std::min(each, room[rank] - part[rank]);
            part[rank] += taken;
            left -= taken;
            full[rank] = taken < each;
        }
    }
    std::vector<std::int64_t> begin{0};
    double sum = 0;
    for (std::size_t rank = 0; rank + 1 < ranks; ++rank) {
        sum += part[rank];
        begin.push_back(std::clamp<std::int64_t>((std::llround(sum) + 2) / 4 * 4, begin.back(), count));
    }
    begin.push_back(count);
    return begin;
}

}  // namespace neighborscope::shards
