// Pictures of rows as OpenGL textures, kept while they are drawn. Inside instruments only.
#pragma once
#include "app/data/points/row_picture.hpp"

#include <imgui.h>

#include <map>
#include <string>
#include <tuple>

namespace neighborscope {

/// A texture of grey levels, 8 bits a pixel; and a part of it. GL context current.
unsigned make_grey_texture(int width, int height);
void fill_grey_texture(unsigned texture, int x, int y, int width, int height, const std::uint8_t* grey);
void delete_grey_texture(unsigned texture);
ImTextureID for_gui(unsigned texture);

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
