// CUDA runtime calls for shared_buffer.cpp. They are in this library because the runtime is linked statically and must exist once. Only
// shared_buffer.cpp calls OpenGL. All calls are made on the thread that owns the OpenGL context.
#pragma once
#include <cstddef>
#include <span>
#include <string>

struct cudaGraphicsResource;

namespace neighborscope::cuda {

/// Why the current OpenGL context cannot share buffers with the CUDA device in use; "" if it can. `renderer` is its GL_RENDERER.
std::string why_not_shared(const std::string& renderer);

struct GlRegistration {
    cudaGraphicsResource* resource = nullptr;  ///< nullptr: CUDA refused to share
    std::string refused;                       ///< the reason; "" if CUDA did not refuse
};
GlRegistration register_gl_buffer(unsigned gl_buffer);
void unregister_gl_buffer(cudaGraphicsResource*);

/// A copy of `bytes` > 0 from device memory `from` into an OpenGL buffer.
struct GlCopy {
    cudaGraphicsResource* to;
    const void* from;
    std::size_t bytes, offset;
};
/// Copies all, mapping each buffer once, all in one call. Returns when the copies are complete. Device Error.
void copy_to_gl(std::span<const GlCopy>);
/// Copies within device memory, on the display's stream. Returns when the copy is complete. Device Error.
void copy_for_display(void* to, const void* from, std::size_t bytes);

}  // namespace neighborscope::cuda
