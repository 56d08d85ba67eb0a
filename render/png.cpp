#include "gpu/error.hpp"
#include "render/offscreen.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include <limits>

namespace neighborscope::render {

std::string png_of(const Image& image) {
    const std::string size = std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels";
    if (double(image.width) * image.height * 3 + image.height >= std::numeric_limits<int>::max() / 2.0)
        throw Error(Failure::input, "a picture of " + size + " is too large for PNG here", "choose a smaller size");
    int bytes = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> png(
        stbi_write_png_to_mem(image.rgb.data(), image.width * 3, image.width, image.height, 3, &bytes), &std::free);
    if (!png) throw Error(Failure::memory, "there is not enough memory to write a picture of " + size, "choose a smaller size");
    return {reinterpret_cast<const char*>(png.get()), std::size_t(bytes)};
}

}  // namespace neighborscope::render
