// The matrix product of cuBLAS, loaded when a method needs it. Its libraries take 500 MB, so no package of the program contains
// them: they are part of the CUDA toolkit and of PyTorch, and PyPI has them as nvidia-cublas.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

namespace neighborscope::libraries {

/// What is missing on this machine, in few words: "cuBLAS (libcublas.so)"; empty if cuBLAS can be used. Loads it; callable from any thread.
std::string_view missing_cublas();

/// A cuBLAS handle for one stream.
class Cublas {
public:
    /// `stream` is a cudaStream_t. Device Error if cuBLAS is missing or does not start.
    explicit Cublas(void* stream);
    ~Cublas();
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    /// Computes products[a][b] = row a of `a` times row b of `b`, rows of `dimension` floats, in float32, summed in cuBLAS's order. All
    /// arrays are in the memory of the device; asynchronous. Device Error if cuBLAS fails.
    void multiply_rows(const float* a, std::int64_t rows_of_a, const float* b, std::int64_t rows_of_b, int dimension, float* products);

private:
    void* handle_ = nullptr;
};

}  // namespace neighborscope::libraries
