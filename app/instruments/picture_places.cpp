// Where rows are pictures: pictures at the points, the query and its neighbours first, others where nothing is in their way.
#include "app/instruments/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float context_side = 26, neighbour_side = 38, query_side = 46, apart = 4;  // logical pixels, of the longer side
constexpr std::int64_t most_tried = 2048;                                            // rows beside the neighbours
constexpr int most_context = 60;

struct PlacedPictures {
    const InstrumentFrame& frame;
    const render::Rectangle& free;
    std::vector<std::array<ImVec2, 2>> taken;

    /// Whether it has room at the point, and was drawn. `paint` draws the picture between two corners; false: there is none.
    template <class Paint>
    bool draw(ImVec2 middle, float side, const Paint& paint, const render::Colour& edge, float thick) {
        const PictureShape shape = *picture_shape(*frame.data);
        const float scale = side / float(std::max(shape.width, shape.height));
        const ImVec2 half{0.5f * scale * float(shape.width), 0.5f * scale * float(shape.height)};
        const ImVec2 from{std::round(middle.x - half.x), std::round(middle.y - half.y)}, to{from.x + 2 * half.x, from.y + 2 * half.y};
        if (from.x < float(free.x) || from.y < float(free.y) || to.x > float(free.x + free.width) || to.y > float(free.y + free.height))
            return false;
        for (const auto& [a, b] : taken)
            if (from.x < b.x + apart && to.x > a.x - apart && from.y < b.y + apart && to.y > a.y - apart) return false;
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        if (!paint(list, from, to)) return false;
        list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, colour(edge), 0, 0, thick);
        taken.push_back({from, to});
        return true;
    }
};

}  // namespace

void draw_picture_places(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (!has_picture_strip(frame) || frame.three_d()) return;
    const DataSet& data = *frame.data;
    PlacedPictures placed{frame, free, {}};
    const ImVec2 query = frame.pixels(frame.view.query);
    const auto query_itself = [&](ImDrawList& list, ImVec2 from, ImVec2 to) {
        const auto picture = query_picture(frame.view);
        if (picture) list.AddImage(frame.gui.texture_of(*picture), from, to);
        return bool(picture);
    };
    const auto of_row = [&](std::int64_t row) {
        return [&atlas = frame.atlas, row](ImDrawList& list, ImVec2 from, ImVec2 to) { return atlas.draw(list, row, from, to); };
    };
    placed.draw(query, query_side, query_itself, frame.colours.query, 3);
    for (const NeighbourRow& one : frame.view.listed())
        placed.draw(frame.pixels_of_row(one.row), neighbour_side, of_row(one.row),
            render::rank_colour(frame.theme, one.rank - 1, int(frame.view.neighbours.size())), 2);
    const std::int64_t tried = std::min(data.count(), most_tried);
    int drawn = 0;
    for (std::int64_t i = 0; i < tried && drawn < most_context; ++i) {
        const std::int64_t row = i * data.count() / tried;
        const ImVec2 at = frame.pixels_of_row(row);
        if (at.x < float(free.x) || at.x > float(free.x + free.width) || at.y < float(free.y) || at.y > float(free.y + free.height))
            continue;
        drawn += placed.draw(at, context_side, of_row(row), frame.colours.divider, 1);
    }
}

}  // namespace neighborscope
