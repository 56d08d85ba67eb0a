// The form of the light window without a window, with mouse and keys, for tests.
#pragma once
#include "app/light/panels.hpp"
#include "render/offscreen.hpp"
#include "tests/patience.hpp"

#include <imgui_internal.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace neighborscope {

inline constexpr double window_width = 1280, window_height = 1800;  // all of the form without scrolling

class Form {
public:
    explicit Form(const SessionState& first) : workbench_(first, [] {}) {
        add_standard_commands(commands_, workbench_, {});
        EXPECT_TRUE(settles([this] { return !view().neighbours.empty(); }));
        for (int i = 0; i < 3; ++i) frame();
    }
    const ViewModel& view() const { return workbench_.view(); }
    const SessionState& session() const { return workbench_.session(); }
    Workbench& workbench() { return workbench_; }

    bool settles(const std::function<bool()>& done) {
        const auto there = [&] { return !workbench_.busy() && done(); };
        const auto draw = [this] { workbench_.report_frame("", 1), nap(); };
        return until(workbench_, there, patience, draw);
    }
    /// Drags along the line at `y` with the mouse.
    void drag(double y, double x_from, double x_to) {
        layer_.mouse_move(x_from, y);
        frame();
        layer_.mouse_button(0, true);
        frame();
        for (int i = 1; i <= 5; ++i) {
            layer_.mouse_move(x_from + (x_to - x_from) * i / 5, y);
            frame();
            workbench_.poll();
        }
        layer_.mouse_button(0, false);
        frame();
        frame();
    }
    /// Drags on each line of the form, from `y_from` on, until the newest undo step is `kind`, and undoes all other changes. False: there
    /// is no such slider.
    bool drag_slider(const std::string& kind, double x_from, double x_to, double y_from = 60) {
        for (double y = y_from; y < window_height - 60; y += 7) {
            drag(y, x_from, x_to);
            if (!workbench_.can_undo()) continue;
            if (workbench_.undo_kind() == kind) return true;
            workbench_.undo();
            settles([] { return true; });
        }
        return false;
    }

    void frame() { frame(layout_); }
    void frame(const LightLayout& layout) {
        framebuffer_.bind();
        layer_.begin_frame(layout.width, layout.height, 1, render::Theme::light);
        panels_.draw(layer_, layout, render::Theme::light);
        layer_.end_frame();
    }
    /// Turns the wheel over each line.
    void turn_wheel_everywhere(double x) {
        for (double y = 40; y < window_height - 60; y += 9) {
            layer_.mouse_move(x, y);
            frame();
            layer_.mouse_wheel(0, y < 0.5 * window_height ? -1 : 1);
            frame();
        }
    }
    void click(double x, double y) { click(x, y, layout_); }
    void click(double x, double y, const LightLayout& layout) {
        layer_.mouse_move(x, y);
        frame(layout);
        layer_.mouse_button(0, true);
        frame(layout);
        layer_.mouse_button(0, false);
        frame(layout);
        frame(layout);
    }
    /// The tooltip at that place.
    std::string help_at(double x, double y, const LightLayout& layout) {
        layer_.mouse_move(x, y);
        for (int i = 0; i < 3; ++i) frame(layout);
        return layer_.shown_help();
    }
    /// Double-clicks each line of the form until a field accepts the digits and `done`. The field must receive every key.
    bool type_into_a_field(double x, const std::string& digits, const std::function<bool()>& done) {
        for (double y = 60; y < window_height - 60; y += 7) {
            click(x, y);
            click(x, y);
            if (!layer_.is_typing()) continue;
            for (const char digit : digits) {
                constexpr int no_key_of_imgui = -1;  // digits are keys of the view only
                EXPECT_TRUE(layer_.key(no_key_of_imgui, true, false, false, false)) << "the view would get it";
                EXPECT_TRUE(layer_.text(std::string(1, digit)));
                frame();
            }
            press(ImGuiKey_Enter);
            workbench_.poll();
            if (done()) return true;
            press(ImGuiKey_Escape);
            if (workbench_.can_undo()) workbench_.undo();
            settles([] { return true; });
        }
        return false;
    }
    void press(int key) {
        for (const bool down : {true, false}) {
            layer_.key(key, down, false, false, false);
            frame();
        }
    }
    bool is_typing() const { return layer_.is_typing(); }
    void type(const std::string& text) {
        for (const char letter : text) {
            EXPECT_TRUE(layer_.text(std::string(1, letter)));
            frame();
        }
    }
    void show_lower_dock(double height) { layout_ = LightLayout::of(window_width, window_height, height); }
    void show_lesson() { layout_ = LightLayout::of(window_width, 800, 0, true); }
    LightPanels& panels() { return panels_; }
    const Commands& commands() const { return commands_; }
    /// Names of ImGui windows, including those of tables, with a horizontal scroll bar.
    std::string scrolled_sideways() const {
        std::string names;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && window->ScrollbarX) names += std::string(window->Name) + "\n";
        return names;
    }

private:
    LightLayout layout_ = LightLayout::of(window_width, window_height, 0);
    render::OffscreenContext context_;
    render::Framebuffer framebuffer_{64, 64};  // not inspected
    Workbench workbench_;
    Commands commands_;
    ImGuiLayer layer_;
    LightPanels panels_{workbench_, commands_};
};

inline SessionState crowded_session() {
    SessionState state;
    state.data = "hotspots:n=3000";
    state.method = "quadtree-cached";
    state.device = "host";
    state.query_mode = QueryMode::pinned;
    return state;
}

}  // namespace neighborscope
