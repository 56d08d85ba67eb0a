// The work of queries, counted by kernels (Lists::work): its distribution, and its colours. The numbers stay on the device;
// what is copied to the host does not grow with the number of queries.
#pragma once
#include "gpu/knn.hpp"

#include <span>

namespace neighborscope {

/// The distribution of many unsigned integers, without rows that are not queries.
struct Distribution {
    std::int64_t count = 0;
    unsigned least = 0, most = 0;
    std::int64_t place_of_maximum = -1;  ///< the first position of the greatest number; -1: there are none
    std::uint64_t sum = 0;
    /// Percentiles 1, 50 and 99: exact below `binned`, else rounded down by at most 1 / `binned` of the greatest number.
    unsigned low = 0, median = 0, high = 0;
    static constexpr int binned = 16384;
    int bin_width = 1;               ///< a power of two
    std::vector<std::int64_t> bins;  ///< from 0 to the greatest: how many numbers are in each

    double mean() const { return count > 0 ? double(sum) / double(count) : 0; }
};

/// Which integers of an array of records are meant: those of record i at words[i * words_per_record + number].
struct StridedNumbers {
    const unsigned* words = nullptr;  ///< in the memory of a device
    std::int64_t records = 0;
    int words_per_record = 1, number = 0;
    int presence_word = -1;  ///< records in which this word is 0 are left out; -1: no such word
};
inline StridedNumbers leaves_of(const QueryWork* work, std::int64_t queries) {
    return {reinterpret_cast<const unsigned*>(work), queries, 2, 0, 0};
}
inline StridedNumbers distances_of(const QueryWork* work, std::int64_t queries) {
    return {reinterpret_cast<const unsigned*>(work), queries, 2, 1, 0};
}

Distribution distribution_of(const StridedNumbers&, DeviceKind);
/// Computes several distributions and waits for the device only once.
std::vector<Distribution> distributions_of(std::span<const StridedNumbers>, DeviceKind);

/// Makes uint32[records] on the device: the colour of each number on a ramp from `low` (first colour) to `high` (last); `missing` for
/// records that are left out.
DeviceMemory colours_of(
    const StridedNumbers&, unsigned low, unsigned high, std::span<const std::uint32_t> ramp, std::uint32_t missing, DeviceKind);

/// Searches with every point as a query (self-join), and keeps only the work of each query.
class SelfJoin {
public:
    /// QueryWork[points] on the points' device, and one report for all. Searches in tiles whose lists have at most `list_bytes`.
    struct Answer {
        DeviceMemory work;
        Report report;
    };
    Answer run(Searcher&, const PointSet&, int k, Metric, bool exclude_self, const Progress&);

    static constexpr std::size_t list_bytes = std::size_t(256) << 20;

private:
    ListSet lists_;
};

}  // namespace neighborscope
