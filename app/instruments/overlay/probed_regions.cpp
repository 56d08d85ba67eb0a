#include "app/instruments/overlay/probed_regions.hpp"

#include "app/instruments/overlay/leaves.hpp"
#include "app/session/search/probed_lists.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float number_row = 20, number_width = 16, number_height = 12;
constexpr float number_spacing_x = 26, number_spacing_y = 20;  ///< minimum distance of numbers in pixels
constexpr Dashes missed_dashes{6, 10, 2};

float fill_of(const InstrumentFrame& frame) { return frame.theme == render::Theme::light ? 0.16f : 0.20f; }
LeafColours probed_colours(const InstrumentFrame& frame) { return leaf_colours(frame.theme, 0); }

/// Whether a list is drawn as searched: while the search is stepped through only from its step on.
bool is_searched(const InstrumentFrame& frame, int list) {
    const WalkSteps& walk = frame.view.stepping.walk;
    if (frame.steps() && walk.walks) return std::find(walk.lists.begin(), walk.lists.end(), list) != walk.lists.end();
    return frame.view.probed->is_probed(list);
}

/// Lists that were not probed and contain missed neighbours, ascending.
std::vector<int> lists_with_missed(const InstrumentFrame& frame) {
    const ProbedLists& probed = *frame.view.probed;
    std::vector<int> lists;
    for (const NeighbourRow& one : frame.view.crossed()) {
        if (one.row < 0 || std::size_t(one.row) >= probed.lists->list_of.size()) continue;
        if (const int list = int(probed.lists->list_of[std::size_t(one.row)]); !probed.is_probed(list)) lists.push_back(list);
    }
    std::sort(lists.begin(), lists.end());
    lists.erase(std::unique(lists.begin(), lists.end()), lists.end());
    return lists;
}

/// A region clipped to a rectangle, in pixels.
std::vector<ImVec2> region_of(const InstrumentFrame& frame, int list, const render::Rectangle& within) {
    const glm::dvec3 a = frame.camera.to_world(within.x, within.y),
                     b = frame.camera.to_world(within.x + within.width, within.y + within.height);
    Voronoi::Place low, high;
    for (int axis = 0; axis < 2; ++axis) {
        const auto d = std::size_t(frame.shown(axis));
        low[d] = std::min(a[axis], b[axis]);
        high[d] = std::max(a[axis], b[axis]);
    }
    std::vector<ImVec2> pixels;
    for (const Voronoi::Place& corner : frame.view.probed->cells->cell(list, low, high)) {
        glm::dvec3 at(0);
        for (int axis = 0; axis < 2; ++axis) at[axis] = corner[std::size_t(frame.shown(axis))];
        const glm::dvec3 pixel = frame.camera.to_pixels(at);
        pixels.push_back({float(pixel.x), float(pixel.y)});
    }
    return pixels;
}

/// Clipped slightly outside of the picture.
std::vector<ImVec2> region_of(const InstrumentFrame& frame, int list) {
    constexpr double beyond = 4;  // pixels
    return region_of(frame, list, {-beyond, -beyond, frame.width + 2 * beyond, frame.height + 2 * beyond});
}

/// Whether a convex region, given by its corners in order, contains a rectangle.
bool contains(const std::vector<ImVec2>& region, ImVec2 from, ImVec2 to) {
    int left = 0, right = 0;
    for (std::size_t i = 0; i < region.size(); ++i) {
        const ImVec2 a = region[i], b = region[(i + 1) % region.size()];
        for (const ImVec2 at : {from, ImVec2{to.x, from.y}, to, ImVec2{from.x, to.y}}) {
            const float turn = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
            if (turn < 0) ++left;
            if (turn > 0) ++right;
        }
    }
    return !region.empty() && (left == 0 || right == 0);
}

ImVec2 centroid_pixel(const InstrumentFrame& frame, int list) {
    const float* const centroid = frame.view.probed->lists->centroid(list);
    glm::dvec3 at(0);
    for (int axis = 0; axis < (frame.three_d() ? 3 : 2); ++axis) at[axis] = double(centroid[frame.shown(axis)]);
    const glm::dvec3 pixel = frame.camera.to_pixels(at);
    return {float(pixel.x), float(pixel.y)};
}

/// The box of a number around its centre.
std::array<ImVec2, 2> box_of_number(const InstrumentFrame& frame, ImVec2 middle, int number) {
    const float high = frame.presenter ? 29.0f : 18.0f, padding = frame.presenter ? 7.0f : 4.0f,
                width = text_size(frame, frame.presenter ? FontRole::large_bold : FontRole::bold, text_of_count(number)).x + 2 * padding;
    const ImVec2 from{std::round(middle.x - 0.5f * width), std::round(middle.y - 0.5f * high)};
    return {from, ImVec2{from.x + width, from.y + high}};
}

