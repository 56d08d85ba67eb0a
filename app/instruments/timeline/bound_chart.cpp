#include "app/instruments/timeline/bound_chart.hpp"

#include "app/charts/chart.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/scene/leaf_colours.hpp"
#include "app/instruments/timeline/bound_notes.hpp"
#include "app/session/stepping/narrate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace neighborscope {
namespace {

using EventKind = BoundChart::Kind;

constexpr float chart_padding = 10, band_names = 16, step_numbers = 17, event_radius = 7;
constexpr float later_alpha = 0.3f;       // opacity of steps after the present one
constexpr std::size_t round_dots = 2000;  // more events are drawn as squares, which take less time
constexpr Dashes lost_dashes{5, 8, 1.5f};

/// Round numbers, about as far apart on the axis as its texts need.
std::vector<double> stretched_ticks(const BoundPlot& plot) {
    std::vector<double> ticks;
    const double height = double(plot.to.y - plot.from.y), apart = 22 / std::max(44.0, height);
    for (double share = 0; share + apart < 1;) {
        const double next = plot.distance_at(share + apart), step = nice_step(0.5 * (next - plot.distance_at(share)));
        ticks.push_back(std::ceil(next / step) * step);
        share = double(plot.to.y - plot.y(ticks.back())) / height;
    }
    return ticks;
}

std::vector<double> ticks_of(const BoundPlot& plot) {
    if (plot.stretched) return stretched_ticks(plot);
    const int wanted = std::max(2, int((plot.to.y - plot.from.y) / 20));
    if (plot.logarithmic) return charts::logarithmic_ticks(plot.low, plot.high, wanted);
    std::vector<double> ticks;
    for (int more = 0; ticks.size() < 2 && more < 4; ++more)  // one tick is no scale
        ticks = plot.chart.products ? charts::linear_ticks(-plot.high, -plot.low, wanted + more)
                                    : charts::linear_ticks(plot.low, plot.high, wanted + more);
    for (double& tick : ticks) tick = plot.chart.distance_of(tick);
    return ticks;
}

std::string text_of_tick(const BoundPlot& plot, const std::vector<double>& ticks, std::size_t i) {
    const double value = plot.chart.distance_of(ticks[i]);
    if (plot.logarithmic && !plot.stretched) return charts::digits(value, 2);
    const std::size_t first = plot.stretched && i > 0 ? i - 1 : 0;  // only there steps differ
    return charts::tick_text(value, ticks.size() > 1 ? std::abs(ticks[first + 1] - ticks[first]) : 1);
}

render::Colour refused_colour(const InstrumentFrame& frame) { return frame.colours.warning; }
render::Colour entered_colour(const InstrumentFrame& frame) { return leaf_colours(frame.theme, 0).line; }
render::Colour line_colour(const InstrumentFrame& frame, const NeighbourFate& fate) {
    if (fate.missed()) return frame.colours.error;
    return render::rank_colour(frame.theme, fate.listed - 1, std::max(1, int(frame.view.neighbours.size())));
}

// ---- Parts ----------------------------------------------------------------------------------------------------------------

/// The meaning of dots and lines, right of the title.
void draw_key(const InstrumentFrame& frame, ImVec2 at, float width, float used) {
    const BoundChart& chart = frame.view.stepping.record->chart;
    const render::Palette& colours = frame.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    enum class Look { dot, ring, triangle, line };
    struct Item {
        Look look;
        render::Colour ink;
        std::string text;
    };
    const auto has = [&](EventKind kind) {
        return std::any_of(chart.events.begin(), chart.events.end(), [=](const BoundChart::Event& one) { return one.kind == kind; });
    };
    std::vector<Item> items;
    if (has(EventKind::computed))
        items.push_back({Look::dot, colours.point, chart.products ? "inner product computed" : "distance computed"});
    if (has(EventKind::refused)) items.push_back({Look::ring, refused_colour(frame), chart.refused_as});
    if (has(EventKind::entered)) items.push_back({Look::dot, entered_colour(frame), "entered the list"});
    if (has(EventKind::skipped)) items.push_back({Look::triangle, colours.second_text, "skipped"});
    if (!chart.bounds.empty())
        items.push_back({Look::line, colours.text, ordinal(chart.k) + (chart.products ? " inner product so far" : " distance so far")});
    constexpr float sign = 18, between = 16;
    const auto width_of = [&](const Item& item) { return sign + text_size(frame, FontRole::small, item.text).x; };
    float all = 0;
    for (const Item& item : items) all += width_of(item) + between;
    if (all > width - used) return;
    float x = at.x + width - chart_padding - all + between;
    const float y = at.y + 0.5f * title_height;
    for (const Item& item : items) {
        if (item.look == Look::dot) list.AddCircleFilled({x + 7, y}, 3.5f, colour(item.ink), 16);
        if (item.look == Look::ring) list.AddCircle({x + 7, y}, 3.5f, colour(item.ink), 16, 1.5f);
        if (item.look == Look::triangle) list.AddTriangle({x + 3, y - 3}, {x + 11, y - 3}, {x + 7, y + 4}, colour(item.ink), 1);
        if (item.look == Look::line) list.AddLine({x, y}, {x + 14, y}, colour(item.ink), 2);
        draw_name(list, frame, FontRole::small, {x + sign, y}, colours.second_text, item.text, left_middle);
        x += width_of(item) + between;
    }
}

void draw_bands(const InstrumentFrame& frame, const BoundPlot& plot) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool light = frame.theme == render::Theme::light;
    float free_from = plot.from.x - 1;
    for (const BoundChart::Band& band : plot.chart.bands) {
        const float left = plot.edge(band.first - 1), right = plot.edge(band.last);
        if (band.shaded) list.AddRectFilled({left, plot.from.y}, {right, plot.to.y}, colour(frame.colours.accent, light ? 0.08f : 0.13f));
        const auto width_of = [&](const std::string& text) { return text_size(frame, FontRole::small, text).x; };
        const std::string& text = width_of(band.name) + 6 <= right - left ? band.name : band.brief;
        const float middle = 0.5f * (left + right), wide = width_of(text);
        if (text.empty() || middle - 0.5f * wide < free_from || middle + 0.5f * wide > plot.to.x + 4) continue;
        if (&text == &band.brief && wide > std::max(12.0f, right - left + 4)) continue;
        draw_text(list, frame, FontRole::small, {middle, plot.from.y - 0.5f * band_names - 1}, frame.colours.second_text, text, in_middle);
        free_from = middle + 0.5f * wide + 6;
    }
}

