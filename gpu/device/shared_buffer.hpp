// One buffer shared by OpenGL and kernels. All calls are made on the thread that owns the OpenGL context.
#pragma once
#include "gpu/device/device.hpp"

#include <memory>
#include <span>
#include <string>

namespace neighborscope {

enum class BufferPath {
    interop,               ///< "interop": device memory to device memory, without the host
    copy_host_device,      ///< "copy (host device)": the search ran on the host; OpenGL gets a copy
    copy_interop_refused,  ///< "copy (interop refused: reason)": CUDA searched, but this OpenGL cannot share with it
};

/// An OpenGL buffer (allocated by OpenGL, `bytes` long) into which results of one device are published.
class SharedBuffer {
public:
    /// Registers the buffer with CUDA when `device` is cuda and the current GL context can share with it.
    SharedBuffer(DeviceKind device, unsigned gl_buffer, std::size_t bytes);
    SharedBuffer(SharedBuffer&&) noexcept;
    SharedBuffer& operator=(SharedBuffer&&) noexcept;
    /// Unregisters. Call before the OpenGL buffer or its context is destroyed.
    ~SharedBuffer();

    BufferPath path() const;
    std::string path_name() const;  ///< as the status bar shows it
    unsigned gl_buffer() const;
    std::size_t bytes() const;

    struct Publish {
        SharedBuffer* to;
        const void* from;
        std::size_t bytes;
        std::size_t offset = 0;
    };  ///< `from` in the device's memory
    /// Copies several results at once: maps all buffers of a frame in one call (which costs 0.3 ms whatever the size).
    static void publish(std::span<const Publish>);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope
