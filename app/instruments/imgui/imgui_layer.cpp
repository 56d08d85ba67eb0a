#include "app/instruments/imgui/imgui_layer.hpp"

#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/scene/picture_textures.hpp"
#include "gpu/error.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

namespace neighborscope {
namespace {

constexpr int frames_per_event = 3;  // press, release, settle

ImVec4 vector(const render::Colour& c, float alpha = 1) { return {c.r, c.g, c.b, c.a * alpha}; }

void set_style(ImGuiStyle& style, render::Theme theme) {
    const render::Palette& colours = render::palette(theme);
    style.WindowRounding = 4;
    style.ChildRounding = style.FrameRounding = style.PopupRounding = style.GrabRounding = 3;
    style.WindowPadding = {8, 8};
    style.FramePadding = {8, 3};
    style.ItemSpacing = {8, 4};
    style.WindowBorderSize = style.FrameBorderSize = style.PopupBorderSize = 1;
    style.WindowMinSize = {24, 24};
    style.DisplaySafeAreaPadding = {0, 0};
    const auto set = [&](ImGuiCol role, const render::Colour& c, float alpha = 1) { style.Colors[role] = vector(c, alpha); };
    set(ImGuiCol_Text, colours.text);
    set(ImGuiCol_TextDisabled, colours.disabled_text);
    set(ImGuiCol_WindowBg, colours.dock, 0.96f);
    set(ImGuiCol_PopupBg, colours.dock);
    set(ImGuiCol_MenuBarBg, colours.dock);
    set(ImGuiCol_Border, colours.divider);
    set(ImGuiCol_BorderShadow, colours.view, 0);
    set(ImGuiCol_FrameBg, colours.base);
    set(ImGuiCol_FrameBgHovered, colours.stripe);
    set(ImGuiCol_FrameBgActive, colours.divider);
    set(ImGuiCol_Button, colours.base);
    set(ImGuiCol_ButtonHovered, colours.window);
    set(ImGuiCol_ButtonActive, colours.divider);
    set(ImGuiCol_Header, colours.soft);
    set(ImGuiCol_HeaderHovered, colours.soft);
    set(ImGuiCol_HeaderActive, colours.soft);
    set(ImGuiCol_CheckMark, colours.accent);
    set(ImGuiCol_Separator, colours.divider);
    set(ImGuiCol_ScrollbarBg, colours.dock, 0);
    set(ImGuiCol_ScrollbarGrab, colours.edge);
    set(ImGuiCol_TableHeaderBg, colours.window);
    set(ImGuiCol_TableRowBg, colours.base);
    set(ImGuiCol_TableRowBgAlt, colours.stripe);
    set(ImGuiCol_SliderGrab, colours.accent);
    set(ImGuiCol_SliderGrabActive, colours.accent);
    set(ImGuiCol_TextSelectedBg, colours.soft);
    set(ImGuiCol_NavHighlight, colours.accent);
}

}  // namespace

struct ImGuiLayer::State {
    ImGuiContext* context = nullptr;
    ImFont* fonts[font_roles] = {};
    double font_scale = 0;
    std::optional<render::Theme> theme;
    std::chrono::steady_clock::time_point last_frame = std::chrono::steady_clock::now();
    int frames_wanted = frames_per_event;

    std::optional<std::pair<double, double>> mouse;
    bool mouse_is_new = false;          // its position came after the last frame
    std::array<double, 3> size_seen{};  // width, height and scale of that frame; 0: none
    std::array<bool, 3> down{}, latched{};
    std::optional<std::pair<double, double>> latched_at;  // position of the latched press; the mouse may have moved since
    bool captured = false;                                // the present press began on an instrument
    double wheel_x = 0, wheel_y = 0;
    std::array<bool, ImGuiKey_COUNT> key_down{}, key_latched{};
    bool ctrl = false, shift = false, alt = false;
    std::vector<ImRect> instruments;  // of the last frame
    PictureTextures pictures;
    std::string shown_help;