void draw_axes_of(const InstrumentFrame& frame, const BoundPlot& plot, const std::vector<double>& ticks) {
    const render::Palette& colours = frame.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (ticks[i] < plot.low || ticks[i] > plot.high) continue;
        const float y = std::round(plot.y(ticks[i])) + 0.5f;
        list.AddLine({plot.from.x, y}, {plot.to.x, y}, colour(colours.divider));
        draw_text(list, frame, FontRole::small, {plot.from.x - 6, y}, colours.second_text, text_of_tick(plot, ticks, i), right_middle);
    }
    list.AddLine({plot.from.x, plot.to.y}, {plot.to.x, plot.to.y}, colour(colours.edge));
    const double step = nice_step(double(plot.chart.steps) / std::max(1.0, double(plot.width()) / 90));
    for (double position = step; position <= double(plot.chart.steps); position += std::max(1.0, step)) {
        const float x = plot.x(std::int64_t(position));
        const std::string text = text_of_count(std::int64_t(position));
        const float half = 0.5f * text_size(frame, FontRole::small, text).x;
        if (x + half > plot.to.x + 4) break;
        list.AddLine({x, plot.to.y}, {x, plot.to.y + 3}, colour(colours.edge));
        draw_text(list, frame, FontRole::small, {x, plot.to.y + 3}, colours.second_text, text, {0.5f, 0});
    }
    draw_text(list, frame, FontRole::small, {plot.from.x - 6, plot.to.y + 3}, colours.second_text, "step", {1, 0});
}

void draw_events(const InstrumentFrame& frame, const BoundPlot& plot) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t now = frame.view.stepping.position;
    const bool round = plot.chart.events.size() <= round_dots;
    const float radius = plot.chart.events.size() <= 200 ? 3.5f : round ? 2.5f : 1.0f;
    for (const EventKind kind : {EventKind::skipped, EventKind::computed, EventKind::refused, EventKind::entered}) {
        const render::Colour ink = kind == EventKind::entered    ? entered_colour(frame)
                                   : kind == EventKind::refused  ? refused_colour(frame)
                                   : kind == EventKind::computed ? frame.colours.point
                                                                 : frame.colours.second_text;
        const ImU32 done = colour(ink, kind == EventKind::skipped ? 0.7f : 1.0f), later = colour(ink, later_alpha);
        for (const BoundChart::Event& event : plot.chart.events) {
            if (event.kind != kind) continue;
            const ImVec2 at{plot.x(event.position), plot.y(double(event.distance))};
            const ImU32 its = event.position <= now ? done : later;
            if (kind == EventKind::refused) list.AddCircle(at, std::max(2.0f, radius), its, radius > 3 ? 12 : 8, radius > 3 ? 1.5f : 1.0f);
            else if (!round) list.AddRectFilled({at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}, its);
            else if (kind == EventKind::skipped)
                list.AddTriangle(
                    {at.x - radius, at.y - radius}, {at.x + radius, at.y - radius}, {at.x, at.y + radius}, its, radius > 3 ? 1.5f : 1.0f);
            else list.AddCircleFilled(at, radius, its, radius > 3 ? 12 : 8);
        }
    }
}

