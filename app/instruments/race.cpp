#include "app/instruments/race.hpp"

#include "app/instruments/instruments.hpp"
#include "app/instruments/words.hpp"
#include "app/session/presented.hpp"
#include "app/session/race.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float edge = 12, lane_height = 22, bar_height = 16, work_lane = 18, thin_bar = 10, heading = 20, axis_line = 18, controls = 34;
constexpr float names_width = 170, numbers_width = 236;  // of names more in a wide view
constexpr float work_beside = 1240;                      // from this width on the work stands beside the lanes

std::string letter(std::size_t contender) { return std::string(1, char('A' + contender)); }

bool stands_beside(double width) { return width >= work_beside; }

float strip_height(std::size_t contenders, double width, bool steps, bool folded) {
    if (folded) return title_height;
    const float lanes = heading + lane_height * float(contenders) + axis_line, work = heading + work_lane * float(contenders) + 6;
    return title_height + (steps ? controls : 6) + (stands_beside(width) ? std::max(lanes, work) : lanes + work) + 6;
}

/// One contender as it is drawn: it is known which, and in which colours.
struct Lane {
    std::size_t contender;
    const Racing::One& one;
    const ViewModel& view;
    render::Colour colour;
};

struct Sheet {
    const InstrumentFrame& frame;
    ImDrawList& list;
    std::vector<Lane> lanes;

    Sheet(const InstrumentFrame& of, ImDrawList& on, std::span<const ViewModel* const> views) : frame(of), list(on) {
        const std::vector<Racing::One>& all = of.view.race.contenders;
        for (std::size_t i = 0; i < std::min(all.size(), views.size()); ++i)
            lanes.push_back({i, all[i], *views[i], render::contender_colour(of.theme, int(i))});
    }
    const render::Palette& colours() const { return frame.colours; }
    void text(FontRole role, ImVec2 at, const render::Colour& ink, const std::string& words, ImVec2 align = left_middle) const {
        draw_text(list, frame, role, at, ink, words, align);
    }
    float wide(FontRole role, const std::string& words) const { return text_size(frame, role, words).x; }
    void badge(const Lane& lane, ImVec2 middle) const {
        list.AddRectFilled({middle.x - 9, middle.y - 9}, {middle.x + 9, middle.y + 9}, colour(lane.colour), 4);
        text(FontRole::bold, middle, colours().on_accent, letter(lane.contender), in_middle);
    }
    bool pointed(ImVec2 from, ImVec2 to) const { return ImGui::IsMouseHoveringRect(from, to); }
};

constexpr double nothing = 1e-9;  ///< longest of an axis before anything is measured

/// Where lanes are drawn on one axis.
struct Axis {
    float left, right, top;
    double longest;
    float at(double value) const { return left + (right - left) * float(std::clamp(value / longest, 0.0, 1.0)); }
};

void draw_axis(const Sheet& sheet, const Axis& axis, std::size_t lanes) {
    const float bottom = axis.top + lane_height * float(lanes);
    const double step = nice_step(axis.longest / std::clamp(std::floor(double(axis.right - axis.left) / 64), 2.0, 8.0));
    for (double at = 0; at <= axis.longest * 1.0001; at += step) {
        const float x = std::round(axis.at(at));
        sheet.list.AddLine({x, axis.top}, {x, bottom}, colour(sheet.colours().divider));
        sheet.text(FontRole::small, {x, bottom + 0.5f * axis_line}, sheet.colours().second_text,
            text_of_decimals(at, decimals_of_step(step)), in_middle);
    }
}

/// From `from` to `to`: what is done full, what is to come pale.
void draw_bar(const Sheet& sheet, const Lane& lane, float from, float to, float done_to, float middle, float high, float alpha = 1) {
    const ImVec2 low{from, middle - 0.5f * high}, end{std::max(from + 1, to), middle + 0.5f * high};
    sheet.list.AddRectFilled(low, end, colour(sheet.colours().dock));  // else the axis' lines shine through
    sheet.list.AddRectFilled(low, end, colour(lane.colour, 0.25f * alpha));
    if (done_to > from) sheet.list.AddRectFilled(low, {std::min(end.x, std::max(from + 1, done_to)), end.y}, colour(lane.colour, alpha));
}

