#include "gpu/error.hpp"
#include "render/offscreen.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace neighborscope::render {

void write_png(const std::string& path, const Image& image) {
    if (!stbi_write_png(path.c_str(), image.width, image.height, 3, image.rgb.data(), image.width * 3))
        throw Error(Failure::input, path + ": cannot write the picture", "choose a folder that exists and can be written");
}

}  // namespace neighborscope::render
