// Looking for a CUDA device, and whether it runs this program's kernels.
#include "gpu/device/cuda/probe.hpp"

#include <cuda_runtime.h>

namespace neighborscope::cuda {

__global__ void empty_kernel() {}

CudaProbe probe() {
    CudaProbe found;
    found.built_for = NEIGHBORSCOPE_CUDA_ARCHITECTURES;
    const cudaError_t counted = cudaGetDeviceCount(&found.devices);
    if (counted != cudaSuccess || found.devices < 1) {
        cudaGetLastError();
        found.devices = 0;
        int driver = 0;  // without a driver CUDA complains about the driver's version
        found.driver = cudaDriverGetVersion(&driver) != cudaSuccess || driver != 0;
        found.count_error = cudaGetErrorString(counted == cudaSuccess ? cudaErrorNoDevice : counted);
        return found;
    }
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
        found.name = properties.name;
        found.architecture = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    }
    // A device that is older than every architecture in here, or newer than the driver can compile for, is found out by trying only.
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