/// Each phase begins where the one before ends; its name stands in it where there is room. While it is replayed by time, its rounds come in
/// the order of its steps.
void draw_phases(const Sheet& sheet, const Lane& lane, const Axis& axis, float middle, double done, bool replayed) {
    const std::vector<TimingRow>& phases = lane.view.timings.phases;
    std::vector<RaceSpan> spans = replayed ? lane.one.spans : std::vector<RaceSpan>();
    if (spans.empty())
        for (double at = 0, share = total_over_phases(lane.view.timings); const TimingRow& phase : phases) {
            spans.push_back({phase.phase, int(spans.size()), 1, 1, at, at + share * phase.median});
            at += share * phase.median;
        }
    constexpr std::array tones{1.0f, 0.72f, 0.86f};  // rounds of any two phases that follow each other differ
    for (const RaceSpan& span : spans) {
        const float from = axis.at(span.from), end = axis.at(span.to), to = end - (end - from > 4 ? 1.0f : 0.0f);
        if (to - from < 0.05f || std::size_t(span.row) >= phases.size()) continue;
        draw_bar(sheet, lane, from, to, std::min(to, axis.at(done)), middle, bar_height, tones[std::size_t(span.row) % tones.size()]);
        const bool whole = done >= span.from + (span.to - span.from) * 0.999;
        if (sheet.wide(FontRole::small, span.phase) + 8 < to - from)
            sheet.text(FontRole::small, {0.5f * (from + to), middle}, whole ? sheet.colours().on_accent : sheet.colours().text, span.phase,
                in_middle);
        if (!sheet.pointed({from, middle - 0.5f * bar_height}, {std::max(to, from + 3), middle + 0.5f * bar_height})) continue;
        const TimingRow& phase = phases[std::size_t(span.row)];
        show_tooltip(
            span.phase + ": " + text_of_milliseconds(phase.median) + " ms, p5 \u2013 p95 " + text_of_milliseconds(phase.p5) + " \u2013 " +
            text_of_milliseconds(phase.p95) + ", in runs that stamp each phase; drawn as its share of the total" +
            (span.rounds > 1 ? "; this is part " + text_of_count(span.round) + " of " + text_of_count(span.rounds) + " of it" : ""));
    }
}

// ---- Lanes too short for the axis -----------------------------------------------------------------------------------------

constexpr double too_short = 50;             // times shorter than the axis
constexpr float least_length = 8, beam = 26;  // pixels: of a lane in which something is seen; from its place to where it is magnified

std::string told_of_magnified(double times, bool in_full) {
    return (in_full ? "magnified \u00d7 " : "\u00d7 ") + text_of_count(std::llround(times));
}

/// Lanes that are too short to be seen are drawn once more beside their place, a round number of times as long: the same number for all of
/// them as far as that shows something of each. Of the others 1.
std::vector<double> magnifications(const Axis& axis, const std::vector<double>& lengths, float room) {
    std::vector<double> times(lengths.size(), 1);
    const double width = double(axis.right) - double(axis.left), least = std::max(double(least_length), width / too_short);
    const auto pixels = [&](std::size_t lane) { return width * lengths[lane] / axis.longest * times[lane]; };
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (lengths[i] > 0 && pixels(i) < least) left.push_back(i);
    while (!left.empty() && double(room) > 2 * least) {
        double longest = 0;
        for (const std::size_t lane : left) longest = std::max(longest, pixels(lane));
        const double most = double(room) / longest, power = std::pow(10, std::floor(std::log10(most)));
        const double chosen = power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
        std::erase_if(left, [&](std::size_t lane) {
            const bool seen = pixels(lane) * chosen >= least;
            if (seen) times[lane] = chosen;
            return seen;
        });
    }
    return times;
}

