#include "gpu/index/reach.hpp"

namespace neighborscope::stored {
namespace {

/// Rows that lead to one row at level 0, itself included.
std::vector<bool> leading_to(const StoredIndex& index, std::int32_t row) {
    const auto rows = std::size_t(index.rows);
    std::vector<std::int64_t> begin(rows + 1);
    for (std::int64_t from = 0; from < index.rows; ++from)
        for (const std::int32_t to : index.links->of(from, 0)) ++begin[std::size_t(to) + 1];
    for (std::size_t i = 0; i < rows; ++i) begin[i + 1] += begin[i];
    std::vector<std::int32_t> sources(static_cast<std::size_t>(begin[rows]));
    std::vector<std::int64_t> next(begin.begin(), begin.end() - 1);
    for (std::int64_t from = 0; from < index.rows; ++from)
        for (const std::int32_t to : index.links->of(from, 0)) sources[std::size_t(next[std::size_t(to)]++)] = std::int32_t(from);
    std::vector<bool> seen(rows);
    std::vector<std::int32_t> waiting{row};
    seen[std::size_t(row)] = true;
    while (!waiting.empty()) {
        const auto at = std::size_t(waiting.back());
        waiting.pop_back();
        for (std::int64_t i = begin[at]; i < begin[at + 1]; ++i) {
            const std::int32_t from = sources[std::size_t(i)];
            if (seen[std::size_t(from)]) continue;
            seen[std::size_t(from)] = true;
            waiting.push_back(from);
        }
    }
    return seen;
}

}  // namespace

std::vector<bool> reached_from(const StoredIndex& index, const std::vector<std::int32_t>& starts) {
    std::vector<bool> seen(std::size_t(index.rows));
    std::vector<std::int32_t> waiting;
    const auto see = [&](std::int32_t row) {
        if (seen[std::size_t(row)]) return;
        seen[std::size_t(row)] = true;
        waiting.push_back(row);
    };
    for (const std::int32_t start : starts) see(start);
    while (!waiting.empty()) {
        const std::int32_t row = waiting.back();
        waiting.pop_back();
        for (const std::int32_t to : index.links->of(row, 0)) see(to);
    }
    return seen;
}

std::vector<std::int32_t> possible_starts(const StoredIndex& index) {
    if (index.entry < 0) return {};
    std::vector<bool> seen(std::size_t(index.rows));
    std::vector<std::int32_t> starts{index.entry};
    seen[std::size_t(index.entry)] = true;
    for (int number = 1; number < index.spread_starts; ++number) starts.push_back(index.start(number));
    for (int level = index.top_level; level > 0; --level)
        for (std::size_t at = 0; at < starts.size(); ++at)
            for (const std::int32_t to : index.links->of(starts[at], level)) {
                if (seen[std::size_t(to)]) continue;
                seen[std::size_t(to)] = true;
                starts.push_back(to);
            }
    return starts;
}

std::vector<std::int32_t> unreachable_rows(const StoredIndex& index) {
    std::vector<std::int32_t> rows;
    if (index.entry < 0) return rows;
    const std::vector<bool> reached = reached_from(index, possible_starts(index));
    for (std::int64_t row = 0; row < index.rows; ++row)
        if (!reached[std::size_t(row)]) rows.push_back(std::int32_t(row));
    return rows;
}

ReachOfStarts::ReachOfStarts(const StoredIndex& index) : index_(index) {}

const std::vector<bool>& ReachOfStarts::from(std::int32_t start) {
    std::call_once(looked_, [this] {
        from_entry_ = reached_from(index_, {index_.entry});
        to_entry_ = leading_to(index_, index_.entry);
    });
    // A start that leads to the entry and back reaches what the entry does.
    if (from_entry_[std::size_t(start)] && to_entry_[std::size_t(start)]) return from_entry_;
    const std::lock_guard lock(mutex_);
    auto [at, is_new] = others_.try_emplace(start);
    if (is_new) at->second = reached_from(index_, {start});
    return at->second;
}

bool ReachOfStarts::reached_by_any(std::int32_t row) {
    std::call_once(looked_for_any_, [this] { from_any_ = reached_from(index_, possible_starts(index_)); });
    return from_any_[std::size_t(row)];
}

bool ReachOfStarts::reaches(std::int32_t start, std::int32_t row) { return start >= 0 && from(start)[std::size_t(row)]; }

}  // namespace neighborscope::stored
