#include "render/buffer.hpp"

#include "gpu/error.hpp"
#include "render/scene.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace neighborscope::render {
namespace {

std::atomic<std::size_t> in_buffers{0};

}  // namespace

std::size_t bytes_in_buffers() { return in_buffers; }

Buffer::Buffer(std::size_t bytes, Access access) : bytes_(bytes) {
    constexpr unsigned shared = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    // OpenGL in software reads the points where they are.
    const unsigned flags = access == Access::host ? shared
                           : gl_is_software()     ? GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT
                                                  : GL_DYNAMIC_STORAGE_BIT;
    const auto size = GLsizeiptr(std::max<std::size_t>(bytes, 4));  // 0 bytes are an error in OpenGL
    glCreateBuffers(1, &name_);
    while (glGetError() != GL_NO_ERROR) {}  // clears errors, so that the next one is of this allocation
    glNamedBufferStorage(name_, size, nullptr, flags);
    if (access == Access::host) on_host_ = glMapNamedBufferRange(name_, 0, size, shared);
    if (glGetError() == GL_OUT_OF_MEMORY) {
        glDeleteBuffers(1, &name_);
        throw Error(Failure::memory, "OpenGL has no room for a buffer of " + std::to_string(bytes) + " bytes", "show fewer points");
    }
    in_buffers += bytes_;
}

Buffer::Buffer(Buffer&& other) noexcept
    : name_(std::exchange(other.name_, 0)), bytes_(std::exchange(other.bytes_, 0)), on_host_(std::exchange(other.on_host_, nullptr)) {}
Buffer& Buffer::operator=(Buffer&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(bytes_, other.bytes_);
    std::swap(on_host_, other.on_host_);
    return *this;
}
void Buffer::upload(const void* from, std::size_t bytes) {
    if (bytes > 0) glNamedBufferSubData(name_, 0, GLsizeiptr(std::min(bytes, bytes_)), from);
}
Buffer::~Buffer() {
    if (name_ == 0) return;
    glDeleteBuffers(1, &name_);
    in_buffers -= bytes_;
}

std::string gl_renderer() {
    const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return text ? text : "";
}

bool gl_is_software() {
    const std::string renderer = gl_renderer();
    return renderer.find("llvmpipe") != std::string::npos || renderer.find("softpipe") != std::string::npos ||
           renderer.find("SWR") != std::string::npos;
}

}  // namespace neighborscope::render