/// The axis of a magnified lane, over that of all; what is under it is covered.
Axis draw_lens(const Sheet& sheet, const Lane& lane, const Axis& axis, double length, double times, float middle, bool in_full) {
    const float place = std::max(axis.at(length), axis.left + 2), half = 0.5f * bar_height;
    Axis lens{place + beam, place + beam + float(times) * (axis.at(length) - axis.left), axis.top, length};
    const std::string told = told_of_magnified(times, in_full);
    const ImVec2 low{place + 1, middle - half}, high{lens.right + 12 + sheet.wide(FontRole::small, told), middle + half};
    sheet.list.AddRectFilled(low, high, colour(sheet.colours().dock));
    sheet.list.AddTriangleFilled(
        {place, middle}, {lens.left, middle - half}, {lens.left, middle + half}, colour(lane.colour, 0.25f));  // as a beam of light
    sheet.text(FontRole::small, {lens.right + 8, middle}, sheet.colours().second_text, told, left_middle);
    if (sheet.pointed({lens.right + 4, middle - half}, high))
        show_tooltip("Too short to be seen on the axis: its place there is at the left, and beside it it is drawn once more, " +
                     text_of_count(std::llround(times)) + " times as long.");
    return lens;
}

std::string ratio_text(const Interval& ratio) {
    std::string text = text_of_times(ratio.value) + " \u00d7 A";
    if (ratio.high > 0) text += "  (" + text_of_times(ratio.low) + " \u2013 " + text_of_times(ratio.high) + ")";
    return text;
}

/// "B 16.8 ms, C 3.10 ms": what the indexes took to build, of those that have one.
std::string told_of_builds(const Sheet& sheet) {
    std::string told;
    for (const Lane& lane : sheet.lanes)
        if (const double build = lane.view.timings.build_milliseconds; build > 0 && lane.one.refusal.empty())
            told += (told.empty() ? "" : ", ") + letter(lane.contender) + " " + text_of_milliseconds(build) + " ms";
    return told;
}

/// Where a name does not fit, all begin with what tells them from others of their method: "threads = 64, heap".
std::string fitted_name(const Sheet& sheet, FontRole role, const std::string& name, float room, float least_room) {
    const bool cut =
        std::any_of(sheet.lanes.begin(), sheet.lanes.end(), [&](const Lane& lane) { return sheet.wide(role, lane.one.name) > least_room; });
    const std::size_t comma = name.find(", ");
    if (!cut || comma == std::string::npos) return fitted(sheet.frame, role, name, room);
    return fitted(sheet.frame, role, name.substr(comma + 2) + ", " + name.substr(0, comma), room);
}