/// Places for the number of a list within its region: at the centroid, else in the centre of the visible part, else between that and a
/// corner.
std::vector<ImVec2> number_places(const InstrumentFrame& frame, int list, int number, const render::Rectangle& free) {
    std::vector<ImVec2> places{centroid_pixel(frame, list)};
    if (frame.three_d()) return places;
    const std::vector<ImVec2> region = region_of(frame, list, free);
    ImVec2 middle{0, 0};
    for (const ImVec2 corner : region) middle.x += corner.x / float(region.size()), middle.y += corner.y / float(region.size());
    places.push_back(middle);
    for (const float way : {0.35f, 0.6f})
        for (const ImVec2 corner : region)
            places.push_back({middle.x + way * (corner.x - middle.x), middle.y + way * (corner.y - middle.y)});
    std::vector<ImVec2> whole;
    for (const ImVec2 at : places)
        if (const auto box = box_of_number(frame, at, number); contains(region, box[0], box[1])) whole.push_back(at);
    if (!whole.empty()) return whole;
    constexpr std::size_t few = 3;  // a region smaller than its number has it on its border
    std::erase_if(places, [&](ImVec2 at) { return !contains(region, at, at); });
    places.resize(std::min(places.size(), few));
    return places;
}

void draw_number(ImDrawList& list, const InstrumentFrame& frame, ImVec2 middle, int number) {
    const LeafColours colours = probed_colours(frame);
    const auto [from, to] = box_of_number(frame, middle, number);
    list.AddRectFilled(from, to, colour(colours.text, 0.9f), 3);
    draw_text(list, frame, frame.presenter ? FontRole::large_bold : FontRole::bold, {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)},
        colours.ink, text_of_count(number), in_middle);
}

/// Draws the disc of the query, which the fill of its list would tint, as marks.vert does.
void draw_query_above(ImDrawList& list, const InstrumentFrame& frame) {
    const float larger = frame.presenter ? presenter_marks : 1.0f;
    const float reach = frame.has_ball() ? float(frame.view.kth_distance * frame.camera.pixels_per_unit()) / larger : 0;
    const float inner = reach > 0 ? std::clamp(0.26f * reach, 3.0f, 6.5f) : 6.5f, rim = 1.25f + 0.75f * inner / 6.5f;
    const ImVec2 at = frame.pixels(frame.view.query);
    list.AddCircleFilled(at, larger * (inner + rim), colour(frame.colours.query_ring), 32);
    list.AddCircleFilled(at, larger * inner, colour(frame.colours.query), 32);
}

void draw_plane(ImDrawList& list, const InstrumentFrame& frame) {
    const ProbedLists& probed = *frame.view.probed;
    const LeafColours colours = probed_colours(frame);
    for (int one = 0; one < probed.lists->lists(); ++one) {
        const std::vector<ImVec2> region = region_of(frame, one);
        if (region.size() < 3) continue;
        if (is_searched(frame, one)) list.AddConvexPolyFilled(region.data(), int(region.size()), colour(colours.line, fill_of(frame)));
        list.AddPolyline(region.data(), int(region.size()), colour(frame.colours.cell), ImDrawFlags_Closed, 1);
    }
    for (const int one : lists_with_missed(frame)) {
        const std::vector<ImVec2> region = region_of(frame, one);
        for (std::size_t i = 0; i < region.size(); ++i)
            draw_dashed(list, region[i], region[(i + 1) % region.size()], colour(frame.colours.warning), missed_dashes);
    }
    const WalkSteps& walk = frame.view.stepping.walk;
    const int present = frame.steps() && !walk.lists.empty() && !walk.ended ? walk.lists.back() : -1;
    for (int i = 0; i < probed.probed(); ++i) {
        if (!is_searched(frame, probed.nearest[std::size_t(i)])) continue;
        const std::vector<ImVec2> region = region_of(frame, probed.nearest[std::size_t(i)]);
        list.AddPolyline(
            region.data(), int(region.size()), colour(colours.line), ImDrawFlags_Closed, probed.nearest[std::size_t(i)] == present ? 4 : 2);
    }
    if (!frame.view.query.empty()) draw_query_above(list, frame);
}

