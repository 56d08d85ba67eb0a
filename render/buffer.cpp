#include "gpu/error.hpp"
#include "render/scene.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

namespace neighborscope::render {

Buffer::Buffer(std::size_t bytes) : bytes_(bytes) {
    glCreateBuffers(1, &name_);
    while (glGetError() != GL_NO_ERROR) {}  // only this allocation's error is asked for below
    glNamedBufferStorage(
        name_, GLsizeiptr(std::max<std::size_t>(bytes, 4)), nullptr, GL_DYNAMIC_STORAGE_BIT);  // 0 bytes are an error in OpenGL
    if (glGetError() == GL_OUT_OF_MEMORY) {
        glDeleteBuffers(1, &name_);
        throw Error(Failure::memory, "OpenGL has no room for a buffer of " + std::to_string(bytes) + " bytes", "show fewer points");
    }
}

Buffer::Buffer(Buffer&& other) noexcept : name_(std::exchange(other.name_, 0)), bytes_(std::exchange(other.bytes_, 0)) {}
Buffer& Buffer::operator=(Buffer&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(bytes_, other.bytes_);
    return *this;
}
void Buffer::upload(const void* from, std::size_t bytes) {
    if (bytes > 0) glNamedBufferSubData(name_, 0, GLsizeiptr(std::min(bytes, bytes_)), from);
}
Buffer::~Buffer() {
    if (name_) glDeleteBuffers(1, &name_);
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
