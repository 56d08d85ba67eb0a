// One buffer seen by OpenGL and by kernels. Every call here is made on the thread that owns the OpenGL context.
#pragma once
#include "gpu/device/device.hpp"

#include <memory>
#include <span>
#include <string>

namespace neighborscope {

enum class BufferPath {
    interop,               ///< "interop": device memory to device memory, nothing visits the host
    copy_host_device,      ///< "copy (host device)": the search ran on the host, GL is given a copy
    copy_interop_refused,  ///< "copy (interop refused: reason)": CUDA searched, but this OpenGL cannot share with it
};

/// An OpenGL buffer (already allocated by GL, `bytes` long) that results of one device are published into.
class SharedBuffer {
public:
    /// Registers the buffer with CUDA when `device` is cuda and the current GL context can share with it.
    SharedBuffer(DeviceKind device, unsigned gl_buffer, std::size_t bytes);
    SharedBuffer(SharedBuffer&&) noexcept;
    SharedBuffer& operator=(SharedBuffer&&) noexcept;
    /// Unregisters: before the GL buffer or its context goes.
    ~SharedBuffer();

    BufferPath path() const;
    std::string path_name() const;  ///< exactly as the status bar shows it
    unsigned gl_buffer() const;
    std::size_t bytes() const;

    struct Publish {
        SharedBuffer* to;
        const void* from;
        std::size_t bytes;
        std::size_t offset = 0;
    };  ///< `from` in the device's memory
    /// Copies several results in one go: all buffers of a frame are mapped in one call (it costs 0.3 ms whatever the size).
    static void publish(std::span<const Publish>);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope
