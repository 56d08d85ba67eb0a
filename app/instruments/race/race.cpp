#include "app/instruments/race/race.hpp"

#include "app/charts/curve_chart.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/race/race_lanes.hpp"
#include "app/session/race/fixed_cost.hpp"
#include "app/session/race/race_track.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/explain_search.hpp"
#include "app/session/sentences/search_texts.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float edge = 12, controls = 34, reason_line = 16, race_note_line = 17;
float reason_height(int lines) { return float(lines) * reason_line + 4; }
constexpr float work_beside = 1240;  // from this width on, the work is beside the lanes

bool has_work_beside_lanes(double width) { return width >= work_beside; }

/// `reason`: the number of lines that say why a method is slower, and where they cross.
float height_of_strip(std::size_t contenders, double width, bool steps, bool folded, int reason) {
    if (folded) return title_height;
    const float lanes = LaneCanvas::heading + LaneCanvas::lane_height * float(contenders) + LaneCanvas::axis_line,
                work = LaneCanvas::heading + LaneCanvas::work_lane * float(contenders) + 6;
    return title_height + (steps ? controls : 6) + (has_work_beside_lanes(width) ? std::max(lanes, work) : lanes + work) + 6 +
           (reason > 0 ? reason_height(reason) : 0);
}

constexpr const char* comparison_hint = "the others are compared with it";

/// The controls of the race: play, steps of A, position, and clock.
void draw_clock(const InstrumentFrame& frame, float width, bool buttons, RaceRequest& request) {
    const Racing& race = frame.view.race;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 window = ImGui::GetWindowPos();
    const float middle = window.y + title_height + 0.5f * controls;
    if (!race.ready) {
        draw_text(list, frame, FontRole::body, {window.x + edge, middle}, frame.colours.second_text,
            race.why_not.empty() ? "The searches are being recorded." : as_sentence(race.why_not), left_middle);
        return;
    }
    ImGui::SetCursorPos({edge, title_height + 5});
    if (buttons) {
        command_button(frame, "step.back", "<");
        command_button(frame, "step.play", race.playing ? "Pause steps" : "Play steps",
            {.primary = true, .width = push_button_width(frame, "Pause steps")});
        command_button(frame, "step.forward", ">");
        if (push_button(frame, "By work", false, race.by == RaceBy::work)) request.by = RaceBy::work;
        tooltip("All methods have done the same number of distances and entries");
        ImGui::SameLine(0, 2);
        if (push_button(frame, "By time", false, race.by == RaceBy::time)) request.by = RaceBy::time;
        tooltip("All methods have run for the same time, as measured");
        ImGui::SameLine();
    }
    const auto text = [&](double clock) {
        return race.by == RaceBy::work ? text_of_count(std::llround(clock)) : text_of_milliseconds(clock) + " ms";
    };
    const std::string most = text(race.total) + " of " + text(race.total), now = text(race.clock) + " of " + text(race.total);
    const float right = window.x + width - edge, numbers = std::round(text_size(frame, FontRole::body, most).x) + 12;
    if (race.by == RaceBy::work || frame.session.timings)
        draw_text(list, frame, FontRole::body, {right, middle}, frame.colours.text, now, right_middle);
    const float room = right - numbers - ImGui::GetCursorScreenPos().x;
    if (room < 40) return;
    const Track track = draw_track(frame, "clock", room);
    if (track.dragged)
        if (const double clock = double(*track.dragged) * race.total; std::fabs(clock - race.clock) > 1e-9 * race.total)
            request.clock = clock;
    const double share = race.total > 0 ? race.clock / race.total : 0;
    track.fill(0, share);
    for (std::size_t i = 0; i < race.contenders.size(); ++i)  // the end of each
        if (const double arrives = race.contenders[i].total; arrives > 0 && race.total > 0)
            track.list.AddRectFilled({track.at(arrives / race.total) - 1, track.y - 8}, {track.at(arrives / race.total) + 1, track.y + 8},
                colour(render::contender_colour(frame.theme, int(i))));
    track.knob(share);
}