/// Time or work of each on one axis; while steps are replayed, how far each has come.
void draw_lanes(const Sheet& sheet, float left, float right, float top) {
    const InstrumentFrame& frame = sheet.frame;
    const Racing& race = frame.view.race;
    const bool steps = frame.view.stepping.open && race.ready, work = steps && race.by == RaceBy::work;
    const float narrow = right - left < 640 ? 0.72f : 1.0f;
    float names = 60;
    for (const Lane& lane : sheet.lanes) names = std::max(names, sheet.wide(FontRole::body, lane.one.name) + 41);
    Axis axis{
        left + std::min(names, std::max(names_width, 0.31f * (right - left))), right - narrow * numbers_width, top + heading, nothing};
    for (const Lane& lane : sheet.lanes)
        axis.longest = std::max({axis.longest, work ? lane.one.total : total_of(lane.view.timings), steps && !work ? lane.one.total : 0.0});
    const render::Palette& colours = sheet.colours();
    sheet.text(FontRole::bold, {left, top + 0.5f * heading}, colours.text, work ? "Distances and entries" : "Total by phases, ms");
    sheet.text(FontRole::small, {axis.right + 8, top + 0.5f * heading}, colours.second_text, work ? "done" : "total, ms");
    if (!work && narrow == 1)
        sheet.text(FontRole::small, {right, top + 0.5f * heading}, colours.second_text, "ratio, 95 % interval", right_middle);
    if (const std::string builds = told_of_builds(sheet); !builds.empty()) {
        const float from = left + sheet.wide(FontRole::bold, work ? "Distances and entries" : "Total by phases, ms") + 12;
        const std::string told = "index built once before" + std::string(work ? ", not counted" : ", not in the total") + ": " + builds;
        sheet.text(
            FontRole::small, {from, top + 0.5f * heading}, colours.second_text, fitted(frame, FontRole::small, told, axis.right - from));
        if (sheet.pointed({from, top}, {axis.right, top + heading})) show_tooltip(as_sentence(told));
    }
    if (axis.longest > nothing) draw_axis(sheet, axis, sheet.lanes.size());
    std::vector<double> lengths;
    for (const Lane& lane : sheet.lanes)
        lengths.push_back(!lane.one.refusal.empty() ? 0 : steps ? lane.one.total : total_of(lane.view.timings));
    const bool in_full = axis.right - axis.left >= 240;
    const float lens_room = axis.right - axis.left - beam - 20 - sheet.wide(FontRole::small, told_of_magnified(10000, in_full));
    const std::vector<double> magnified = magnifications(axis, lengths, lens_room);
    const auto draw_clock_line = [&](float middle, const Axis& on) {  // not through words
        if (&on != &axis && race.clock > on.longest) return;
        const float x = std::round(on.at(race.clock));
        sheet.list.AddLine({x, middle - 0.5f * lane_height}, {x, middle + 0.5f * lane_height}, colour(colours.text), 1.5f);
    };
    for (const Lane& lane : sheet.lanes) {
        const Racing::One& one = lane.one;
        const float middle = axis.top + lane_height * (float(lane.contender) + 0.5f);
        sheet.badge(lane, {left + 9, middle});
        const float room = axis.left - left - 33;
        sheet.text(FontRole::body, {left + 25, middle}, colours.text, fitted_name(sheet, FontRole::body, one.name, room, room));
        const auto say = [&](const std::string& words, const render::Colour& ink) {
            sheet.text(FontRole::small, {axis.left + 6, middle}, ink, fitted(frame, FontRole::small, words, right - axis.left - 12));
        };
        if (!one.refusal.empty()) {
            say(one.refusal, colours.error);
            continue;
        }
        const Timings& timings = lane.view.timings;
        const double times = magnified[lane.contender];
        std::optional<Axis> lens;
        if (times > 1) lens = draw_lens(sheet, lane, axis, lengths[lane.contender], times, middle, in_full);
        const Axis& seen = lens ? *lens : axis;
        if (work) {
            if (!(one.total > 0)) {
                say("records no steps; by time it takes part", colours.second_text);
                continue;
            }
            draw_bar(sheet, lane, axis.left, axis.at(one.total), axis.at(one.done), middle, bar_height);
            if (lens) draw_bar(sheet, lane, lens->left, lens->right, lens->at(one.done), middle, bar_height);
            draw_clock_line(middle, seen);
            const bool ended = one.done >= one.total;
            sheet.text(FontRole::body, {axis.right + 70, middle}, colours.text, text_of_count(std::llround(one.done)), right_middle);
            sheet.text(FontRole::body, {axis.right + 78, middle}, ended ? colours.exact : colours.second_text,
                ended ? "arrived" : "of " + text_of_count(std::llround(one.total)));
            continue;
        }
        if (lens) draw_bar(sheet, lane, axis.left, std::max(axis.left + 2, axis.at(lens->longest)), axis.right, middle, bar_height);
        draw_phases(sheet, lane, seen, middle, steps ? one.done : axis.longest, steps);
        if (steps) draw_clock_line(middle, seen);
        const render::Colour& ink = timings.previous ? colours.second_text : colours.text;
        if (timings.runs > 0)
            sheet.text(FontRole::bold, {axis.right + 56, middle}, ink, text_of_milliseconds(timings.total_median), right_middle);
        if (one.ratio)
            sheet.text(FontRole::body, {right, middle}, ink,
                narrow == 1 ? ratio_text(*one.ratio) : text_of_times(one.ratio->value) + " \u00d7 A", right_middle);
        else if (lane.contender == 0)
            sheet.text(FontRole::small, {right, middle}, colours.second_text,
                timings.runs == 0 ? "not measured yet" : text_of_runs(timings) + (narrow == 1 ? ", in turns" : ""), right_middle);
    }
}

