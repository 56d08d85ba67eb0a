// Tasks of a search as the host side sees them: how many an iteration has, their weights, and their launches.
#pragma once
#include "gpu/methods/quadtree/batch.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

struct SortedQueries {
    const unsigned long long* leaf;  ///< [count] ascending; `none` last
    int count;
    unsigned long long none;
};

/// Totals of one iteration; the host waits for them.
struct Totals {
    unsigned with_leaf, tasks;             ///< queries with a next leaf, and the tasks they make
    unsigned weighing[TaskBalance::bins];  ///< tasks by weight, if counted
};

/// Zeroes work[0 .. count).
void clear_query_work(Stream&, QueryWork* work, int count);
/// Finds where the queries of each leaf begin and end, and counts queries with a leaf: totals->with_leaf.
void find_runs(Stream&, const SortedQueries&, int* run_begin, int* run_end, Totals* totals);
/// Sets begins[i] to whether a task begins with query i, i <= count: one more entry for the scan.
void find_tasks(Stream&, const SortedQueries&, const int* run_begin, int queries_of_task, unsigned* begins);

/// The ends of launches over tasks sorted heaviest first, so that no launch computes more than `most` distances unless it is one task. A
/// task counts as the upper limit of its bin, so that the host does not need each weight.
inline std::vector<std::size_t> launch_ends(std::span<const unsigned> weighing, double most) {
    std::vector<std::size_t> ends;
    std::size_t done = 0, begun = 0;
    double room = most;
    for (std::size_t bin = weighing.size(); bin-- > 0;) {
        const double heaviest = std::max(1.0, double(TaskBalance::begin(int(bin) + 1)) - 1);
        for (std::size_t left = weighing[bin]; left > 0;) {
            if (done > begun && heaviest > room) {
                ends.push_back(begun = done);
                room = most;
            }
            const std::size_t some = std::min(left, std::size_t(std::max(1.0, room / heaviest)));
            done += some;
            left -= some;
            room -= double(some) * heaviest;
        }
    }
    if (done > begun) ends.push_back(done);
    return ends;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
