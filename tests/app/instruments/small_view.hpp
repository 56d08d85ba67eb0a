// A workbench and its picture without a window, for tests of the instruments.
#pragma once
#include "app/instruments/picture/picture.hpp"
#include "render/offscreen.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <functional>
#include <set>

namespace neighborscope {

inline constexpr int width = 900, height = 640;

inline PictureOptions presented() {
    PictureOptions options;
    options.presenter = true;
    return options;
}

class View {
public:
    explicit View(const std::string& data, bool three_d = false)
        : workbench_(
              [&] {
                  SessionState first;
                  first.data = data;
                  first.method = "heap";
                  first.device = "host";
                  first.three_d = three_d;
                  first.query_mode = QueryMode::pinned;
                  return first;
              }(),
              [] {}) {
        EXPECT_TRUE(until(workbench_, [&] {
            const ViewModel& view = workbench_.view();
            return view.error.has_value() || (!view.neighbours.empty() && view.timings.runs > 0);
        })) << data;
    }

    render::Image frame(const PictureOptions& options = {}, render::Theme theme = render::Theme::light) {
        framebuffer_.bind();
        picture_.draw(workbench_, seen_width, seen_height, 1, theme, options);
        picture_.apply_requests(workbench_);
        return framebuffer_.read();
    }
    /// Draws a frame for its effect on instruments. Renders only a corner, in a tenth of the time.
    void unseen_frame(const PictureOptions& options = {}) {
        corner_.bind();
        picture_.draw(workbench_, seen_width, seen_height, 1, render::Theme::light, options);
        picture_.apply_requests(workbench_);
    }
    render::Image settle(const PictureOptions& options = {}) {
        for (int i = 0; i < 3; ++i) unseen_frame(options);
        return frame(options);
    }
    /// Draws only what is over points and cells.
    render::Image marks() {
        PictureOptions options;
        options.instruments = options.tools = false;
        options.layers = {.points = false, .links = false, .radius = false, .neighbours = false, .query = false, .axes = false};
        return settle(options);
    }
    /// Waits until `done` and the workbench is not busy.
    void idle_until(const std::function<bool()>& done) {
        ASSERT_TRUE(until(workbench_, [&] { return !workbench_.busy() && done(); }));
    }
    std::string click(double x, double y) {
        picture_.gui().mouse_move(x, y);
        picture_.gui().mouse_button(0, true);
        picture_.gui().mouse_button(0, false);
        unseen_frame();
        unseen_frame();
        return picture_.requested_command();
    }
    /// All commands that clicks in this area request.
    std::set<std::string> everything_clickable(double x_from, double x_to, double y_from, double y_to) {
        std::set<std::string> found;
        frame();
        for (double y = y_from; y < y_to; y += 11)
            for (double x = x_from; x < x_to; x += 24)
                if (std::string id = click(x, y); !id.empty()) found.insert(id);
        return found;
    }

    /// Names of instruments of the last frame that extend beyond the view.
    std::vector<std::string> outside() const {
        std::vector<std::string> names;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
            const ImVec2 from = window->Pos, to{from.x + window->Size.x, from.y + window->Size.y};
            const bool inside = from.x >= 0 && from.y >= 0 && to.x <= float(seen_width) && to.y <= float(seen_height);
            if (window->Active && !window->Hidden && !inside) names.emplace_back(window->Name);
        }
        return names;
    }

    int seen_width = width, seen_height = height;  ///< size of the lower left part of the framebuffer that is drawn, in pixels

    Workbench& workbench() { return workbench_; }
    Picture& picture() { return picture_; }

private:
    render::OffscreenContext context_;
    render::Framebuffer framebuffer_{width, height}, corner_{16, 16};
    Workbench workbench_;
    Picture picture_;
};

/// Number of pixels that differ within a part of two pictures.
inline int differing(const render::Image& a, const render::Image& b, int x_from, int x_to, int y_from, int y_to) {
    int count = 0;
    for (int y = y_from; y < y_to; ++y)
        for (int x = x_from; x < x_to; ++x)
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x)) + channel;
                if (std::abs(a.rgb[at] - b.rgb[at]) > 30) {
                    ++count;
                    break;
                }
            }
    return count;
}

}  // namespace neighborscope
