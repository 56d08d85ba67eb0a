#include "app/instruments/overlay/walk.hpp"

#include "app/inspect/graph_rows.hpp"
#include "app/instruments/scene/leaf_colours.hpp"
#include "app/instruments/scene/link_layer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_set>

namespace neighborscope {
namespace {

constexpr float graph_mark_row = 20, tag_padding = 6;
constexpr std::size_t max_links = 6000;  ///< compared rows that are drawn: the last ones
constexpr float line_margin = 8;         ///< pixels outside of the view where lines are cut

using Segment = std::pair<ImVec2, ImVec2>;

render::Colour descent_colour(render::Theme theme) { return render::hex(theme == render::Theme::light ? 0x5B3DC4 : 0xB7A6FF); }
render::Colour walk_colour(render::Theme theme) { return leaf_colours(theme, 0).line; }

/// Wider at higher levels, where links are longer.
float width_of_level(int level, float larger) { return larger * (1.75f + 0.75f * float(std::clamp(level, 0, 4))); }

/// The pixel of a row; none behind the camera.
std::optional<ImVec2> row_pixel(const InstrumentFrame& frame, std::int64_t row) {
    if (row < 0 || !frame.data || row >= frame.data->count()) return std::nullopt;
    const glm::dvec3 at = frame.camera.to_pixels(position_of(*frame.data, frame.projection, row));
    if (frame.three_d() && std::abs(at.z) > 1) return std::nullopt;
    return ImVec2{float(at.x), float(at.y)};
}

bool lies_in(const render::Rectangle& area, ImVec2 at, float margin = 0) {
    return at.x >= float(area.x) - margin && at.x <= float(area.x + area.width) + margin && at.y >= float(area.y) - margin &&
           at.y <= float(area.y + area.height) + margin;
}

/// The part of a segment in an area; none if it is outside.
std::optional<Segment> clipped_to(ImVec2 a, ImVec2 b, const render::Rectangle& area, float margin) {
    float first = 0, last = 1;
    const auto cut = [&](float from, float by, float low, float high) {
        if (by == 0) return from >= low && from <= high;
        const float one = (low - from) / by, other = (high - from) / by;
        first = std::max(first, std::min(one, other));
        last = std::min(last, std::max(one, other));
        return first <= last;
    };
    const float dx = b.x - a.x, dy = b.y - a.y;
    if (!cut(a.x, dx, float(area.x) - margin, float(area.x + area.width) + margin) ||
        !cut(a.y, dy, float(area.y) - margin, float(area.y + area.height) + margin))
        return std::nullopt;
    return Segment{{a.x + first * dx, a.y + first * dy}, {a.x + last * dx, a.y + last * dy}};
}

std::optional<Segment> seen_segment(const InstrumentFrame& frame, std::int64_t from, std::int64_t to) {
    const auto a = row_pixel(frame, from), b = row_pixel(frame, to);
    if (!a || !b) return std::nullopt;
    return clipped_to(*a, *b, {0, 0, frame.width, frame.height}, line_margin);
}

void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float before, float size, ImU32 ink) {
    const float away = std::hypot(to.x - from.x, to.y - from.y);
    if (away < before + size) return;
    const float ux = (to.x - from.x) / away, uy = (to.y - from.y) / away;
    const ImVec2 tip{to.x - before * ux, to.y - before * uy}, base{tip.x - size * ux, tip.y - size * uy};
    list.AddTriangleFilled(
        tip, {base.x - 0.5f * size * uy, base.y + 0.5f * size * ux}, {base.x + 0.5f * size * uy, base.y - 0.5f * size * ux}, ink);
}

bool is_covered(const OccupiedAreas& occupied, ImVec2 from, ImVec2 to) {
    return std::any_of(occupied.begin(), occupied.end(),
        [&](const auto& one) { return from.x < one.second.x && to.x > one.first.x && from.y < one.second.y && to.y > one.first.y; });
}

/// Draws one step's way.
class WalkDrawing {
public:
    WalkDrawing(const InstrumentFrame& frame, const render::Rectangle& free)
        : frame_(frame),
          free_(free),
          walk_(frame.view.stepping.walk),
          list_(*ImGui::GetBackgroundDrawList()),
          larger_(frame.presenter ? 1.6f : 1.0f),
          descends_(descent_colour(frame.theme)),
          walks_(walk_colour(frame.theme)) {
        for (const HeldNeighbour& one : frame.view.stepping.best) best_.insert(one.row);
        if (!frame.view.query.empty()) {
            const ImVec2 query = frame.pixels(frame.view.query);
            occupied_.push_back({{query.x - 14, query.y - 14}, {query.x + 14, query.y + 14}});
        }
        for (const HeldNeighbour& one : frame.view.stepping.best) keep_free(one.row, 7);
        for (const NeighbourRow& one : frame.view.crossed()) keep_free(one.row, 9);
    }

