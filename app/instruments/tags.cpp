// The k-th distance's tag and the hover card: text that belongs to a place in the picture.
#include "app/instruments/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

bool inside(const render::Rectangle& r, ImVec2 p) { return p.x >= r.x && p.x <= r.x + r.width && p.y >= r.y && p.y <= r.y + r.height; }

/// Where the ball's outline is met, going from the query in a direction of the screen: as a share of the k-th distance.
float outline_share(const InstrumentFrame& frame, float dx, float dy) {
    if (frame.three_d() || frame.session.metric == Metric::euclidean) return 1;
    if (frame.session.metric == Metric::manhattan) return 1 / (std::abs(dx) + std::abs(dy));
    return 1 / std::max(std::abs(dx), std::abs(dy));
}

double distance_of(const InstrumentFrame& frame, std::int64_t row) {
    double sum = 0;
    for (int axis = 0; axis < frame.data->dimension && std::size_t(axis) < frame.view.query.size(); ++axis) {
        const double difference = std::abs(frame.data->coordinate(row, axis) - frame.view.query[std::size_t(axis)]);
        if (frame.session.metric == Metric::euclidean) sum += difference * difference;
        else if (frame.session.metric == Metric::manhattan) sum += difference;
        else sum = std::max(sum, difference);
    }
    return frame.session.metric == Metric::euclidean ? std::sqrt(sum) : sum;
}

}  // namespace

void draw_kth_tag(const InstrumentFrame& frame, const render::Rectangle& free) {
    const ViewModel& view = frame.view;
    if (view.query.empty() || view.neighbours.empty() || !(view.kth_distance > 0)) return;
    const ImVec2 query = frame.pixels(view.query);
    const float radius = float(view.kth_distance * frame.camera.pixels_per_unit());
    const int k = int(view.neighbours.size());
    const std::string after = " = " + frame.distance_text(view.kth_distance, true);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float width = draw_kth(nullptr, frame, {}, frame.colours.text, k, after) + 24, height = 24;
    for (float angle : {-0.85f, -2.3f, 0.85f, 2.3f}) {  // up right first, then round the circle until there is room
        const float dx = std::cos(angle), dy = std::sin(angle), reach = radius * outline_share(frame, dx, dy);
        const ImVec2 on{query.x + dx * reach, query.y + dy * reach};
        const float gap = std::max(18.0f, 34 - reach);  // a small circle lies under the query's mark: go clear of it
        const ImVec2 corner{on.x + dx * gap, on.y + dy * gap};
        const ImVec2 from{dx > 0 ? corner.x : corner.x - width, dy > 0 ? corner.y : corner.y - height}, to{from.x + width, from.y + height};
        if (!inside(free, on) || !inside(free, from) || !inside(free, to)) continue;
        list.AddLine(on, corner, colour(frame.colours.radius), 1.25f);
        draw_box(list, frame, {std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)});
        draw_kth(
            &list, frame, {from.x + 12, from.y + 0.5f * (height - text_size(frame, FontRole::bold, "d").y)}, frame.colours.text, k, after);
        return;
    }
}

void draw_hover_card(const InstrumentFrame& frame) {
    if (!frame.data || frame.hovered < 0 || frame.hovered >= frame.data->count()) return;
    const ViewModel& view = frame.view;
    const auto neighbour =
        std::find_if(view.neighbours.begin(), view.neighbours.end(), [&](const NeighbourRow& row) { return row.row == frame.hovered; });
    const bool listed = neighbour != view.neighbours.end();
    struct Line {
        std::string name, value;
    };
    std::vector<Line> lines;
    const std::string index = text_of_count(frame.data->file_row(frame.hovered));
    if (listed) lines.push_back({"index", index});
    if (!view.query.empty())
        lines.push_back({"distance", frame.distance_text(listed ? neighbour->distance : distance_of(frame, frame.hovered))});
    std::vector<double> position;
    const int shown = std::min(frame.data->dimension, 3);
    for (int axis = 0; axis < shown; ++axis) {
        position.push_back(frame.data->coordinate(frame.hovered, axis));
        lines.push_back({frame.axis_name(axis), text_of_coordinate(position.back(), frame.extent)});
    }
    const std::string title = listed ? "rank " + text_of_count(neighbour->rank) : "row " + index;
    const float row_height = 18, indent = listed ? 20.0f : 0.0f;
    float names = 0, values = 0;
    for (const Line& line : lines) {
        names = std::max(names, text_size(frame, FontRole::body, line.name).x);
        values = std::max(values, text_size(frame, FontRole::body, line.value).x);
    }
    const float width = std::max(names + 20 + values, indent + text_size(frame, FontRole::bold, title).x) + 20,
                height = row_height * float(lines.size() + 1) + 14;
    const ImVec2 point = frame.pixels(position);
    // Beside the circle or sphere of which the point is part, so that the card hides no other neighbour; beside the point if that is far.
    float right = point.x + 40, left = point.x - 40;
    if (listed && !view.query.empty()) {
        const float middle = frame.pixels(view.query).x, radius = float(view.kth_distance * frame.camera.pixels_per_unit()) + 16;
        if (radius < 0.3f * float(frame.width)) right = std::max(right, middle + radius), left = std::min(left, middle - radius);
    }
    const bool fits_right = right + width < float(frame.width) - edge_gap;
    ImVec2 at{fits_right ? right : left - width, point.y + 24};
    at.x = std::round(std::clamp(at.x, edge_gap, std::max(edge_gap, float(frame.width) - edge_gap - width)));
    at.y = std::round(std::clamp(at.y, edge_gap, std::max(edge_gap, float(frame.height) - edge_gap - height)));
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 to_card{fits_right ? at.x : at.x + width, at.y + 0.5f * row_height + 6};
    const float away = std::hypot(to_card.x - point.x, to_card.y - point.y);
    if (away > 12)
        list.AddLine({point.x + (to_card.x - point.x) * 10 / away, point.y + (to_card.y - point.y) * 10 / away}, to_card,
            colour(frame.colours.second_text), 1.25f);
    draw_box(list, frame, at, {at.x + width, at.y + height});
    float y = at.y + 7;
    if (listed)
        list.AddCircleFilled({at.x + 16, y + 0.5f * row_height}, 5.5f,
            colour(render::rank_colour(frame.theme, neighbour->rank - 1, int(frame.view.neighbours.size()))), 24);
    const auto line_y = [&](FontRole role) { return y + 0.5f * (row_height - text_size(frame, role, "0").y); };
    draw_text(list, frame, FontRole::bold, {at.x + 10 + indent, line_y(FontRole::bold)}, frame.colours.text, title);
    for (const Line& line : lines) {
        y += row_height;
        draw_text(list, frame, FontRole::body, {at.x + 10, line_y(FontRole::body)}, frame.colours.second_text, line.name);
        draw_text_right(list, frame, FontRole::body, {at.x + width - 10, line_y(FontRole::body)}, frame.colours.text, line.value);
    }
}

}  // namespace neighborscope
