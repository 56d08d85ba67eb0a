// The module `rendering`: pictures for `shot` and `bench`.
#include "app/experiments/chart.hpp"
#include "app/instruments/picture.hpp"
#include "app/modules/modules.hpp"
#include "render/offscreen.hpp"

#include <cmath>

namespace neighborscope::modules {
namespace {

class OffscreenCharts : public ChartPictures {
public:
    std::string png(const experiments::Chart& chart, render::Theme theme) override {
        return render::png_of(experiments::draw_chart(chart, theme));
    }

private:
    render::OffscreenContext context_;
};

}  // namespace
}  // namespace neighborscope::modules

using namespace neighborscope;

void neighborscope_draw_picture(const modules::PictureRequest& request, modules::DrawnPicture& drawn) {
    const render::OffscreenContext context(request.workbench.drawable().device == DeviceKind::cuda);
    render::Framebuffer framebuffer(int(std::lround(request.width * request.scale)), int(std::lround(request.height * request.scale)));
    Picture picture;
    PictureOptions options;
    options.tools = false;
    options.presenter = request.presenter;
    // Text and panels find their places in the first frame; the second is the picture, unless a GPU still counts how dense points are.
    for (int frame = 0; frame < 2 || picture.unfinished(); ++frame) {
        framebuffer.bind();
        picture.draw(request.workbench, request.width, request.height, request.scale, request.theme, options);
    }
    drawn = {render::png_of(framebuffer.read()), picture.buffer_path(), picture.interop()};
}

modules::ChartPictures* neighborscope_chart_pictures() { return new modules::OffscreenCharts; }
