#include "app/instruments/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float mark_row = 22, bar_width = 12, padding = 12;

/// Lower beside the marks of a step.
float bar_high(const InstrumentFrame& frame) { return frame.steps() ? 100.0f : 132.0f; }

int list_length(const InstrumentFrame& frame) { return int(frame.view.neighbours.size()); }

/// Ranks that are written beside the bar: first, quarters, last.
std::vector<int> ranks_shown(int length) {
    std::vector<int> ranks;
    if (length == 0) return ranks;
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const int rank = quarter == 0 ? 1 : std::max(1, length * quarter / 4);
        if (ranks.empty() || rank > ranks.back()) ranks.push_back(rank);
    }
    return ranks;
}

/// Of what has that rank in the picture: while a search is stepped through, of what is held at this step.
std::string distance_text(const InstrumentFrame& frame, int rank) {
    if (frame.steps()) {
        const std::vector<HeldNeighbour>& best = frame.view.stepping.best;
        return rank <= int(best.size()) ? frame.distance_text(best[std::size_t(rank - 1)].distance) : "–";
    }
    return frame.distance_text(frame.view.neighbours[std::size_t(rank - 1)].distance);
}

float marks_height(const InstrumentFrame& frame) {
    return mark_row * ((frame.axes_hidden() ? 2.0f : 3.0f) + (frame.steps() ? 2.0f : 0.0f));
}

float distances_width(const InstrumentFrame& frame) {
    float width = 0;
    for (int rank : ranks_shown(list_length(frame)))
        width = std::max(width, text_size(frame, FontRole::small, distance_text(frame, rank)).x);
    return width;
}

float ranks_width(const InstrumentFrame& frame) {
    return text_size(frame, FontRole::body, text_of_count(std::max(list_length(frame), frame.session.k))).x;
}

float neighbours_width(const InstrumentFrame& frame) {
    return std::max(
        bar_width + 8 + ranks_width(frame) + 10 + distances_width(frame), text_size(frame, FontRole::small, "rank, distance").x);
}

double true_height(const InstrumentFrame& frame, double share) {
    return frame.origin(2) + frame.height_low + share * (frame.height_high - frame.height_low);
}

float heights_width(const InstrumentFrame& frame) {
    float width = 0;
    for (double share : {0.0, 0.5, 1.0})
        width =
            std::max(width, text_size(frame, FontRole::small,
                                text_of_coordinate(true_height(frame, share), 100 * std::max(frame.height_high - frame.height_low, 1e-30)))
                                .x);
    return std::max(bar_width + 8 + width, text_size(frame, FontRole::small, frame.axis_name(2)).x);
}

bool has_heights(const InstrumentFrame& frame) { return frame.three_d() && frame.data && frame.data->dimension >= 3; }

void draw_rank_bar(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const float bar_height = bar_high(frame);
    const int length = list_length(frame);  // that a list shorter than k has its colours by: as in picture and table
    constexpr int pieces = 33;
    for (int i = 0; i < pieces; ++i) {
        const int rank = int(std::lround(double(i) / (pieces - 1) * (length - 1)));
        const float y = at.y + bar_height * float(i) / pieces;
        list.AddRectFilled({at.x, y}, {at.x + bar_width, at.y + bar_height * float(i + 1) / pieces},
            colour(render::rank_colour(frame.theme, rank, length)));
    }
    const float half = 0.5f * text_size(frame, FontRole::small, "0").y, rank_right = at.x + bar_width + 8 + ranks_width(frame);
    const float last_y = at.y + bar_height - 2 * half + 3;
    float free_from = at.y - 3;  // where a text does not meet the one above it
    for (int rank : ranks_shown(length)) {
        const float y = at.y + (length > 1 ? (bar_height - 1) * float(rank - 1) / float(length - 1) : 0);
        const float text_y = std::clamp(y - half, at.y - 3, last_y);
        if (rank < length && (text_y < free_from || text_y > last_y - 2 * half + 3)) continue;  // a short bar has no room for it
        free_from = text_y + 2 * half - 3;
        draw_text_right(list, frame, FontRole::small, {rank_right, text_y}, frame.colours.text, text_of_count(rank));
        draw_text_right(list, frame, FontRole::small, {rank_right + 10 + distances_width(frame), text_y}, frame.colours.second_text,
            distance_text(frame, rank));
    }
}

void draw_height_bar(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const float bar_height = bar_high(frame);
    const bool dark = frame.theme == render::Theme::dark;
    const ImU32 low = colour(dark ? render::hex(0x56657A) : render::hex(0x9AA4B2)),
                high = colour(dark ? render::hex(0xFFFFFF) : render::hex(0x2B333F));
    list.AddRectFilledMultiColor(at, {at.x + bar_width, at.y + bar_height}, high, high, low, low);
    const float half = 0.5f * text_size(frame, FontRole::small, "0").y;
    for (double share : {0.0, 0.5, 1.0}) {
        const float y = std::clamp(at.y + bar_height * float(1 - share) - half, at.y - 3, at.y + bar_height - 2 * half + 3);
        draw_text(list, frame, FontRole::small, {at.x + bar_width + 8, y}, frame.colours.second_text,
            text_of_coordinate(true_height(frame, share), 100 * std::max(frame.height_high - frame.height_low, 1e-30)));
    }
}

