// Dear ImGui in any OpenGL context. Windows pass events to it, and it says which ones it uses.
#pragma once
#include "render/palette.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

struct ImFont;
typedef void* ImTextureID;

namespace neighborscope {

enum class FontRole;  // app/instruments/imgui/fonts.hpp
struct GreyPicture;   // app/data/points/row_picture.hpp
namespace faces {
struct ColourPicture;  // app/data/faces/picture.hpp
}

class ImGuiLayer {
public:
    /// Needs the GL context current. `scale`: device pixels per logical pixel times the view scale.
    ImGuiLayer();
    ~ImGuiLayer();

    // Events, in logical pixels (y down). Each returns whether ImGui uses it, so that the view must not. Presses are latched, so that a
    // press and release between two frames is still a click.
    bool mouse_move(double x, double y);
    bool mouse_button(int button, bool down);  ///< 0 left, 1 right, 2 middle
    bool mouse_wheel(double dx, double dy);
    bool key(int imgui_key, bool down, bool ctrl, bool shift, bool alt);  ///< ImGuiKey_...; -1 for others
    bool text(std::string_view utf8);
    bool is_typing() const;  ///< a text field of ImGui is edited and takes text and keys
    void mouse_leave();
    /// Forgets the position of the mouse if the view has another size or enlargement since, so that nothing is outlined where it is not.
    void take_size(double width, double height, double scale);

    /// Sets the clipboard for Copy and Ctrl+C; `user` is passed to both functions.
    void set_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text), void* user);

    void begin_frame(double width, double height, double scale, render::Theme);
    void end_frame();                  ///< draws into the bound framebuffer
    bool wants_another_frame() const;  ///< three frames per input event when painting on demand
    void wake();                       ///< requests frames like an input event

    /// A texture of the picture for this frame. Equal pictures share one, which is kept while they are drawn.
    ImTextureID texture_of(const GreyPicture&) const;
    ImTextureID texture_of(const std::shared_ptr<const faces::ColourPicture>&) const;
    ImFont* font(FontRole) const;  ///< call between begin_frame and end_frame
    /// The position of the mouse in logical pixels; none: it has left the window.
    std::optional<std::pair<double, double>> mouse() const;
    const std::string& shown_help() const;  ///< the tooltip of the last frame; "": none
    /// Whether an instrument of the last frame is at that position.
    bool over_instrument(double x, double y) const;
    /// The number of pixels of a rectangle that instruments cover, except the one named `but`.
    float covered_pixels(float x, float y, float width, float height, std::string_view but = {}) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope
