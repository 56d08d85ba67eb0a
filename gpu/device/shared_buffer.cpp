#include "gpu/device/shared_buffer.hpp"

#include <epoxy/gl.h>

#include "gpu/error.hpp"

#ifdef NEIGHBORSCOPE_WITH_CUDA
#include <cuda_runtime.h>
#include <cuda_gl_interop.h>
#endif

#include <algorithm>
#include <utility>
#include <vector>

namespace neighborscope {

struct SharedBuffer::State {
    unsigned gl_buffer = 0;
    std::size_t bytes = 0;
    BufferPath path = BufferPath::copy_host_device;
    std::string reason;  // why interop was refused
#ifdef NEIGHBORSCOPE_WITH_CUDA
    cudaGraphicsResource* resource = nullptr;
#endif
};

#ifdef NEIGHBORSCOPE_WITH_CUDA
namespace {

void check(cudaError_t status, const char* what) {
    if (status != cudaSuccess) {
        cudaGetLastError();  // a refused call must not be reported by the next launch
        throw Error(Failure::device, std::string("sharing a buffer with OpenGL: ") + what + ": " + cudaGetErrorString(status),
            "choose the host device, or another graphics driver");
    }
}

/// Copies for the picture go before searches that are queued on the same device.
cudaStream_t display_stream() {
    static const cudaStream_t stream = [] {
        int lowest = 0, highest = 0;
        check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "stream priorities");
        cudaStream_t made = nullptr;
        check(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, highest), "display stream");
        return made;
    }();
    return stream;
}

/// Why the current OpenGL context cannot share with the CUDA device in use; "" when it can.
std::string why_refused() {
    unsigned count = 0;
    int devices[16] = {}, current = 0;
    const cudaError_t status = cudaGLGetDevices(&count, devices, 16, cudaGLDeviceListAll);
    if (status != cudaSuccess || count == 0) {
        cudaGetLastError();
        const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
        return "OpenGL runs on " + std::string(renderer ? renderer : "no device") + ", not on a CUDA device";
    }
    check(cudaGetDevice(&current), "current device");
    if (std::find(devices, devices + count, current) == devices + count)
        return "OpenGL runs on CUDA device " + std::to_string(devices[0]) + ", the search on " + std::to_string(current);
    return "";
}

}  // namespace
#endif

SharedBuffer::SharedBuffer(DeviceKind device, unsigned gl_buffer, std::size_t bytes) : state_(std::make_unique<State>()) {
    state_->gl_buffer = gl_buffer;
    state_->bytes = bytes;
    if (device == DeviceKind::host) return;
    state_->path = BufferPath::copy_interop_refused;
#ifdef NEIGHBORSCOPE_WITH_CUDA
    state_->reason = why_refused();
    if (!state_->reason.empty()) return;
    const cudaError_t status = cudaGraphicsGLRegisterBuffer(&state_->resource, gl_buffer, cudaGraphicsRegisterFlagsNone);
    if (status == cudaSuccess) {
        state_->path = BufferPath::interop;
    } else {
        cudaGetLastError();
        state_->resource = nullptr;
        state_->reason = cudaGetErrorString(status);
    }
#else
    state_->reason = "this build has no CUDA";
#endif
}

SharedBuffer::SharedBuffer(SharedBuffer&&) noexcept = default;

SharedBuffer& SharedBuffer::operator=(SharedBuffer&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

SharedBuffer::~SharedBuffer() {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (state_ && state_->resource) cudaGraphicsUnregisterResource(state_->resource);
#endif
}

BufferPath SharedBuffer::path() const { return state_->path; }

std::string SharedBuffer::path_name() const {
    switch (state_->path) {
        case BufferPath::interop: return "interop";
        case BufferPath::copy_host_device: return "copy (host device)";
        case BufferPath::copy_interop_refused: break;
    }
    return "copy (interop refused: " + state_->reason + ")";
}

unsigned SharedBuffer::gl_buffer() const { return state_->gl_buffer; }
std::size_t SharedBuffer::bytes() const { return state_->bytes; }

void SharedBuffer::publish(std::span<const Publish> all) {
    for (const Publish& one : all)
        if (one.offset + one.bytes > one.to->bytes())
            throw Error(Failure::device, "publishing " + std::to_string(one.bytes) + " bytes at " + std::to_string(one.offset) +
                                             " into a shared buffer of " + std::to_string(one.to->bytes()));
    for (const Publish& one : all)
        if (one.bytes > 0 && one.to->path() == BufferPath::copy_host_device)
            glNamedBufferSubData(one.to->gl_buffer(), GLintptr(one.offset), GLsizeiptr(one.bytes), one.from);
#ifdef NEIGHBORSCOPE_WITH_CUDA
    std::vector<cudaGraphicsResource*> resources;  // each once, though several results may go into one buffer
    std::vector<std::byte> visiting;
    for (const Publish& one : all) {
        if (one.bytes == 0) continue;
        if (one.to->path() == BufferPath::interop) {
            if (std::find(resources.begin(), resources.end(), one.to->state_->resource) == resources.end())
                resources.push_back(one.to->state_->resource);
        } else if (one.to->path() == BufferPath::copy_interop_refused) {
            DeviceMemory staging(DeviceKind::cuda, one.bytes, "a result on its way to OpenGL");  // so that the counted copy carries it
            check(cudaMemcpyAsync(staging.data(), one.from, one.bytes, cudaMemcpyDeviceToDevice, display_stream()), "copy");
            check(cudaStreamSynchronize(display_stream()), "copy");
            visiting.resize(one.bytes);
            staging.to_host(visiting.data(), one.bytes);
            glNamedBufferSubData(one.to->gl_buffer(), GLintptr(one.offset), GLsizeiptr(one.bytes), visiting.data());
        }
    }
    if (resources.empty()) return;
    check(cudaGraphicsMapResources(int(resources.size()), resources.data(), display_stream()), "map");
    const auto copy_all = [&]() -> cudaError_t {
        for (const Publish& one : all) {
            if (one.bytes == 0 || one.to->path() != BufferPath::interop) continue;
            void* to = nullptr;
            std::size_t mapped = 0;
            if (const auto status = cudaGraphicsResourceGetMappedPointer(&to, &mapped, one.to->state_->resource); status != cudaSuccess)
                return status;
            if (const auto status = cudaMemcpyAsync(
                    static_cast<std::byte*>(to) + one.offset, one.from, one.bytes, cudaMemcpyDeviceToDevice, display_stream());
                status != cudaSuccess)
                return status;
        }
        return cudaSuccess;
    };
    const cudaError_t copied = copy_all();
    check(cudaGraphicsUnmapResources(int(resources.size()), resources.data(), display_stream()), "unmap");  // also after a failed copy
    check(copied, "copy");
    check(cudaStreamSynchronize(display_stream()), "copy");  // the caller may overwrite its result from now on
#endif
}

}  // namespace neighborscope
