// The few words charts are drawn with, over Dear ImGui's draw list. Inside experiments only.
#pragma once
#include "app/experiments/chart.hpp"
#include "app/instruments/fonts.hpp"
#include "app/instruments/imgui_layer.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace neighborscope::experiments {

struct Box {
    float left = 0, top = 0, right = 0, bottom = 0;
    float width() const { return right - left; }
    float height() const { return bottom - top; }
    bool meets(const Box& other) const { return left < other.right && other.left < right && top < other.bottom && other.top < bottom; }
    bool holds(const Box& other) const { return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom; }
};

class Canvas {
public:
    Canvas(ImDrawList& list, const ImGuiLayer& gui, render::Theme theme, double scale);

    const render::Palette& colours;
    /// Of marks and lines: Okabe-Ito, on the background of the theme.
    render::Colour ink(int index) const;

    ImVec2 size(FontRole, const std::string&) const;
    void text(FontRole, ImVec2 top_left, const render::Colour&, const std::string&);
    void text_right(FontRole, ImVec2 top_right, const render::Colour&, const std::string&);
    void text_centred(FontRole, ImVec2 top_middle, const render::Colour&, const std::string&);
    /// Lines of text no wider than `width`; returns how many. Counted only when `draw` is false.
    int paragraph(FontRole, ImVec2 top_left, float width, const render::Colour&, const std::string&, bool draw = true);

    void line(ImVec2 from, ImVec2 to, const render::Colour&, float thickness, float alpha = 1);
    void dashes(ImVec2 from, ImVec2 to, const render::Colour&, float thickness);
    void polyline(const std::vector<ImVec2>&, const render::Colour&, float thickness, float alpha = 1);
    void rectangle(const Box&, const render::Colour&, float alpha = 1);
    /// The mark of an ink: disc, square, triangle, diamond, triangle down, cross, bar. `faint`: hollow.
    void marker(int ink, ImVec2 at, float radius, bool faint);

private:
    ImDrawList& list_;
    const ImGuiLayer& gui_;
    render::Theme theme_;
    float scale_;
};

/// Panels side by side have no room for many names at the ends of their lines: the lines to name above them, none where there is room.
std::vector<const Series*> names_above(const Chart&);
/// Rows of marks and names from `left` to `right`; returns the rows' height.
float draw_names(Canvas&, const std::vector<const Series*>&, float left, float right, float top);

}  // namespace neighborscope::experiments
