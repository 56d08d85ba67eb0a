// `nanoflann`, a usual library of C++ programs for points in few dimensions: its own adaptors and its own tree, with a result
// set that keeps the tie rule (gpu/libraries/tree_search.hpp).
#include "gpu/libraries/tree_search.hpp"

#include <nanoflann.hpp>

namespace neighborscope::host::nanoflann {

namespace {

/// The rows of a point set, with the interface that the library needs.
struct Rows {
    Points points;
    std::size_t kdtree_get_point_count() const { return std::size_t(points.count); }
    float kdtree_get_pt(std::size_t row, std::size_t axis) const { return points.coordinates[row * std::size_t(points.dimension) + axis]; }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

/// A result set with the interface of the library.
struct ResultSet {
    libraries::KnnResultSet& kept;
    float worstDist() const { return kept.limit(); }
    bool addPoint(float distance, std::uint32_t index) {
        kept.offer(distance, index);
        return true;
    }
    bool full() const { return kept.full(); }
};

template <class Distance, int dimension>
class LibraryTree final : public libraries::Tree {
public:
    LibraryTree(const Points& points, std::size_t leaf)
        : rows_{points}, tree_(points.dimension, rows_, ::nanoflann::KDTreeSingleIndexAdaptorParams(leaf)) {}
    void find(libraries::KnnResultSet& kept, const float* query) const override {
        ResultSet results{kept};
        tree_.findNeighbors(results, query, ::nanoflann::SearchParams());
    }

private:
    Rows rows_;
    ::nanoflann::KDTreeSingleIndexAdaptor<Distance, Rows, dimension> tree_;
};

/// Two and three dimensions are template arguments, as usual for point clouds; the loop of four at a time is for more.
std::unique_ptr<libraries::Tree> build(const Points& points, Metric metric, std::size_t leaf) {
    using Few = ::nanoflann::L2_Simple_Adaptor<float, Rows>;
    using Many = ::nanoflann::L2_Adaptor<float, Rows>;
    using Sums = ::nanoflann::L1_Adaptor<float, Rows>;
    const bool squares = metric == Metric::euclidean;
    if (points.dimension == 2 && squares) return std::make_unique<LibraryTree<Few, 2>>(points, leaf);
    if (points.dimension == 3 && squares) return std::make_unique<LibraryTree<Few, 3>>(points, leaf);
    if (points.dimension == 2) return std::make_unique<LibraryTree<Sums, 2>>(points, leaf);
    if (points.dimension == 3) return std::make_unique<LibraryTree<Sums, 3>>(points, leaf);
    if (squares) return std::make_unique<LibraryTree<Many, -1>>(points, leaf);
    return std::make_unique<LibraryTree<Sums, -1>>(points, leaf);
}

}  // namespace

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    const auto leaf = std::size_t(options.get<std::int64_t>("leaf"));
    return std::make_unique<libraries::TreeSearch>("nanoflann", points, libraries::threads_of(options.get<std::int64_t>("threads")),
        [leaf](const Points& rows, Metric metric) { return build(rows, metric, leaf); });
}

}  // namespace neighborscope::host::nanoflann
