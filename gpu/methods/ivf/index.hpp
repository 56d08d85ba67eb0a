// The index of `ivf`: centroids by k-means, and the rows of each list stored together.
#pragma once
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/kernels/distance.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf {

// On the host executor synchronising threads costs more than one thread working alone.
#if defined(__CUDACC__)
constexpr int lanes_of_row = 32, row_multiple = 4;
#else
constexpr int lanes_of_row = 1, row_multiple = 1;
#endif
constexpr unsigned each_threads = 128;  ///< of blocks whose threads work independently

/// The shape of a launch with `lanes` lanes for each of `count` items.
inline Shape shape_for_lanes(std::int64_t count, int lanes, unsigned threads) {
    return {unsigned((count * lanes + threads - 1) / threads), threads};
}

class Index {
public:
    static constexpr int iterations = 10;                    ///< of k-means
    static constexpr std::int64_t most_rows_per_list = 256;  ///< most rows per list that k-means learns from (both as in FAISS)

    /// Runs k-means in squared Euclidean distance over a sample of the rows, then assigns every row to the list of its nearest centroid.
    /// The result is the same on both devices and every time. 1 <= lists <= points.count; waits.
    /// Points::learned, if there is any, has the centroids instead.
    Index(Stream&, const Points&, int lists, const Progress&);
    /// The centroids that k-means finds, [lists][dimension].
    static std::vector<float> learn(Stream&, const Points&, int lists, const Progress&);

    /// An upper bound of the device memory needed to build it.
    static std::size_t bytes_needed(std::int64_t points, int dimension, int lists);

    int lists() const { return lists_; }
    int stride() const { return stride_; }                     ///< floats from one row to the next; zeros after the coordinates
    const float* rows() const { return rows_.data(); }         ///< [points][stride], list after list
    const unsigned* numbers() const { return order_.data(); }  ///< [points] the numbers of these rows, ascending in each list
    const unsigned* begins() const { return begin_.data(); }   ///< [lists + 1] positions in both

    /// Sets keys[query][list] = (squared distance from its centroid, list). Queries are [count][dimension].
    void compare(Stream&, const float* queries, std::int64_t count, Key* keys) const;
    /// Writes padded[query][stride], in the layout of rows().
    void pad(Stream&, const float* queries, std::int64_t count, float* padded) const;
    /// Copies all of it to the host, with boxes if the dimension allows drawing them.
    InvertedLists copy_to_host(Stream&, int probes) const;

private:
    enum class Part { centroids, all };
    Index(Stream&, const Points&, int lists, const Progress&, Part);
    void find_centroids(Stream&, const Points&, std::int64_t sample_size, const Progress&, double& done);
    void assign(Stream&, const float* rows, std::int64_t count, unsigned* nearest, const Progress&, double& done);
    void sort_by_list(Stream&, std::int64_t count);
    void fill_empty(Stream&, const float* rows);

    int lists_, dimension_, stride_;
    double work_ = 0;  ///< comparisons of rows with centroids while it is built
    Buffer<float> centroids_, panels_, rows_;
    Buffer<unsigned> nearest_, sorted_, place_, order_, begin_;
    Buffer<unsigned char> sorting_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf
