// Pictures of rows as OpenGL textures, cached while they are drawn. Only for app/instruments.
#pragma once
#include "app/data/faces/picture.hpp"
#include "app/data/points/row_picture.hpp"

#include <imgui.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace neighborscope {

/// Makes a texture with 8 bits of grey per pixel; fills a part of it. The GL context must be current.
unsigned make_grey_texture(int width, int height);
void fill_grey_texture(unsigned texture, int x, int y, int width, int height, const std::uint8_t* grey);
void delete_grey_texture(unsigned texture);
ImTextureID for_gui(unsigned texture);

/// The GL context must be current in every call.
class PictureTextures {
public:
    PictureTextures() = default;
    ~PictureTextures();
    PictureTextures(const PictureTextures&) = delete;
    PictureTextures& operator=(const PictureTextures&) = delete;

    ImTextureID of(const GreyPicture&);
    ImTextureID of(const std::shared_ptr<const faces::ColourPicture>&);  ///< not null
    void end_frame();  ///< deletes those that were not drawn recently; grey ones only if there are many

private:
    using Key = std::tuple<int, int, std::vector<std::uint8_t>>;
    struct Texture {
        unsigned name = 0;
        std::uint64_t frame = 0;  ///< frame in which it was drawn last
    };
    std::map<Key, Texture> textures_;
    std::map<std::shared_ptr<const faces::ColourPicture>, Texture> coloured_;
    std::uint64_t frame_ = 0;
};

}  // namespace neighborscope
