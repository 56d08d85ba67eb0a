// The matrix product of cuBLAS: opened when a method asks for it. Its libraries take 500 MB, so that no package of the program contains
// them: they come with the CUDA toolkit, with PyTorch, or as nvidia-cublas from PyPI.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

namespace neighborscope::libraries {

/// What is missing on this machine, in few words: "cuBLAS (libcublas.so)". Empty where it can be used. Opens it; from any thread.
std::string_view missing_cublas();

/// A cuBLAS of one stream.
class Cublas {
public:
    /// Of a cudaStream_t. A device Error where cuBLAS is missing or does not start.
    explicit Cublas(void* stream);
    ~Cublas();
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    /// products[a][b] = row a of `a` times row b of `b`, rows of `dimension` floats, in float32 as cuBLAS orders the sums. All in the memory
    /// of the device; asynchronous. A device Error when it is refused.
    void multiply_rows(const float* a, std::int64_t rows_of_a, const float* b, std::int64_t rows_of_b, int dimension, float* products);

private:
    void* handle_ = nullptr;
};

}  // namespace neighborscope::libraries
