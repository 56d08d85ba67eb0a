// The CUDA device's ceilings. These kernels are compiled for CUDA only: on the host they would measure the fibers.
#include "gpu/device/simt.hpp"
#include "gpu/device/backend.hpp"

#include <algorithm>

namespace neighborscope::cuda {
namespace {

constexpr std::size_t wanted_bytes = std::size_t(1) << 30;  // twenty times the largest cache of any device
constexpr std::size_t least_bytes = std::size_t(64) << 20;
constexpr int threads = 512, loads_in_flight = 8, runs = 6;
constexpr int chains = 8, links = 4096;

/// Reads every 16 bytes once. Writes the sum only in a case that does not occur, so that the compiler keeps the loads.
__global__ void read_all(const uint4* memory, std::size_t count, unsigned* never) {
    unsigned sum = 0;
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + (loads_in_flight - 1) * stride < count; i += loads_in_flight * stride) {
        uint4 loaded[loads_in_flight];
#pragma unroll
        for (int j = 0; j < loads_in_flight; ++j) loaded[j] = __ldcs(memory + i + j * stride);
#pragma unroll
        for (int j = 0; j < loads_in_flight; ++j) sum |= loaded[j].x | loaded[j].y | loaded[j].z | loaded[j].w;
    }
    for (; i < count; i += stride) sum |= memory[i].x;
    if (sum != 0) *never = sum;  // the memory is all zeros
}

/// Independent chains of fused multiply-adds, enough to fill the pipelines.
__global__ void multiply_add(float factor, float addend, float* never) {
    float value[chains];
#pragma unroll
    for (int c = 0; c < chains; ++c) value[c] = float(threadIdx.x + c);
#pragma unroll 4
    for (int link = 0; link < links; ++link) {
#pragma unroll
        for (int c = 0; c < chains; ++c) value[c] = __fmaf_rn(value[c], factor, addend);
    }
    float sum = 0;
#pragma unroll
    for (int c = 0; c < chains; ++c) sum += value[c];
    if (sum == -1.0f) *never = sum;  // values stay positive
}

/// Milliseconds of the fastest of a few runs; the first warms up.
template <class Launch>
double fastest(Stream& stream, Launch launch_one) {
    Event from, to;
    double best = 0;
    for (int run = 0; run < runs; ++run) {
        from.record(stream);
        launch_one();
        to.record(stream);
        to.wait();
        const double now = Event::milliseconds(from, to);
        if (run == 1 || (run > 1 && now < best)) best = now;
    }
    return best;
}

}  // namespace

Ceilings measure_ceilings() {
    Stream stream;
    Ceilings found;
    const unsigned multiprocessors = unsigned(limits().multiprocessors);
    Buffer<unsigned> never(stream, 1, "ceilings");
    {
        const std::size_t bytes = std::clamp(free_bytes() / 4, least_bytes, wanted_bytes) / sizeof(uint4) * sizeof(uint4);
        Buffer<uint4> memory(stream, bytes / sizeof(uint4), "the measurement of the memory's rate");
        memory.zero(stream);
        const Shape shape{multiprocessors * 4, threads};
        const double milliseconds =
            fastest(stream, [&] { launch(stream, shape, KERNEL(read_all), memory.data(), memory.size(), never.data()); });
        found.read_bytes_per_second = double(bytes) / milliseconds * 1e3;
        found.read_how = "streaming read of " + format_bytes(bytes);
    }
    const Shape shape{multiprocessors * 8, threads};
    const double milliseconds =
        fastest(stream, [&] { launch(stream, shape, KERNEL(multiply_add), 0.5f, 1.0f, reinterpret_cast<float*>(never.data())); });
    found.fp32_operations_per_second = 2.0 * chains * links * double(shape.grid.x) * threads / milliseconds * 1e3;
    found.fp32_how = "fused multiply-adds in registers";
    stream.wait();
    return found;
}

}  // namespace neighborscope::cuda
