// What the two FAISS methods share: running FAISS on one thread, and centring rows.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope::host::libraries {

/// While it exists, FAISS uses the calling thread only. It would otherwise start OpenMP threads, which wait by spinning: on a busy machine
/// a search then takes ten times as long. Instead, pieces of the work are shared among plain threads (in_parallel), each with one of these.
class SingleThreadScope {
public:
    SingleThreadScope();
    ~SingleThreadScope();
    SingleThreadScope(const SingleThreadScope&) = delete;
    SingleThreadScope& operator=(const SingleThreadScope&) = delete;

private:
    int before_;
};

/// The mean of the points, rounded to float32. Rows minus the mean have small norms, and so small errors in the dot form.
class Centre {
public:
    Centre() = default;
    /// Calls `progress.step` once per piece.
    Centre(const Points&, const Progress&);
    /// Writes to[count][dimension] = rows - mean, each rounded once.
    void subtract(const float* rows, std::int64_t count, float* to) const;
    /// The inner product of a row and the mean, in double precision.
    double product_with(const float* row) const;
    double length() const;

private:
    std::vector<float> at_;
};

/// Memory Error with the numbers when `bytes` for `what` are not free on the host.
void require_free(std::size_t bytes, const std::string& what);

/// Work of one call of the library in terms (pairs x dimension), a pair of rows costing as much as 24 further terms: some 20 ms on a core,
/// so that a search can be cancelled in time.
constexpr double work_per_call = 0x1p28;
inline double work_of_pairs(double pairs, int dimension) { return pairs * (24 + dimension); }

}  // namespace neighborscope::host::libraries
