// The part of the legend about leaves: their drawing in a stepped search, and the colours of cells with their numbers.
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/overlay/leaves.hpp"
#include "app/panels/tree_charts.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float cell_row = 20, mark_width = 16, mark_height = 12, scale_bar = 12;

struct Swatch {
    ImDrawList& list;
    ImVec2 from, to;

    void filled(const render::Colour& c, float fill) const {
        list.AddRectFilled(from, to, colour(c, fill));
        list.AddRect(from, to, colour(c), 0, 0, 2);
    }
    void outlined(const render::Colour& c) const { list.AddRect(from, to, colour(c), 0, 0, 1); }
    void dashed(const render::Colour& c) const { draw_dashed_box(list, from, to, colour(c), {3.5f, 6, 1.5f}); }
    void hatched(const render::Colour& c) const {
        list.AddRect(from, to, colour(c));
        draw_hatch(list, from, to, colour(c, 0.8f), 5);
    }
};

render::CellNumber filled_by(const InstrumentFrame& frame) {
    const std::optional<TreeFacts>& tree = frame.view.tree;
    if (!tree || !tree->drawn || (tree->dimension == 3 && !frame.three_d()) || leaves_drawn(frame)) return render::CellNumber::none;
    return cell_fill(frame.session.cells, *tree);
}

bool order_drawn(const InstrumentFrame& frame) {
    const std::optional<TreeFacts>& tree = frame.view.tree;
    return frame.session.morton && tree && tree->drawn && (tree->dimension == 2 || frame.three_d());
}

/// Draws four leaves connected in a Z, or for a Hilbert curve in a U.
void draw_order_mark(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const float middle = at.y + 0.5f * cell_row;
    const bool z = frame.view.tree->grid;
    const ImVec2 places[] = {{at.x + 2, middle + 5}, {z ? at.x + 14 : at.x + 2, z ? middle + 5 : middle - 5},
        {z ? at.x + 2 : at.x + 14, middle - 5}, {at.x + 14, z ? middle - 5 : middle + 5}};
    list.AddPolyline(places, 4, colour(frame.colours.text), 0, 1.5f);
    draw_name(list, frame, FontRole::body, {at.x + 26, middle}, frame.colours.text, frame.view.tree->order(), left_middle);
}

/// The label at a share of the ramp, which is constant beyond its ends.
std::string scale_text(const InstrumentFrame& frame, render::CellNumber number, float share) {
    const CellScale scale = cell_scale(*frame.view.tree, number);
    const char* const sign = share == 0 && scale.least > 0 && scale.least < scale.weakest ? "≤ "
                             : share == 1 && scale.most > scale.strongest                 ? "≥ "
                                                                                          : "";
    return sign + text_of_count(std::lround(scale.weakest + share * (scale.strongest - scale.weakest)));
}

}  // namespace

render::Colour seen_fill(const InstrumentFrame& frame, float share) {
    const render::CellOpacity opacity = render::cell_opacity(frame.theme, !frame.view.tree || frame.view.tree->grid);
    const render::Colour c = render::ramp_colour(frame.theme, share), &view = frame.colours.view;
    const float a = opacity.few + share * (opacity.many - opacity.few);
    return {view.r + a * (c.r - view.r), view.g + a * (c.g - view.g), view.b + a * (c.b - view.b), 1};
}

/// Whether leaves were visited only for other queries of the same warp.
static bool any_shared(const InstrumentFrame& frame) { return std::ranges::any_of(frame.view.stepping.record->visits, &LeafVisit::shared); }

float leaf_marks_height(const InstrumentFrame& frame) {
    if (!frame.steps() || !leaves_drawn(frame)) return 0;
    return cell_row * (any_shared(frame) ? 6 : 5) + 2;
}

void draw_leaf_marks(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const float fill = frame.three_d() ? 0.0f : frame.theme == render::Theme::light ? 0.2f : 0.28f;
    int row = 0;
    const auto mark = [&](const char* words, auto draw) {
        const float middle = at.y + cell_row * (float(row++) + 0.5f);
        draw(Swatch{list, {at.x, std::round(middle - 0.5f * mark_height)}, {at.x + mark_width, std::round(middle + 0.5f * mark_height)}});
        draw_name(list, frame, FontRole::body, {at.x + 26, middle}, frame.colours.text, words, left_middle);
    };
    const auto of_way = [&](int way) { return leaf_colours(frame.theme, way).line; };
    mark("own leaf", [&](const Swatch& swatch) { swatch.filled(of_way(-1), fill); });
    mark("visited, left", [&](const Swatch& swatch) { swatch.filled(of_way(0), fill); });
    mark("visited, right", [&](const Swatch& swatch) { swatch.filled(of_way(1), fill); });
    if (any_shared(frame)) mark("visited for others", [&](const Swatch& swatch) { swatch.outlined(of_way(1)); });
    mark("leaf to come", [&](const Swatch& swatch) { swatch.dashed(of_way(0)); });
    mark("skipped", [&](const Swatch& swatch) {
        if (frame.three_d()) swatch.dashed(frame.colours.point);
        else swatch.hatched(frame.colours.point);
    });
}

float cell_scale_height(const InstrumentFrame& frame) {
    const float order = order_drawn(frame) ? 4 + cell_row : 0;
    return order + (filled_by(frame) == render::CellNumber::none ? 0 : 8 + 19 + scale_bar + 4 + 15 + 4);
}

float cell_scale_width(const InstrumentFrame& frame) {
    const render::CellNumber number = filled_by(frame);
    if (number == render::CellNumber::none)
        return order_drawn(frame) ? 26 + text_size(frame, FontRole::body, frame.view.tree->order()).x : 0;
    const float ends = text_size(frame, FontRole::small, scale_text(frame, number, 0)).x +
                       text_size(frame, FontRole::small, scale_text(frame, number, 1)).x + 12;
    return std::max(ends, text_size(frame, FontRole::bold, panels::title_of(number)).x);
}

void draw_cell_scale(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float width) {
    const render::CellNumber number = filled_by(frame);
    if (order_drawn(frame)) {
        draw_order_mark(list, frame, {at.x, at.y + 4});
        at.y += 4 + cell_row;
    }
    if (number == render::CellNumber::none) return;
    draw_name(list, frame, FontRole::bold, {at.x, at.y + 6}, frame.colours.text, panels::title_of(number));
    const float top = at.y + 8 + 19;
    constexpr int pieces = 32;
    for (int i = 0; i < pieces; ++i) {
        const float share = float(i) / (pieces - 1);
        list.AddRectFilled({at.x + width * float(i) / pieces, top}, {at.x + width * float(i + 1) / pieces, top + scale_bar},
            colour(frame.three_d() ? render::ramp_colour(frame.theme, share) : seen_fill(frame, share)));
    }
    list.AddRect({at.x, top}, {at.x + width, top + scale_bar}, colour(frame.colours.edge));
    const float y = top + scale_bar + 3;
    const std::string first = scale_text(frame, number, 0), last = scale_text(frame, number, 1), half = scale_text(frame, number, 0.5f);
    draw_text(list, frame, FontRole::small, {at.x, y}, frame.colours.second_text, first);
    draw_text(list, frame, FontRole::small, {at.x + width, y}, frame.colours.second_text, last, {1, 0});
    const auto wide = [&](const std::string& text) { return text_size(frame, FontRole::small, text).x; };
    if (half != first && half != last && 0.5f * (width - wide(half)) > std::max(wide(first), wide(last)) + 8)
        draw_text(list, frame, FontRole::small, {at.x + 0.5f * width, y}, frame.colours.second_text, half, {0.5f, 0});
}

}  // namespace neighborscope