    void use() const { ImGui::SetCurrentContext(context); }
    void event() { frames_wanted = frames_per_event; }
    bool is_over_window(double x, double y) const {
        return std::any_of(instruments.begin(), instruments.end(), [&](const ImRect& r) { return r.Contains(ImVec2(float(x), float(y))); });
    }
    /// An open menu receives presses anywhere, which close it.
    bool is_mouse_over_window() const { return mouse && (context->OpenPopupStack.Size > 0 || is_over_window(mouse->first, mouse->second)); }
    bool any_down() const { return down[0] || down[1] || down[2]; }
};

ImGuiLayer::ImGuiLayer() : state_(std::make_unique<State>()) {
    ImGuiContext* before = ImGui::GetCurrentContext();
    install_throwing_allocator();
    state_->context = ImGui::CreateContext();
    state_->use();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.UserData = &state_->shown_help;                                    // show_tooltip() writes it
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;  // 1.86 has no event queue: uses our key numbers
    if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
        ImGui::DestroyContext(state_->context);
        ImGui::SetCurrentContext(before);
        throw Error(Failure::device, "Dear ImGui cannot load OpenGL", "install libgl1");
    }
}

ImGuiLayer::~ImGuiLayer() {
    state_->use();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(state_->context);
}

bool ImGuiLayer::mouse_move(double x, double y) {
    state_->event();
    state_->mouse = {x, y};
    state_->mouse_is_new = true;
    return state_->any_down() ? state_->captured : state_->is_mouse_over_window();
}

bool ImGuiLayer::mouse_button(int button, bool down) {
    State& s = *state_;
    s.event();
    if (button < 0 || button >= int(s.down.size())) return s.is_mouse_over_window();
    if (down) {
        if (!s.any_down()) s.captured = s.is_mouse_over_window();
        if (s.captured) {
            s.latched[std::size_t(button)] = true;
            s.latched_at = s.mouse;
        }
    }
    s.down[std::size_t(button)] = down;
    return s.captured;
}

bool ImGuiLayer::mouse_wheel(double dx, double dy) {
    state_->event();
    if (!state_->is_mouse_over_window()) return false;
    state_->wheel_x += dx;
    state_->wheel_y += dy;
    return true;
}

bool ImGuiLayer::key(int imgui_key, bool down, bool ctrl, bool shift, bool alt) {
    State& s = *state_;
    s.event();
    s.use();
    s.ctrl = ctrl;
    s.shift = shift;
    s.alt = alt;
    if (imgui_key >= 0 && imgui_key < ImGuiKey_COUNT) {
        s.key_down[std::size_t(imgui_key)] = down;
        if (down) s.key_latched[std::size_t(imgui_key)] = true;
    }
    return is_typing();  // all other keys are for commands
}

bool ImGuiLayer::is_typing() const {
    state_->use();
    return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();  // WantTextInput alone is true for one frame too long
}

bool ImGuiLayer::text(std::string_view utf8) {
    state_->event();
    if (!is_typing()) return false;
    ImGui::GetIO().AddInputCharactersUTF8(std::string(utf8).c_str());
    return true;
}

void ImGuiLayer::mouse_leave() {
    state_->event();
    state_->mouse.reset();
}

void ImGuiLayer::take_size(double width, double height, double scale) {
    State& s = *state_;
    const std::array<double, 3> size{width, height, scale}, before = std::exchange(s.size_seen, size);
    const bool is_new = std::exchange(s.mouse_is_new, false);
    if (before[0] > 0 && size != before && !is_new && !s.any_down()) mouse_leave();
}

void ImGuiLayer::set_clipboard(const char* (*get)(void*), void (*set)(void*, const char*), void* user) {
    state_->use();
    ImGuiIO& io = ImGui::GetIO();
    io.GetClipboardTextFn = get;
    io.SetClipboardTextFn = set;
    io.ClipboardUserData = user;
}

const std::string& ImGuiLayer::shown_help() const { return state_->shown_help; }

