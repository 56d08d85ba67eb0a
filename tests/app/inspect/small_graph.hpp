// Graphs and points made in a test.
#pragma once
#include "gpu/index/stored_index.hpp"

#include <vector>

namespace neighborscope::test {

/// Links of one level, row by row.
class ListedLinks final : public stored::LevelLinks {
public:
    explicit ListedLinks(std::vector<std::vector<std::int32_t>> links) : links_(std::move(links)) {}
    int level(std::int64_t) const override { return 0; }
    stored::Links of(std::int64_t row, int level) const override {
        const std::vector<std::int32_t>& links = links_[std::size_t(row)];
        return level > 0 ? stored::Links() : stored::Links(reinterpret_cast<const char*>(links.data()), int(links.size()));
    }

private:
    std::vector<std::vector<std::int32_t>> links_;
};

/// A graph over points on a line, x = 0, 1, 2.., searched as hnswlib does from row 0.
struct SmallGraph {
    std::vector<float> points;
    stored::StoredIndex index;

    explicit SmallGraph(std::vector<std::vector<std::int32_t>> links) {
        for (std::size_t row = 0; row < links.size(); ++row) points.push_back(float(row));
        index.library = "test";
        index.kind = "graph";
        index.walk = stored::Walk::hnswlib;
        index.rows = index.capacity = std::int64_t(links.size());
        index.entry = links.empty() ? -1 : 0;
        index.metric = stored::VectorMetric::euclidean;
        index.links = std::make_shared<ListedLinks>(std::move(links));
        stored::attach_vectors(index, points.data(), index.rows, 1, "points");
    }
};

/// Each row linked to the one before and the one behind.
inline std::vector<std::vector<std::int32_t>> chain(std::int32_t rows) {
    std::vector<std::vector<std::int32_t>> links(static_cast<std::size_t>(rows));
    for (std::int32_t row = 0; row < rows; ++row) {
        if (row > 0) links[std::size_t(row)].push_back(row - 1);
        if (row + 1 < rows) links[std::size_t(row)].push_back(row + 1);
    }
    return links;
}

}  // namespace neighborscope::test