/// Distances, entries and the bytes of points read for those: bars of each on an axis of their own.
void draw_work(const Sheet& sheet, float left, float right, float top) {
    struct Kind {
        const char *title, *told, *none;
        double (*all)(const Racing::One&);
        double (*done)(const Racing::One&);
        std::string (*text)(double);
    };
    const auto count = [](double value) { return text_of_count(std::llround(value)); };
    static const std::array kinds{
        Kind{"Distances", "From the query to points", "not counted", [](const Racing::One& one) { return double(one.distances); },
            [](const Racing::One& one) { return double(one.distances_done); }, count},
        Kind{"Entries into heaps, lists", entries_told, "not counted", [](const Racing::One& one) { return double(one.entries); },
            [](const Racing::One& one) { return double(one.entries_done); }, count},
        Kind{"Bytes of points read", "Coordinates of the points whose distances are computed, 4 bytes each", "not counted",
            [](const Racing::One& one) { return one.bytes; },
            [](const Racing::One& one) { return one.distances > 0 ? one.bytes * double(one.distances_done) / double(one.distances) : 0; },
            [](double value) { return text_of_bytes(std::uint64_t(value)); }}};
    const render::Palette& colours = sheet.colours();
    constexpr float gap = 24, letters = 16;
    const float part = (right - left + gap) / float(kinds.size());
    const bool steps = sheet.frame.view.stepping.open && sheet.frame.view.race.ready;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Kind& kind = kinds[i];
        const float from = left + part * float(i), to = from + part - gap;
        sheet.text(FontRole::bold, {from, top + 0.5f * heading}, colours.text, fitted(sheet.frame, FontRole::bold, kind.title, to - from));
        if (sheet.pointed({from, top}, {to, top + heading})) show_tooltip(kind.told);
        double most = 1;
        float numbers = 40;
        for (const Lane& lane : sheet.lanes) {
            most = std::max(most, kind.all(lane.one));
            numbers = std::max(numbers, sheet.wide(FontRole::body, kind.text(std::max(0.0, kind.all(lane.one)))));
        }
        for (const Lane& lane : sheet.lanes) {
            const float middle = top + heading + work_lane * (float(lane.contender) + 0.5f);
            sheet.text(FontRole::bold, {from, middle}, lane.colour, letter(lane.contender));
            const double all = kind.all(lane.one);
            if (!lane.one.refusal.empty() || all < 0) {
                sheet.text(FontRole::small, {from + letters, middle}, colours.second_text,
                    !lane.one.refusal.empty()                        ? "no answer"
                    : lane.view.busy || lane.view.neighbours.empty() ? "\u2013"
                                                                     : kind.none);
                continue;
            }
            const float begin = from + letters, end = to - numbers - 8;
            const bool whole = !steps, unstepped = steps && !lane.one.no_steps.empty();
            if (unstepped) {
                sheet.text(FontRole::small, {begin, middle}, colours.second_text,
                    fitted(sheet.frame, FontRole::small, "not stepped through", end - begin), left_middle);
                sheet.text(FontRole::body, {to, middle}, colours.second_text, kind.text(all), right_middle);
                continue;
            }
            const double done = whole ? all : kind.done(lane.one);
            draw_bar(sheet, lane, begin, begin + (end - begin) * float(all / most), begin + (end - begin) * float(done / most), middle,
                thin_bar);
            sheet.text(FontRole::body, {to, middle}, lane.one.previous ? colours.second_text : colours.text, kind.text(done), right_middle);
        }
    }
}

constexpr const char* compared = "the others are compared with it";

