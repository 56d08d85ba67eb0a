// What the two kd-tree libraries share: a result set with the tie rule, how far a library may prune, and the search around it.
#pragma once
#include "gpu/kernels/heap.cuh"
#include "gpu/libraries/host_finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/libraries/in_parallel.hpp"

namespace neighborscope::host::libraries {

/// The libraries skip a point that is not nearer, and a cell that is farther, than the farthest distance kept. Both would lose
/// neighbours at the same distance with a smaller index, and neighbours that float32 rounding puts beyond it. So the result set
/// reports a slightly greater distance: relative x distance + absolute.
///
/// With u = 2^-24: a point's computed distance is at least (1 - (D + 2) u) times the true one. A cell's bound is a sum of at most D
/// terms that is corrected by an addition and a subtraction wherever a search turns to the farther side; the bound only grows, so
/// each of them adds at most 2 u of its last value: after t turns it is at most (1 + (D + 3 + 4 t) u) times the true one.
/// A split halves the points or the extent in one dimension, which can be halved some 207 times from 2^57 to 2^-149: t is at most
/// 31 + 207 D, and at most the number of points. Squares below float32's smallest normal number lose up to 2^-150 each.
struct PruningTolerance {
    double relative, absolute;
    PruningTolerance(std::int64_t count, int dimension) {
        const double turns = std::min(double(count), 31 + 207.0 * dimension);
        relative = 1.05 * (2.0 * dimension + 6 + 4 * turns) * 0x1p-24;
        absolute = (2.0 * dimension + 2 * turns + 4) * 0x1p-149;
    }
};

/// The k smallest keys (distance, index) of one query, as a library offers them.
class KnnResultSet {
public:
    KnnResultSet(Key* keys, int k, std::int32_t exclude, const PruningTolerance& tolerance, const std::atomic<bool>* stop)
        : nearest_(keys, 1, 0, k), k_(k), exclude_(exclude), tolerance_(tolerance), stop_(stop) {}

    /// Called once per node: points farther than this need not be offered. Throws Cancelled when cancellation was requested.
    float limit() const {
        ++nodes_;
        if (stop_ && stop_->load(std::memory_order_relaxed)) throw Cancelled{};
        return limit_;
    }

    void offer(float distance, std::int64_t index) {
        ++candidates_;
        if (index == exclude_) return;
        nearest_.offer(make_key(distance, unsigned(index)), [](Key) {});
        if (nearest_.size() == k_)
            limit_ = float(double(__uint_as_float(unsigned(nearest_.at(0) >> 32))) * (1 + tolerance_.relative) + tolerance_.absolute);
    }

    bool full() const { return nearest_.size() == k_; }
    int size() const { return nearest_.size(); }
    std::int64_t nodes() const { return nodes_; }
    std::int64_t candidates() const { return candidates_; }

private:
    HeapColumn nearest_;
    int k_;
    std::int32_t exclude_;
    PruningTolerance tolerance_;
    const std::atomic<bool>* stop_;
    float limit_ = std::numeric_limits<float>::max();
    mutable std::int64_t nodes_ = 0;
    std::int64_t candidates_ = 0;
};

/// A library's tree over points that outlive it, for one metric.
class Tree {
public:
    virtual ~Tree() = default;
    virtual void find(KnnResultSet&, const float* query) const = 0;
};

/// Answers batches from a library's trees: one per metric in use, built outside every measured time.
class TreeSearch final : public Search {
public:
    using Build = std::function<std::unique_ptr<Tree>(const Points&, Metric)>;
    /// Builds the tree of the Euclidean metric.
    TreeSearch(std::string name, const Points&, unsigned threads, Build);

    double build_milliseconds() const override { return build_milliseconds_; }
    std::size_t bytes_needed(const Problem&) const override;
    Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure) override;

private:
    const Tree* tree_for(Metric);

    std::string name_;
    Points points_;
    unsigned threads_;
    Build build_;
    std::unique_ptr<Tree> trees_[3];
    double build_milliseconds_ = 0;
    Stream stream_;
    Scratch<Key> chosen_;
    Scratch<Exact> exact_;
};

}  // namespace neighborscope::host::libraries
