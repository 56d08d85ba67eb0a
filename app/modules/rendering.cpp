// The module `rendering`: pictures for `shot` and `bench`.
#include "app/instruments/chart_canvas.hpp"
#include "app/instruments/picture.hpp"
#include "app/instruments/race.hpp"
#include "app/modules/modules.hpp"
#include "render/offscreen.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::modules {
namespace {

class OffscreenCharts : public ChartPictures {
public:
    std::string png(const charts::Chart& chart, render::Theme theme) override { return render::png_of(draw_chart(chart, theme)); }

private:
    render::OffscreenContext context_;
};

/// What of 2-D data is looked at: so far around a place, relative to the data's origin.
struct Neighbourhood {
    std::array<double, 3> middle{};
    double radius = 0;
};

std::optional<Neighbourhood> neighbourhood_of(const Workbench& workbench) {
    const ViewModel& view = workbench.view();
    const std::shared_ptr<const DataSet> data = workbench.drawable().data;
    if (!data || data->dimension > 2 || view.three_d || !(view.kth_distance > 0) || workbench.session().metric == Metric::cosine) return {};
    return Neighbourhood{data->shown_place(view.query), view.kth_distance};
}

void look_at(render::Camera& camera, const Neighbourhood& near) {
    constexpr double share = 0.27;  // of the shorter side, on either side of the middle
    const double middle_x = 0.5 * camera.width(), middle_y = 0.5 * camera.height();
    camera.zoom(share * std::min(camera.width(), camera.height()) / (near.radius * camera.pixels_per_unit()), middle_x, middle_y);
    const glm::dvec3 at = camera.to_pixels(glm::dvec3(near.middle[0], near.middle[1], 0));
    camera.pan(middle_x - at.x, middle_y - at.y);
}

/// The workbench as it is now.
render::Image picture_now(Workbench& workbench, double width, double height, double scale, render::Theme theme,
    const PictureOptions& options, DrawnPicture& how, const std::optional<Neighbourhood>& near = {}) {
    render::Framebuffer framebuffer(int(std::lround(width * scale)), int(std::lround(height * scale)));
    Picture picture;
    // Text and panels find their places in the first frame; the second is the picture, unless a GPU still counts how dense points are.
    for (int frame = 0; frame < 2 || picture.unfinished(); ++frame) {
        framebuffer.bind();
        picture.draw(workbench, width, height, scale, theme, options);
        if (frame == 0 && near) look_at(picture.camera(), *near);
    }
    how.buffer_path = picture.buffer_path(), how.interop = picture.interop();
    return framebuffer.read();
}

/// A strip of words and bars.
template <class Draw>
render::Image strip(double width, double height, double scale, render::Theme theme, const Draw& draw) {
    render::Framebuffer framebuffer(int(std::lround(width * scale)), int(std::lround(height * scale)));
    ImGuiLayer gui;
    for (int frame = 0; frame < 2; ++frame) {
        framebuffer.bind();
        gui.begin_frame(width, height, scale, theme);
        draw(gui);
        gui.end_frame();
    }
    return framebuffer.read();
}

void copy_into(render::Image& whole, const render::Image& part, int left, int top) {
    for (int y = 0; y < part.height && top + y < whole.height; ++y) {
        const int width = std::min(part.width, whole.width - left);
        const auto from = part.rgb.begin() + std::ptrdiff_t(y) * part.width * 3;
        std::copy(from, from + std::ptrdiff_t(width) * 3, whole.rgb.begin() + (std::ptrdiff_t(top + y) * whole.width + left) * 3);
    }
}

Racer racer_of(const std::string& name, const ViewModel& view, bool first) {
    const ExactnessVerdict verdict = exactness_verdict(view);
    Racer racer{name, view.timings, verdict.text, verdict.tone};
    if (!first && view.changes)
        racer.list += view.changes->entered.empty() && view.changes->left.empty()
                          ? "; the neighbours of the one before"
                          : "; " + text_of_count(std::int64_t(view.changes->entered.size())) + " others than the one before";
    return racer;
}

}  // namespace
}  // namespace neighborscope::modules

using namespace neighborscope;

void neighborscope_draw_picture(const modules::PictureRequest& request, modules::DrawnPicture& drawn) {
    const render::OffscreenContext context(request.workbench.drawable().device == DeviceKind::cuda);
    PictureOptions options;
    options.tools = false;
    options.presenter = request.presenter;
    drawn.png = render::png_of(
        modules::picture_now(request.workbench, request.width, request.height, request.scale, request.theme, options, drawn));
}

void neighborscope_draw_race(const modules::RaceRequest& request, modules::DrawnPicture& drawn) {
    const render::OffscreenContext context(request.workbench.drawable().device == DeviceKind::cuda);
    const std::size_t count = request.names.size();
    const double lanes = race_lanes_height(count), height = request.height - race_names_height - lanes;
    constexpr double least = 200;
    if (height < least || double(request.width) / double(count) < least)
        throw Error(Failure::usage,
            "--race: " + std::to_string(count) + " pictures have no room in " + std::to_string(request.width) + " x " +
                std::to_string(request.height),
            "choose a larger --size");
    PictureOptions options;
    options.tools = options.instruments = false;
    const auto pixels = [&](double logical) { return int(std::lround(logical * request.scale)); };
    render::Image whole{pixels(request.width), pixels(request.height), {}};
    whole.rgb.resize(std::size_t(whole.width) * std::size_t(whole.height) * 3);
    std::vector<Racer> racers;
    std::optional<modules::Neighbourhood> near;
    for (std::size_t i = 0; i < count; ++i) {
        request.ask(i);
        if (i == 0) near = modules::neighbourhood_of(request.workbench);  // all look at the same
        racers.push_back(modules::racer_of(request.names[i], request.workbench.view(), i == 0));
        const double left = double(request.width) * double(i) / double(count),
                     right = double(request.width) * double(i + 1) / double(count);
        modules::copy_into(whole,
            modules::picture_now(
                request.workbench, std::round(right) - std::round(left), height, request.scale, request.theme, options, drawn, near),
            pixels(std::round(left)), pixels(race_names_height));
    }
    const auto add = [&](double high, double top, const auto& draw) {
        modules::copy_into(whole, modules::strip(request.width, high, request.scale, request.theme, draw), 0, pixels(top));
    };
    add(race_names_height, 0, [&](const ImGuiLayer& gui) { draw_race_names(gui, request.theme, request.width, racers); });
    add(lanes, race_names_height + height, [&](const ImGuiLayer& gui) { draw_race_lanes(gui, request.theme, request.width, racers); });
    drawn.png = render::png_of(whole);
}

modules::ChartPictures* neighborscope_chart_pictures() { return new modules::OffscreenCharts; }