/// Play, steps of the first, where the race is, and what it goes by.
void draw_clock(const InstrumentFrame& frame, float width, bool buttons, RaceWish& wish) {
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
        command_button(frame, "step.play", race.playing ? "Pause" : "Play", {.primary = true, .width = push_button_width(frame, "Pause")});
        command_button(frame, "step.forward", ">");
        if (push_button(frame, "By work", false, race.by == RaceBy::work)) wish.by = RaceBy::work;
        tooltip("All have done as many distances and entries");
        ImGui::SameLine(0, 2);
        if (push_button(frame, "By time", false, race.by == RaceBy::time)) wish.by = RaceBy::time;
        tooltip("All have run as long, as their phases were measured");
        ImGui::SameLine();
    }
    const auto text = [&](double clock) {
        return race.by == RaceBy::work ? text_of_count(std::llround(clock)) : text_of_milliseconds(clock) + " ms";
    };
    const std::string most = text(race.total) + " of " + text(race.total), now = text(race.clock) + " of " + text(race.total);
    const float right = window.x + width - edge, numbers = std::round(text_size(frame, FontRole::body, most).x) + 12;
    draw_text(list, frame, FontRole::body, {right, middle}, frame.colours.text, now, right_middle);
    const float room = right - numbers - ImGui::GetCursorScreenPos().x;
    if (room < 40) return;
    const Track track = draw_track(frame, "clock", room);
    if (track.dragged)
        if (const double clock = double(*track.dragged) * race.total; std::fabs(clock - race.clock) > 1e-9 * race.total) wish.clock = clock;
    const double share = race.total > 0 ? race.clock / race.total : 0;
    track.fill(0, share);
    for (std::size_t i = 0; i < race.contenders.size(); ++i)  // where each arrives
        if (const double arrives = race.contenders[i].total; arrives > 0 && race.total > 0)
            track.list.AddRectFilled({track.at(arrives / race.total) - 1, track.y - 8}, {track.at(arrives / race.total) + 1, track.y + 8},
                colour(render::contender_colour(frame.theme, int(i))));
    track.knob(share);
}

}  // namespace

std::optional<std::size_t> RaceLayout::pane_at(double x, double y) const {
    for (std::size_t i = 0; i < panes.size(); ++i)
        if (x >= panes[i].x && x < panes[i].x + panes[i].width && y >= panes[i].y && y < panes[i].y + panes[i].height) return i;
    return std::nullopt;
}

RaceLayout race_layout(std::size_t contenders, double width, double height, bool steps, bool folded) {
    double high = double(strip_height(contenders, width, steps, folded));
    const double clock = title_height + (steps ? controls : 0);  // stays where there is no room for lanes
    if (height - high - race_name_height < least_pane) high = std::min(high, clock);
    if (height - high - race_name_height < least_pane) high = std::min(high, double(title_height));
    const double room = height - high;
    const auto sides = [&](std::size_t rows) {
        const double columns = std::ceil(double(contenders) / double(rows));
        return std::pair(width / columns, room / double(rows) - race_name_height);
    };
    const auto least = [&](std::size_t rows) { return std::min(sides(rows).first, sides(rows).second); };
    const std::size_t rows = contenders == 4 && least(2) > least(1) ? 2 : 1, columns = (contenders + rows - 1) / rows;
    RaceLayout layout{{}, {0, room, width, high}};
    // All as large as one another, or the same place would not be at the same pixel of each.
    const double across = std::floor(width / double(columns)), down = std::floor(room / double(rows));
    for (std::size_t i = 0; i < contenders; ++i) {
        const std::size_t column = i % columns, row = i / columns;
        layout.panes.push_back({across * double(column), down * double(row) + race_name_height,
            std::max(1.0, across - (columns > 1 ? 1 : 0)), std::max(1.0, down - race_name_height)});
    }
    return layout;
}

