// Dear ImGui inside anybody's OpenGL context: windows feed it events, it says what it wants for itself.
#pragma once
#include "render/palette.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

struct ImFont;
typedef void* ImTextureID;

namespace neighborscope {

enum class FontRole;  // app/instruments/imgui/fonts.hpp
struct GreyPicture;   // app/data/points/row_picture.hpp

class ImGuiLayer {
public:
    /// Needs the GL context current. `scale`: device pixels per logical pixel times the view scale.
    ImGuiLayer();
    ~ImGuiLayer();

    // Events, in logical pixels (y down). Each returns whether ImGui wants it (then the view must not use it). Presses are
    // latched, so that a press and release between two frames are still a click.
    bool mouse_move(double x, double y);
    bool mouse_button(int button, bool down);  ///< 0 left, 1 right, 2 middle
    bool mouse_wheel(double dx, double dy);
    bool key(int imgui_key, bool down, bool ctrl, bool shift, bool alt);  ///< ImGuiKey_...; -1 for others
    bool text(std::string_view utf8);
    bool is_typing() const;  ///< a line of its own is typed into: it takes text and keys
    void mouse_leave();

    /// What Copy and Ctrl+C in a text write to; `user` is handed on.
    void set_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text), void* user);

    void begin_frame(double width, double height, double scale, render::Theme);
    void end_frame();                  ///< draws into the bound framebuffer
    bool wants_another_frame() const;  ///< three frames per input event when painting on demand
    void wake();                       ///< as an input event does

    /// A texture of it, for this frame: kept while pictures like it are drawn.
    ImTextureID texture_of(const GreyPicture&) const;
    ImFont* font(FontRole) const;  ///< between begin_frame and end_frame
    /// Where the mouse is, in logical pixels; none when it has left.
    std::optional<std::pair<double, double>> mouse() const;
    /// Whether an instrument lies under that place (as of the last frame), so that the view must not use it.
    bool over_instrument(double x, double y) const;
    /// How many pixels of a rectangle instruments cover, but for the one of that name.
    float covered_pixels(float x, float y, float width, float height, std::string_view but = {}) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope
