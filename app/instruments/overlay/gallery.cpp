// The gallery of all pictures in groups, with the query and its neighbours marked.
#include "app/data/files/natural_order.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace neighborscope {
namespace {

constexpr float between_tiles = 3, group_line = 24, tools_line = 32, inset = 8, smallest_tile = 20, largest_tile = 128;

using Order = GalleryState::Order;

/// Sorts rows by the requested order. Groups of labels are in the order of words in the data, not by frequency.
void sort_rows(const InstrumentFrame& frame, GalleryState& gallery) {
    std::vector<std::int64_t> nearest;
    if (gallery.order == Order::nearest)
        for (const NeighbourRow& one : frame.view.listed()) nearest.push_back(one.row);
    if (gallery.data == frame.data && gallery.ordered == gallery.order && gallery.nearest == nearest) return;
    gallery.data = frame.data, gallery.ordered = gallery.order;
    gallery.nearest = nearest;
    gallery.groups.clear();
    gallery.rows.resize(std::size_t(frame.data->count()));
    std::iota(gallery.rows.begin(), gallery.rows.end(), 0);
    std::size_t first = 0;
    if (!nearest.empty()) {
        std::vector<bool> is_near(gallery.rows.size());
        for (const std::int64_t row : nearest) is_near[std::size_t(row)] = true;
        std::stable_partition(gallery.rows.begin(), gallery.rows.end(), [&](std::int64_t row) { return bool(is_near[std::size_t(row)]); });
        std::copy(nearest.begin(), nearest.end(), gallery.rows.begin());
        gallery.groups.push_back({"nearest", 0, nearest.size()});
        first = nearest.size();
    }
    const Quantity* label = frame.data->label();
    if (!label || gallery.order == Order::row) {
        if (first < gallery.rows.size()) gallery.groups.push_back({first > 0 ? "others" : "all", first, gallery.rows.size() - first});
        return;
    }
    std::vector<std::string> words(gallery.rows.size());
    for (std::size_t i = first; i < gallery.rows.size(); ++i) words[std::size_t(gallery.rows[i])] = label->text(gallery.rows[i]);
    std::stable_sort(gallery.rows.begin() + std::ptrdiff_t(first), gallery.rows.end(),
        [&](std::int64_t a, std::int64_t b) { return natural_less(words[std::size_t(a)], words[std::size_t(b)]); });
    for (std::size_t i = first; i < gallery.rows.size(); ++i) {
        const std::string& word = words[std::size_t(gallery.rows[i])];
        if (i == first || word != words[std::size_t(gallery.rows[i - 1])])
            gallery.groups.push_back({word.empty() ? "no " + label->name : word, i, 0});
        ++gallery.groups.back().count;
    }
}

/// The layout of pictures for a width.
struct TileGrid {
    float width, height;  ///< of a tile
    std::size_t tiles_per_line;
    float line() const { return height + between_tiles; }
    float height_of(const GalleryState::Group& group) const { return height_up_to(group.count + tiles_per_line - 1) + 4; }
    /// Offset of the line of a group's i-th picture from the group's top.
    float height_up_to(std::size_t i) const {
        const std::size_t lines = i / tiles_per_line;
        return group_line + line() * float(lines);
    }
};

void draw_order(const InstrumentFrame& frame, GalleryState& gallery) {
    ImGui::SetCursorPos({inset, title_height + 4});
    const auto choice = [&](const char* text, Order order, const char* help) {
        if (push_button(frame, text, false, gallery.order == order)) gallery.order = order, gallery.shown = -1;
        tooltip(help);
        ImGui::SameLine(0, 4);
    };
    const Quantity* label = frame.data->label();
    if (label) choice(("By " + label->name).c_str(), Order::label, "One group for each value");
    else if (gallery.order == Order::label) gallery.order = Order::row;
    choice("By row", Order::row, "In the order of the data");
    choice("Nearest first", Order::nearest, "The neighbours of the query, then the others");
    const float room = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - 2 * inset;
    if (room < 48) return ImGui::NewLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 8);
    const Track track = draw_track(frame, "size", std::min(room - 8, 90.0f));
    if (track.dragged) gallery.side = std::round(smallest_tile + *track.dragged * (largest_tile - smallest_tile));
    track.knob(double((gallery.side - smallest_tile) / (largest_tile - smallest_tile)));
    if (track.hovered) tooltip("Size of the pictures (Ctrl and the wheel)");
}

}  // namespace