void draw_space(ImDrawList& list, const InstrumentFrame& frame) {
    const ProbedLists& probed = *frame.view.probed;
    const auto box = [&](int one, const auto& edge) {
        const InvertedLists::Box& around = probed.lists->boxes[std::size_t(one)];
        RecordedTree::Box leaf{around.low, {}};
        for (std::size_t axis = 0; axis < 3; ++axis) leaf.size[axis] = around.high[axis] - around.low[axis];
        if (probed.lists->points_of(one) > 0)
            for (const auto& [a, b] : edges_of(frame, leaf, 3)) edge(a, b);
    };
    for (const int one : lists_with_missed(frame))
        box(one, [&](ImVec2 a, ImVec2 b) { draw_dashed(list, a, b, colour(frame.colours.warning), missed_dashes); });
    for (int i = probed.probed(); i-- > 0;)
        if (is_searched(frame, probed.nearest[std::size_t(i)]))
            box(probed.nearest[std::size_t(i)], [&](ImVec2 a, ImVec2 b) {
                list.AddLine(a, b, colour(probed_colours(frame).line, i == 0 ? 1.0f : 0.6f), i == 0 ? 2.5f : 1.25f);
            });
}

}  // namespace

bool lists_drawn(const InstrumentFrame& frame) {
    const ProbedLists* const probed = frame.view.probed.get();
    return probed && frame.data && probed->drawn() && frame.session.cells != CellsShown::none && !frame.axes_hidden() &&
           frame.data->dimension == probed->lists->dimension && (probed->lists->dimension == 3) == frame.three_d();
}

OccupiedAreas draw_lists(const InstrumentFrame& frame, const render::Rectangle& free) {
    OccupiedAreas numbers;
    if (!lists_drawn(frame)) return numbers;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (frame.three_d()) draw_space(list, frame);
    else draw_plane(list, frame);
    const ProbedLists& probed = *frame.view.probed;
    std::vector<ImVec2> occupied;
    if (!frame.view.query.empty()) occupied.push_back(frame.pixels(frame.view.query));
    const auto is_free = [&](ImVec2 at) {
        return at.x > float(free.x) && at.x < float(free.x + free.width) && at.y > float(free.y) && at.y < float(free.y + free.height) &&
               std::none_of(occupied.begin(), occupied.end(), [&](ImVec2 other) {
                   return std::abs(other.x - at.x) < number_spacing_x && std::abs(other.y - at.y) < number_spacing_y;
               });
    };
    std::vector<std::pair<int, std::vector<ImVec2>>> all;
    for (int i = 0; i < probed.probed(); ++i)
        if (is_searched(frame, probed.nearest[std::size_t(i)]))
            all.emplace_back(i + 1, number_places(frame, probed.nearest[std::size_t(i)], i + 1, free));
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    for (const auto& [number, places] : all) {  // those with the fewest places first, then the nearest
        const auto at = std::find_if(places.begin(), places.end(), is_free);
        if (at == places.end()) continue;
        occupied.push_back(*at);
        draw_number(list, frame, *at, number);
        const auto [from, to] = box_of_number(frame, *at, number);
        numbers.emplace_back(from, to);
    }
    return numbers;
}

float list_marks_height(const InstrumentFrame& frame) {
    if (!lists_drawn(frame)) return 0;
    return number_row * float(1 + int(!frame.three_d()) + int(!lists_with_missed(frame).empty())) + 2;
}

void draw_list_marks(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    int row = 0;
    const auto mark = [&](const char* words, const auto& draw) {
        const float middle = at.y + number_row * (float(row++) + 0.5f);
        draw(ImVec2{at.x, std::round(middle - 0.5f * number_height)},
            ImVec2{at.x + number_width, std::round(middle + 0.5f * number_height)});
        draw_name(list, frame, FontRole::body, {at.x + 26, middle}, frame.colours.text, words, left_middle);
    };
    const render::Colour line = probed_colours(frame).line;
    mark("list probed", [&](ImVec2 from, ImVec2 to) {
        if (!frame.three_d()) list.AddRectFilled(from, to, colour(line, 1.5f * fill_of(frame)));
        list.AddRect(from, to, colour(line), 0, 0, 2);
    });
    if (!frame.three_d()) mark("other list", [&](ImVec2 from, ImVec2 to) { list.AddRect(from, to, colour(frame.colours.cell)); });
    if (!lists_with_missed(frame).empty())
        mark("list with missed", [&](ImVec2 from, ImVec2 to) {
            draw_dashed_box(list, from, to, colour(frame.colours.warning), {3.5f, 6, 1.5f});
        });
}

}  // namespace neighborscope
