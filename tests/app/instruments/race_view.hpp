// A race and its pictures without a window.
#pragma once
#include "app/instruments/race/race_picture.hpp"
#include "small_view.hpp"

#include <algorithm>

namespace neighborscope {

class RaceView {
public:
    explicit RaceView(const std::vector<std::string>& compared, const std::string& data = "hotspots:n=2000", bool three_d = false)
        : workbench_(
              [&] {
                  SessionState first;
                  first.data = data;
                  first.method = "heap";
                  first.device = "host";
                  first.compared = compared;
                  first.cells = CellsShown::none;
                  if (three_d) first.three_d = true;
                  return first;
              }(),
              [] {}) {
        pointer_.set_picture(&picture_);
        EXPECT_TRUE(settles());
    }
    bool settles() {
        return until(workbench_, [this] {
            const Racing& race = workbench_.view().race;
            if (workbench_.busy() || workbench_.view().neighbours.empty()) return false;
            if (workbench_.session().compared.empty()) return race.contenders.empty();
            return race.contenders.size() == workbench_.session().compared.size() + 1 &&
                   std::all_of(race.contenders.begin() + 1, race.contenders.end(),
                       [](const Racing::Entry& one) { return !one.refusal.empty() || !one.difference.empty(); });
        });
    }
    void draw(const PictureOptions& options = {}) {
        framebuffer_.bind();
        picture_.draw(workbench_, seen_width, seen_height, 1, render::Theme::light, options);
    }
    render::Image frame(const PictureOptions& options = {}) {
        for (int i = 0; i < 3; ++i) draw(options);
        return framebuffer_.read();
    }
    void move(double x, double y) {
        if (!picture_.mouse_move(x, y)) pointer_.move(x, y);
    }
    /// Clicks an instrument, and returns the command that it requests.
    std::string click(double x, double y) {
        picture_.mouse_move(x, y);
        frame();
        picture_.mouse_button(0, true);
        picture_.mouse_button(0, false);
        frame();
        return picture_.requested_command();
    }
    double seen_width = width, seen_height = height;  ///< of the lower left part of the framebuffer that is drawn
    render::Rectangle pane(std::size_t contender) const { return picture_.layout().panes.at(contender); }
    Workbench& workbench() { return workbench_; }
    RacePicture& picture() { return picture_; }
    Pointer& pointer() { return pointer_; }

private:
    render::OffscreenContext context_;
    render::Framebuffer framebuffer_{width, height};
    Workbench workbench_;
    RacePicture picture_;
    Pointer pointer_{workbench_};
};

}  // namespace neighborscope
