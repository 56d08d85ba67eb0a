#include "app/inspect/graph_health.hpp"

#include "gpu/index/reach.hpp"

#include <algorithm>
#include <numeric>

namespace neighborscope::inspect {
namespace {

constexpr std::int64_t tile = 1000;
constexpr std::size_t max_hubs = 5;

/// Sets of rows that are joined one after another.
class Components {
public:
    explicit Components(std::size_t rows) : parent_(rows) { std::iota(parent_.begin(), parent_.end(), 0); }
    void join(std::int32_t a, std::int32_t b) {
        const std::int32_t of_a = of(a), of_b = of(b);
        parent_[std::size_t(std::max(of_a, of_b))] = std::min(of_a, of_b);
    }
    std::int32_t of(std::int32_t row) {
        while (parent_[std::size_t(row)] != row) {
            parent_[std::size_t(row)] = parent_[std::size_t(parent_[std::size_t(row)])];
            row = parent_[std::size_t(row)];
        }
        return row;
    }

private:
    std::vector<std::int32_t> parent_;
};

void count_in(std::vector<std::int64_t>& histogram, std::size_t value) {
    if (value >= histogram.size()) histogram.resize(value + 1);
    ++histogram[value];
}

void look_at_level_0(const stored::StoredIndex& index, GraphHealth& health, const Progress& progress) {
    std::vector<std::int32_t>& leading = health.in_degree;
    leading.assign(std::size_t(index.rows), 0);
    std::vector<std::int64_t> last_from(static_cast<std::size_t>(index.rows), -1);
    Components components(std::size_t(index.rows));
    for (std::int64_t row = 0; row < index.rows; ++row) {
        if (row % tile == 0) progress.step(double(row), double(index.rows));
        for (const std::int32_t to : index.links->of(row, 0)) {
            ++leading[std::size_t(to)];
            components.join(std::int32_t(row), to);
            health.self_links += to == row;
            health.repeated_links += last_from[std::size_t(to)] == row;
            last_from[std::size_t(to)] = row;
            health.one_way += !index.links->of(to, 0).lead_to(row);
        }
    }
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(index.rows));
    for (std::int64_t row = 0; row < index.rows; ++row) {
        ++sizes[std::size_t(components.of(std::int32_t(row)))];
        count_in(health.in_degrees, std::size_t(std::min(leading[std::size_t(row)], std::int32_t(greatest_in_degree_bin))));
    }
    health.components = std::count_if(sizes.begin(), sizes.end(), [](std::int64_t size) { return size > 0; });
    if (index.rows > 0) {
        const auto largest = std::max_element(sizes.begin(), sizes.end());
        health.largest_component = *largest;
        for (std::int64_t row = 0; row < index.rows; ++row)
            if (components.of(std::int32_t(row)) != largest - sizes.begin()) health.apart.push_back(std::int32_t(row));
    }

    std::vector<std::int32_t> rows(static_cast<std::size_t>(index.rows));
    std::iota(rows.begin(), rows.end(), 0);
    const std::size_t hub_count = std::min(max_hubs, rows.size());
    std::partial_sort(rows.begin(), rows.begin() + std::ptrdiff_t(hub_count), rows.end(), [&](std::int32_t a, std::int32_t b) {
        return leading[std::size_t(a)] > leading[std::size_t(b)] || (leading[std::size_t(a)] == leading[std::size_t(b)] && a < b);
    });
    for (std::size_t i = 0; i < hub_count; ++i) health.hubs.push_back({rows[i], leading[std::size_t(rows[i])]});
    if (hub_count > 0) health.most_in_degree = health.hubs.front().links;
}

}  // namespace

GraphHealth graph_health(const stored::StoredIndex& index, const Progress& progress) {
    GraphHealth health;
    health.levels.resize(std::size_t(index.top_level) + 1);
    for (std::int64_t row = 0; row < index.rows; ++row) {
        const int top = std::min(index.links->level(row), index.top_level);
        for (int level = 0; level <= top; ++level) {
            LevelShape& shape = health.levels[std::size_t(level)];
            const stored::Links links = index.links->of(row, level);
            ++shape.rows;
            shape.links += links.count();
            count_in(shape.degrees, std::size_t(links.count()));
            if (level == 0) continue;
            for (const std::int32_t to : links) health.misplaced_links += index.links->level(to) < level;
        }
    }
    look_at_level_0(index, health, progress);
    health.unreachable = stored::unreachable_rows(index);
    return health;
}

}  // namespace neighborscope::inspect