void ImGuiLayer::begin_frame(double width, double height, double scale, render::Theme theme) {
    State& s = *state_;
    s.use();
    ImGuiIO& io = ImGui::GetIO();
    if (s.theme != theme) {
        set_style(ImGui::GetStyle(), theme);
        s.theme = theme;
    }
    const bool other_fonts = s.font_scale != scale;
    if (other_fonts) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        load_fonts(*io.Fonts, scale, s.fonts);
        io.FontGlobalScale = float(1 / scale);
        io.FontDefault = s.fonts[int(FontRole::body)];
        const bool first = s.font_scale == 0;
        s.font_scale = scale;
        if (!first) ImGui_ImplOpenGL3_CreateFontsTexture();  // the first is created with the other device objects
    }
    const auto now = std::chrono::steady_clock::now();
    io.DeltaTime = std::max(1e-4f, std::chrono::duration<float>(now - s.last_frame).count());
    s.last_frame = now;
    s.shown_help.clear();
    io.DisplaySize = {float(width), float(height)};
    io.DisplayFramebufferScale = {float(scale), float(scale)};
    const bool latched = s.latched[0] || s.latched[1] || s.latched[2];
    const auto at = latched && s.latched_at ? s.latched_at : s.mouse;
    // A press that began in the view stays there, also when it is dragged over an instrument.
    const bool hidden = !at || (s.any_down() && !s.captured && !latched);
    io.MousePos = hidden ? ImVec2(-FLT_MAX, -FLT_MAX) : ImVec2(float(at->first), float(at->second));
    for (std::size_t button = 0; button < s.down.size(); ++button)
        io.MouseDown[button] = s.latched[button] || (s.down[button] && s.captured);
    s.latched = {};
    s.latched_at.reset();
    io.MouseWheel = float(s.wheel_y);
    io.MouseWheelH = float(s.wheel_x);
    s.wheel_x = s.wheel_y = 0;
    for (std::size_t key = 0; key < s.key_down.size(); ++key) io.KeysDown[key] = s.key_latched[key] || s.key_down[key];
    s.key_latched = {};
    io.KeyCtrl = s.ctrl;
    io.KeyShift = s.shift;
    io.KeyAlt = s.alt;
    ImGui_ImplOpenGL3_NewFrame();
    if (other_fonts) io.Fonts->ClearTexData();  // OpenGL has a copy
    ImGui::NewFrame();
}

void ImGuiLayer::end_frame() {
    State& s = *state_;
    s.use();
    ImGui::Render();
    s.instruments.clear();
    for (const ImGuiWindow* window : s.context->Windows)
        if (window->Active && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) && !window->IsFallbackWindow)
            s.instruments.push_back(window->Rect());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    s.pictures.end_frame();
    s.frames_wanted = std::max(0, s.frames_wanted - 1);
    // A window without a size is not drawn in its first frame.
    for (const ImGuiWindow* window : s.context->Windows)
        if (window->Active && window->Hidden && !(window->Flags & ImGuiWindowFlags_ChildWindow) && !window->IsFallbackWindow)
            s.frames_wanted = std::max(s.frames_wanted, 1);
}

bool ImGuiLayer::wants_another_frame() const { return state_->frames_wanted > 0; }
void ImGuiLayer::wake() { state_->event(); }
ImTextureID ImGuiLayer::texture_of(const GreyPicture& picture) const { return state_->pictures.of(picture); }
ImTextureID ImGuiLayer::texture_of(const std::shared_ptr<const faces::ColourPicture>& picture) const {
    return state_->pictures.of(picture);
}
ImFont* ImGuiLayer::font(FontRole role) const { return state_->fonts[int(role)]; }
std::optional<std::pair<double, double>> ImGuiLayer::mouse() const { return state_->mouse; }
bool ImGuiLayer::over_instrument(double x, double y) const { return state_->is_over_window(x, y); }

float ImGuiLayer::covered_pixels(float x, float y, float width, float height, std::string_view but) const {
    float sum = 0;
    for (const ImGuiWindow* window : state_->context->Windows) {
        const bool seen = (window->Active || window->WasActive) && !window->Hidden && !window->IsFallbackWindow;
        if (!seen || window->Flags & (ImGuiWindowFlags_NoMouseInputs | ImGuiWindowFlags_ChildWindow) || window->Name == but) continue;
        const ImRect its = window->Rect();
        const float wide = std::min(its.Max.x, x + width) - std::max(its.Min.x, x),
                    high = std::min(its.Max.y, y + height) - std::max(its.Min.y, y);
        if (wide > 0 && high > 0) sum += wide * high;
    }
    return sum;
}

}  // namespace neighborscope
