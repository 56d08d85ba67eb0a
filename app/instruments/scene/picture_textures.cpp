#include "app/instruments/scene/picture_textures.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <bit>

namespace neighborscope {
namespace {

constexpr std::size_t max_textures = 512;
constexpr std::uint64_t kept_frames = 8;

}  // namespace

unsigned make_grey_texture(int width, int height) {
    unsigned texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, GL_R8, width, height);
    const GLint grey[] = {GL_RED, GL_RED, GL_RED, GL_ONE};
    glTextureParameteriv(texture, GL_TEXTURE_SWIZZLE_RGBA, grey);
    for (const GLenum edge : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTextureParameteri(texture, edge, GL_CLAMP_TO_EDGE);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTextureParameteri(texture, filter, GL_LINEAR);
    return texture;
}

void fill_grey_texture(unsigned texture, int x, int y, int width, int height, const std::uint8_t* grey) {
    GLint alignment = 4;
    glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(texture, 0, x, y, width, height, GL_RED, GL_UNSIGNED_BYTE, grey);
    glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
}

void delete_grey_texture(unsigned texture) { glDeleteTextures(1, &texture); }

// NOLINTNEXTLINE(performance-no-int-to-ptr): ImTextureID of Dear ImGui's OpenGL backend
ImTextureID for_gui(unsigned texture) { return reinterpret_cast<ImTextureID>(std::uintptr_t(texture)); }

PictureTextures::~PictureTextures() {
    for (const auto& [key, texture] : textures_) delete_grey_texture(texture.name);
    for (const auto& [key, texture] : coloured_) glDeleteTextures(1, &texture.name);
}

ImTextureID PictureTextures::of(const GreyPicture& picture) {
    Texture& texture = textures_[{picture.height, picture.width, picture.grey}];
    texture.frame = frame_;
    if (texture.name == 0) {
        texture.name = make_grey_texture(picture.width, picture.height);
        fill_grey_texture(texture.name, 0, 0, picture.width, picture.height, picture.grey.data());
    }
    return for_gui(texture.name);
}

ImTextureID PictureTextures::of(const std::shared_ptr<const faces::ColourPicture>& picture) {
    Texture& texture = coloured_[picture];
    texture.frame = frame_;
    if (texture.name != 0) return for_gui(texture.name);
    const faces::PictureSize& size = picture->size;
    const int levels = std::bit_width(unsigned(std::max(size.width, size.height)));
    glCreateTextures(GL_TEXTURE_2D, 1, &texture.name);
    glTextureStorage2D(texture.name, levels, GL_RGB8, size.width, size.height);
    GLint alignment = 4;
    glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(texture.name, 0, 0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, picture->rgb.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
    glGenerateTextureMipmap(texture.name);  // it may be drawn much smaller
    for (const GLenum edge : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTextureParameteri(texture.name, edge, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture.name, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTextureParameteri(texture.name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return for_gui(texture.name);
}

void PictureTextures::end_frame() {
    ++frame_;
    std::erase_if(coloured_, [&](const auto& one) {
        const bool old = one.second.frame + kept_frames < frame_;
        if (old) glDeleteTextures(1, &one.second.name);
        return old;
    });
    if (textures_.size() <= max_textures) return;
    for (auto at = textures_.begin(); at != textures_.end();) {
        if (at->second.frame + kept_frames >= frame_) {
            ++at;
            continue;
        }
        delete_grey_texture(at->second.name);
        at = textures_.erase(at);
    }
}

}  // namespace neighborscope
