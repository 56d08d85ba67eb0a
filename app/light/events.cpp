// What mouse, keys and dropped files do in the light window.
#include "app/data/output_file.hpp"
#include "app/instruments/fonts.hpp"
#include "app/light/keys.hpp"
#include "app/light/window.hpp"
#include "app/session/dropped_files.hpp"
#include "app/session/inputs.hpp"
#include "app/session/neighbour_table.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cmath>

namespace neighborscope {
namespace {

constexpr double click_slack = 3;  // logical pixels a click may move

}  // namespace

LightWindow& LightWindow::of(GLFWwindow* window) { return *static_cast<LightWindow*>(glfwGetWindowUserPointer(window)); }

void LightWindow::listen() {
    GLFWwindow* window = handle_.window;
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) { of(w).on_mouse_move(x, y); });
    glfwSetMouseButtonCallback(
        window, [](GLFWwindow* w, int button, int action, int) { of(w).on_mouse_button(button, action == GLFW_PRESS); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double dx, double dy) { of(w).on_wheel(dx, dy); });
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        of(w).strokes_.push_back({false, 0, key, scancode, modifiers, action != GLFW_RELEASE});
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned codepoint) { of(w).strokes_.push_back({true, codepoint}); });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) { of(w).on_drop({paths, paths + count}); });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
        LightWindow& self = of(w);
        if (!entered) self.layer_->mouse_left(), self.picture_->gui().mouse_left();
        self.wake_frames(3);
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).wake_frames(2); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { of(w).wake_frames(2); });
    for (ImGuiLayer* layer : {&picture_->gui(), layer_.get()})
        layer->set_clipboard([](void* w) { return glfwGetClipboardString(static_cast<GLFWwindow*>(w)); },
            [](void* w, const char* text) { glfwSetClipboardString(static_cast<GLFWwindow*>(w), text); }, window);
}

WindowActions LightWindow::actions() {
    WindowActions actions;
    actions.open_file = [this] {
        panels_.ask_for_path(
            "Open data: a file, sample:NAME or a generator", "", [this](const std::string& path) { workbench_.open_data(path); });
    };
    actions.open_session = [this] {
        panels_.ask_for_path(
            "Open session", "session.json", [this](const std::string& path) { safely([&] { workbench_.replace(load_session(path)); }); });
    };
    actions.save_session = [this] {
        panels_.ask_for_path("Save session", "session.json", [this](const std::string& path) {
            safely([&] {
                refuse_overwriting(workbench_.session(), path);
                save_session(workbench_.session(), path), workbench_.say("Session saved as " + path);
            });
        });
    };
    actions.export_neighbours = [this] {
        panels_.ask_for_path("Export neighbours", "neighbours.csv", [this](const std::string& path) {
            safely([&] {
                refuse_overwriting(workbench_.session(), path);
                write_file(path, neighbours_as_csv(workbench_.view())), workbench_.say("Neighbours written to " + path);
            });
        });
    };
    actions.export_points = [this] {
        panels_.ask_for_path("Export points: .csv, .npz or .ply", "points.csv", [this](const std::string& path) {
            safely([&] { refuse_overwriting(workbench_.session(), path), workbench_.export_points(path); });
        });
    };
    actions.compare_lists = [this] {
        panels_.ask_for_path("Compare lists: .npz, .npy, .ivecs or query,rank,index,distance", workbench_.session().lists,
            [this](const std::string& path) { workbench_.compare_lists(path, workbench_.session().list_queries); });
    };
    actions.compare_queries = [this] {
        panels_.ask_for_path("Queries of the lists", workbench_.session().list_queries,
            [this](const std::string& path) { workbench_.name_list_queries(path); });
    };
    actions.choose_columns = [this] { workbench_.ask_columns(); };
    actions.save_picture = [this] {
        panels_.ask_for_path("Save picture", "neighborscope.png", [this](const std::string& path) {
            safely([&] { refuse_overwriting(workbench_.session(), path), picture_path_ = path; });
            wake_frames(1);
        });
    };
    actions.copy_neighbours = [this] { glfwSetClipboardString(handle_.window, neighbours_as_tsv(workbench_.view()).c_str()); };
    actions.copy_command_line = [this] { glfwSetClipboardString(handle_.window, command_line(workbench_.session()).c_str()); };
    actions.fit = [this] { picture_->fit(); };
    actions.toggle_theme = [this] {
        const render::Theme other = theme() == render::Theme::light ? render::Theme::dark : render::Theme::light;
        workbench_.change("change theme", [&](SessionState& state) { state.theme = other; });
    };
    actions.toggle_instruments = [this] { instruments_ = !instruments_; };
    actions.instruments_shown = [this] { return instruments_; };
    actions.toggle_presenter = [this] { presenter_ = !presenter_; };
    actions.presenting = [this] { return presenter_; };
    actions.show_palette = [this] { panels_.show_palette(); };
    actions.show_shortcuts = [this] { panels_.show_shortcuts(); };
    actions.show_about = [this] { panels_.show_about(); };
    actions.quit = [this] { glfwSetWindowShouldClose(handle_.window, GLFW_TRUE); };
    actions.nudge_query = [this](double dx, double dy) { nudge(dx, dy); };
    return actions;
}

