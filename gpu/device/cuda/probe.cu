// Looks for a CUDA device and tests whether it runs this program's kernels.
#include "gpu/device/cuda/probe.hpp"

#include <cuda_runtime.h>

#include <atomic>

namespace neighborscope::cuda {

namespace {

std::atomic<int> chosen{0};
std::atomic<bool> in_use{false};
thread_local int of_thread = -1;  ///< -1: the chosen one

}  // namespace

__global__ void empty_kernel() {}

int device_count() {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
    cudaGetLastError();
    return 0;
}

int chosen_device() { return of_thread >= 0 ? of_thread : chosen.load(std::memory_order_relaxed); }

void bind_thread(int number) { of_thread = number; }

bool choose_device(int number) {
    if (in_use && number != chosen_device()) return false;
    chosen = number;
    return true;
}

void use_chosen_device() {
    thread_local int current = -1;
    const int wanted = chosen_device();
    if (current == wanted) return;
    in_use = true;
    if ((current < 0 && wanted == 0) || cudaSetDevice(wanted) == cudaSuccess) current = wanted;
}

CudaProbe probe() {
    CudaProbe found;
    found.built_for = NEIGHBORSCOPE_CUDA_ARCHITECTURES;
    const cudaError_t counted = cudaGetDeviceCount(&found.devices);
    if (counted != cudaSuccess || found.devices < 1) {
        cudaGetLastError();
        found.devices = 0;
        int driver = 0;  // without a driver CUDA's error is about the driver's version
        found.driver = cudaDriverGetVersion(&driver) != cudaSuccess || driver != 0;
        found.driver_cuda = driver;
        cudaRuntimeGetVersion(&found.program_cuda);
        found.count_error = cudaGetErrorString(counted == cudaSuccess ? cudaErrorNoDevice : counted);
        return found;
    }
    use_chosen_device();
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, chosen_device()) == cudaSuccess) {
        found.name = properties.name;
        found.architecture = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    }
    // Only a launch shows that a device is older than every compiled architecture, or newer than the driver can compile for.
    empty_kernel<<<1, 1>>>();
    cudaError_t ran = cudaGetLastError();
    if (ran == cudaSuccess) ran = cudaDeviceSynchronize();
    if (ran == cudaSuccess) return found;
    cudaGetLastError();
    found.no_code = ran == cudaErrorNoKernelImageForDevice || ran == cudaErrorUnsupportedPtxVersion || ran == cudaErrorInvalidPtx;
    found.launch_error = cudaGetErrorString(ran);
    return found;
}

}  // namespace neighborscope::cuda
