// A buffer of OpenGL's that results of a device are published into. Inside instruments only.
#pragma once
#include "gpu/device/shared_buffer.hpp"
#include "render/buffer.hpp"

#include <optional>

namespace neighborscope {

struct PublishedBuffer {
    render::Buffer buffer{4};  // what is registered with CUDA goes before it
    std::optional<SharedBuffer> shared;

    /// Makes it anew unless it is of that device and holds `bytes`, and no more than `most`.
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
