#include "gpu/methods/flat/product.hpp"

#include "gpu/kernels/tile.hpp"
#include "gpu/knn.hpp"
#include "gpu/libraries/cublas.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat {

#if defined(__CUDACC__)

struct Product::Library {
    libraries::Cublas cublas;
};

Product::Product(Stream& stream) : stream_(stream), library_(new Library{libraries::Cublas(stream.handle())}) {}

void Product::multiply(
    const float* queries, std::int64_t query_count, const float* points, std::int64_t point_count, int dimension, float* products) {
    library_->cublas.multiply_rows(queries, query_count, points, point_count, dimension, products);
}

#else

namespace {

constexpr unsigned product_threads = 128;

/// Sets products[query][point] for queries [first, last). One thread per point, which is compared with eight queries while it is read once.
/// Threads do not synchronise.
__global__ void __launch_bounds__(product_threads)
    multiply_rows(const float* queries, std::int64_t first, std::int64_t last, Points points, float* products) {
    constexpr int at_once = 8;
    const std::int64_t point = std::int64_t(blockIdx.x) * product_threads + threadIdx.x;
    if (point >= points.count) return;
    const float* const own = points.coordinates + point * points.dimension;
    for (std::int64_t query = first; query < last; query += at_once) {
        const int count = int(std::min<std::int64_t>(at_once, last - query));
        float sum[at_once] = {};
        for (int d = 0; d < points.dimension; ++d)
            for (int i = 0; i < count; ++i) sum[i] += own[d] * queries[(query + i) * points.dimension + d];
        for (int i = 0; i < count; ++i) products[(query + i) * points.count + point] = sum[i];
    }
}

}  // namespace

struct Product::Library {};

Product::Product(Stream& stream) : stream_(stream) {}

void Product::multiply(
    const float* queries, std::int64_t query_count, const float* points, std::int64_t point_count, int dimension, float* products) {
    const double pair = work_of_own_pair(dimension);
    const auto piece = std::max<std::int64_t>(1, std::int64_t(std::min(work_per_launch() / double(point_count), work_per_thread()) / pair));
    for (std::int64_t first = 0; first < query_count; first += piece)
        launch(stream_, {unsigned((point_count + product_threads - 1) / product_threads), product_threads}, KERNEL(multiply_rows), queries,
            first, std::min(query_count, first + piece), Points{points, point_count, dimension}, products);
}

#endif

Product::~Product() = default;

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat
