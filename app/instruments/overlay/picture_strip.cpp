// The strip of pictures of the query and its neighbours along the lower edge of the view, each with its rank, class and distance.
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float between = 6, rank_bar = 4;

/// Sizes of pictures and their texts.
struct TileStyle {
    float narrowest = 48, widest = 96, tallest = 96, margin = edge_gap + 8, text_line = 15;
    FontRole first = FontRole::bold, second = FontRole::small;
};

/// Fewer and larger ones for the presentation mode.
constexpr TileStyle presented_style{84, 150, 136, 32, 24, FontRole::large_bold, FontRole::large};

struct StripLayout {
    int tiles = 0;                ///< including the query
    float width = 0, height = 0;  ///< of a picture
    float tile = 0;               ///< width of a picture with its texts
};

TileStyle tile_style(const InstrumentFrame& frame) {
    if (frame.presenter) return presented_style;
    TileStyle style;
    style.tallest = float(std::clamp(frame.height * 0.12, 40.0, 96.0));  // depends on the view's height
    return style;
}

StripLayout layout_of(const InstrumentFrame& frame, const TileStyle& style) {
    const PictureShape shape = *picture_shape(*frame.data);
    const float room = float(frame.width) - 2 * style.margin;
    const int all = 1 + int(frame.view.listed().size());
    const auto fitting = [&](float width) { return std::clamp(int((room + between) / (width + between)), 1, all); };
    const auto share = [&](int tiles) { return (room + between) / float(tiles) - between; };
    StripLayout layout;
    // The size of pictures does not depend on names.
    layout.width = std::clamp(share(fitting(style.narrowest)), style.narrowest, style.widest);
    layout.height = layout.width * float(shape.height) / float(shape.width);
    if (layout.height > style.tallest) layout.width *= style.tallest / layout.height, layout.height = style.tallest;
    layout.width = std::floor(layout.width);
    layout.height = std::floor(layout.height);
    float words = std::max(style.narrowest, layout.width);  // names are not cut
    for (int i = 0; i + 1 < fitting(style.narrowest); ++i)
        words = std::max(words, std::min(style.widest, text_size(frame, style.first, frame.view.listed()[std::size_t(i)].title).x + 3));
    layout.tiles = fitting(words);
    layout.tile = std::floor(std::clamp(share(layout.tiles), words, std::max(words, style.widest)));
    return layout;
}

float height_of(const StripLayout& layout, const TileStyle& style) { return rank_bar + layout.height + 2 * style.text_line; }

/// Draws the query and its neighbours from left to right; names do not overlap.
void draw_tiles(const InstrumentFrame& frame, const TileStyle& style, ImVec2 at) {
    const StripLayout layout = layout_of(frame, style);
    const std::vector<NeighbourRow>& listed = frame.view.listed();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto tile = [&](const auto& paint, const render::Colour& mark, const std::string& rank, const std::string& called,
                          const std::string& below, std::int64_t row, bool query) {
        const ImVec2 from{at.x, at.y + rank_bar}, to{from.x + layout.width, from.y + layout.height};
        list.AddRectFilled(at, {to.x, from.y}, colour(mark));
        paint(from, to);
        const bool pointed = ImGui::IsMouseHoveringRect(at, {to.x, to.y + 2 * style.text_line});
        if (query || pointed || (row >= 0 && row == frame.hovered))
            list.AddRect({at.x - 1, at.y - 1}, {to.x + 1, to.y + 1}, colour(mark), 0, 0, 2);
        if (!rank.empty()) {  // on the picture, so that it is not taken for the name
            const ImVec2 size = text_size(frame, style.second, rank), end{from.x + size.x + 6, from.y + size.y};
            list.AddRectFilled(from, end, colour(frame.colours.dock, 0.92f));
            draw_text(list, frame, style.second, {from.x + 3, from.y}, frame.colours.text, rank);
        }
        draw_text(list, frame, style.first, {from.x, to.y + 1}, frame.colours.text, elided(frame, style.first, called, layout.tile - 2));
        draw_text(list, frame, style.second, {from.x, to.y + 1 + style.text_line}, frame.colours.second_text,
            elided(frame, style.second, below, layout.tile - 2));
        if (pointed && row >= 0 && ImGui::IsMouseClicked(0)) frame.step_request.row = row;
        at.x += layout.tile + between;
    };
    const auto query = [&](ImVec2 from, ImVec2 to) {
        if (const auto picture = query_picture(frame.view)) list.AddImage(frame.gui.texture_of(*picture), from, to);
    };
    const std::string name = query_name(frame.view);
    tile(query, frame.colours.query, {}, "Query", name.empty() ? query_place(frame.view) : name + ", " + query_place(frame.view), -1, true);
    for (int i = 0; i + 1 < layout.tiles; ++i) {
        const NeighbourRow& one = listed[std::size_t(i)];
        tile([&](ImVec2 from, ImVec2 to) { frame.atlas.draw(list, one.row, from, to); },
            render::rank_colour(frame.theme, one.rank - 1, int(frame.view.neighbours.size())), text_of_count(one.rank),
            one.title.empty() ? "rank " + text_of_count(one.rank) : one.title, frame.distance_text(one.distance, true), one.row, false);
    }
}

}  // namespace

bool has_picture_strip(const InstrumentFrame& frame) {
    return frame.view.pictures && frame.data && picture_shape(*frame.data) && !frame.view.query.empty();
}

float picture_strip_height(const InstrumentFrame& frame, bool folded) {
    const TileStyle style = tile_style(frame);
    return folded ? title_height : title_height + 4 + height_of(layout_of(frame, style), style) + 8;
}

void draw_picture_strip(const InstrumentFrame& frame, float bottom, bool folded) {
    const TileStyle style = tile_style(frame);
    const int listed = int(frame.view.listed().size()), shown = std::min(layout_of(frame, style).tiles - 1, listed);
    const float height = picture_strip_height(frame, folded);
    begin_instrument("pictures", {edge_gap, bottom}, {float(frame.width) - 2 * edge_gap, height}, {0, 1});
    const std::string title = text_of_amount(listed, "nearest picture", "nearest pictures");
    std::string note = shown < listed ? "the first " + text_of_count(shown) : std::string();
    if (const Quantity* naming = frame.data->naming())
        note += (note.empty() ? "" : "; ") + ("rank on the picture, " + naming->name + " and distance below");
    if (instrument_title(frame, title, note, "of " + text_of_count(frame.data->count()), folded))
        draw_tiles(frame, style, {style.margin, bottom - height + title_height + 4});
    end_instrument();
}

float presented_pictures_height(const InstrumentFrame& frame) {
    return has_picture_strip(frame) ? height_of(layout_of(frame, presented_style), presented_style) + 24 : 0;
}

void draw_presented_pictures(const InstrumentFrame& frame, float top) {
    draw_tiles(frame, presented_style, {presented_style.margin, top + 14});
}

}  // namespace neighborscope