/// What all contenders are asked: "k = 8, 4 000 points".
std::string presented_title(const InstrumentFrame& frame) {
    const DataFacts& data = frame.view.data;
    return "k = " + text_of_count(frame.session.k) + ", " +
           (data.filter.empty() ? text_of_amount(data.count, "point", "points")
                                : text_of_amount(data.allowed, "allowed row", "allowed rows"));
}

/// "A: one block per query ... B: ..."; "": two have the same method.
std::string how_they_search(const Racing& race) {
    std::string text;
    for (std::size_t i = 0; i < race.contenders.size(); ++i) {
        if (race.contenders[i].how.empty()) return {};
        text += (i > 0 ? " " : "") + std::string(1, char('A' + i)) + ": " + race.contenders[i].how;
    }
    return text;
}

/// On which shapes points at the same distance lie, if only metrics differ; why a method that computes fewer distances takes longer, or how
/// two methods write their lists, or how each searches; at the right where they take the same time, as measured, else by an estimate, and
/// the button that measures it.
void draw_reason(const InstrumentFrame& frame, const RaceLayout& layout, std::span<const ViewModel* const> views, bool buttons) {
    const bool writes = compares_writes(frame.view.race), button = buttons && !frame.presenter;
    const measure::Curve* const measured = measured_race(frame.view, frame.session);
    const auto ranges = measured ? charts::meeting_ranges(*measured, CurveQuantity::time) : std::vector<measure::Along>();
    const std::string next = ranges.empty() ? std::string() : "Measure " + charts::range_text(ranges.front());
    const char* const label = !next.empty() ? next.c_str() : writes ? "Find the k where they cross" : "Find where they cross";
    const render::Rectangle& where = layout.strip;
    const float high = reason_height(layout.reason_lines), top = float(where.y + where.height) - high - 2, left = float(where.x) + edge;
    float right = float(where.x + where.width) - edge;
    const double n = double(frame.view.data.count), most = most_points(frame.view.data);
    const std::vector<RacedCost> costs = raced_costs(frame.view.race, views, false), named = raced_costs(frame.view.race, views, true);
    std::string why = slower_with_less_work(costs), explained = slower_with_less_work(named), same, told;
    if (why.empty() && writes) why = explained = explain_writes(frame.view, list_length(frame.view, frame.session));
    for (std::string* const text : {&why, &explained}) {
        const std::string& shapes = frame.view.race.metric_shapes;
        if (!shapes.empty()) *text = shapes + (text->empty() ? "" : " ") + *text;
        if (text->empty()) *text = how_they_search(frame.view.race);
    }
    if (measured) {
        same = charts::brief_crossings(*measured);
        told = "Measured with " + charts::queries_text(*measured) + ", not with the query that is shown:";
        for (const std::string& sentence : charts::curve_sentences(*measured, CurveQuantity::time)) told += "\n" + sentence;
    } else if (!writes) {
        same = equal_times_text(costs, n, most, true);
        told = equal_times_text(named, n, most) + "\nEstimated from this run: " + what_an_estimate_assumes;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = std::max(button ? push_button_width(frame, label) : 0, text_size(frame, FontRole::small, same).x);
    if (!same.empty()) {
        const ImVec2 from{right - width, top + 2}, to{right, top + 2 + reason_line};
        draw_text(list, frame, FontRole::small, {right, top + 2}, frame.colours.second_text, same, {1, 0});
        if (ImGui::IsMouseHoveringRect(from, to)) show_tooltip(told);
    }
    if (button) {
        ImGui::SetCursorPos({float(where.width) - edge - push_button_width(frame, label), top - float(where.y) + reason_line + 6});
        command_button(frame, "race.find_crossing", label);
    }
    right -= width + 16;
    if (right - left < 80) return;
    float y = top + 2;
    const auto draw = [&](const std::vector<std::string>& lines, const render::Colour& ink) {
        for (const std::string& line : lines) {
            draw_text(list, frame, FontRole::small, {left, y}, ink, line);
            y += reason_line;
        }
        return int(lines.size());
    };
    const int rest =
        layout.reason_lines - draw(wrapped_sentences(frame, FontRole::small, why, right - left, layout.reason_lines), frame.colours.text);
    const float whole = float(where.x + where.width) - edge - left;
    if (const auto phases = wrapped(frame, FontRole::small, phases_in_order(views), whole, rest);
        frame.presenter && rest > 0 && !phases.empty() && !phases.back().ends_with("\u2026"))
        draw(phases, frame.colours.second_text);
    if (why.empty()) return;
    if (ImGui::IsMouseHoveringRect({left, top}, {right, top + high})) show_tooltip(explained);
}

}  // namespace