    OccupiedAreas draw() {
        draw_compared();
        draw_followed();
        draw_descent();
        draw_present();
        draw_end();
        return std::move(occupied_);
    }

private:
    ImU32 ink(const render::Colour& c, float alpha = 1) const { return colour(c, alpha); }
    ImU32 halo(float alpha = 0.85f) const { return colour(frame_.colours.view, alpha); }
    const render::Colour& colour_of(int level) const { return level > 0 ? descends_ : walks_; }

    void keep_free(std::int64_t row, float reach) {
        if (const auto at = row_pixel(frame_, row)) occupied_.push_back({{at->x - reach, at->y - reach}, {at->x + reach, at->y + reach}});
    }

    void draw_compared() {
        const std::size_t first = walk_.compared.size() - std::min(walk_.compared.size(), max_links);
        for (std::size_t i = first; i < walk_.compared.size(); ++i) {
            const WalkSteps::Link& one = walk_.compared[i];
            if (const auto line = seen_segment(frame_, one.from, one.to))
                list_.AddLine(
                    line->first, line->second, ink(colour_of(one.level), one.kept ? 0.8f : 0.35f), larger_ * (one.kept ? 1.5f : 1.0f));
        }
        const bool many = walk_.compared.size() - first > 1500;
        for (std::size_t i = first; i < walk_.compared.size(); ++i) {
            const WalkSteps::Link& one = walk_.compared[i];
            const auto at = row_pixel(frame_, one.to);
            if (!at || !lies_in({0, 0, frame_.width, frame_.height}, *at, line_margin)) continue;
            if (best_.contains(one.to) && !one.refused) continue;  // its disc has the colour of its rank
            const float r = larger_ * (many ? 1.6f : 2.5f);
            if (one.refused) list_.AddCircle(*at, larger_ * 3.5f, ink(frame_.colours.warning), 16, larger_ * 1.5f);
            else if (many) list_.AddRectFilled({at->x - r, at->y - r}, {at->x + r, at->y + r}, ink(colour_of(one.level), 0.8f));
            else list_.AddCircleFilled(*at, r, ink(colour_of(one.level), 0.9f), 8);
        }
    }

    void draw_followed() {
        for (const WalkSteps::Row& one : walk_.followed) {
            if (one.level > 0) continue;
            const auto at = row_pixel(frame_, one.row);
            if (!at || !lies_in({0, 0, frame_.width, frame_.height}, *at, line_margin)) continue;
            if (best_.contains(one.row)) {  // its disc has the colour of its rank
                list_.AddCircle(*at, larger_ * 8, ink(walks_), 24, larger_ * 1.5f);
                continue;
            }
            list_.AddCircleFilled(*at, larger_ * 5.5f, halo(1), 14);
            list_.AddCircleFilled(*at, larger_ * 4.5f, ink(walks_), 14);
        }
    }

