// Stream, Buffer, Event and launch: one implementation per device, the same interface.
//
//   Stream stream;                                             work in order, asynchronous on CUDA, immediate on the host
//   Buffer<float> row(stream, n, "row");                       stream-ordered memory; too much is a memory Error with numbers
//   launch(stream, {grid, block, shared_bytes}, KERNEL(scan<Metric>), arguments...);
//   stream.wait();
#pragma once
#include "gpu/error.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// A kernel and its name, for errors and profilers. KERNEL(...) is a macro, because g++ 12 forgets to instantiate a function
/// template that is named only as a template argument.
template <class... P>
struct NamedKernel {
    const char* name;
    void (*function)(P...);
};
template <class... P>
NamedKernel<P...> named_kernel(const char* name, void (*f)(P...)) {
    return {name, f};
}
#define KERNEL(...) ::neighborscope::NEIGHBORSCOPE_DEVICE::named_kernel(#__VA_ARGS__, __VA_ARGS__)

/// When a launch may begin. `early`: its blocks may start as soon as every block of the previous launch in the stream has called
/// let_next_launch_start() or ended; the kernel must call wait_for_previous_launch() before it accesses memory that the previous one
/// wrote. This hides launch latency on devices of compute capability 9.0 and later; elsewhere it equals `in_order`.
enum class Start { in_order, early };

struct Shape {
    dim3 grid, block;
    std::size_t shared_bytes = 0;  ///< dynamic
    Start start = Start::in_order;
    std::size_t declared_bytes = 0;  ///< most shared memory that the kernel declares itself: set it where `shared_bytes` may be large
};

/// Limits of the device that methods need to shape launches.
struct Limits {
    int multiprocessors;             ///< host: worker threads
    std::size_t shared_bytes_block;  ///< most shared memory of a block: dynamic and declared by the kernel, together
    std::size_t shared_bytes_multiprocessor;
    int compute_capability;  ///< 90 for 9.0; 90 on the host, so that both devices divide a search alike
};
/// NEIGHBORSCOPE_SHARED_KB=64 lowers the limit of shared memory to 64 KB (as ExecutorOptions::shared_bytes does on the host), to try what a
/// smaller device would do.
Limits limits();

/// Free memory of the device, for a method's tiling. Tests may lower it by set_memory_limit.
std::size_t free_bytes();
/// For tests: pretends that the device has only so many bytes in all; 0: the real size.
void set_memory_limit(std::size_t bytes);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE

#if defined(__CUDACC__)
#include "gpu/device/cuda/launch.cuh"
#else
#include "gpu/device/host/launch.hpp"
#endif

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// A stream that the calling thread keeps: for work so short that making a stream would take as long.
inline Stream& stream_of_thread() {
    thread_local Stream stream;
    return stream;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
