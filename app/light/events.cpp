// Handles mouse, keys and dropped files in the light window.
#include "app/light/keys.hpp"
#include "app/light/window.hpp"
#include "app/session/document/curve_request.hpp"
#include "app/session/document/input_files.hpp"
#include "app/session/sentences/neighbour_table.hpp"
#include "app/session/workbench/workbench.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

namespace neighborscope {
LightWindow& LightWindow::of(GLFWwindow* window) { return *static_cast<LightWindow*>(glfwGetWindowUserPointer(window)); }

void LightWindow::register_callbacks() {
    GLFWwindow* window = handle_.window;
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) { of(w).on_mouse_move(x, y); });
    glfwSetMouseButtonCallback(
        window, [](GLFWwindow* w, int button, int action, int) { of(w).on_mouse_button(button, action == GLFW_PRESS); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double dx, double dy) { of(w).on_wheel(dx, dy); });
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        of(w).key_inputs_.push_back({false, 0, key, scancode, modifiers, action != GLFW_RELEASE});
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned codepoint) { of(w).key_inputs_.push_back({true, codepoint}); });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) { of(w).on_drop({paths, paths + count}); });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
        LightWindow& self = of(w);
        if (!entered) self.layer_->mouse_leave(), self.picture_->mouse_leave();
        self.request_frames(3);
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).request_frames(2); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { of(w).request_frames(2); });
    const auto read = [](void* w) { return glfwGetClipboardString(static_cast<GLFWwindow*>(w)); };
    const auto write = [](void* w, const char* text) { glfwSetClipboardString(static_cast<GLFWwindow*>(w), text); };
    layer_->set_clipboard(read, write, window);
    picture_->set_clipboard(read, write, window);
}

WindowActions LightWindow::actions() {
    WindowActions actions;
    actions.start = &start_offer_;
    actions.note_view = [this] { note_view(); };
    actions.take_picture = [this] { return [this](const std::string& path) { picture_path_ = path, request_frames(1); }; };
    add_file_actions(actions, workbench_, [this](const PathQuestion& question, const std::function<void(const std::string&)>& then) {
        panels_.ask_for_path(question, then);
    });
    actions.copy_neighbours = [this] { glfwSetClipboardString(handle_.window, neighbours_as_tsv(workbench_.view()).c_str()); };
    actions.copy_command_line = [this] { note_view(), glfwSetClipboardString(handle_.window, command_line(workbench_.session()).c_str()); };
    actions.copy_curve_command = [this] {
        glfwSetClipboardString(handle_.window, curve_command_line(workbench_.session(), workbench_.view().curves.along).c_str());
    };
    actions.fit = [this] { picture_->picture().fit(); };
    actions.toggle_theme = [this] {
        const render::Theme other = theme() == render::Theme::light ? render::Theme::dark : render::Theme::light;
        workbench_.change([&](SessionState& state) { state.theme = other; });
    };
    actions.toggle_instruments = [this] { instruments_ = !instruments_; };
    actions.instruments_shown = [this] { return instruments_; };
    actions.toggle_presenter = [this] {
        presenter_ = !presenter_, large_pointer_.reset();
        workbench_.show_message({});  // what was said to the lecturer is not for the audience
    };
    actions.show_large_pointer = [this](bool shown) { large_pointer_ = shown; };
    actions.large_pointer_shown = [this] { return large_pointer_.value_or(presenter_); };
    actions.presenting = [this] { return presenter_; };
    actions.set_full_screen = [this](bool fill) { set_full_screen(fill); };
    actions.is_full_screen = [this] { return glfwGetWindowMonitor(handle_.window) != nullptr; };
    actions.toggle_dock = [this](Dock dock) {
        if (panels_.turns().are_taken()) return panels_.turns().toggle(dock);
        workbench_.note_view([dock](SessionState& next) { next.docks[std::size_t(dock)] = !next.docks[std::size_t(dock)]; });
    };
    actions.dock_shown = [this](Dock dock) {
        return panels_.turns().are_taken() ? panels_.turns().shows(dock) : workbench_.session().docks[std::size_t(dock)];
    };
    actions.set_scale = [this](int percent) {
        scale_percent_ = percent;
        run_file_work(workbench_, "The size of the text was not saved", [percent] { save_scale(percent); });
    };
    actions.scale = [this] { return limited_scale(scale_percent_); };
    actions.max_scale = [this] { return limited_scale(200); };
    actions.show_palette = [this] { panels_.show_palette(); };
    actions.show_shortcuts = [this] { panels_.show_sheet(panels::shortcuts_sheet(commands_)); };
    actions.show_glossary = [this](const std::string& find) { panels_.show_sheet(panels::glossary_sheet(find)); };
    actions.help_under_mouse = [this] { return layer_->shown_help().empty() ? picture_->shown_help() : layer_->shown_help(); };
    actions.show_title = [this] { panels_.show_sheet(panels::title_sheet(workbench_)); };
    actions.show_manual = [this] { panels_.show_sheet(panels::manual_sheet()); };
    actions.show_about = [this] {
        panels_.show_sheet(
            panels::about_sheet({{"OpenGL", render::gl_renderer()}, {"GLFW", std::string(glfwGetVersionString()) + ", zlib licence"}}));
    };
    actions.quit = [this] { glfwSetWindowShouldClose(handle_.window, GLFW_TRUE); };
    actions.nudge_query = [this](double dx, double dy) { pointer_.nudge(dx, dy); };
    actions.add_note = [this] {
        std::optional<std::array<double, 2>> mouse;
        if (inside_view(mouse_x_, mouse_y_)) mouse = {mouse_x_ - layout_.view_x(), mouse_y_ - layout_.view_y()};
        if (pointer_.add_note(mouse)) panels_.focus_field("notes." + std::to_string(workbench_.session().notes.size() - 1));
    };
    actions.move_view = [this](double dx, double dy, double turns) {
        pointer_.move_view(dx, dy, turns, layout_.view_width(), layout_.view_height());
    };
    return actions;
}

