// `flann-kdtree`, FLANN's KDTreeSingleIndex on one core, reordered points and all, with a result set that keeps the tie rule
// (gpu/libraries/tree_search.hpp). Every leaf that can matter is visited: checks unlimited, eps 0.
#include "gpu/libraries/tree_search.hpp"

#include <flann/algorithms/dist.h>
#include <flann/algorithms/kdtree_single_index.h>

namespace neighborscope::host::flann_kdtree {

namespace {

/// A result set with the interface of the library.
class ResultSet final : public ::flann::ResultSet<float> {
public:
    explicit ResultSet(libraries::KnnResultSet& kept) : kept_(kept) {}
    bool full() const override { return kept_.full(); }
    void addPoint(float distance, std::size_t index) override { kept_.offer(distance, std::int64_t(index)); }
    float worstDist() const override { return kept_.limit(); }

private:
    libraries::KnnResultSet& kept_;
};

template <class Distance>
class LibraryTree final : public libraries::Tree {
public:
    LibraryTree(const Points& points, int leaf)
        : tree_(::flann::Matrix<float>(const_cast<float*>(points.coordinates), std::size_t(points.count), std::size_t(points.dimension)),
              ::flann::KDTreeSingleIndexParams(leaf)) {  // the library takes rows as not constant, and does not write to them
        tree_.buildIndex();
    }
    void find(libraries::KnnResultSet& kept, const float* query) const override {
        ResultSet results(kept);
        tree_.findNeighbors(results, query, ::flann::SearchParams(::flann::FLANN_CHECKS_UNLIMITED, 0));
    }

private:
    ::flann::KDTreeSingleIndex<Distance> tree_;
};

}  // namespace

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    const int leaf = int(options.get<std::int64_t>("leaf"));
    return std::make_unique<libraries::TreeSearch>(
        "flann-kdtree", points, 1, [leaf](const Points& rows, Metric metric) -> std::unique_ptr<libraries::Tree> {
            if (metric == Metric::euclidean) return std::make_unique<LibraryTree<::flann::L2<float>>>(rows, leaf);
            return std::make_unique<LibraryTree<::flann::L1<float>>>(rows, leaf);
        });
}

}  // namespace neighborscope::host::flann_kdtree
