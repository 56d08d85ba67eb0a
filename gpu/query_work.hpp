// The work of queries, counted by the kernels (Lists::work): its distribution, and as colours. The numbers stay on the device;
// what is copied to the host does not grow with the queries.
#pragma once
#include "gpu/knn.hpp"

#include <span>

namespace neighborscope {

/// The distribution of many whole numbers. Rows that were not queries are left out.
struct Distribution {
    std::int64_t count = 0;
    unsigned least = 0, most = 0;
    std::int64_t place_of_maximum = -1;  ///< the first that has the most; -1: there are none
    std::uint64_t sum = 0;
    /// The 1st, the 50th and the 99th of a hundred: exact below `binned`, else to one part in `binned` of the most, rounded down.
    unsigned low = 0, median = 0, high = 0;
    static constexpr int binned = 16384;
    int bin_width = 1;               ///< a power of two
    std::vector<std::int64_t> bins;  ///< up to the most: how many numbers are in each

    double mean() const { return count > 0 ? double(sum) / double(count) : 0; }
};

/// Which of a record's whole numbers are meant: record i has them at words[i * words_per_record + ...].
struct StridedNumbers {
    const unsigned* words = nullptr;  ///< in the memory of a device
    std::int64_t records = 0;
    int words_per_record = 1, number = 0;
    int presence_word = -1;  ///< a word that is 0 in records to be left out; -1: none is
};
inline StridedNumbers leaves_of(const QueryWork* work, std::int64_t queries) {
    return {reinterpret_cast<const unsigned*>(work), queries, 2, 0, 0};
}
inline StridedNumbers distances_of(const QueryWork* work, std::int64_t queries) {
    return {reinterpret_cast<const unsigned*>(work), queries, 2, 1, 0};
}

Distribution distribution_of(const StridedNumbers&, DeviceKind);
/// For several at once; this waits for the device only once.
std::vector<Distribution> distributions_of(std::span<const StridedNumbers>, DeviceKind);

/// uint32[records] on the device: of each number its place between `low` (the first of the ramp) and `high` (the last), of those left
/// out `missing`.
DeviceMemory colours_of(
    const StridedNumbers&, unsigned low, unsigned high, std::span<const std::uint32_t> ramp, std::uint32_t missing, DeviceKind);

/// Searches with every point as a query (self-join), and keeps only the work of each query.
class SelfJoin {
public:
    /// QueryWork[points] on the points' device; the report is of all of them together. Lists lie in pieces of at most `list_bytes`.
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
