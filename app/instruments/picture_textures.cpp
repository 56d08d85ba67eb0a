#include "app/instruments/picture_textures.hpp"

#include <epoxy/gl.h>

namespace neighborscope {
namespace {

constexpr std::size_t most_textures = 512;
constexpr std::uint64_t kept_frames = 8;

}  // namespace

PictureTextures::~PictureTextures() {
    for (const auto& [key, texture] : textures_) glDeleteTextures(1, &texture.name);
}

ImTextureID PictureTextures::of(const GreyPicture& picture) {
    Texture& texture = textures_[{picture.height, picture.width, picture.grey}];
    texture.frame = frame_;
    if (texture.name == 0) {
        glCreateTextures(GL_TEXTURE_2D, 1, &texture.name);
        glTextureStorage2D(texture.name, 1, GL_R8, picture.width, picture.height);
        GLint alignment = 4;
        glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTextureSubImage2D(texture.name, 0, 0, 0, picture.width, picture.height, GL_RED, GL_UNSIGNED_BYTE, picture.grey.data());
        glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
        const GLint grey[] = {GL_RED, GL_RED, GL_RED, GL_ONE};
        glTextureParameteriv(texture.name, GL_TEXTURE_SWIZZLE_RGBA, grey);
        for (const GLenum edge : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTextureParameteri(texture.name, edge, GL_CLAMP_TO_EDGE);
        for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTextureParameteri(texture.name, filter, GL_LINEAR);
    }
    return reinterpret_cast<ImTextureID>(std::uintptr_t(texture.name));
}

void PictureTextures::end_frame() {
    ++frame_;
    if (textures_.size() <= most_textures) return;
    for (auto at = textures_.begin(); at != textures_.end();) {
        if (at->second.frame + kept_frames >= frame_) {
            ++at;
            continue;
        }
        glDeleteTextures(1, &at->second.name);
        at = textures_.erase(at);
    }
}

}  // namespace neighborscope
