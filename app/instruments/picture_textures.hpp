// Pictures of rows as OpenGL textures, kept while they are drawn. Inside instruments only.
#pragma once
#include "app/data/row_picture.hpp"

#include <imgui.h>

#include <map>
#include <string>
#include <tuple>

namespace neighborscope {

/// GL context current in every call.
class PictureTextures {
public:
    PictureTextures() = default;
    ~PictureTextures();
    PictureTextures(const PictureTextures&) = delete;
    PictureTextures& operator=(const PictureTextures&) = delete;

    ImTextureID of(const GreyPicture&);
    void end_frame();  ///< forgets those that were not drawn for long, when there are many

private:
    using Key = std::tuple<int, int, std::vector<std::uint8_t>>;
    struct Texture {
        unsigned name = 0;
        std::uint64_t frame = 0;  ///< in which it was drawn last
    };
    std::map<Key, Texture> textures_;
    std::uint64_t frame_ = 0;
};

}  // namespace neighborscope
