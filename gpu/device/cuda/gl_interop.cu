#include "gpu/device/cuda/gl_interop.hpp"

#include "gpu/device/cuda/probe.hpp"

#include <cuda_runtime.h>
#include <cuda_gl_interop.h>

#include "gpu/error.hpp"

#include <algorithm>
#include <vector>

namespace neighborscope::cuda {
namespace {

void check_sharing(cudaError_t status, const char* what) {
    if (status != cudaSuccess) {
        cudaGetLastError();  // clears the error, which the next launch would otherwise report
        throw Error(Failure::device, std::string("sharing a buffer with OpenGL: ") + what + ": " + cudaGetErrorString(status),
            "choose the host device, or another graphics driver");
    }
}

/// A stream whose copies have priority over searches queued on the same device.
cudaStream_t display_stream() {
    use_chosen_device();
    static const cudaStream_t stream = [] {
        int lowest = 0, highest = 0;
        check_sharing(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "stream priorities");
        cudaStream_t made = nullptr;
        check_sharing(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, highest), "display stream");
        return made;
    }();
    return stream;
}

}  // namespace

std::string why_not_shared(const std::string& renderer) {
    use_chosen_device();
    unsigned count = 0;
    int devices[16] = {}, current = 0;
    const cudaError_t status = cudaGLGetDevices(&count, devices, 16, cudaGLDeviceListAll);
    if (status != cudaSuccess || count == 0) {
        cudaGetLastError();
        return "OpenGL runs on " + renderer + ", not on a CUDA device";
    }
    check_sharing(cudaGetDevice(&current), "current device");
    if (std::find(devices, devices + count, current) == devices + count)
        return "OpenGL runs on CUDA device " + std::to_string(devices[0]) + ", the search on " + std::to_string(current);
    return "";
}

GlRegistration register_gl_buffer(unsigned gl_buffer) {
    use_chosen_device();
    GlRegistration made;
    const cudaError_t status = cudaGraphicsGLRegisterBuffer(&made.resource, gl_buffer, cudaGraphicsRegisterFlagsNone);
    if (status == cudaSuccess) return made;
    cudaGetLastError();
    return {nullptr, cudaGetErrorString(status)};
}

void unregister_gl_buffer(cudaGraphicsResource* resource) { cudaGraphicsUnregisterResource(resource); }

void copy_to_gl(std::span<const GlCopy> copies) {
    std::vector<cudaGraphicsResource*> resources;  // each once, although several results may go into one buffer
    for (const GlCopy& one : copies)
        if (std::find(resources.begin(), resources.end(), one.to) == resources.end()) resources.push_back(one.to);
    if (resources.empty()) return;
    check_sharing(cudaGraphicsMapResources(int(resources.size()), resources.data(), display_stream()), "map");
    const auto copy_all = [&]() -> cudaError_t {
        for (const GlCopy& one : copies) {
            void* to = nullptr;
            std::size_t mapped = 0;
            if (const auto status = cudaGraphicsResourceGetMappedPointer(&to, &mapped, one.to); status != cudaSuccess) return status;
            if (const auto status = cudaMemcpyAsync(
                    static_cast<std::byte*>(to) + one.offset, one.from, one.bytes, cudaMemcpyDeviceToDevice, display_stream());
                status != cudaSuccess)
                return status;
        }
        return cudaSuccess;
    };
    const cudaError_t copied = copy_all();
    check_sharing(
        cudaGraphicsUnmapResources(int(resources.size()), resources.data(), display_stream()), "unmap");  // also after a failed copy
    check_sharing(copied, "copy");
    check_sharing(cudaStreamSynchronize(display_stream()), "copy");  // from now on the caller may overwrite its result
}

void copy_for_display(void* to, const void* from, std::size_t bytes) {
    check_sharing(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, display_stream()), "copy");
    check_sharing(cudaStreamSynchronize(display_stream()), "copy");
}

}  // namespace neighborscope::cuda
