// Marks of the last change in the picture and the legend: neighbours that entered and left, points changed by hand, leaves that split or
// merged. They differ in shape, not in colour.
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/overlay/leaves.hpp"
#include "app/session/shown/point_changes.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr std::size_t max_leaves_marked = 300;
constexpr std::size_t marks_at_full_size = 40;  // neighbours; more marks are drawn smaller, to keep points visible
constexpr Dashes merged_dashes{6, 10, 2};

/// Draws a line in the text colour over a wider one in the background colour, so that it is visible on all cells.
void draw_line(ImDrawList& list, const InstrumentFrame& frame, ImVec2 a, ImVec2 b, float width) {
    list.AddLine(a, b, colour(frame.colours.view, 0.8f), width + 2);
    list.AddLine(a, b, colour(frame.colours.text), width);
}

/// Whether both ends are near enough to the picture to draw dashes along the line.
bool is_near(const InstrumentFrame& frame, ImVec2 a, ImVec2 b) {
    const double far = 20 * std::max(frame.width, frame.height);
    return std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y)}) < far;
}

bool is_in_view(const InstrumentFrame& frame, ImVec2 at) {
    return std::isfinite(at.x) && std::isfinite(at.y) && at.x > -frame.width && at.y > -frame.height && at.x < 2 * frame.width &&
           at.y < 2 * frame.height;
}

/// Draws a plus beside the point. Centred, it would look like the query.
void draw_added_mark(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float size) {
    const float arm = 0.5f * size;
    const ImVec2 middle{std::round(at.x + 1.3f * size), std::round(at.y - 1.3f * size)};
    for (const auto& [ink, width] : {std::pair{colour(frame.colours.view, 0.9f), 5.0f}, {colour(frame.colours.text), 2.5f}}) {
        const float reach = arm + (width > 3 ? 1.5f : 0.0f);
        list.AddLine({middle.x - reach, middle.y}, {middle.x + reach, middle.y}, ink, width);
        list.AddLine({middle.x, middle.y - reach}, {middle.x, middle.y + reach}, ink, width);
    }
}

void draw_moved_mark(ImDrawList& list, const InstrumentFrame& frame, ImVec2 from, ImVec2 to, float size) {
    const float dx = to.x - from.x, dy = to.y - from.y, away = std::hypot(dx, dy);
    if (away < 1) return;
    const float ux = dx / away, uy = dy / away, head = 0.6f * size, clear = std::min(0.6f * size, 0.25f * away);
    const ImVec2 tip{to.x - ux * clear, to.y - uy * clear};
    draw_line(list, frame, from, tip, 1.5f);
    for (const float side : {-1.0f, 1.0f})
        draw_line(list, frame, tip, {tip.x - head * ux + 0.6f * head * side * uy, tip.y - head * uy - 0.6f * head * side * ux}, 1.5f);
    list.AddCircle(from, 3, colour(frame.colours.text), 12, 1.5f);
}

void draw_erased_mark(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float size) {
    const float half = 0.6f * size;
    list.AddRect({at.x - half, at.y - half}, {at.x + half, at.y + half}, colour(frame.colours.text), 0, 0, 1.5f);
    draw_line(list, frame, {at.x - half, at.y - half}, {at.x + half, at.y + half}, 1.25f);
    draw_line(list, frame, {at.x - half, at.y + half}, {at.x + half, at.y - half}, 1.25f);
}

float mark_size(const InstrumentFrame& frame) { return frame.presenter ? 16.0f : 10.0f; }

void draw_changed_points(ImDrawList& list, const InstrumentFrame& frame, const std::vector<ChangedPoint>& points) {
    const float size = mark_size(frame);
    for (const ChangedPoint& one : points) {
        const ImVec2 from = one.from.empty() ? ImVec2{} : frame.pixels(one.from), to = one.to.empty() ? ImVec2{} : frame.pixels(one.to);
        if (one.added() && is_in_view(frame, to)) draw_added_mark(list, frame, to, size);
        else if (one.erased() && is_in_view(frame, from)) draw_erased_mark(list, frame, from, size);
        else if (!one.added() && !one.erased() && is_in_view(frame, from) && is_in_view(frame, to))
            draw_moved_mark(list, frame, from, to, size);
    }
}

/// The kinds of changed points and leaves in the last change.
struct ChangeKinds {
    bool added = false, moved = false, erased = false, split = false, merged = false;
    int lines() const { return int(added) + int(moved) + int(erased) + int(split) + int(merged); }
};

ChangeKinds change_kinds(const InstrumentFrame& frame) {
    ChangeKinds kinds;
    const ListChanges* changes = frame.view.listed_changes();
    if (!changes) return kinds;
    for (const ChangedPoint& one : changes->points) (one.added() ? kinds.added : one.erased() ? kinds.erased : kinds.moved) = true;
    kinds.split = !changes->leaves.split.empty();
    kinds.merged = !changes->leaves.merged.empty();
    return kinds;
}

}  // namespace

