// Draws pictures of rows at their points: first the query and its neighbours, moved aside if the place is occupied; others only where there
// is room.
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float context_side = 26, neighbour_side = 38, query_side = 46, picture_gap = 4;  // logical pixels of the longer side
constexpr std::int64_t max_tried = 2048;                                                   // rows tried besides the neighbours
constexpr int max_context = 60;
constexpr float mark_radius = 5;  // of a neighbour's mark, which is not covered
constexpr int line_channel = 0, picture_channel = 1;
constexpr int ring_count = 5, angle_count = 16;  // places tried around a point

struct PlacedPictures {
    const InstrumentFrame& frame;
    const render::Rectangle& free;
    std::vector<std::array<ImVec2, 2>> occupied;
    std::vector<ImVec2> marks;  ///< of the query and its neighbours: pictures of other rows must not cover them

    bool has_room(ImVec2 from, ImVec2 to, ImVec2 own) const {
        if (from.x < float(free.x) || from.y < float(free.y) || to.x > float(free.x + free.width) || to.y > float(free.y + free.height))
            return false;
        for (const auto& [a, b] : occupied)
            if (from.x < b.x + picture_gap && to.x > a.x - picture_gap && from.y < b.y + picture_gap && to.y > a.y - picture_gap)
                return false;
        return std::none_of(marks.begin(), marks.end(), [&](ImVec2 mark) {
            if (mark.x == own.x && mark.y == own.y) return false;
            return mark.x > from.x - mark_radius && mark.x < to.x + mark_radius && mark.y > from.y - mark_radius &&
                   mark.y < to.y + mark_radius;
        });
    }

    /// Draws a picture at the point, or with `beside` near it with a line to it. Returns whether there was room. `paint` draws the picture
    /// between two corners and returns false if there is none.
    template <class Paint>
    bool draw(ImVec2 point, float side, const Paint& paint, const render::Colour& edge, float thick, bool beside) {
        const PictureShape shape = *picture_shape(*frame.data);
        const float scale = side / float(std::max(shape.width, shape.height));
        const ImVec2 half{0.5f * scale * float(shape.width), 0.5f * scale * float(shape.height)};
        ImVec2 from, to;
        const auto try_at = [&](ImVec2 middle) {
            from = {std::round(middle.x - half.x), std::round(middle.y - half.y)};
            to = {from.x + 2 * half.x, from.y + 2 * half.y};
            return has_room(from, to, point);
        };
        bool found = try_at(point);
        if (!found && beside) {
            const ImVec2 query = marks.front();
            const float away = point.x == query.x && point.y == query.y ? -0.8f : std::atan2(point.y - query.y, point.x - query.x);
            for (int ring = 1; ring <= ring_count && !found; ++ring)
                for (int turn = 0; turn < angle_count && !found; ++turn) {  // first away from the query, then to both sides
                    const int aside = (turn + 1) / 2;
                    const float angle = away + 6.2831853f / angle_count * float(aside) * (turn % 2 ? 1.0f : -1.0f);
                    const float out = side * (0.35f + 0.45f * float(ring));
                    found = try_at({point.x + out * std::cos(angle), point.y + out * std::sin(angle)});
                }
        }
        if (!found) return false;
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        const ImVec2 nearest{std::clamp(point.x, from.x, to.x), std::clamp(point.y, from.y, to.y)};
        if (nearest.x != point.x || nearest.y != point.y) {
            list.ChannelsSetCurrent(line_channel);
            list.AddLine(point, nearest, colour(frame.colours.view), thick + 2);
            list.AddLine(point, nearest, colour(edge), std::max(1.5f, thick - 1));
            list.ChannelsSetCurrent(picture_channel);
        }
        if (!paint(list, from, to)) return false;
        list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, colour(edge), 0, 0, thick);
        occupied.push_back({from, to});
        return true;
    }
};

}  // namespace

void draw_picture_places(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (!has_picture_strip(frame) || frame.three_d()) return;
    const DataSet& data = *frame.data;
    const ImVec2 query = frame.pixels(frame.view.query);
    PlacedPictures placed{frame, free, {}, {query}};
    const std::vector<NeighbourRow> listed = frame.view.answers_hidden ? std::vector<NeighbourRow>() : frame.view.listed();
    for (const NeighbourRow& one : listed) placed.marks.push_back(frame.pixels_of_row(one.row));
    const auto query_itself = [&](ImDrawList& list, ImVec2 from, ImVec2 to) {
        const auto picture = query_picture(frame.view);
        if (picture) list.AddImage(frame.gui.texture_of(*picture), from, to);
        return bool(picture);
    };
    const auto of_row = [&](std::int64_t row) {
        return [&atlas = frame.atlas, row](ImDrawList& list, ImVec2 from, ImVec2 to) { return atlas.draw(list, row, from, to); };
    };
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(picture_channel);
    placed.draw(query, query_side, query_itself, frame.colours.query, 3, true);
    for (const NeighbourRow& one : listed)
        placed.draw(frame.pixels_of_row(one.row), neighbour_side, of_row(one.row),
            render::rank_colour(frame.theme, one.rank - 1, int(frame.view.neighbours.size())), 2, true);
    const std::int64_t tried = std::min(data.count(), max_tried);
    int drawn = 0;
    for (std::int64_t i = 0; i < tried && drawn < max_context; ++i) {
        const std::int64_t row = i * data.count() / tried;
        const ImVec2 at = frame.pixels_of_row(row);
        if (at.x < float(free.x) || at.x > float(free.x + free.width) || at.y < float(free.y) || at.y > float(free.y + free.height))
            continue;
        drawn += placed.draw(at, context_side, of_row(row), frame.colours.divider, 1, false);
    }
    list.ChannelsMerge();
}

}  // namespace neighborscope
