// What the host side of a search knows of its tasks: how many an iteration has and what they weigh, and the launches it makes of them.
#pragma once
#include "gpu/methods/quadtree/batch.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

struct SortedQueries {
    const unsigned long long* leaf;  ///< [count] ascending; `none` last
    int count;
    unsigned long long none;
};

/// What one iteration comes to; the host waits for it.
struct Totals {
    unsigned with_leaf, tasks;             ///< queries that have a leaf to look at, and tasks they make
    unsigned weighing[TaskBalance::bins];  ///< tasks by weight, where it was asked for
};

/// Sets work[0 .. count) to nothing.
void clear_query_work(Stream&, QueryWork* work, int count);
/// Where the queries of each leaf that has any begin and end, and how many have a leaf at all: totals->with_leaf.
void find_runs(Stream&, const SortedQueries&, int* run_begin, int* run_end, Totals* totals);
/// begins[i]: whether a task begins with query i, i <= count: one more entry for the scan.
void find_tasks(Stream&, const SortedQueries&, const int* run_begin, int queries_of_task, unsigned* begins);

/// Where launches end over tasks that come heaviest first, so that none computes more than `most` distances unless it is one task. A task
/// counts as much as the heaviest of its bin may weigh, so that the host need not know the weight of each.
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
