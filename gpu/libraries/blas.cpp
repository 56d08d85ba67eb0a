#include "gpu/libraries/blas.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"
#include "gpu/error.hpp"

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>

#include <dlfcn.h>
#include <sys/mman.h>

namespace neighborscope::host::libraries {
namespace {

/// Runs before main, because other threads may read the environment later. Threads share the work by in_parallel.
[[maybe_unused]] const int no_threads_of_its_own = setenv("OPENBLAS_NUM_THREADS", "1", 1);

using Product = int (*)(const char*, const char*, const int*, const int*, const int*, const float*, const float*, const int*, const float*,
    const int*, const float*, float*, const int*);

bool can_map(std::size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    munmap(memory, bytes);
    return true;
}

Product load_product() {
    constexpr std::size_t code = std::size_t(64) << 20;  // of the library itself, about
    const std::size_t bytes = blas_buffer_bytes + code;
    if (!can_map(bytes)) throw_out_of_memory("host", "BLAS for FAISS", bytes, available_memory());
    for (const char* file : {"libblas.so.3", "libopenblas.so.0"})
        if (void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL))
            if (void* product = dlsym(library, "sgemm_")) return reinterpret_cast<Product>(product);
    const char* why = dlerror();
    throw Error(Failure::device, std::string("FAISS needs a BLAS: ") + (why ? why : "libblas.so.3 has no sgemm_"),
        "install libopenblas0-pthread, or use another method");
}

Product product() {
    static const Product loaded = load_product();
    return loaded;
}

/// The memory that products map. It is kept, for as many products as ever ran at once.
class ProductMemory {
public:
    /// Waits for a running product if there is no memory for one more. Memory Error if there is none at all.
    void take() {
        std::unique_lock lock(mutex_);
        while (busy_ == there_ && !make()) {
            if (busy_ == 0) throw_out_of_memory("host", "a matrix product", blas_buffer_bytes, available_memory());
            returned_.wait(lock);
        }
        ++busy_;
    }
    void give_back() {
        const std::lock_guard lock(mutex_);
        --busy_;
        returned_.notify_one();
    }

private:
    bool make() {
        constexpr std::size_t of_others = std::size_t(16) << 20;  // that other threads may allocate meanwhile
        if (!can_map(blas_buffer_bytes + of_others)) return false;
        ++there_;
        return true;
    }

    std::mutex mutex_;
    std::condition_variable returned_;
    int there_ = 0, busy_ = 0;
};

ProductMemory& product_memory() {
    static ProductMemory one;
    return one;
}

}  // namespace

void open_blas() { product(); }

}  // namespace neighborscope::host::libraries

// The functions that FAISS links to. They have Fortran names, and so no namespace. Other libraries of the program must not use them.
#pragma GCC visibility push(hidden)
extern "C" {

int sgemm_(const char* transposed_a, const char* transposed_b, const int* m, const int* n, const int* k, const float* alpha, const float* a,
    const int* row_a, const float* b, const int* row_b, const float* beta, float* c, const int* row_c) {
    using namespace neighborscope::host::libraries;
    const auto multiply = product();
    product_memory().take();
    multiply(transposed_a, transposed_b, m, n, k, alpha, a, row_a, b, row_b, beta, c, row_c);
    product_memory().give_back();
    return 0;
}

// Functions of FAISS's vector transformations, which no method here uses.
#define NOT_USED(name) \
    int name() { throw neighborscope::Error(neighborscope::Failure::device, "FAISS called " #name ", which is not there"); }
NOT_USED(dgemm_)
NOT_USED(ssyrk_)
NOT_USED(sgeqrf_)
NOT_USED(sorgqr_)
NOT_USED(sgesvd_)
NOT_USED(dgesvd_)
NOT_USED(sgelsd_)
NOT_USED(dsyev_)
NOT_USED(sgetrf_)
NOT_USED(sgetri_)
NOT_USED(dgetrf_)
NOT_USED(dgetri_)
#undef NOT_USED
}
#pragma GCC visibility pop
