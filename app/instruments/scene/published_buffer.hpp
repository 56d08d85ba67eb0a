// An OpenGL buffer that results of a device are published to. Only for app/instruments.
#pragma once
#include "gpu/device/shared_buffer.hpp"
#include "render/buffer.hpp"

#include <optional>

namespace neighborscope {

struct PublishedBuffer {
    render::Buffer buffer{4};  // must outlive `shared`, which is registered with CUDA
    std::optional<SharedBuffer> shared;

    /// Returns the shared buffer. Creates it again with `most` bytes unless it is of that device and its size is between `bytes` and
    /// `most`.
    SharedBuffer& of(DeviceKind device, std::size_t bytes, std::size_t most) {
        const bool host = device == DeviceKind::host;
        if (!shared || shared->bytes() < bytes || shared->bytes() > most || (shared->path() == BufferPath::copy_host_device) != host) {
            shared.reset();
            buffer = render::Buffer(most);
            shared.emplace(device, buffer.name(), most);
        }
        return *shared;
    }
    SharedBuffer& of(DeviceKind device, std::size_t bytes) { return of(device, bytes, bytes); }
    void release() {
        shared.reset();
        if (buffer.bytes() > 4) buffer = render::Buffer(4);
    }
};

}  // namespace neighborscope
