// What shared_buffer.cpp asks of CUDA's runtime. It is part of the engine because that runtime is linked statically and exists once;
// OpenGL itself is called by shared_buffer.cpp alone, on the thread that owns the context, as all of these are.
#pragma once
#include <cstddef>
#include <span>
#include <string>

struct cudaGraphicsResource;

namespace neighborscope::cuda {

/// Why the current OpenGL context cannot share with the CUDA device in use; "" when it can. `renderer`: its GL_RENDERER.
std::string why_not_shared(const std::string& renderer);

struct GlRegistration {
    cudaGraphicsResource* resource = nullptr;  ///< nullptr: refused
    std::string refused;                       ///< why; "" when it was not
};
GlRegistration register_gl_buffer(unsigned gl_buffer);
void unregister_gl_buffer(cudaGraphicsResource*);

/// `from` in device memory, `bytes` > 0.
struct GlCopy {
    cudaGraphicsResource* to;
    const void* from;
    std::size_t bytes, offset;
};
/// Maps each buffer once, all in one call. Returns when the copies are made. Device Error.
void copy_to_gl(std::span<const GlCopy>);
/// Between two places in device memory, on the display's stream. Returns when the copy is made. Device Error.
void copy_for_display(void* to, const void* from, std::size_t bytes);

}  // namespace neighborscope::cuda
