// Where rows are pictures: the query and its neighbours side by side along the lower edge of the view, each with rank, class and distance.
#include "app/instruments/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float narrowest_tile = 48, widest_tile = 96, between = 6, text_line = 15, rank_bar = 4;

struct StripLayout {
    int tiles = 0;                ///< with the query's
    float width = 0, height = 0;  ///< of a picture
};

StripLayout layout_of(const InstrumentFrame& frame) {
    const PictureShape shape = *picture_shape(*frame.data);
    const float room = float(frame.width) - 2 * edge_gap - 16;
    const int all = 1 + int(frame.view.listed().size());
    const int fitting = std::max(1, int((room + between) / (narrowest_tile + between)));
    StripLayout layout;
    layout.tiles = std::min(all, fitting);
    const float most = float(std::clamp(frame.height * 0.12, 40.0, 96.0));  // of the view's height
    layout.width = std::clamp((room + between) / float(std::max(1, layout.tiles)) - between, narrowest_tile, widest_tile);
    layout.height = layout.width * float(shape.height) / float(shape.width);
    if (layout.height > most) layout.width *= most / layout.height, layout.height = most;
    layout.width = std::max(std::floor(layout.width), std::min(narrowest_tile, layout.width));
    layout.height = std::floor(layout.height);
    return layout;
}

}  // namespace

bool has_picture_strip(const InstrumentFrame& frame) {
    return frame.view.pictures && frame.data && picture_shape(*frame.data) && !frame.view.query.empty();
}

float picture_strip_height(const InstrumentFrame& frame, bool folded) {
    return folded ? title_height : title_height + 4 + rank_bar + layout_of(frame).height + 2 * text_line + 8;
}

void draw_picture_strip(const InstrumentFrame& frame, float bottom, bool& folded) {
    const StripLayout layout = layout_of(frame);
    const std::vector<NeighbourRow>& listed = frame.view.listed();
    const int shown = std::min(layout.tiles - 1, int(listed.size()));
    const float height = picture_strip_height(frame, folded);
    begin_instrument("pictures", {edge_gap, bottom}, {float(frame.width) - 2 * edge_gap, height}, {0, 1});
    const std::string title = text_of_amount(std::int64_t(listed.size()), "nearest picture", "nearest pictures");
    const std::string note = shown < int(listed.size()) ? "the first " + text_of_count(shown) : std::string();
    if (instrument_title(frame, title, note, "of " + text_of_count(frame.data->count()), folded)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        ImVec2 at{edge_gap + 8, bottom - height + title_height + 4};
        const auto tile = [&](const auto& paint, const render::Colour& mark, const std::string& first, const std::string& second,
                              const std::string& below, std::int64_t row, bool query) {
            const ImVec2 from{at.x, at.y + rank_bar}, to{from.x + layout.width, from.y + layout.height};
            list.AddRectFilled(at, {to.x, from.y}, colour(mark));
            paint(from, to);
            const bool pointed = ImGui::IsMouseHoveringRect(at, {to.x, to.y + 2 * text_line});
            if (query || pointed || (row >= 0 && row == frame.hovered))
                list.AddRect({at.x - 1, at.y - 1}, {to.x + 1, to.y + 1}, colour(mark), 0, 0, 2);
            const float rank_width = text_size(frame, FontRole::bold, first).x;
            draw_text(list, frame, FontRole::bold, {from.x, to.y + 1}, frame.colours.text, first);
            if (const std::string called = fitted(frame, FontRole::small, second, layout.width + between - rank_width - 7); called != "…")
                draw_text(list, frame, FontRole::small, {from.x + rank_width + 5, to.y + 2}, frame.colours.text, called);
            draw_text(list, frame, FontRole::small, {from.x, to.y + 1 + text_line}, frame.colours.second_text,
                fitted(frame, FontRole::small, below, layout.width + between - 2));
            if (pointed && row >= 0 && ImGui::IsMouseClicked(0)) frame.step_wish.row = row;
            at.x += layout.width + between;
        };
        const auto query = [&](ImVec2 from, ImVec2 to) {
            if (const auto picture = query_picture(frame.view)) list.AddImage(frame.gui.texture_of(*picture), from, to);
        };
        tile(query, frame.colours.query, "Query", query_name(frame.view), query_place(frame.view), -1, true);
        for (int i = 0; i < shown; ++i) {
            const NeighbourRow& one = listed[std::size_t(i)];
            tile([&](ImVec2 from, ImVec2 to) { frame.atlas.draw(list, one.row, from, to); },
                render::rank_colour(frame.theme, one.rank - 1, int(frame.view.neighbours.size())), text_of_count(one.rank), one.title,
                frame.distance_text(one.distance, true), one.row, false);
        }
    }
    end_instrument();
}

}  // namespace neighborscope