/// Work on files: what goes wrong is the error card, not the end.
void LightWindow::safely(const std::function<void()>& file_work) {
    try {
        file_work();
    } catch (const Error& error) { workbench_.show_error(error.what(), error.remedy); }
}

bool LightWindow::inside_view(double x, double y) const {
    return x >= layout_.view_x() && x < layout_.view_x() + layout_.view_width() && y >= 0 && y < layout_.view_height();
}

/// True coordinates of a pixel of the view: two axes in 2-D, three in 3-D. Empty before there are points.
std::vector<double> LightWindow::position_under(double x, double y) const {
    const Drawable drawable = workbench_.drawable();
    if (!drawable.data) return {};
    const render::Camera& camera = picture_->camera();
    const glm::dvec3 at = camera.to_world(x, y);
    std::vector<double> position;
    for (int axis = 0; axis < std::min(camera.three_d ? 3 : 2, drawable.data->dimension); ++axis)
        position.push_back(drawable.data->origin[std::size_t(drawable.data->shown[std::size_t(axis)])] + at[axis]);
    return position;
}

void LightWindow::nudge(double dx, double dy) {
    const Drawable drawable = workbench_.drawable();
    if (!drawable.data || drawable.query.empty()) return;
    // From the document, not from the answer shown: keys may come faster than answers.
    std::vector<double> query = workbench_.session().query.value_or(workbench_.view().query);
    if (query.size() != std::size_t(drawable.data->dimension)) return;
    const render::Camera& camera = picture_->camera();
    glm::dvec3 at{0};
    const int axes = std::min(3, drawable.data->dimension);
    const auto shown = [&](int axis) { return std::size_t(drawable.data->shown[std::size_t(axis)]); };
    for (int axis = 0; axis < axes; ++axis) at[axis] = query[shown(axis)] - drawable.data->origin[shown(axis)];
    const glm::dvec3 pixel = camera.to_pixels(at);
    const glm::dvec3 moved = at + camera.to_world(pixel.x + dx, pixel.y + dy) - camera.to_world(pixel.x, pixel.y);
    for (int axis = 0; axis < std::min(camera.three_d ? 3 : 2, axes); ++axis)
        query[shown(axis)] = drawable.data->origin[shown(axis)] + moved[axis];
    workbench_.move_query(query);
}

// ---- Mouse ----------------------------------------------------------------------------------------------------------------

void LightWindow::on_mouse_move(double x, double y) {
    // GLFW speaks of window coordinates; everything here is in logical pixels.
    int window_width = 1, window_height = 1;
    glfwGetWindowSize(handle_.window, &window_width, &window_height);
    x *= layout_.width / std::max(1, window_width);
    y *= layout_.height / std::max(1, window_height);
    const double larger = picture_->magnification();
    const double dx = (x - mouse_x_) / larger, dy = (y - mouse_y_) / larger, view_x = (x - layout_.view_x()) / larger;
    mouse_x_ = x;
    mouse_y_ = y;
    wake_frames(3);
    if (std::hypot(x - pressed_x_, y - pressed_y_) > click_slack) moved_ = true;
    if (drag_ != Drag::none) {
        if (!moved_ && pressed_) return;
        if (drag_ == Drag::orbit) picture_->camera().orbit(dx, dy);
        else picture_->camera().pan(dx, dy);
        return;
    }
    if (layer_->mouse_move(x, y)) {
        picture_->gui().mouse_left();
        return;
    }
    if (picture_->gui().mouse_move(view_x, y / larger) || !inside_view(x, y)) return;
    if (workbench_.follows_mouse()) workbench_.move_query(position_under(view_x, y / larger));
}

