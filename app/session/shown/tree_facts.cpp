#include "app/session/shown/tree_facts.hpp"

#include "app/session/shown/view_model.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace neighborscope {
namespace {

constexpr int one_in = 200;  // one of so many leaves may have more points than the strongest colour shows

int strongest_count(const CellCounts& counts, int leaves) {
    std::int64_t seen = 0;
    for (int objects = 0; objects < CellCounts::counted; ++objects) {
        seen += counts.leaves_with[std::size_t(objects)];
        if (leaves - seen <= leaves / one_in) return std::max(1, objects);
    }
    return std::max(1, counts.most);
}

/// The smallest of 1, 2, 5, 10, 20 ... that is at least `least`.
int round_width(int least) {
    for (int ten = 1;; ten *= 10)
        for (const int digit : {1, 2, 5})
            if (digit * ten >= least) return digit * ten;
}

}  // namespace

TreeFacts facts_of(const Tree& tree, CellCounts counts, bool drawn) {
    TreeFacts facts;
    facts.dimension = tree.dimension;
    facts.leaves = tree.leaves;
    facts.level = tree.level;
    facts.drawn = drawn;
    facts.counts = std::move(counts);
    facts.strongest = strongest_count(facts.counts, facts.leaves);
    facts.bytes = tree.bytes;
    facts.grid = tree.grid() != nullptr;
    return facts;
}

std::vector<LeafBar> occupancy_bars(const TreeFacts& facts, int most) {
    const CellCounts& counts = facts.counts;
    const auto leaves = [&](int from, int to) {
        int sum = 0;
        for (int objects = from; objects <= std::min(to, CellCounts::counted - 1); ++objects)
            sum += counts.leaves_with[std::size_t(objects)];
        return to >= CellCounts::counted ? sum + counts.leaves_with.back() : sum;
    };
    const bool beyond = counts.most > facts.strongest && counts.most >= most - 1;
    const int last = beyond ? facts.strongest : counts.most;
    if (last >= CellCounts::counted) return {{0, 0, leaves(0, 0)}, {1, counts.most, leaves(1, counts.most)}};  // beyond exact counts
    const int width = round_width((last + most - 3) / std::max(1, most - 2));
    std::vector<LeafBar> bars{{0, 0, leaves(0, 0)}};
    int from = 1;
    for (; from <= last; from += width) {
        const int to = beyond ? from + width - 1 : std::min(from + width - 1, counts.most);
        bars.push_back({from, to, leaves(from, to)});
    }
    if (beyond && from <= counts.most) bars.push_back({from, counts.most, leaves(from, counts.most)});
    return bars;
}

std::vector<LeafBar> spread_bars(const Distribution& spread, int most) {
    std::vector<LeafBar> bars;
    if (spread.count == 0) return bars;
    const int first = int(spread.least), last = int(std::max(spread.high, spread.least));
    const int width = std::max(spread.bin_width, round_width((last - first + most - 2) / std::max(1, most - 2)));
    const bool beyond = spread.most > spread.high;
    for (int from = first / width * width; from <= last; from += width) bars.push_back({from, from + width - 1, 0});
    if (beyond && bars.back().to < int(spread.most)) bars.push_back({bars.back().to + 1, int(spread.most), 0});
    for (std::size_t bin = 0; bin < spread.bins.size(); ++bin) {
        const int place = (int(bin) * spread.bin_width - bars.front().from) / width;
        if (spread.bins[bin] > 0) bars[std::min(bars.size() - 1, std::size_t(std::max(0, place)))].leaves += int(spread.bins[bin]);
    }
    bars.front().from = first;
    return bars;
}

std::vector<LeafBar> task_bars(const TaskBalance& balance, int most) {
    std::vector<LeafBar> bars;
    const std::vector<std::int64_t>& weighing = balance.tasks_by_weight;
    const auto any = [](std::int64_t tasks) { return tasks > 0; };
    const auto first = std::find_if(weighing.begin(), weighing.end(), any);
    if (first == weighing.end()) return bars;
    const int from = int(first - weighing.begin()),
              end = int(std::find_if(weighing.rbegin(), weighing.rend(), any).base() - weighing.begin());
    const int together = (end - from + most - 1) / most;
    const auto whole = [](std::uint64_t weight) { return int(std::min<std::uint64_t>(weight, std::numeric_limits<int>::max())); };
    for (int bin = from; bin < end; bin += together) {
        const int last = std::min(bin + together, end);
        bars.push_back({whole(TaskBalance::begin(bin)), whole(TaskBalance::begin(last) - 1),
            int(std::accumulate(weighing.begin() + bin, weighing.begin() + last, std::int64_t(0)))});
    }
    bars.back().to = std::min(bars.back().to, whole(std::uint64_t(balance.heaviest)));
    return bars;
}

std::vector<LeafBar> iteration_bars(const std::vector<Iteration>& iterations, int most) {
    std::vector<LeafBar> bars;
    const int count = int(iterations.size()), width = round_width((count + most - 1) / std::max(1, most));
    for (int from = 1; from <= count; from += width) {
        const int to = std::min(from + width - 1, count);
        std::int64_t queries = 0;
        for (int i = from; i <= to; ++i) queries += iterations[std::size_t(i - 1)].queries;
        bars.push_back({from, to, int(queries / (to - from + 1))});
    }
    return bars;
}

std::vector<LeafBar> depth_bars(const TreeFacts& facts) {
    std::vector<LeafBar> bars;
    for (int level = 0; level < int(facts.counts.leaves_at.size()); ++level)
        if (const int leaves = facts.counts.leaves_at[std::size_t(level)]; leaves > 0 || !bars.empty())
            bars.push_back({level, level, leaves});
    return bars;
}

std::string text_of_range(const LeafBar& bar) {
    return bar.from == bar.to ? text_of_count(bar.from) : text_of_count(bar.from) + " – " + text_of_count(bar.to);
}

LeafColourRange LeafColourRange::of(const std::vector<const TreeFacts*>& trees) {
    LeafColourRange range;
    bool worked = false;
    for (const TreeFacts* tree : trees) {
        range.strongest = std::max(range.strongest, tree->strongest);
        range.level = std::max(range.level, tree->level);
        if (!tree->work) continue;
        const Distribution &queries = tree->work->cell_queries, &distances = tree->work->cell_distances;
        range.max_queries = std::max(range.max_queries, queries.high);
        range.min_distances = worked ? std::min(range.min_distances, distances.low) : distances.low;
        range.max_distances = std::max(range.max_distances, distances.high);
        worked = true;
    }
    return range;
}

}  // namespace neighborscope