void draw_race_names(const InstrumentFrame& frame, const RaceLayout& layout, std::span<const ViewModel* const> views) {
    const Sheet sheet(frame, *ImGui::GetBackgroundDrawList(), views);
    const render::Palette& colours = frame.colours;
    const render::Rectangle& last = layout.panes.back();  // what pictures of one size leave over
    const float beside = float(last.x + last.width), below = float(last.y + last.height);
    const render::Rectangle& strip = layout.strip;  // its corners are round
    sheet.list.AddRectFilled(
        {float(strip.x), float(strip.y)}, {float(strip.x + strip.width), float(strip.y + strip.height)}, colour(colours.dock));
    sheet.list.AddRectFilled({beside, 0}, {float(strip.width), float(strip.y)}, colour(colours.divider));
    sheet.list.AddRectFilled({0, below}, {float(strip.width), float(strip.y)}, colour(colours.divider));
    for (const Lane& lane : sheet.lanes) {
        const render::Rectangle& pane = layout.panes[lane.contender];
        const float left = float(pane.x), right = float(pane.x + pane.width), bottom = float(pane.y),
                    top = bottom - float(race_name_height);
        sheet.list.AddRectFilled({left, top}, {right + 1, bottom}, colour(colours.dock));
        sheet.list.AddLine({left, bottom - 0.5f}, {right + 1, bottom - 0.5f}, colour(colours.divider));
        if (pane.x + pane.width + 2 < strip.width)
            sheet.list.AddLine({right + 0.5f, top}, {right + 0.5f, float(pane.y + pane.height)}, colour(colours.divider));
        sheet.badge(lane, {left + edge + 9, top + 15});
        const bool steps = lane.view.stepping.ready;
        ExactnessVerdict verdict = presented_verdict(lane.view);
        if (!lane.one.refusal.empty()) verdict = {};
        const float room = right - left - 2 * edge - 26;
        const float said = sheet.wide(FontRole::body, verdict.text);
        const float least_name = std::min(180.0f, sheet.wide(FontRole::bold, lane.one.name));  // it goes before the verdict
        const bool fits = least_name + said + 16 < room;
        if (fits) sheet.text(FontRole::body, {right - edge, top + 15}, colour_of(colours, verdict.tone), verdict.text, right_middle);
        sheet.text(FontRole::bold, {left + edge + 26, top + 15}, colours.text,
            fitted_name(sheet, FontRole::bold, lane.one.name, fits ? room - said - 16 : room, room));
        std::string note = !lane.one.refusal.empty() ? "" : steps ? lane.view.stepping.sentence : lane.one.difference;
        render::Colour ink = lane.one.misses && !steps ? colours.warning : colours.second_text;
        if (!lane.one.refusal.empty()) note = lane.one.refusal, ink = colours.error;
        else if (frame.view.stepping.open && !lane.one.no_steps.empty()) note = "no steps: shown finished", ink = colours.second_text;
        else if (!fits && (note.empty() || (lane.contender == 0 && !steps))) note = verdict.text, ink = colour_of(colours, verdict.tone);
        else if (note.empty() && lane.contender == 0 && sheet.wide(FontRole::small, compared) <= room) note = compared;
        const std::string seen = fitted(frame, FontRole::small, note, room);
        sheet.text(FontRole::small, {left + edge + 26, top + 33}, ink, seen);
        if (seen != note && sheet.pointed({left, top}, {right, bottom})) show_tooltip(note);
    }
}

void draw_race_strip(const InstrumentFrame& frame, const RaceLayout& layout, std::span<const ViewModel* const> views, bool buttons,
    bool& folded, RaceWish& wish) {
    const render::Rectangle& where = layout.strip;
    const float width = float(where.width);
    begin_instrument("race", {float(where.x), float(where.y)}, {width, float(where.height)});
    const bool lack_of_room = !folded && where.height <= title_height;
    bool shown_folded = folded || lack_of_room;
    std::string told = frame.view.race.finish;
    if (text_size(frame, FontRole::small, told).x > width - 150) told = told.substr(0, told.find(';'));
    instrument_title(frame, "Side by side", told, "", shown_folded);
    if (!lack_of_room) folded = shown_folded;
    if (!folded && !lack_of_room && where.height > title_height) {
        const Sheet sheet(frame, *ImGui::GetWindowDrawList(), views);
        const bool steps = frame.view.stepping.open;
        if (steps) draw_clock(frame, width, buttons, wish);
        if (steps && where.height <= title_height + controls) return end_instrument();
        const float left = float(where.x) + edge, right = float(where.x) + width - edge,
                    top = float(where.y) + title_height + (steps ? controls : 6);
        if (stands_beside(width)) {
            const float middle = left + std::round(0.56f * (right - left));
            draw_lanes(sheet, left, middle - 16, top);
            sheet.list.AddLine({middle, top + 4}, {middle, float(where.y + where.height) - 8}, colour(frame.colours.divider));
            draw_work(sheet, middle + 16, right, top);
        } else {
            draw_lanes(sheet, left, right, top);
            draw_work(sheet, left, right, top + heading + lane_height * float(sheet.lanes.size()) + axis_line);
        }
    }
    end_instrument();
}

}  // namespace neighborscope