std::optional<std::size_t> RaceLayout::pane_at(double x, double y) const {
    for (std::size_t i = 0; i < panes.size(); ++i)
        if (x >= panes[i].x && x < panes[i].x + panes[i].width && y >= panes[i].y && y < panes[i].y + panes[i].height) return i;
    return std::nullopt;
}

std::string phases_in_order(std::span<const ViewModel* const> views) {
    std::vector<std::string> phases;
    for (const ViewModel* view : views) {
        std::string names;
        for (const TimingRow& phase : view->timings.phases) names += (names.empty() ? "" : ", ") + phase.phase;
        phases.push_back(names);
    }
    const auto none = [](const std::string& names) { return names.empty(); };
    if (std::ranges::all_of(phases, none)) return "";
    if (std::ranges::all_of(phases, [&](const std::string& names) { return names == phases.front(); }))
        return "Phases, in this order: " + phases.front() + ".";
    std::string text = "Phases, in this order:";
    for (std::size_t i = 0; i < phases.size(); ++i)
        if (!phases[i].empty()) text += std::string(" ") + char('A' + i) + ": " + phases[i] + ".";
    return text;
}

int presented_note_lines(const Racing& race, bool steps) {
    return steps || std::ranges::any_of(race.contenders, [](const Racing::Entry& one) { return !one.refusal.empty(); }) ? 3 : 1;
}

RaceLayout race_layout(std::size_t contenders, double width, double height, bool steps, bool folded, int presented_notes) {
    const int more = contenders > 2 && !has_work_beside_lanes(width) ? 2 : 0;  // a sentence for each of them, beside a button
    const int presented = presented_reason_lines - (steps ? 1 : 0);            // then nobody asks for the phases in order
    const int reason = presented_notes > 0 ? presented : reason_lines + more;
    const double names = race_name_height + std::max(0, presented_notes - 1) * double(race_note_line);
    double high = double(height_of_strip(contenders, width, steps, folded, reason));
    if (height - high - names < min_pane) high = double(height_of_strip(contenders, width, steps, folded, 0));
    const double clock = title_height + (steps ? controls : 0);  // shown even without room for lanes
    if (height - high - names < min_pane) high = std::min(high, clock);
    if (height - high - names < min_pane) high = std::min(high, double(title_height));
    const double room = height - high;
    const auto sides = [&](std::size_t rows) {
        const double columns = std::ceil(double(contenders) / double(rows));
        return std::pair(width / columns, room / double(rows) - names);
    };
    const auto least = [&](std::size_t rows) { return std::min(sides(rows).first, sides(rows).second); };
    const std::size_t rows = contenders == 4 && least(2) > least(1) ? 2 : 1, columns = (contenders + rows - 1) / rows;
    RaceLayout layout{{}, {0, room, width, high}, names, reason};
    // All have the same size, so that a position has the same pixel in each.
    const double across = std::floor(width / double(columns)), down = std::floor(room / double(rows));
    for (std::size_t i = 0; i < contenders; ++i) {
        const std::size_t column = i % columns, row = i / columns;
        layout.panes.push_back({across * double(column), down * double(row) + names, std::max(1.0, across - (columns > 1 ? 1 : 0)),
            std::max(1.0, down - names)});
    }
    return layout;
}

double race_magnification(std::size_t contenders, double width, double height, bool steps, bool folded, int presented_notes) {
    constexpr double least_width = 820, share_of_pictures = 0.42;  // below it sentences would be cut; of the view's height
    for (double larger = 2; larger > 1; larger -= 0.05) {
        if (width / larger < least_width) continue;
        const RaceLayout layout = race_layout(contenders, width / larger, height / larger, steps, folded, presented_notes);
        const bool whole = layout.strip.height >= height_of_strip(contenders, width / larger, steps, folded, layout.reason_lines);
        if (whole && layout.panes.front().height * larger >= share_of_pictures * height) return larger;
    }
    return 1;
}