    void draw_descent() {
        const std::vector<WalkSteps::Row> way = walk_.descent();
        struct Piece {
            Segment line;
            int level;
            bool whole;  ///< its end is in view
        };
        std::vector<Piece> pieces;
        for (std::size_t i = 1; i < way.size(); ++i) {
            if (way[i].row == way[i - 1].row) continue;
            const auto line = seen_segment(frame_, way[i - 1].row, way[i].row);
            const auto end = row_pixel(frame_, way[i].row);
            if (line) pieces.push_back({*line, way[i - 1].level, end && lies_in({0, 0, frame_.width, frame_.height}, *end)});
        }
        for (const Piece& one : pieces) list_.AddLine(one.line.first, one.line.second, halo(), width_of_level(one.level, larger_) + 3);
        for (const Piece& one : pieces) {
            list_.AddLine(one.line.first, one.line.second, ink(descends_), width_of_level(one.level, larger_));
            if (one.whole)
                draw_arrow(list_, one.line.first, one.line.second, larger_ * 6, larger_ * (8 + float(one.level)), ink(descends_));
        }
        for (std::size_t i = 1; i < way.size(); ++i)
            if (const auto at = row_pixel(frame_, way[i].row); at && way[i].level > 0) {
                list_.AddCircleFilled(*at, larger_ * 5, halo(1), 20);
                list_.AddCircleFilled(*at, larger_ * 4, ink(descends_), 20);
            }
        const auto entry = row_pixel(frame_, walk_.entry.row);
        const bool seen = entry && lies_in(free_, *entry);
        if (entry) {
            list_.AddCircleFilled(*entry, larger_ * 8, halo(1), 24);
            list_.AddCircle(*entry, larger_ * 7, ink(descends_), 24, larger_ * 2);
            list_.AddCircleFilled(*entry, larger_ * 3.5f, ink(descends_), 20);
        }
        if (walk_.entry.row >= 0 && seen) tag(*entry, "entry, " + level_text(walk_.entry.level), descends_, 12);
        bool first = true;  // of the visible pieces: it comes from the entry
        int last_level = seen ? walk_.entry.level : -1;
        for (const Piece& one : pieces) {
            const auto visible = clipped_to(one.line.first, one.line.second, free_, -12);
            if (!visible) continue;
            const std::string from = first && !seen ? "from the entry, " : "";
            first = false;
            if (one.level == last_level) continue;
            const auto [a, b] = *visible;
            if (std::hypot(b.x - a.x, b.y - a.y) < 60) continue;
            last_level = one.level;
            const float share = from.empty() ? 0.5f : 0.15f;
            tag({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}, from + level_text(one.level), descends_, 8);
        }
    }

    void draw_present() {
        if (const auto at = row_pixel(frame_, walk_.following.row)) {
            list_.AddCircle(*at, larger_ * 11, halo(), 28, larger_ * 5);
            list_.AddCircle(*at, larger_ * 11, ink(colour_of(walk_.following.level)), 28, larger_ * 2.5f);
        }
        if (walk_.current.to < 0) return;
        if (const auto line = seen_segment(frame_, walk_.current.from, walk_.current.to)) {
            // Only a row that is kept is on the way: a link to a row that is too far is thin and no arrow.
            const bool kept = walk_.current.kept;
            list_.AddLine(line->first, line->second, halo(), larger_ * (kept ? 6.0f : 4.0f));
            list_.AddLine(line->first, line->second, ink(colour_of(walk_.current.level)), larger_ * (kept ? 3.0f : 1.0f));
            if (kept) draw_arrow(list_, line->first, line->second, larger_ * 9, larger_ * 11, ink(colour_of(walk_.current.level)));
        }
        if (const auto at = row_pixel(frame_, walk_.current.to)) {
            list_.AddCircle(*at, larger_ * 8, halo(), 24, larger_ * 4.5f);
            list_.AddCircle(*at, larger_ * 8, ink(colour_of(walk_.current.level)), 24, larger_ * 2);
        }
    }

    void draw_end() {
        const auto at = walk_.ended ? row_pixel(frame_, walk_.end) : std::nullopt;
        if (!at) return;
        const float r = larger_ * 7;
        for (const auto& [c, width] : {std::pair{halo(), 4.5f}, std::pair{ink(frame_.colours.text), 1.75f}})
            list_.AddRect({at->x - r, at->y - r}, {at->x + r, at->y + r}, c, 0, 0, larger_ * width);
        if (lies_in(free_, *at))
            tag(*at, "ends here: " + frame_.distance_text(walk_.end_distance, true) + " is not near enough", frame_.colours.text, 10);
    }

    static std::string level_text(int level) { return "level " + std::to_string(std::max(0, level)); }

    /// Draws a tag beside a place where it covers nothing; none without room.
    void tag(ImVec2 at, const std::string& text, const render::Colour& c, float clear) {
        const FontRole role = frame_.presenter ? FontRole::large_bold : FontRole::bold;
        const float width = std::round(text_size(frame_, role, text).x) + 2 * tag_padding, height = frame_.presenter ? 30.0f : 20.0f;
        for (const float far : {clear * larger_, clear * larger_ + 18})
            for (const auto& [dx, dy] : {std::pair{1, -1}, std::pair{-1, -1}, std::pair{1, 1}, std::pair{-1, 1}}) {
                const ImVec2 corner{at.x + float(dx) * far, at.y + float(dy) * far};
                const ImVec2 from{std::round(dx > 0 ? corner.x : corner.x - width), std::round(dy > 0 ? corner.y : corner.y - height)},
                    to{from.x + width, from.y + height};
                if (!lies_in(free_, from) || !lies_in(free_, to) || is_covered(occupied_, from, to)) continue;
                const float begin = 0.75f * clear * larger_;  // outside of the mark
                list_.AddLine({at.x + float(dx) * begin, at.y + float(dy) * begin}, corner, ink(c), 1.25f);
                list_.AddRectFilled(from, to, halo(0.92f), 3);
                draw_text(list_, frame_, role, {from.x + tag_padding, 0.5f * (from.y + to.y)}, c, text, left_middle);
                occupied_.push_back({from, to});
                return;
            }
    }

