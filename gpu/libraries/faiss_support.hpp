// What the two FAISS methods share: whose threads it runs on, and rows moved to the middle of the data.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope::host::libraries {

/// For one scope FAISS stays on the calling thread. It would start threads of OpenMP, which wait by spinning, so that on a machine that
/// has something else to do a search takes ten times as long. Instead pieces of the work are shared among plain threads (in_parallel),
/// each with one of these.
class SingleThreadScope {
public:
    SingleThreadScope();
    ~SingleThreadScope();
    SingleThreadScope(const SingleThreadScope&) = delete;
    SingleThreadScope& operator=(const SingleThreadScope&) = delete;

private:
    int before_;
};

/// The mean of the points, rounded to float32. Rows less the middle have small norms, and so small errors in the dot form.
class Centre {
public:
    Centre() = default;
    /// `progress.step` once per piece.
    Centre(const Points&, const Progress&);
    /// to[count][dimension] = rows - middle, each rounded once.
    void subtract(const float* rows, std::int64_t count, float* to) const;
    /// The inner product of a row with the middle, in double precision.
    double product_with(const float* row) const;
    double length() const;

private:
    std::vector<float> at_;
};

/// Memory Error with the numbers when `bytes` for `what` are not free on the host.
void require_free(std::size_t bytes, const std::string& what);

/// Work of one call into the library in joined terms, a pair of rows costing as much as 24 terms besides: some 20 ms of a core, so
/// that a search that is asked to stop does so in time.
constexpr double work_per_call = 0x1p28;
inline double work_of_pairs(double pairs, int dimension) { return pairs * (24 + dimension); }

}  // namespace neighborscope::host::libraries