void draw_bound(const InstrumentFrame& frame, const BoundPlot& plot) {
    const std::vector<BoundChart::Bound>& bounds = plot.chart.bounds;
    const std::int64_t now = frame.view.stepping.position;
    std::vector<ImVec2> stair, later;  // up to the present step, and after it
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const float y = plot.y(double(bounds[i].distance)), left = plot.x(bounds[i].position),
                    right = i + 1 < bounds.size() ? plot.x(bounds[i + 1].position) : plot.to.x,
                    parted = std::clamp(now < plot.chart.steps ? plot.x(now) : plot.to.x, left, right);
        if (bounds[i].position <= now) stair.insert(stair.end(), {{left, y}, {parted, y}});
        if (bounds[i].position > now || parted < right)
            later.insert(later.end(), {{bounds[i].position > now ? left : parted, y}, {right, y}});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!later.empty() && !stair.empty() && later.front().x == stair.back().x) later.insert(later.begin(), stair.back());
    list.AddPolyline(later.data(), int(later.size()), colour(frame.colours.text, later_alpha), 0, 2);
    list.AddPolyline(stair.data(), int(stair.size()), colour(frame.colours.text), 0, 2);
}

bool is_marked(const InstrumentFrame& frame, const NeighbourFate& fate, const NeighbourFate* pointed) {
    return &fate == pointed || fate.row == frame.hovered;
}

/// The missed neighbours whose lines are drawn: of those that are closer than lines are thick, and were never seen, only one.
std::vector<const NeighbourFate*> missed_lines(const InstrumentFrame& frame, const BoundPlot& plot, const NeighbourFate* pointed) {
    constexpr float least_apart = 3;
    std::vector<const NeighbourFate*> lines;
    float last = -std::numeric_limits<float>::infinity();
    for (const NeighbourFate& fate : frame.view.stepping.fates) {  // by rank: lines go up or down
        if (!fate.missed() || !is_drawn(frame, fate)) continue;
        const float y = plot.y(fate.distance);
        if (fate.found == 0 && std::abs(y - last) < least_apart && !is_marked(frame, fate, pointed)) continue;
        last = y;
        lines.push_back(&fate);
    }
    return lines;
}

/// The dashes of missed neighbours whose lines are hidden by those of found ones: drawn once more, over these.
void draw_hidden_dashes(const InstrumentFrame& frame, const BoundPlot& plot, const NeighbourFate* pointed) {
    constexpr float hides = 2.5f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<NeighbourFate>& fates = frame.view.stepping.fates;
    for (const NeighbourFate* missed : missed_lines(frame, plot, pointed)) {
        const float y = plot.y(missed->distance);
        const bool hidden = std::any_of(fates.begin(), fates.end(),
            [&](const NeighbourFate& one) { return !one.missed() && is_drawn(frame, one) && std::abs(plot.y(one.distance) - y) < hides; });
        if (hidden) draw_dashed(list, {ends_of(plot, *missed)[1], y}, {plot.to.x, y}, colour(frame.colours.error), lost_dashes);
    }
}

void draw_missed_lines(const InstrumentFrame& frame, const BoundPlot& plot, const NeighbourFate* pointed) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t now = frame.view.stepping.position;
    const ImU32 ink = colour(frame.colours.error);
    for (const NeighbourFate* fate : missed_lines(frame, plot, pointed)) {
        const auto [left, right] = ends_of(plot, *fate);
        const float y = plot.y(fate->distance), thick = is_marked(frame, *fate, pointed) ? 3.0f : 1.5f;
        draw_dashed(list, {right, y}, {plot.to.x, y}, ink, {lost_dashes.dash, lost_dashes.period, thick});
        if (fate->found == 0) continue;
        const float alpha = fate->found <= now ? 1.0f : 0.45f;
        list.AddLine({left, y}, {right, y}, colour(frame.colours.error, 0.85f * alpha), thick);
        list.AddCircleFilled({left, y}, 4, colour(frame.colours.error, alpha), 20);
        if (fate->lost > 0) draw_list_mark(list, frame.theme, panels::Mark::wrong, {right == left ? left + 9 : right, y}, 4);
    }
}