void draw_gallery(const InstrumentFrame& frame, const render::Rectangle& place, GalleryState& gallery) {
    open_card(frame, "gallery", {float(place.x), float(place.y)}, {float(place.width), float(place.height)});
    sort_rows(frame, gallery);
    const std::string groups =
        frame.data->label() && gallery.order == Order::label ? text_of_count(std::int64_t(gallery.groups.size())) + " groups" : "";
    if (instrument_title(frame, "Gallery", groups, text_of_amount(frame.data->count(), "picture", "pictures"), gallery.folded)) {
        draw_order(frame, gallery);
        ImGui::SetCursorPos({0, title_height + tools_line});
        if (ImGui::BeginChild("tiles", {float(place.width) - 2, float(place.height) - title_height - tools_line - 2})) {
            if (ImGui::IsWindowHovered() && ImGui::GetIO().KeyCtrl && ImGui::GetIO().MouseWheel != 0)
                gallery.side =
                    std::clamp(std::round(gallery.side * std::pow(1.1f, ImGui::GetIO().MouseWheel)), smallest_tile, largest_tile);
            const PictureShape shape = *picture_shape(*frame.data);
            const float scale = gallery.side / float(std::max(shape.width, shape.height));
            const float room = ImGui::GetContentRegionAvail().x - 2 * inset;
            TileGrid lines{std::round(scale * float(shape.width)), std::round(scale * float(shape.height)), 1};
            lines.tiles_per_line = std::size_t(std::max(1.0f, std::floor((room + between_tiles) / (lines.width + between_tiles))));
            // Enlarges pictures to fill the line.
            const float wider = (room + between_tiles) / float(lines.tiles_per_line) - between_tiles;
            if (wider < 1.5f * lines.width) lines.height = std::round(lines.height * wider / lines.width), lines.width = wider;
            std::unordered_map<std::int64_t, int> ranks;
            if (!frame.view.answers_hidden)
                for (const NeighbourRow& one : frame.view.listed()) ranks.emplace(one.row, one.rank);
            const std::int64_t query = frame.view.query_row >= 0 ? frame.data->row_of_file_row(frame.view.query_row) : -1;
            const std::int64_t wanted = query >= 0 ? query : frame.view.listed().empty() ? -1 : frame.view.listed().front().row;
            const bool bring = frame.session.query_mode == QueryMode::pinned && wanted != gallery.shown;
            ImDrawList& list = *ImGui::GetWindowDrawList();
            const ImVec2 origin = ImGui::GetCursorScreenPos();
            const float seen_from = ImGui::GetScrollY(), seen = ImGui::GetWindowHeight();
            float y = 0;
            for (const GalleryState::Group& group : gallery.groups) {
                const float height = lines.height_of(group);
                if (bring)
                    for (std::size_t i = group.from; i < group.from + group.count; ++i)
                        if (gallery.rows[i] == wanted) {
                            const float at = y + lines.height_up_to(i - group.from);
                            if (at < seen_from || at + lines.line() > seen_from + seen) ImGui::SetScrollY(std::max(0.0f, at - 0.4f * seen));
                        }
                if (y + height >= seen_from && y <= seen_from + seen) {
                    draw_text(list, frame, FontRole::bold, {origin.x + inset, origin.y + y + 0.5f * group_line}, frame.colours.text,
                        elided(frame, FontRole::bold, group.title, room - 90), left_middle);
                    draw_text(list, frame, FontRole::small, {origin.x + inset + room, origin.y + y + 0.5f * group_line},
                        frame.colours.second_text, text_of_amount(std::int64_t(group.count), "picture", "pictures"), right_middle);
                    const float above = std::max(0.0f, seen_from - y - group_line);
                    const std::size_t first = std::size_t(above / lines.line()) * lines.tiles_per_line;
                    for (std::size_t i = first; i < group.count; ++i) {
                        const float down = y + lines.height_up_to(i);
                        if (down > seen_from + seen) break;
                        const std::int64_t row = gallery.rows[group.from + i];
                        const ImVec2 from{
                            origin.x + inset + float(i % lines.tiles_per_line) * (lines.width + between_tiles), origin.y + down};
                        const ImVec2 to{from.x + lines.width, from.y + lines.height};
                        frame.atlas.draw(list, row, from, to);
                        const auto rank = ranks.find(row);
                        if (rank != ranks.end()) {
                            const render::Colour mark =
                                render::rank_colour(frame.theme, rank->second - 1, int(frame.view.neighbours.size()));
                            list.AddRect(from, to, colour(mark), 0, 0, 3);
                            const std::string number = text_of_count(rank->second);
                            const ImVec2 size = text_size(frame, FontRole::small, number);
                            list.AddRectFilled(from, {from.x + size.x + 8, from.y + size.y + 2}, colour(mark));
                            const float light = 0.3f * mark.r + 0.6f * mark.g + 0.1f * mark.b;
                            draw_text(list, frame, FontRole::small, {from.x + 4, from.y + 1},
                                light > 0.55f ? render::Colour{0, 0, 0, 1} : render::Colour{1, 1, 1, 1}, number);
                        }
                        if (row == query)
                            list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, colour(frame.colours.query), 0, 0, 3);
                        else if (row == frame.hovered) list.AddRect(from, to, colour(frame.colours.accent), 0, 0, 2);
                        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(from, {to.x + between_tiles, to.y + between_tiles}))
                            continue;
                        list.AddRect(from, to, colour(frame.colours.accent), 0, 0, 2);
                        const Quantity* name = frame.data->naming();
                        ImGui::SetTooltip(
                            "%s", ((name ? name->card_text(row) + "\n" : "") + "row " + text_of_count(frame.data->file_row(row))).c_str());
                        if (ImGui::IsMouseClicked(0)) frame.step_request.row = row, gallery.shown = row;
                    }
                }
                y += height;
            }
            if (bring) gallery.shown = wanted;
            ImGui::Dummy({1, y});
        }
        ImGui::EndChild();
    }
    end_instrument();
}

}  // namespace neighborscope
