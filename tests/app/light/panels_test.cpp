// The form of the light window, its sliders dragged with the mouse; what they change is searched again and seen.
#include "app/light/panels.hpp"
#include "app/data/make/parameters.hpp"
#include "render/offscreen.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace neighborscope {
namespace {

constexpr double window_width = 1280, window_height = 1600;  // all of the form without scrolling

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
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (workbench_.poll(), workbench_.busy() || !done()) {
            if (std::chrono::steady_clock::now() > limit) return false;
            workbench_.report_frame("", 1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return true;
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
    /// Drags on each line of the form, from `y_from` on, until the newest undo step is `kind`; false when there is no such slider. Every
    /// other change is taken back.
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

private:
    void frame() {
        framebuffer_.bind();
        layer_.begin_frame(window_width, window_height, 1, render::Theme::light);
        panels_.draw(layer_, LightLayout::of(window_width, window_height, 0), render::Theme::light);
        layer_.end_frame();
    }

    render::OffscreenContext context_;
    render::Framebuffer framebuffer_{64, 64};  // nobody looks at it
    Workbench workbench_;
    Commands commands_;
    ImGuiLayer layer_;
    LightPanels panels_{workbench_, commands_};
};

SessionState crowded_session() {
    SessionState state;
    state.data = "hotspots:n=3000";
    state.method = "quadtree-cached";
    state.device = "host";
    state.query_mode = QueryMode::pinned;
    return state;
}

TEST(LightForm, SlidersOfTheDataMakeThemAgain) {
    for (const std::string name : {"hotspots", "speed", "n"}) {
        SCOPED_TRACE(name);
        Form form(crowded_session());
        const int leaves = form.view().tree->leaves;
        const auto query = form.view().query;
        ASSERT_TRUE(form.drag_slider("change " + name, 40, 110));
        const auto given = given_parameters(form.session().data);
        ASSERT_EQ(given.count(name), 1u) << form.session().data;
        if (name == "n") { EXPECT_NE(given.at(name), "3000"); }
        ASSERT_TRUE(form.settles([&] { return form.workbench().drawable().data->source == form.session().data; }));
        if (name != "speed") { EXPECT_NE(form.view().tree->leaves, leaves) << "the tree is of other points"; }
        EXPECT_EQ(form.view().query, query);
        form.workbench().undo();
        EXPECT_EQ(form.session().data, "hotspots:n=3000") << "a drag is one step";
    }
}

TEST(LightForm, SlidersOfTheMethodDivideAnew) {
    for (const std::string name : {"leaf-capacity", "max-level"}) {
        SCOPED_TRACE(name);
        Form form(crowded_session());
        const int leaves = form.view().tree->leaves;
        ASSERT_TRUE(form.drag_slider("change " + name, 12, 24, 500));
        ASSERT_TRUE(form.settles([&] { return form.view().tree && form.view().tree->leaves != leaves; }));
        form.workbench().undo();
        ASSERT_TRUE(form.settles([&] { return form.view().tree && form.view().tree->leaves == leaves; }));
    }
}

TEST(LightForm, TheSliderOfKAsksForMore) {
    Form form(crowded_session());
    EXPECT_EQ(form.view().neighbours.size(), 16u);
    ASSERT_TRUE(form.drag_slider("change k", window_width - 200, window_width - 120));
    EXPECT_NE(form.session().k, 16);
    ASSERT_TRUE(form.settles([&] { return int(form.view().neighbours.size()) == form.session().k; }));
}

}  // namespace
}  // namespace neighborscope
