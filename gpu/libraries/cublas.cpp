#include "gpu/libraries/cublas.hpp"

#include "gpu/error.hpp"

#include <string>

#include <dlfcn.h>

namespace neighborscope::libraries {
namespace {

// From cuBLAS's interface, which has had these since version 4: its headers are not needed.
using Status = int;  // 0: success
using Create = Status (*)(void**);
using Destroy = Status (*)(void*);
using SetStream = Status (*)(void*, void*);
using Multiply = Status (*)(void*, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*, float*, int);
constexpr int as_it_is = 0, transposed = 1;

struct Library {
    Create create = nullptr;
    Destroy destroy = nullptr;
    SetStream set_stream = nullptr;
    Multiply multiply = nullptr;

    explicit operator bool() const { return create && destroy && set_stream && multiply; }
};

Library load() {
    for (const char* file : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so"})
        if (void* opened = dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
            const Library library{reinterpret_cast<Create>(dlsym(opened, "cublasCreate_v2")),
                reinterpret_cast<Destroy>(dlsym(opened, "cublasDestroy_v2")),
                reinterpret_cast<SetStream>(dlsym(opened, "cublasSetStream_v2")),
                reinterpret_cast<Multiply>(dlsym(opened, "cublasSgemm_v2"))};
            if (library) return library;
        }
    return {};
}

const Library& library() {
    static const Library loaded = load();
    return loaded;
}

void check(Status status, const char* what) {
    if (status != 0) throw Error(Failure::device, "cuBLAS could not " + std::string(what) + ": status " + std::to_string(status));
}

constexpr std::string_view name = "cuBLAS (libcublas.so)";

const Library& needed_library() {
    if (!library())
        throw Error(
            Failure::device, std::string(name) + " was not found", "install it, name its folder in LD_LIBRARY_PATH, or use another method");
    return library();
}

}  // namespace

std::string_view missing_cublas() { return library() ? std::string_view() : name; }

Cublas::Cublas(void* stream) {
    const Library& found = needed_library();
    check(found.create(&handle_), "start");
    if (const Status status = found.set_stream(handle_, stream); status != 0) {
        found.destroy(handle_);
        check(status, "take the stream");
    }
}

Cublas::~Cublas() { library().destroy(handle_); }

void Cublas::multiply_rows(const float* a, std::int64_t rows_of_a, const float* b, std::int64_t rows_of_b, int dimension, float* products) {
    if (rows_of_a == 0 || rows_of_b == 0) return;
    const float one = 1, zero = 0;
    // cuBLAS is column-major: [a][b] here is [b][a] there.
    check(needed_library().multiply(handle_, transposed, as_it_is, int(rows_of_b), int(rows_of_a), dimension, &one, b, dimension, a,
              dimension, &zero, products, int(rows_of_b)),
        "multiply");
}

}  // namespace neighborscope::libraries
