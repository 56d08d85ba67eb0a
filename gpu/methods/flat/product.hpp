// The matrix product of `flat`: cuBLAS on CUDA; one thread per point on the host device.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat {

class Product {
public:
    explicit Product(Stream&);  ///< device Error if cuBLAS is missing
    ~Product();
    Product(const Product&) = delete;
    Product& operator=(const Product&) = delete;

    /// Computes products[queries][points] of rows of `dimension` floats. Asynchronous.
    void multiply(
        const float* queries, std::int64_t query_count, const float* points, std::int64_t point_count, int dimension, float* products);

private:
    struct Library;
    Stream& stream_;
    std::unique_ptr<Library> library_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::flat
