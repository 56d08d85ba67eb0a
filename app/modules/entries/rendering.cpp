// The module `rendering`: pictures for `shot` and `bench`.
#include "app/instruments/imgui/chart_canvas.hpp"
#include "app/instruments/race/race_picture.hpp"
#include "app/modules/modules.hpp"
#include "render/offscreen.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace neighborscope::modules {
namespace {

class OffscreenCharts : public ChartPictures {
public:
    std::string png(const charts::Chart& chart, render::Theme theme) override { return render::png_of(draw_chart(chart, theme)); }

private:
    render::OffscreenContext context_;
};

}  // namespace
}  // namespace neighborscope::modules

using namespace neighborscope;

void neighborscope_draw_picture(const modules::PictureRequest& request, modules::DrawnPicture& drawn) {
    const render::OffscreenContext context(request.workbench.drawable().device == DeviceKind::cuda);
    const double width = request.width, height = request.height, scale = request.scale;
    PictureOptions options;
    options.tools = false;
    options.presenter = request.presenter;
    render::Framebuffer framebuffer(int(std::lround(width * scale)), int(std::lround(height * scale)));
    RacePicture picture;
    // The first frame lays out text and panels; the second is the picture, unless a GPU still counts the density of points.
    const auto draw = [&] {
        for (int frame = 0; frame < 2 || picture.unfinished(); ++frame) {
            framebuffer.bind();
            picture.draw(request.workbench, width, height, scale, request.theme, options);
        }
    };
    draw();
    if (request.workbench.session().regions) {  // the visible part of the plane is known after the first frame
        while (request.workbench.poll() || request.workbench.busy()) {
            const ProgressCard card = request.workbench.progress().value_or(ProgressCard());
            request.progress.step(card.done, card.total);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        draw();
    }
    for (const render::Rectangle& pane : picture.layout().panes)
        if (std::min(pane.width, pane.height) < min_pane)
            throw Error(Failure::usage,
                std::to_string(picture.count()) + " pictures side by side do not fit into " + std::to_string(request.width) + " x " +
                    std::to_string(request.height),
                "choose a larger --size");
    drawn.png = render::png_of(framebuffer.read());
    drawn.buffer_path = picture.buffer_path(), drawn.interop = picture.interop();
}

void neighborscope_opengl_name(std::string& name) {
    const render::OffscreenContext context;
    const int version = epoxy_gl_version();  // ten times the major number, and the minor
    name = std::to_string(version / 10) + "." + std::to_string(version % 10) + ", " + render::gl_renderer();
}

modules::ChartPictures* neighborscope_chart_pictures() { return new modules::OffscreenCharts; }