    const InstrumentFrame& frame_;
    const render::Rectangle& free_;
    const WalkSteps& walk_;
    ImDrawList& list_;
    const float larger_;  ///< in the presentation mode
    const render::Colour descends_, walks_;
    std::unordered_set<std::int64_t> best_;
    OccupiedAreas occupied_;
};

/// One line of the legend.
struct MarkLine {
    std::string words;
    std::function<void(ImDrawList&, float x, float middle)> draw;
};

std::string words_of_links(const InstrumentFrame& frame) {
    switch (frame.link_layer->drawn()) {
        case LinksDrawn::all: return "link, level " + std::to_string(level_shown(frame.session, frame.view));
        case LinksDrawn::in_view: return "link of rows in view";
        case LinksDrawn::on_way: return "link on the way";
        case LinksDrawn::none: break;
    }
    return "zoom in for links";
}

/// A line that fades towards its end.
void draw_fading_line(ImDrawList& list, float x, float middle, const render::Colour& of, float strength_at_end) {
    constexpr int pieces = 7;
    for (int i = 0; i < pieces; ++i)
        list.AddLine({x - 7 + 2 * float(i), middle + 4 - 8 * float(i) / pieces},
            {x - 5 + 2 * float(i), middle + 4 - 8 * float(i + 1) / pieces}, colour(of, 1 - (1 - strength_at_end) * float(i) / (pieces - 1)),
            1.25f);
}

void draw_magnifier(ImDrawList& list, float x, float middle, ImU32 ink) {
    list.AddCircle({x - 1.5f, middle - 1.5f}, 4.5f, ink, 20, 1.5f);
    list.AddLine({x + 2, middle + 2}, {x + 6, middle + 6}, ink, 2);
}

std::vector<MarkLine> mark_lines(const InstrumentFrame& frame) {
    std::vector<MarkLine> lines;
    const InstrumentFrame* const of = &frame;  // lines are drawn in the same frame
    if (frame.view.graph && frame.link_layer && level_shown(frame.session, frame.view) >= 0) {
        const bool any = frame.link_layer->drawn() != LinksDrawn::none;
        lines.push_back({words_of_links(frame), [of, any](ImDrawList& list, float x, float middle) {
                             if (any) list.AddLine({x - 7, middle + 4}, {x + 7, middle - 4}, colour(of->colours.point), 1.25f);
                             else draw_magnifier(list, x, middle, colour(of->colours.second_text));
                         }});
        if (any && frame.link_layer->any_one_way())
            lines.push_back({"link one way, to its end",
                [of](ImDrawList& list, float x, float middle) { draw_fading_line(list, x, middle, of->colours.point, 0.15f); }});
        if (any && frame.link_layer->leaving() > 0)
            lines.push_back({"from unreachable to others",
                [of](ImDrawList& list, float x, float middle) { draw_fading_line(list, x, middle, of->colours.error, 0.35f); }});
    }
    if (frame.view.graph && !frame.view.graph->unreachable.empty())
        lines.push_back({"unreachable, " + text_of_count(std::int64_t(frame.view.graph->unreachable.size())),
            [of](ImDrawList& list, float x, float middle) {
                list.AddCircle({x, middle}, 5.5f, colour(of->colours.error), 20, 2);
            }});
    if (!walk_drawn(frame)) return lines;
    const WalkSteps& walk = frame.view.stepping.walk;
    const render::Colour descends = descent_colour(frame.theme), walks = walk_colour(frame.theme);
    if (frame.view.graph && level_shown(frame.session, frame.view) > 0 && frame.point_colours.faint.empty())
        lines.push_back({"point, of any level", [of](ImDrawList& list, float x, float middle) {
                             list.AddCircleFilled({x, middle}, 2.5f, colour(of->colours.point), 12);
                         }});
    if (walk.entry.row >= 0)
        lines.push_back({"entry and descent", [descends](ImDrawList& list, float x, float middle) {
                             list.AddLine({x - 7, middle}, {x + 8, middle}, colour(descends), 2.5f);
                             list.AddCircleFilled({x - 4, middle}, 4, colour(descends), 16);
                         }});
    if (frame.view.graph)
        lines.push_back({"links followed", [walks](ImDrawList& list, float x, float middle) {
                             list.AddCircleFilled({x, middle}, 4.5f, colour(walks), 20);
                         }});
    lines.push_back({"compared", [walks, of](ImDrawList& list, float x, float middle) {
                         if (of->view.graph) list.AddLine({x - 7, middle}, {x + 7, middle}, colour(walks, 0.5f), 1);
                         list.AddCircleFilled({x, middle}, 2.5f, colour(walks), 12);
                     }});
    if (const std::string& refused = frame.view.stepping.record->chart.refused_as; !refused.empty())
        lines.push_back({refused, [of](ImDrawList& list, float x, float middle) {
                             list.AddCircle({x, middle}, 3.5f, colour(of->colours.warning), 16, 1.5f);
                         }});
    if (walk.ended && walk.end >= 0)
        lines.push_back({"not followed: the end", [of](ImDrawList& list, float x, float middle) {
                             list.AddRect({x - 6, middle - 6}, {x + 6, middle + 6}, colour(of->colours.text), 0, 0, 1.75f);
                         }});
    return lines;
}

}  // namespace