/// Lines of neighbours that were found, over those of missed ones, with an edge so that they stay visible.
void draw_found_lines(const InstrumentFrame& frame, const BoundPlot& plot, const NeighbourFate* pointed) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t now = frame.view.stepping.position;
    const std::vector<NeighbourFate>& fates = frame.view.stepping.fates;
    const bool edged = std::any_of(fates.begin(), fates.end(), [](const NeighbourFate& one) { return one.missed(); });
    for (auto fate = fates.rbegin(); fate != fates.rend(); ++fate) {  // the nearest on top
        if (fate->missed() || !is_drawn(frame, *fate)) continue;
        const auto [left, right] = ends_of(plot, *fate);
        const float y = plot.y(fate->distance), thick = is_marked(frame, *fate, pointed) ? 3.0f : edged ? 2.0f : 1.5f;
        const render::Colour ink = line_colour(frame, *fate);
        const float alpha = fate->found <= now ? 1.0f : 0.45f;
        if (edged) list.AddLine({left, y}, {right, y}, colour(frame.colours.dock), thick + 2);
        list.AddLine({left, y}, {right, y}, colour(ink, 0.85f * alpha), thick);
        list.AddCircleFilled({left, y}, 5, colour(frame.colours.dock), 20);
        list.AddCircleFilled({left, y}, 4, colour(ink, alpha), 20);
    }
}

void draw_position(const InstrumentFrame& frame, const BoundPlot& plot) {
    const Stepping& stepping = frame.view.stepping;
    const float x = std::round(stepping.position == 0 ? plot.from.x : plot.x(stepping.position));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({x - 1, plot.from.y - 2}, {x + 1, plot.to.y + 2}, colour(frame.colours.accent));
    list.AddTriangleFilled({x - 5, plot.from.y - 3}, {x + 5, plot.from.y - 3}, {x, plot.from.y + 3}, colour(frame.colours.accent));
}

// ---- The mouse ------------------------------------------------------------------------------------------------------------

const BoundChart::Event* event_at(const BoundPlot& plot, ImVec2 mouse) {
    const std::vector<BoundChart::Event>& events = plot.chart.events;
    const auto first = std::ranges::lower_bound(events, plot.position_at(mouse.x - event_radius), {}, &BoundChart::Event::position);
    const BoundChart::Event* nearest = nullptr;
    float least = event_radius;
    for (auto event = first; event != events.end() && plot.x(event->position) <= mouse.x + event_radius; ++event) {
        const float away = std::hypot(plot.x(event->position) - mouse.x, plot.y(double(event->distance)) - mouse.y);
        if (away <= least) least = away, nearest = &*event;
    }
    return nearest;
}

const NeighbourFate* fate_at(const InstrumentFrame& frame, const BoundPlot& plot, ImVec2 mouse) {
    const NeighbourFate* nearest = nullptr;
    float least = 4;
    for (const NeighbourFate& fate : frame.view.stepping.fates) {
        if (!is_drawn(frame, fate) || mouse.x < ends_of(plot, fate)[0] - 4) continue;
        if (!fate.missed() && mouse.x > ends_of(plot, fate)[1]) continue;
        if (const float away = std::abs(plot.y(fate.distance) - mouse.y); away < least) least = away, nearest = &fate;
    }
    return nearest;
}

std::string text_of_event(const InstrumentFrame& frame, const BoundPlot& plot, const BoundChart::Event& event) {
    const Recording& record = *frame.view.stepping.record;
    std::string text = "step " + text_of_count(event.position) + ": ";
    if (event.row >= 0) text += "row " + row_text_of(record, event.row) + ", ";
    text += std::string(plot.chart.products                ? "inner product "
                        : event.kind == EventKind::skipped ? "at least "
                                                           : "distance ") +
            distance_text(record, plot.chart.distance_of(double(event.distance)));
    return text + "\n" + narrate_step(record, event.position);
}