void draw_marks(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const render::Palette& colours = frame.colours;
    const float x = at.x + 8;
    const auto row = [&](int i) { return at.y + mark_row * (float(i) + 0.5f); };
    const auto label = [&](int i, const std::string& text) {
        draw_text(list, frame, FontRole::body, {at.x + 26, row(i) - 0.5f * text_size(frame, FontRole::body, text).y}, colours.text, text);
    };
    list.AddCircleFilled({x, row(0)}, 5.5f, colour(colours.query), 24);
    list.AddCircle({x, row(0)}, 5.5f, colour(colours.query_ring), 24, 1.5f);
    label(0, "query");
    int next = 2;
    if (frame.steps()) {  // instead of points, which are known by now
        const ImU32 ink = colour(colours.text);
        list.AddCircle({x, row(1)}, 5, ink, 20, 1.25f);
        label(1, "found later");
        list.AddCircle({x, row(2)}, 7.5f, ink, 24, 2);
        list.AddCircle({x, row(2)}, 4, ink, 20, 1.5f);
        label(2, "enters");
        list.AddCircle({x, row(3)}, 6, ink, 20, 1.5f);
        for (const float side : {-1.0f, 1.0f}) list.AddLine({x - 4, row(3) - 4 * side}, {x + 4, row(3) + 4 * side}, ink, 1.25f);
        label(3, "leaves");
        next = 4;
    } else {
        list.AddCircleFilled({x, row(1)}, 2.5f, colour(frame.three_d() ? colours.second_text : colours.point), 12);
        label(1, "point");
    }
    if (frame.axes_hidden()) return;  // then no circle is drawn
    const ImVec2 middle{x, row(next)};
    const float r = 6.5f;
    if (frame.session.metric == Metric::euclidean) list.AddCircle(middle, r, colour(colours.radius), 24, 2);
    else if (frame.session.metric == Metric::chebyshev)
        list.AddRect({middle.x - 6, middle.y - 6}, {middle.x + 6, middle.y + 6}, colour(colours.radius), 0, 0, 2);
    else
        list.AddQuad({middle.x - r, middle.y}, {middle.x, middle.y - r}, {middle.x + r, middle.y}, {middle.x, middle.y + r},
            colour(colours.radius), 2);
    if (frame.steps()) {
        label(next, "bound");
        return;
    }
    const float text_y = row(2) - 0.5f * text_size(frame, FontRole::bold, "d").y;
    draw_kth(&list, frame, {at.x + 26, text_y}, colours.text, list_length(frame) > 0 ? list_length(frame) : frame.session.k, "");
}

}  // namespace

float legend_width(const InstrumentFrame& frame) {
    const float inner = neighbours_width(frame) + (has_heights(frame) ? 20 + heights_width(frame) : 0);
    return std::max(152.0f, std::round(inner + 2 * padding));
}

static float bars_height(const InstrumentFrame& frame) {
    return list_length(frame) > 0 || has_heights(frame) ? 10 + 2 * 17 + 6 + bar_high(frame) : 0;
}

float legend_height(const InstrumentFrame& frame, bool folded, bool bars) {
    return folded ? title_height : title_height + 6 + marks_height(frame) + (bars ? bars_height(frame) + 10 : 4);
}

void draw_legend(const InstrumentFrame& frame, float top, bool& folded, bool with_bars) {
    if (!frame.data) return;
    const bool listed = list_length(frame) > 0 && with_bars;
    const float width = legend_width(frame), bars = with_bars ? bars_height(frame) : 0;
    begin_instrument("legend", {float(frame.width) - edge_gap - width, top}, {width, legend_height(frame, folded, with_bars)});
    if (instrument_title(frame, "Legend", "", "", folded)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        const render::Palette& colours = frame.colours;
        draw_marks(list, frame, {at.x + padding, at.y + title_height + 4});
        float x = at.x + padding;
        const float titles = at.y + title_height + 4 + marks_height(frame) + 6;
        if (bars > 0) list.AddLine({at.x + 1, titles - 2}, {at.x + width - 1, titles - 2}, colour(colours.divider));
        if (listed) {
            draw_text(list, frame, FontRole::bold, {x, titles + 2}, colours.text, "Neighbours");
            draw_text(list, frame, FontRole::small, {x, titles + 19}, colours.second_text, "rank, distance");
            draw_rank_bar(list, frame, {x, titles + 44});
            x += neighbours_width(frame) + 20;
        }
        if (has_heights(frame) && with_bars) {
            draw_text(list, frame, FontRole::bold, {x, titles + 2}, colours.text, "Height");
            draw_text(list, frame, FontRole::small, {x, titles + 19}, colours.second_text, frame.axis_name(2));
            draw_height_bar(list, frame, {x, titles + 44});
        }
    }
    end_instrument();
}

}  // namespace neighborscope