void LightWindow::on_mouse_button(int button, bool down) {
    const double larger = picture_->magnification();
    wake_frames(3);
    if (!down && drag_ != Drag::none) {
        const bool click = pressed_ && !moved_ && button == GLFW_MOUSE_BUTTON_LEFT;
        if (!moved_ && button == GLFW_MOUSE_BUTTON_RIGHT) commands_.run("query.why");
        drag_ = Drag::none;
        pressed_ = false;
        if (!click) return;
        const std::int64_t row = picture_->hovered();
        if (row >= 0) workbench_.pin_query_at_row(row);
        else workbench_.pin_query(position_under((mouse_x_ - layout_.view_x()) / larger, mouse_y_ / larger));
        return;
    }
    if (layer_->mouse_button(button, down)) return;
    if (picture_->gui().mouse_button(button, down) || !down || !inside_view(mouse_x_, mouse_y_)) return;
    pressed_ = button == GLFW_MOUSE_BUTTON_LEFT;
    moved_ = false;
    pressed_x_ = mouse_x_;
    pressed_y_ = mouse_y_;
    drag_ = workbench_.session().three_d && button == GLFW_MOUSE_BUTTON_LEFT ? Drag::orbit : Drag::pan;
}

void LightWindow::on_wheel(double dx, double dy) {
    wake_frames(3);
    if (layer_->mouse_wheel(dx, dy) || picture_->gui().mouse_wheel(dx, dy) || !inside_view(mouse_x_, mouse_y_)) return;
    const double larger = picture_->magnification();
    picture_->camera().zoom(std::pow(1.2, dy), (mouse_x_ - layout_.view_x()) / larger, mouse_y_ / larger);
}

void LightWindow::on_drop(const std::vector<std::string>& paths) {
    open_dropped(workbench_, paths);
    wake_frames(3);
}

// ---- Keys -----------------------------------------------------------------------------------------------------------------

/// Whether the key says nothing itself: the letter that it prints comes as text.
bool LightWindow::Stroke::prints() const {
    return !text && key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2 && !(modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER));
}

/// Keys and letters in the order in which they came, however many fall between two frames. Dear ImGui 1.86 knows no order within
/// a frame, so while a line is typed into, a frame gets letters or one other key; a line that is only opening gets them later.
void LightWindow::take_strokes() {
    bool letters = false;
    while (!strokes_.empty() && !panels_.opening_line()) {
        const Stroke stroke = strokes_.front();
        const bool steers = !stroke.text && stroke.down && !stroke.prints();
        if (letters && steers) break;
        strokes_.pop_front();
        const bool typing = layer_->typing();
        if (stroke.text) on_text(stroke.codepoint);
        else on_key(stroke);
        letters = letters || (typing && stroke.text);
        if (typing && steers) break;
    }
    if (!strokes_.empty()) wake_frames(1);
}

void LightWindow::on_key(const Stroke& stroke) {
    wake_frames(3);
    const int key = stroke.key, modifiers = stroke.modifiers;
    const bool typing =
        layer_->key(imgui_key(key), stroke.down, modifiers & GLFW_MOD_CONTROL, modifiers & GLFW_MOD_SHIFT, modifiers & GLFW_MOD_ALT);
    if (!stroke.down) return;
    const std::string keys = command_keys(key, modifiers, glfwGetKeyName(key, stroke.scancode));
    if (keys == "Esc" && panels_.close_topmost()) return;
    if (typing && keys != "Ctrl+Q" && keys != "Ctrl+K") return;  // Ctrl+C and arrows belong to the line being typed
    run_keys(keys);
}

void LightWindow::on_text(unsigned codepoint) {
    wake_frames(3);
    std::string utf8;
    if (codepoint < 0x80) {
        utf8 += char(codepoint);
    } else if (codepoint < 0x800) {
        utf8 += {char(0xC0 | codepoint >> 6), char(0x80 | (codepoint & 63))};
    } else if (codepoint < 0x10000) {
        utf8 += {char(0xE0 | codepoint >> 12), char(0x80 | (codepoint >> 6 & 63)), char(0x80 | (codepoint & 63))};
    } else {
        utf8 += {char(0xF0 | codepoint >> 18), char(0x80 | (codepoint >> 12 & 63)), char(0x80 | (codepoint >> 6 & 63)),
            char(0x80 | (codepoint & 63))};
    }
    if (layer_->text(utf8)) return;
    const std::string key = command_keys_of_text(codepoint);
    const bool capital = codepoint >= 'A' && codepoint <= 'Z';
    run_keys(capital && command_for_keys(commands_, "Shift+" + key) ? "Shift+" + key : key);
}

void LightWindow::run_keys(const std::string& keys) {
    if (keys.empty()) return;
    if (const Command* command = command_for_keys(commands_, keys)) commands_.run(command->id);
}

}  // namespace neighborscope
