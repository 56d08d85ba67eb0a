#include "gpu/sample_rows.hpp"

#include <numeric>
#include <random>

namespace neighborscope {

/// R. Floyd's sampling: J. Bentley, Programming Pearls, CACM 30(9), 1987.
std::vector<unsigned> sample_rows(std::int64_t count, std::int64_t wanted, std::uint64_t seed) {
    std::vector<unsigned> rows;
    if (wanted >= count) {
        rows.resize(std::size_t(count));
        std::iota(rows.begin(), rows.end(), 0u);
        return rows;
    }
    std::mt19937_64 random(seed);
    std::vector<bool> taken(static_cast<std::size_t>(count));
    for (std::int64_t last = count - wanted; last < count; ++last) {
        const auto row = std::size_t(random() % std::uint64_t(last + 1));
        taken[taken[row] ? std::size_t(last) : row] = true;
    }
    for (std::int64_t row = 0; row < count; ++row)
        if (taken[std::size_t(row)]) rows.push_back(unsigned(row));
    return rows;
}

}  // namespace neighborscope