RaceLayout RaceLayout::magnified(double factor) const {
    const auto larger = [factor](const render::Rectangle& one) {
        return render::Rectangle{one.x * factor, one.y * factor, one.width * factor, one.height * factor};
    };
    RaceLayout all = *this;
    for (render::Rectangle& pane : all.panes) pane = larger(pane);
    all.strip = larger(strip);
    return all;
}

void draw_race_names(const InstrumentFrame& frame, const RaceLayout& layout, std::span<const ViewModel* const> views) {
    const LaneCanvas canvas(frame, *ImGui::GetBackgroundDrawList(), views);
    const render::Palette& colours = frame.colours;
    const render::Rectangle& last = layout.panes.back();  // the remaining area
    const float beside = float(last.x + last.width), below = float(last.y + last.height);
    const render::Rectangle& strip = layout.strip;  // with rounded corners
    canvas.list.AddRectFilled(
        {float(strip.x), float(strip.y)}, {float(strip.x + strip.width), float(strip.y + strip.height)}, colour(colours.dock));
    canvas.list.AddRectFilled({beside, 0}, {float(strip.width), float(strip.y)}, colour(colours.divider));
    canvas.list.AddRectFilled({0, below}, {float(strip.width), float(strip.y)}, colour(colours.divider));
    for (const RaceLane& lane : canvas.lanes) {
        const render::Rectangle& pane = layout.panes[lane.contender];
        const float left = float(pane.x), right = float(pane.x + pane.width), bottom = float(pane.y),
                    top = bottom - float(layout.name_height);
        canvas.list.AddRectFilled({left, top}, {right + 1, bottom}, colour(colours.dock));
        canvas.list.AddLine({left, bottom - 0.5f}, {right + 1, bottom - 0.5f}, colour(colours.divider));
        if (pane.x + pane.width + 2 < strip.width)
            canvas.list.AddLine({right + 0.5f, top}, {right + 0.5f, float(pane.y + pane.height)}, colour(colours.divider));
        canvas.badge(lane, {left + edge + 9, top + 15});
        const bool steps = lane.view.stepping.ready;
        ExactnessVerdict verdict = presented_verdict(lane.view);
        if (!lane.one.refusal.empty() || frame.view.answers_hidden) verdict = {};
        const float room = right - left - 2 * edge - 26;
        const float said = canvas.width_of(FontRole::body, verdict.text);
        const float min_name_width =
            std::min(180.0f, canvas.width_of(FontRole::bold, lane.one.name));  // the name has priority over the verdict
        const bool fits = min_name_width + said + 16 < room;
        if (fits) canvas.text(FontRole::body, {right - edge, top + 15}, colour_of(colours, verdict.tone), verdict.text, right_middle);
        canvas.text(FontRole::bold, {left + edge + 26, top + 15}, colours.text,
            canvas.elided_name(FontRole::bold, lane.one.name, fits ? room - said - 16 : room, room));
        std::string note = !lane.one.refusal.empty() ? "" : steps ? lane.view.stepping.sentence : lane.one.difference;
        render::Colour ink = lane.one.misses && !steps ? colours.warning : colours.second_text;
        if (!lane.one.refusal.empty()) note = lane.one.refusal, ink = colours.error;
        else if (frame.view.stepping.open && !lane.one.no_steps.empty()) note = "no steps: shown finished", ink = colours.second_text;
        else if (note.empty() && lane.contender == 0 && canvas.width_of(FontRole::small, comparison_hint) <= room) note = comparison_hint;
        if (frame.view.answers_hidden && lane.one.refusal.empty()) note.clear();  // it would tell what the lesson asks
        float room_of_note = room;
        if (!fits && !verdict.text.empty()) {  // below the name, before the note
            const std::string below = elided(frame, FontRole::small, verdict.text, room);
            canvas.text(FontRole::small, {right - edge, top + 33}, colour_of(colours, verdict.tone), below, right_middle);
            room_of_note -= canvas.width_of(FontRole::small, below) + 12;
            if (note == comparison_hint) note.clear();
        }
        const int lines = 1 + int((layout.name_height - race_name_height) / double(race_note_line));
        float y = top + 33;
        bool cut = false;
        constexpr float least_note = 40;
        const std::vector<std::string> shown =
            room_of_note < least_note ? std::vector<std::string>() : wrapped(frame, FontRole::small, note, room_of_note, lines);
        for (const std::string& line : shown) {
            canvas.text(FontRole::small, {left + edge + 26, y}, ink, line);
            cut = cut || (line.ends_with("\u2026") && !note.ends_with("\u2026"));
            y += race_note_line;
        }
        if (cut && canvas.is_hovered({left, top}, {right, bottom})) show_tooltip(note);
    }
}