void draw_entered_mark(ImDrawList& list, ImU32 ink, ImVec2 at, float size) {
    list.AddCircle(at, size, ink, 24, std::clamp(0.2f * size, 0.75f, 2.0f));
}

void draw_left_mark(ImDrawList& list, ImU32 ink, ImVec2 at, float size) {
    const float line = std::clamp(0.2f * size, 0.75f, 1.5f);
    list.AddCircle(at, size, ink, 24, line);
    const float arm = 0.66f * size;
    for (const float side : {-1.0f, 1.0f}) list.AddLine({at.x - arm, at.y - arm * side}, {at.x + arm, at.y + arm * side}, ink, line);
}

bool marks_left(const InstrumentFrame& frame) {
    const ListChanges* changes = frame.view.listed_changes();
    return changes && !changes->left.empty() && changes->left.size() <= std::max(marks_at_full_size, 2 * frame.view.neighbours.size());
}

void draw_changed_marks(const InstrumentFrame& frame, bool neighbours) {
    const ListChanges* changes = frame.view.listed_changes();
    if (!changes || !frame.data) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 ink = colour(frame.colours.text);
    const float size = mark_size(frame);
    draw_changed_points(list, frame, changes->points);
    if (!neighbours) return;
    const std::size_t marks = std::max(changes->entered.size() + changes->left.size(), marks_at_full_size);
    const float small = std::max(0.3f, std::sqrt(float(marks_at_full_size) / float(marks)));
    for (const int rank : changes->entered)
        if (rank >= 1 && rank <= int(frame.view.neighbours.size()))
            draw_entered_mark(list, ink, frame.pixels_of_row(frame.view.neighbours[std::size_t(rank - 1)].row), size * small);
    if (!marks_left(frame)) return;
    for (const NeighbourRow& one : changes->left)  // at its present position, unless it was erased
        if (const std::int64_t row = frame.data->row_of_file_row(one.file_row); row >= 0)
            draw_left_mark(list, ink, frame.pixels_of_row(row), 0.7f * size * small);
}

void draw_changed_leaves(const InstrumentFrame& frame) {
    const ListChanges* changes = frame.view.listed_changes();
    if (!changes || !frame.data || frame.session.cells == CellsShown::none) return;
    const int dimension = frame.view.tree ? frame.view.tree->dimension : 2;
    if (dimension > frame.data->dimension || (dimension == 3 && !frame.three_d())) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const LeafChanges& leaves = changes->leaves;
    const auto outline = [&](const RecordedTree::Box& box, float width) {
        for (const auto& [a, b] : edges_of(frame, box, dimension))
            if (is_near(frame, a, b)) draw_line(list, frame, a, b, width);
    };
    for (std::size_t i = 0; i < std::min(leaves.split.size(), max_leaves_marked); ++i) {
        for (const RecordedTree::Box& part : leaves.split[i].boxes) outline(part, 1);
        outline(leaves.split[i].box, 2.5f);
    }
    for (std::size_t i = 0; i < std::min(leaves.merged.size(), max_leaves_marked); ++i)
        for (const auto& [a, b] : edges_of(frame, leaves.merged[i].box, dimension)) {
            if (!is_near(frame, a, b)) continue;
            list.AddLine(a, b, colour(frame.colours.view, 0.8f), 4);
            draw_dashed(list, a, b, colour(frame.colours.text), merged_dashes);
        }
}

int changed_lines(const InstrumentFrame& frame) { return change_kinds(frame).lines(); }

void draw_changed_legend(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float row) {
    const ChangeKinds kinds = change_kinds(frame);
    float y = at.y + 0.5f * row;
    const float x = at.x + 8;
    const ImU32 ink = colour(frame.colours.text);
    const auto label = [&](const char* text) {
        draw_name(list, frame, FontRole::body, {at.x + 26, y}, frame.colours.text, text, left_middle);
        y += row;
    };
    if (kinds.added) {
        list.AddCircleFilled({x - 3, y + 4}, 2.5f, colour(frame.colours.point), 12);
        draw_added_mark(list, frame, {x - 6, y + 7}, 8);
        label("was added");
    }
    if (kinds.moved) draw_moved_mark(list, frame, {x - 6, y + 4}, {x + 9, y - 5}, 9), label("was moved");
    if (kinds.erased) draw_erased_mark(list, frame, {x, y}, 9), label("was erased");
    const ImVec2 half{7, 7};
    if (kinds.split) {
        list.AddRect({x - half.x, y - half.y}, {x + half.x, y + half.y}, ink, 0, 0, 2);
        list.AddLine({x - half.x, y}, {x + half.x, y}, ink);
        list.AddLine({x, y - half.y}, {x, y + half.y}, ink);
        label("leaf that split");
    }
    if (kinds.merged) draw_dashed_box(list, {x - half.x, y - half.y}, {x + half.x, y + half.y}, ink, {3, 5, 2}), label("leaves merged");
}

}  // namespace neighborscope