void LightWindow::set_full_screen(bool fill) {
    GLFWwindow* window = handle_.window;
    if (fill == (glfwGetWindowMonitor(window) != nullptr)) return;
    if (!fill)
        return glfwSetWindowMonitor(
            window, nullptr, windowed_geometry_[0], windowed_geometry_[1], windowed_geometry_[2], windowed_geometry_[3], GLFW_DONT_CARE);
    glfwGetWindowPos(window, &windowed_geometry_[0], &windowed_geometry_[1]);
    glfwGetWindowSize(window, &windowed_geometry_[2], &windowed_geometry_[3]);
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (mode) glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

bool LightWindow::inside_view(double x, double y) const {
    return x >= layout_.view_x() && x < layout_.view_x() + layout_.view_width() && y >= layout_.view_y() &&
           y < layout_.view_y() + layout_.view_height();
}

// ---- Mouse ----------------------------------------------------------------------------------------------------------------

void LightWindow::on_mouse_move(double x, double y) {
    // Converts from GLFW's window coordinates to logical pixels.
    int window_width = 1, window_height = 1;
    glfwGetWindowSize(handle_.window, &window_width, &window_height);
    x *= layout_.width / std::max(1, window_width);
    y *= layout_.height / std::max(1, window_height);
    const double view_x = x - layout_.view_x(), view_y = y - layout_.view_y();
    mouse_x_ = x;
    mouse_y_ = y;
    request_frames(3);
    if (!pointer_.held()) {
        if (layer_->mouse_move(x, y)) return picture_->mouse_leave();
        if (picture_->mouse_move(view_x, view_y) || !inside_view(x, y)) return;
    }
    pointer_.move(view_x, view_y);
}

void LightWindow::on_mouse_button(int button, bool down) {
    const Pointer::Button which = button == GLFW_MOUSE_BUTTON_LEFT    ? Pointer::Button::left
                                  : button == GLFW_MOUSE_BUTTON_RIGHT ? Pointer::Button::right
                                                                      : Pointer::Button::middle;
    request_frames(3);
    if (down) pulse_.click(1000 * glfwGetTime());
    if (!down && pointer_.held()) {
        layer_->mouse_button(button, false), picture_->mouse_button(button, false);  // they received the press
        if (const std::string command = pointer_.release(which, mouse_x_ - layout_.view_x(), mouse_y_ - layout_.view_y()); !command.empty())
            commands_.run(command);
        return;
    }
    if (layer_->mouse_button(button, down)) return;
    if (picture_->mouse_button(button, down) || !down || !inside_view(mouse_x_, mouse_y_)) return;
    pointer_.press(which, mouse_x_ - layout_.view_x(), mouse_y_ - layout_.view_y());
}

void LightWindow::on_wheel(double dx, double dy) {
    request_frames(3);
    if (layer_->mouse_wheel(dx, dy) || picture_->mouse_wheel(dx, dy) || !inside_view(mouse_x_, mouse_y_)) return;
    pointer_.wheel(dy, mouse_x_ - layout_.view_x(), mouse_y_ - layout_.view_y());
}

void LightWindow::on_drop(const std::vector<std::string>& paths) {
    open_dropped(workbench_, paths);
    request_frames(3);
}

// ---- Keys -----------------------------------------------------------------------------------------------------------------

/// Whether the key prints a character, which also arrives as text.
bool LightWindow::KeyInput::is_printable() const {
    return !text && key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2 && !(modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER));
}

