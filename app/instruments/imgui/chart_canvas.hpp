// Draws charts with Dear ImGui, in the view of a window or into an image.
#pragma once
#include "app/charts/canvas.hpp"
#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/imgui_layer.hpp"
#include "render/offscreen.hpp"

#include <imgui.h>

namespace neighborscope {

class ImGuiCanvas : public charts::Canvas {
public:
    /// Draws into the list at `origin`, with antialiasing over one device pixel.
    ImGuiCanvas(ImDrawList&, const ImGuiLayer&, render::Theme, double scale, ImVec2 origin = {0, 0});

    charts::PixelPosition size(charts::TextStyle, const std::string&) const override;
    void text(charts::TextStyle, charts::PixelPosition top, const render::Colour&, const std::string&, float align = 0) override;
    void polyline(const std::vector<charts::PixelPosition>&, const render::Colour&, float thickness, float alpha, bool closed) override;
    void dashes(charts::PixelPosition from, charts::PixelPosition to, const render::Colour&, float thickness) override;
    void rectangle(const charts::Box&, const render::Colour&, float alpha) override;
    void polygon(
        const std::vector<charts::PixelPosition>&, const render::Colour& fill, const render::Colour& edge, float thickness) override;

private:
    std::vector<ImVec2> placed(const std::vector<charts::PixelPosition>&) const;

    ImDrawList& list_;
    const ImGuiLayer& gui_;
    float scale_;
    ImVec2 origin_;
};

/// Draws into an image of width x height logical pixels at `scale`. Needs an OffscreenContext current on this thread.
render::Image draw_chart(const charts::Chart&, render::Theme, int width = 800, int height = 500, double scale = 2);

}  // namespace neighborscope
