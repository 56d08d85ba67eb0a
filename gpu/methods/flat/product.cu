#include "gpu/methods/flat/product.hpp"

#include "gpu/kernels/distance_tiles.cuh"
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

/// What a tile joins when it multiplies.
struct DotProduct {
    __device__ static float term(float a, float b) { return a * b; }
    __device__ static float join(float s, float t) { return s + t; }
};
struct ProductStore {
    float* products;  ///< [queries][points]
    std::int64_t points;
    __device__ void operator()(std::int64_t query, std::int64_t point, float product) const { products[query * points + point] = product; }
};

}  // namespace

struct Product::Library {};

Product::Product(Stream& stream) : stream_(stream) {}

void Product::multiply(
    const float* queries, std::int64_t query_count, const float* points, std::int64_t point_count, int dimension, float* products) {
    with_tile(square_tile_suits(dimension), [&](auto tile) {
        launch_tiles<DotProduct, decltype(tile)>(
            stream_, {points, 0, point_count}, {queries, 0, query_count}, dimension, ProductStore{products, point_count});
    });
}

#endif

Product::~Product() = default;

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat
