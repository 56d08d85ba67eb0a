// Memory of OpenGL.
#pragma once
#include <cstddef>

namespace neighborscope::render {

/// Bytes in all buffers of all contexts.
std::size_t bytes_in_buffers();

/// Owns an OpenGL buffer, usable as shader storage. Move only.
class Buffer {
public:
    enum class Access {
        gpu,   ///< filled by upload() and by shaders
        host,  ///< its memory is the host's too: on_host()
    };
    Buffer() = default;
    explicit Buffer(std::size_t bytes, Access = Access::gpu);
    Buffer(Buffer&&) noexcept;
    Buffer& operator=(Buffer&&) noexcept;
    ~Buffer();
    unsigned name() const { return name_; }
    std::size_t bytes() const { return bytes_; }
    void* on_host() const { return on_host_; }         ///< with Access::host; wait for OpenGL before changing what it reads
    void upload(const void* from, std::size_t bytes);  ///< copies from host memory to its beginning

private:
    unsigned name_ = 0;
    std::size_t bytes_ = 0;
    void* on_host_ = nullptr;
};

}  // namespace neighborscope::render