/// Goes to the step under the pressed mouse, or says what is under it. Returns the neighbour whose line that is.
const NeighbourFate* follow_mouse(const InstrumentFrame& frame, const BoundPlot& plot, const std::vector<PlacedNote>& notes) {
    ImGui::SetCursorScreenPos(plot.from);
    ImGui::InvisibleButton("chart", {plot.width(), plot.to.y - plot.from.y});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsItemActive()) {
        const std::int64_t position = mouse.x >= plot.to.x ? frame.view.stepping.count : plot.position_at(mouse.x);
        if (position != frame.view.stepping.position) frame.step_request.position = position;
        return nullptr;
    }
    if (const PlacedNote* note = note_at(notes, mouse); note && ImGui::IsWindowHovered()) {
        show_tooltip(text_of_note(frame, *note->note));
        return nullptr;
    }
    if (!ImGui::IsItemHovered()) return nullptr;
    if (const BoundChart::Event* event = event_at(plot, mouse)) {
        show_tooltip(text_of_event(frame, plot, *event));
        if (event->row >= 0) frame.step_request.pointed = event->row;
        const std::vector<NeighbourFate>& fates = frame.view.stepping.fates;
        const auto fate = std::find_if(fates.begin(), fates.end(), [&](const NeighbourFate& one) { return one.row == event->row; });
        return fate == fates.end() ? nullptr : &*fate;
    }
    const NeighbourFate* fate = fate_at(frame, plot, mouse);
    if (fate) {
        show_tooltip(fate->sentence + "\n" + (plot.chart.products ? "inner product " : "distance ") +
                     distance_text(*frame.view.stepping.record, plot.chart.distance_of(fate->distance)));
        frame.step_request.pointed = fate->row;
    } else {
        const std::int64_t position = std::max<std::int64_t>(1, plot.position_at(mouse.x));
        show_tooltip("step " + text_of_count(position) + "\n" + narrate_step(*frame.view.stepping.record, position));
    }
    return fate;
}

}  // namespace

bool has_bound_chart(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.ready && !stepping.record->chart.empty();
}

bool is_low_view(const InstrumentFrame& frame) { return frame.height < 900; }

bool has_walk_in_low_view(const InstrumentFrame& frame) {
    return is_low_view(frame) && has_bound_chart(frame) && frame.view.stepping.walk.walks;
}

float bound_chart_height(const InstrumentFrame& frame) {
    const float height = float(frame.height);
    if (is_low_view(frame)) return std::round(0.3f * height);
    return std::round(std::clamp(0.235f * height, 100.0f, 420.0f));
}

void draw_bound_chart(const InstrumentFrame& frame, const render::Rectangle& place, StepFolds folds) {
    const Stepping& stepping = frame.view.stepping;
    open_card(frame, "bound-chart", {float(place.x), float(place.y)}, {float(place.width), float(place.height)}, frame.presenter);
    const ImVec2 at = ImGui::GetWindowPos();
    const float width = float(place.width);
    constexpr float wide = 820;  // has room for the question and the key
    const std::string brief = stepping.record->products ? "Bound chart, inner product" : "Bound chart",
                      whole = brief + ": when was each neighbour found, and when lost?";
    const ImVec2 top{at.x, at.y + title_height + band_names + 3};
    const float bottom = at.y + float(place.height) - step_numbers - 4;
    BoundPlot plot = plot_of(stepping.record->chart, stepping.fates, top, {at.x + width - chart_padding, bottom});
    const std::vector<double> ticks = ticks_of(plot);
    float numbers = text_size(frame, FontRole::small, "step").x;
    for (std::size_t i = 0; i < ticks.size(); ++i)
        numbers = std::max(numbers, text_size(frame, FontRole::small, text_of_tick(plot, ticks, i)).x);
    plot.from.x = std::round(at.x + chart_padding + numbers + 6);
    const auto after = [&](const std::string& title) { return 46 + text_size(frame, FontRole::bold, title).x; };
    const std::vector<MissedNote> missed =
        folds.chart ? std::vector<MissedNote>() : missed_notes(stepping.fates, frame.view.exactness.missed);
    const std::vector<PlacedNote> notes =
        placed_notes(frame, plot, missed, {at.x + after(brief), at.y + 0.5f * title_height}, width - after(brief) - chart_padding);
    const auto in_title = std::find_if(notes.begin(), notes.end(), [](const PlacedNote& one) { return one.in_title; });
    const bool has_note = in_title != notes.end();
    const std::string& title = has_note || width < wide ? brief : whole;
    if (instrument_title(frame, title, "", "", folds.chart)) {
        draw_key(frame, at, width, after(title) + (has_note ? in_title->size.x + 12 : 0));
        const NeighbourFate* pointed = follow_mouse(frame, plot, notes);
        draw_bands(frame, plot);
        draw_axes_of(frame, plot, ticks);
        draw_events(frame, plot);
        draw_missed_lines(frame, plot, pointed);
        draw_found_lines(frame, plot, pointed);
        draw_hidden_dashes(frame, plot, pointed);
        draw_bound(frame, plot);  // the line of the last neighbour would cover it
        draw_notes(frame, notes);
        draw_position(frame, plot);
    }
    end_instrument();
}

}  // namespace neighborscope