render::Colour out_colour(render::Theme theme) { return leaf_colours(theme, 0).line; }
render::Colour in_colour(render::Theme theme) { return leaf_colours(theme, 1).line; }

bool walk_drawn(const InstrumentFrame& frame) { return frame.steps() && frame.view.stepping.walk.walks; }

OccupiedAreas draw_walk(const InstrumentFrame& frame, const render::Rectangle& free) {
    return walk_drawn(frame) ? WalkDrawing(frame, free).draw() : OccupiedAreas();
}

void draw_leaving_arrows(const InstrumentFrame& frame) {
    if (!frame.link_layer) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const inspect::DrawnLink& link : frame.link_layer->arrows())
        if (const auto line = seen_segment(frame, link.from, link.to))
            draw_arrow(list, line->first, line->second, 3, 7, colour(frame.colours.error, 0.8f));
}

void draw_row_links(const InstrumentFrame& frame) {
    constexpr std::size_t most = 2000;
    const inspect::GraphRows* const graph = frame.view.graph.get();
    if (!graph || !frame.data || frame.data->own_index != graph->index || frame.hovered < 0 || frame.hovered >= frame.data->count()) return;
    const int level = std::max(0, level_shown(frame.session, frame.view));
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    // Beside each other where rows link to each other.
    const auto draw = [&](std::int64_t from, std::int64_t to, const render::Colour& c) {
        const auto line = from == to ? std::nullopt : seen_segment(frame, from, to);
        if (!line) return;
        const auto [a, b] = *line;
        const float away = std::max(1e-3f, std::hypot(b.x - a.x, b.y - a.y)), x = 1.25f * (a.y - b.y) / away,
                    y = 1.25f * (b.x - a.x) / away;
        list.AddLine({a.x + x, a.y + y}, {b.x + x, b.y + y}, colour(c, 0.9f), 1.5f);
        draw_arrow(list, {a.x + x, a.y + y}, {b.x + x, b.y + y}, 5, 7, colour(c));
    };
    std::vector<std::int32_t> leading = graph->leading_to(frame.hovered, level);
    leading.resize(std::min(leading.size(), most));
    for (const std::int32_t from : leading) draw(from, frame.hovered, in_colour(frame.theme));
    for (const std::int32_t to : graph->index->links->of(frame.hovered, level)) draw(frame.hovered, to, out_colour(frame.theme));
}

float graph_marks_height(const InstrumentFrame& frame) {
    const std::size_t lines = mark_lines(frame).size();
    return lines > 0 ? graph_mark_row * float(lines) + 2 : 0;
}

float graph_marks_width(const InstrumentFrame& frame) {
    float width = 0;
    for (const MarkLine& one : mark_lines(frame)) width = std::max(width, 26 + text_size(frame, FontRole::body, one.words).x);
    return width;
}

void draw_graph_marks(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    float middle = at.y + 0.5f * graph_mark_row;
    for (const MarkLine& one : mark_lines(frame)) {
        one.draw(list, at.x + 8, middle);
        draw_name(list, frame, FontRole::body, {at.x + 26, middle}, frame.colours.text, one.words, left_middle);
        middle += graph_mark_row;
    }
}

}  // namespace neighborscope
