#include "gpu/device/shared_buffer.hpp"

#include <epoxy/gl.h>

#include "gpu/error.hpp"

#ifdef NEIGHBORSCOPE_WITH_CUDA
#include "gpu/device/cuda/gl_interop.hpp"
#endif

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

SharedBuffer::SharedBuffer(DeviceKind device, unsigned gl_buffer, std::size_t bytes) : state_(std::make_unique<State>()) {
    state_->gl_buffer = gl_buffer;
    state_->bytes = bytes;
    if (device == DeviceKind::host) return;
    state_->path = BufferPath::copy_interop_refused;
#ifdef NEIGHBORSCOPE_WITH_CUDA
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    state_->reason = cuda::why_not_shared(renderer ? renderer : "no device");
    if (!state_->reason.empty()) return;
    const cuda::GlRegistration made = cuda::register_gl_buffer(gl_buffer);
    state_->resource = made.resource;
    state_->reason = made.refused;
    if (made.resource) state_->path = BufferPath::interop;
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
    if (state_ && state_->resource) cuda::unregister_gl_buffer(state_->resource);
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
    std::vector<cuda::GlCopy> shared;
    std::vector<std::byte> visiting;
    for (const Publish& one : all) {
        if (one.bytes == 0) continue;
        if (one.to->path() == BufferPath::interop) {
            shared.push_back({one.to->state_->resource, one.from, one.bytes, one.offset});
        } else if (one.to->path() == BufferPath::copy_interop_refused) {
            DeviceMemory staging(DeviceKind::cuda, one.bytes, "a result on its way to OpenGL");  // for the counted copy
            cuda::copy_for_display(staging.data(), one.from, one.bytes);
            visiting.resize(one.bytes);
            staging.to_host(visiting.data(), one.bytes);
            glNamedBufferSubData(one.to->gl_buffer(), GLintptr(one.offset), GLsizeiptr(one.bytes), visiting.data());
        }
    }
    cuda::copy_to_gl(shared);
#endif
}

}  // namespace neighborscope