/// Handles keys and letters in their order, even if many arrive between two frames. Dear ImGui 1.86 has no order within a frame, so that
/// while a line is edited, a frame gets letters or one other key. A line that is still opening gets them later.
void LightWindow::process_key_inputs() {
    bool letters = false;
    while (!key_inputs_.empty() && !panels_.is_line_opening()) {
        const KeyInput input = key_inputs_.front();
        const bool steers = !input.text && input.down && !input.is_printable();
        if (letters && steers) break;
        key_inputs_.pop_front();
        const bool is_typing = layer_->is_typing();
        if (input.text) on_text(input.codepoint);
        else on_key(input);
        letters = letters || (is_typing && input.text);
        if (is_typing && steers) break;
    }
    if (!key_inputs_.empty()) request_frames(1);
}

void LightWindow::on_key(const KeyInput& input) {
    request_frames(3);
    const int key = input.key, modifiers = input.modifiers;
    const bool is_typing =
        layer_->key(imgui_key(key), input.down, modifiers & GLFW_MOD_CONTROL, modifiers & GLFW_MOD_SHIFT, modifiers & GLFW_MOD_ALT);
    if (!input.down) return;
    const std::string keys = command_keys(key, modifiers, glfwGetKeyName(key, input.scancode));
    if (keys == "Esc" && panels_.close_topmost()) return;
    if (keys == "Ctrl+Shift+N" && panels_.ask_for_folder()) return;
    if (owner_of(commands_, keys, is_typing, is_typing && panels_.edits_number()) == KeyOwner::text) return;
    if (is_typing && panels_.is_overlaid() && keys != "Ctrl+Q" && keys != "Ctrl+K") return;  // the line has the keyboard
    if (panels_.is_asking() && keys != "Ctrl+Q") return;
    for (const char* its : {"Return", "Up", "Down", "PgUp", "PgDown"})  // press the preferred button of a sheet, and scroll it
        if (panels_.is_overlaid() && keys == its) return;
    if (keys == "Tab") panels_.focus_first_field();
    run_key_command(commands_, workbench_, keys);
}

void LightWindow::on_text(unsigned codepoint) {
    request_frames(3);
    char utf8[5];
    ImTextCharToUtf8(utf8, codepoint);
    if (layer_->text(utf8) || panels_.is_asking()) return;
    const std::string key = command_keys_of_text(codepoint);
    const bool capital = codepoint >= 'A' && codepoint <= 'Z';
    run_key_command(commands_, workbench_, capital && command_for_keys(commands_, "Shift+" + key) ? "Shift+" + key : key);
}

}  // namespace neighborscope
