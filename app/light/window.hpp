// The GLFW window: handles events and draws frames.
#pragma once
#include "app/commands/commands.hpp"
#include "app/commands/start_offer.hpp"
#include "app/instruments/overlay/large_pointer.hpp"
#include "app/instruments/race/race_picture.hpp"
#include "app/light/panels.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/document/window_options.hpp"
#include "app/session/threads/heartbeat.hpp"
#include "app/session/workbench/workbench.hpp"
#include "render/offscreen.hpp"

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWcursor;
struct GLFWwindow;

namespace neighborscope {

/// Initialises GLFW, and terminates it in the destructor. Device Error without a display.
class GlfwLibrary {
public:
    GlfwLibrary();
    ~GlfwLibrary();
    GlfwLibrary(const GlfwLibrary&) = delete;
    GlfwLibrary& operator=(const GlfwLibrary&) = delete;
};

class LightWindow {
public:
    LightWindow(const SessionState&, const WindowOptions&);
    ~LightWindow();
    int run();  ///< until the window is closed; returns the exit status

private:
    struct Handle {  // the GL context must outlive the picture, and end before GLFW
        GLFWwindow* window = nullptr;
        GLFWcursor *cross = nullptr, *hand = nullptr, *shown = nullptr;  ///< cursors while points are edited by hand
        std::array<GLFWcursor*, 1 + pulse_images> large{};               ///< images of the large pointer; null: not made yet
        int large_diameter = 0;                                          ///< of their ring, in pixels
        void forget_large();
        ~Handle();
    };
    static GLFWwindow* open(const WindowOptions&);
    static LightWindow& of(GLFWwindow*);
    void register_callbacks();
    WindowActions actions();
    void frame();
    void show_title();  ///< the data's name first
    void show_cursor();
    GLFWcursor* large_cursor();
    void compute_layout(LightLayout&, double& scale);
    int limited_scale(int percent) const;  ///< limited to what the window has room for
    void request_frames(int count) { frames_ = frames_ > count ? frames_ : count; }

    void on_mouse_move(double x, double y);
    void on_mouse_button(int button, bool down);
    void on_wheel(double dx, double dy);
    struct KeyInput {
        bool text = false;  // otherwise a key
        unsigned codepoint = 0;
        int key = 0, scancode = 0, modifiers = 0;
        bool down = false;
        bool is_printable() const;
    };
    void process_key_inputs();
    void on_key(const KeyInput&);
    void on_text(unsigned codepoint);
    void on_drop(const std::vector<std::string>& paths);
    bool inside_view(double x, double y) const;
    void set_full_screen(bool);
    void note_view();  ///< Workbench::note_view: camera and presentation mode
    void keep();       ///< for the next start: size and session
    render::Theme theme() const;

    WindowOptions start_;
    GlfwLibrary library_;
    Handle handle_;
    Workbench workbench_;
    StartOffer start_offer_;
    Commands commands_;
    std::unique_ptr<RacePicture> picture_;
    std::unique_ptr<ImGuiLayer> layer_;
    LightPanels panels_;
    std::unique_ptr<render::Framebuffer> view_;

    LightLayout layout_;
    double scale_ = 1, mouse_x_ = 0, mouse_y_ = 0;
    Pointer pointer_;
    bool instruments_ = true, presenter_ = false;
    std::optional<bool> large_pointer_;  ///< as chosen since the last change of the presentation mode; none: shown while presenting
    PointerPulse pulse_;
    std::uint64_t opened_views_ = 0;          ///< ViewModel::opened_views of the last frame
    std::array<int, 4> windowed_geometry_{};  ///< position and size before full screen
    int scale_percent_ = saved_scale();
    int frames_ = 3;
    std::deque<KeyInput> key_inputs_;  // not processed yet
    std::string title_ = "Neighborscope";
    std::optional<std::string> picture_path_;  // file to write the next frame to
    std::optional<int> status_;
    double frame_milliseconds_ = 0;
    Heartbeat heartbeat_;
};

}  // namespace neighborscope