void draw_race_strip(const InstrumentFrame& frame, const RaceLayout& layout, std::span<const ViewModel* const> views, bool buttons,
    bool folded, RaceRequest& request) {
    const render::Rectangle& where = layout.strip;
    const float width = float(where.width);
    begin_instrument("race", {float(where.x), float(where.y)}, {width, float(where.height)});
    if (frame.view.answers_hidden) {  // lanes and sentences would tell
        bool shown_folded = folded;
        instrument_title(frame, "Side by side", folded ? "" : answer_first, "", shown_folded);
        return end_instrument();
    }
    const bool lack_of_room = !folded && where.height <= title_height;
    bool shown_folded = folded || lack_of_room;
    const Racing& race = frame.view.race;
    const DataFacts& data = frame.view.data;
    const float room = width - (frame.presenter          ? text_size(frame, FontRole::bold, presented_title(frame)).x + 60
                                   : data.filter.empty() ? 150
                                                         : 300);
    const FontRole verdict = frame.presenter ? FontRole::bold : FontRole::small;
    const bool fits = text_size(frame, verdict, race.finish).x <= room;
    const bool by_work = race.ready && race.by == RaceBy::work;
    const std::string summary = !by_work && !frame.session.timings ? std::string()
                                : fits                             ? race.finish
                                                                   : elided(frame, verdict, race.finish_short, room);
    std::string title =
        data.filter.empty() ? "Side by side" : "Side by side, " + text_of_amount(data.allowed, "allowed row", "allowed rows");
    if (frame.presenter) title = presented_title(frame);
    instrument_title(frame, title, frame.presenter ? "" : summary, frame.presenter ? summary : "", shown_folded);
    if (summary.ends_with("\u2026") && ImGui::IsItemHovered()) show_tooltip(race.finish);
    if (!folded && !lack_of_room && where.height > title_height) {
        const LaneCanvas canvas(frame, *ImGui::GetWindowDrawList(), views);
        const bool steps = frame.view.stepping.open;
        if (steps) draw_clock(frame, width, buttons, request);
        if (steps && where.height <= title_height + controls) return end_instrument();
        const float left = float(where.x) + edge, right = float(where.x) + width - edge,
                    top = float(where.y) + title_height + (steps ? controls : 6);
        const bool reason = frame.session.timings &&
                            float(where.height) >= height_of_strip(canvas.lanes.size(), where.width, steps, false, layout.reason_lines);
        if (has_work_beside_lanes(width)) {
            const float middle = left + std::round(0.56f * (right - left));
            draw_race_lanes(canvas, left, middle - 16, top);
            const float bottom =
                float(where.y + where.height) - (reason ? reason_height(layout.reason_lines) : 0) - 8;  // above the sentence
            canvas.list.AddLine({middle, top + 4}, {middle, bottom}, colour(frame.colours.divider));
            draw_race_work(canvas, middle + 16, right, top);
        } else {
            draw_race_lanes(canvas, left, right, top);
            draw_race_work(canvas, left, right,
                top + LaneCanvas::heading + LaneCanvas::lane_height * float(canvas.lanes.size()) + LaneCanvas::axis_line);
        }
        if (reason) draw_reason(frame, layout, views, buttons);
    }
    end_instrument();
}

}  // namespace neighborscope
