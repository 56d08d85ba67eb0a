// Stream, Buffer, Event and launch: once per device, with one spelling.
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

/// When a launch may begin. `early`: its blocks may start as soon as every block of the launch before it in the stream has called
/// let_next_launch_start() or ended; the kernel must call wait_for_previous_launch() before it touches what that one wrote. It hides
/// the time a launch takes, where the device can (compute capability 9.0); elsewhere it means the same as `in_order`.
enum class Start { in_order, early };

struct Shape {
    dim3 grid, block;
    std::size_t shared_bytes = 0;  ///< dynamic
    Start start = Start::in_order;
    std::size_t declared_bytes = 0;  ///< shared memory that the kernel declares itself, at most: said where `shared_bytes` may be large
};

/// What a method may ask of its device when it shapes a launch.
struct Limits {
    int multiprocessors;             ///< host: worker threads
    std::size_t shared_bytes_block;  ///< most shared memory a block can have: dynamic and declared by the kernel, together
    std::size_t shared_bytes_multiprocessor;
    int compute_capability;  ///< 90 for 9.0; the host says 90, so that both devices cut a search up alike
};
/// NEIGHBORSCOPE_SHARED_KB=64 makes a device with more say 64 KB (and the host's ExecutorOptions::shared_bytes), to try what a smaller one
/// would do.
Limits limits();

/// Free memory of the device, as a method's tiling sees it (tests may lower it: see set_memory_limit).
std::size_t free_bytes();
/// For tests: pretend that the device has only so many bytes in all; 0 = the truth.
void set_memory_limit(std::size_t bytes);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE

#if defined(__CUDACC__)
#include "gpu/device/cuda/launch.cuh"
#else
#include "gpu/device/host/launch.hpp"
#endif
