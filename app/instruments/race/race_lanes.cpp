#include "app/instruments/race/race_lanes.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/session/race/race_track.hpp"
#include "app/session/sentences/search_texts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace neighborscope {
namespace {

constexpr float lane_height = LaneCanvas::lane_height, work_lane = LaneCanvas::work_lane, heading = LaneCanvas::heading,
                axis_line = LaneCanvas::axis_line, work_bar_height = 16, thin_bar = 10;
constexpr float names_width = 170, numbers_width = 236;  // names get more in a wide view

constexpr double empty_axis_length = 1e-9;  ///< before anything is measured

/// The axis of the lanes in pixels.
struct Axis {
    float left, right, top;
    double longest;
    float at(double value) const { return left + (right - left) * float(std::clamp(value / longest, 0.0, 1.0)); }
};

void draw_axis(const LaneCanvas& canvas, const Axis& axis, std::size_t lanes) {
    const float bottom = axis.top + lane_height * float(lanes);
    const double step = nice_step(axis.longest / std::clamp(std::floor(double(axis.right - axis.left) / 64), 2.0, 8.0));
    for (double at = 0; at <= axis.longest * 1.0001; at += step) {
        const float x = std::round(axis.at(at));
        canvas.list.AddLine({x, axis.top}, {x, bottom}, colour(canvas.colours().divider));
        canvas.text(FontRole::small, {x, bottom + 0.5f * axis_line}, canvas.colours().second_text,
            text_of_decimals(at, decimals_of_step(step)), in_middle);
    }
}

/// Draws a bar from `from` to `to`: the done part opaque, the rest pale.
void draw_bar(
    const LaneCanvas& canvas, const RaceLane& lane, float from, float to, float done_to, float middle, float high, float alpha = 1) {
    const ImVec2 low{from, middle - 0.5f * high}, end{std::max(from + 1, to), middle + 0.5f * high};
    canvas.list.AddRectFilled(low, end, colour(canvas.colours().dock));  // hides the lines of the axis
    canvas.list.AddRectFilled(low, end, colour(lane.colour, 0.25f * alpha));
    if (done_to > from) canvas.list.AddRectFilled(low, {std::min(end.x, std::max(from + 1, done_to)), end.y}, colour(lane.colour, alpha));
}

/// Draws the phases one after the other, with their names if there is room. In a replay by time, rounds are in the order of steps.
void draw_phases(const LaneCanvas& canvas, const RaceLane& lane, const Axis& axis, float middle, double done, bool replayed) {
    const std::vector<TimingRow>& phases = lane.view.timings.phases;
    std::vector<RaceSpan> spans = replayed ? lane.one.spans : std::vector<RaceSpan>();
    if (spans.empty())
        for (double at = 0, share = total_over_phases(lane.view.timings); const TimingRow& phase : phases) {
            spans.push_back({phase.phase, int(spans.size()), 1, 1, at, at + share * phase.median});
            at += share * phase.median;
        }
    constexpr std::array tones{1.0f, 0.72f, 0.86f};  // adjacent phases have different tones
    for (const RaceSpan& span : spans) {
        const float from = axis.at(span.from), end = axis.at(span.to), to = end - (end - from > 4 ? 1.0f : 0.0f);
        if (to - from < 0.05f || std::size_t(span.row) >= phases.size()) continue;
        draw_bar(canvas, lane, from, to, std::min(to, axis.at(done)), middle, work_bar_height, tones[std::size_t(span.row) % tones.size()]);
        if (canvas.width_of(FontRole::small, span.phase) + 8 < to - from) {
            const float edge = std::clamp(axis.at(done), from, to);  // end of the done part; the name's colour changes here
            for (const bool over : {true, false}) {
                canvas.list.PushClipRect({over ? from : edge, middle - lane_height}, {over ? edge : to, middle + lane_height}, true);
                canvas.text(FontRole::small, {0.5f * (from + to), middle}, over ? canvas.colours().on_accent : canvas.colours().text,
                    span.phase, in_middle);
                canvas.list.PopClipRect();
            }
        }
        if (!canvas.is_hovered({from, middle - 0.5f * work_bar_height}, {std::max(to, from + 3), middle + 0.5f * work_bar_height}))
            continue;
        const TimingRow& phase = phases[std::size_t(span.row)];
        show_tooltip(
            span.phase + ": " + text_of_milliseconds(phase.median) + " ms, p5 \u2013 p95 " + text_of_milliseconds(phase.p5) + " \u2013 " +
            text_of_milliseconds(phase.p95) + ", in runs that record every phase; drawn as its share of the total" +
            (span.rounds > 1 ? "; this is round " + text_of_count(span.round) + " of " + text_of_count(span.rounds) + " of it" : ""));
    }
}

// ---- Lanes too short for the axis -----------------------------------------------------------------------------------------

constexpr double too_short = 50;  // share of the axis: one of so many
constexpr float min_length = 8,
                magnifier_distance = 26;  // pixels: minimum of a visible lane; distance from a lane to its magnification

std::string magnification_text(double times, bool in_full) {
    return (in_full ? "magnified \u00d7 " : "\u00d7 ") + text_of_count(std::llround(times));
}

/// Draws the area of a magnified lane over the common axis, and returns its axis.
Axis draw_magnified_lane(
    const LaneCanvas& canvas, const RaceLane& lane, const Axis& axis, double length, double times, float middle, bool in_full) {
    const float place = std::max(axis.at(length), axis.left + 2), half = 0.5f * work_bar_height;
    Axis lens{place + magnifier_distance, place + magnifier_distance + float(times) * (axis.at(length) - axis.left), axis.top, length};
    const std::string help_text = magnification_text(times, in_full);
    const ImVec2 low{place + 1, middle - half}, high{lens.right + 12 + canvas.width_of(FontRole::small, help_text), middle + half};
    canvas.list.AddRectFilled(low, high, colour(canvas.colours().dock));
    canvas.list.AddTriangleFilled({place, middle}, {lens.left, middle - half}, {lens.left, middle + half},
        colour(lane.colour, 0.25f));  // connects lane and magnification
    canvas.text(FontRole::small, {lens.right + 8, middle}, canvas.colours().second_text, help_text, left_middle);
    if (canvas.is_hovered({lens.right + 4, middle - half}, high))
        show_tooltip("Too short to be seen on the axis. The mark at the left shows its place; beside it the phase is drawn magnified " +
                     text_of_count(std::llround(times)) + " times.");
    return lens;
}

std::string ratio_text(const Interval& ratio) {
    std::string text = text_of_times(ratio.value) + " \u00d7 A";
    if (ratio.high > 0) text += "  (" + text_of_times(ratio.low) + " \u2013 " + text_of_times(ratio.high) + ")";
    return text;
}

/// "B 0.81 ms (warm, the first took 48.2 ms), C 3.10 ms (...)": build times of the indexes; `how`: with the text in brackets.
std::string build_times_text(const LaneCanvas& canvas, bool how) {
    std::string help_text;
    for (const RaceLane& lane : canvas.lanes)
        if (const BuildTimes& build = lane.view.timings.build; build.first > 0 && lane.one.refusal.empty())
            help_text += (help_text.empty() ? "" : ", ") + LaneCanvas::letter_of(lane) + " " + text_of_duration(build.milliseconds()) +
                         (how ? " (" + explain_build(build) + ")" : "");
    return help_text;
}

}  // namespace

LaneCanvas::LaneCanvas(const InstrumentFrame& of, ImDrawList& on, std::span<const ViewModel* const> views) : frame(of), list(on) {
    const std::vector<Racing::Entry>& all = of.view.race.contenders;
    for (std::size_t i = 0; i < std::min(all.size(), views.size()); ++i)
        lanes.push_back({i, all[i], *views[i], render::contender_colour(of.theme, int(i))});
}

void LaneCanvas::badge(const RaceLane& lane, ImVec2 middle) const {
    list.AddRectFilled({middle.x - 9, middle.y - 9}, {middle.x + 9, middle.y + 9}, colour(lane.colour), 4);
    text(FontRole::bold, middle, colours().on_accent, letter_of(lane), in_middle);
}

std::string LaneCanvas::elided_name(FontRole role, const std::string& name, float room, float min_room) const {
    const bool cut =
        std::any_of(lanes.begin(), lanes.end(), [&](const RaceLane& lane) { return width_of(role, lane.one.name) > min_room; });
    const std::size_t comma = name.find(", ");
    if (!cut || comma == std::string::npos) return elided(frame, role, name, room);
    return elided(frame, role, name.substr(comma + 2) + ", " + name.substr(0, comma), room);
}

std::vector<double> race_magnifications(const std::vector<double>& lengths, double longest, double width, double room) {
    std::vector<double> times(lengths.size(), 1);
    const double least = std::max(double(min_length), width / too_short);
    const auto pixels = [&](std::size_t lane) { return width * lengths[lane] / longest * times[lane]; };
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (lengths[i] > 0 && pixels(i) < least) left.push_back(i);
    while (!left.empty() && room > 2 * least) {
        double max_pixels = 0;
        for (const std::size_t lane : left) max_pixels = std::max(max_pixels, pixels(lane));
        const double most = room / max_pixels, power = std::pow(10, std::floor(std::log10(most)));
        const double chosen = power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
        std::erase_if(left, [&](std::size_t lane) {
            const bool seen = pixels(lane) * chosen >= least;
            if (seen) times[lane] = chosen;
            return seen;
        });
    }
    return times;
}

void draw_race_lanes(const LaneCanvas& canvas, float left, float right, float top) {
    const InstrumentFrame& frame = canvas.frame;
    const Racing& race = frame.view.race;
    const bool steps = frame.view.stepping.open && race.ready, work = steps && race.by == RaceBy::work;
    const float narrow = right - left < 640 ? 0.72f : 1.0f;
    const bool seen_times = work || frame.session.timings;
    float names = 60;
    for (const RaceLane& lane : canvas.lanes) names = std::max(names, canvas.width_of(FontRole::body, lane.one.name) + 41);
    Axis axis{left + std::min(names, std::max(names_width, 0.31f * (right - left))), right - narrow * numbers_width, top + heading,
        empty_axis_length};
    for (const RaceLane& lane : canvas.lanes)
        if (seen_times)
            axis.longest =
                std::max({axis.longest, work ? lane.one.total : total_of(lane.view.timings), steps && !work ? lane.one.total : 0.0});
    const render::Palette& colours = canvas.colours();
    if (seen_times) {
        canvas.name(FontRole::bold, {left, top + 0.5f * heading}, colours.text, work ? "Distances and entries" : "Total by phases, ms");
        canvas.name(FontRole::small, {axis.right + 8, top + 0.5f * heading}, colours.second_text, work ? "done" : "total, ms");
        if (!work && narrow == 1)
            canvas.name(FontRole::small, {right, top + 0.5f * heading}, colours.second_text, "ratio, 95 % interval", right_middle);
    }
    if (const std::string builds = build_times_text(canvas, false); !builds.empty() && frame.session.timings) {
        const float from = left + canvas.width_of(FontRole::bold, work ? "Distances and entries" : "Total by phases, ms") + 12;
        const std::string before = "index built once before", apart = work ? ", not counted" : ", not in the total",
                          help_text = before + apart + ": " + build_times_text(canvas, true);
        std::string shown = help_text;  // shortened to the room; the tooltip has all
        for (const std::string& fewer : {before + apart + ": " + builds, before + ": " + builds, "index: " + builds})
            if (canvas.width_of(FontRole::small, shown) > axis.right - from) shown = fewer;
        canvas.text(
            FontRole::small, {from, top + 0.5f * heading}, colours.second_text, elided(frame, FontRole::small, shown, axis.right - from));
        if (canvas.is_hovered({from, top}, {axis.right, top + heading})) show_tooltip(as_sentence(help_text));
    }
    if (axis.longest > empty_axis_length) draw_axis(canvas, axis, canvas.lanes.size());
    std::vector<double> lengths;
    for (const RaceLane& lane : canvas.lanes)
        lengths.push_back(!lane.one.refusal.empty() || !seen_times ? 0 : steps ? lane.one.total : total_of(lane.view.timings));
    const bool in_full = axis.right - axis.left >= 240;
    const float lens_room =
        axis.right - axis.left - magnifier_distance - 20 - canvas.width_of(FontRole::small, magnification_text(10000, in_full));
    const std::vector<double> magnified = race_magnifications(lengths, axis.longest, double(axis.right) - double(axis.left), lens_room);
    const auto draw_clock_line = [&](float middle, const Axis& on) {  // does not cross text
        if (&on != &axis && race.clock > on.longest) return;
        const float x = std::round(on.at(race.clock));
        canvas.list.AddLine({x, middle - 0.5f * lane_height}, {x, middle + 0.5f * lane_height}, colour(colours.text), 1.5f);
    };
    for (const RaceLane& lane : canvas.lanes) {
        const Racing::Entry& one = lane.one;
        const float middle = axis.top + lane_height * (float(lane.contender) + 0.5f);
        canvas.badge(lane, {left + 9, middle});
        const float room = axis.left - left - 33;
        canvas.text(FontRole::body, {left + 25, middle}, colours.text, canvas.elided_name(FontRole::body, one.name, room, room));
        const auto say = [&](const std::string& words, const render::Colour& ink) {
            canvas.text(FontRole::small, {axis.left + 6, middle}, ink, elided(frame, FontRole::small, words, right - axis.left - 12));
        };
        if (!one.refusal.empty()) {
            say(one.refusal, colours.error);
            continue;
        }
        if (!seen_times) continue;
        const Timings& timings = lane.view.timings;
        const double times = magnified[lane.contender];
        std::optional<Axis> lens;
        if (times > 1) lens = draw_magnified_lane(canvas, lane, axis, lengths[lane.contender], times, middle, in_full);
        const Axis& seen = lens ? *lens : axis;
        if (work) {
            if (!(one.total > 0)) {
                say("records no steps; it takes part only by time", colours.second_text);
                continue;
            }
            draw_bar(canvas, lane, axis.left, axis.at(one.total), axis.at(one.done), middle, work_bar_height);
            if (lens) draw_bar(canvas, lane, lens->left, lens->right, lens->at(one.done), middle, work_bar_height);
            draw_clock_line(middle, seen);
            const bool ended = one.done >= one.total;
            canvas.text(FontRole::body, {axis.right + 70, middle}, colours.text, text_of_count(std::llround(one.done)), right_middle);
            canvas.text(FontRole::body, {axis.right + 78, middle}, ended ? colours.exact : colours.second_text,
                ended ? "finished" : "of " + text_of_count(std::llround(one.total)));
            continue;
        }
        if (lens)
            draw_bar(canvas, lane, axis.left, std::max(axis.left + 2, axis.at(lens->longest)), steps ? axis.at(one.done) : axis.right,
                middle, work_bar_height);
        draw_phases(canvas, lane, seen, middle, steps ? one.done : axis.longest, steps);
        if (steps) draw_clock_line(middle, seen);
        const render::Colour& ink = timings.previous ? colours.second_text : colours.text;
        if (timings.runs > 0)
            canvas.text(FontRole::bold, {axis.right + 56, middle}, ink, text_of_milliseconds(timings.total_median), right_middle);
        if (one.ratio) {
            const std::string full = ratio_text(*one.ratio);
            const bool fits = narrow == 1 && canvas.width_of(FontRole::body, full) < right - axis.right - 72;
            canvas.text(FontRole::body, {right, middle}, ink, fits ? full : ratio_text({one.ratio->value, 0, 0}), right_middle);
        }
        if (!one.ratio && lane.contender == 0)
            canvas.text(FontRole::small, {right, middle}, colours.second_text,
                timings.runs == 0 ? "not measured yet" : text_of_runs(timings) + (narrow == 1 ? ", interleaved" : ""), right_middle);
    }
}

void draw_race_work(const LaneCanvas& canvas, float left, float right, float top) {
    struct Kind {
        const char *title, *help_text, *none;
        double (*all)(const Racing::Entry&);
        double (*done)(const Racing::Entry&);
        std::string (*text)(double);
    };
    const auto count = [](double value) { return text_of_count(std::llround(value)); };
    static const std::array kinds{Kind{"Distances", "Distances computed between the query and points", "not counted",
                                      [](const Racing::Entry& one) { return double(one.distances); },
                                      [](const Racing::Entry& one) { return double(one.distances_done); }, count},
        Kind{"Entries into heaps, lists", entries_help, "not counted", [](const Racing::Entry& one) { return double(one.entries); },
            [](const Racing::Entry& one) { return double(one.entries_done); }, count},
        Kind{"Bytes of points read", "Coordinates of the points whose distances are computed, 4 bytes each", "not counted",
            [](const Racing::Entry& one) { return one.bytes; },
            [](const Racing::Entry& one) { return one.distances > 0 ? one.bytes * double(one.distances_done) / double(one.distances) : 0; },
            [](double value) { return text_of_bytes(std::uint64_t(value)); }}};
    const render::Palette& colours = canvas.colours();
    constexpr float gap = 24, letters = 16;
    const float part = (right - left + gap) / float(kinds.size());
    const bool steps = canvas.frame.view.stepping.open && canvas.frame.view.race.ready;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Kind& kind = kinds[i];
        const float from = left + part * float(i), to = from + part - gap;
        canvas.text(
            FontRole::bold, {from, top + 0.5f * heading}, colours.text, elided(canvas.frame, FontRole::bold, kind.title, to - from));
        if (canvas.is_hovered({from, top}, {to, top + heading})) show_tooltip(help_with_terms(kind.help_text, kind.title));
        double most = 1;
        float numbers = 40;
        for (const RaceLane& lane : canvas.lanes) {
            most = std::max(most, kind.all(lane.one));
            numbers = std::max(numbers, canvas.width_of(FontRole::body, kind.text(std::max(0.0, kind.all(lane.one)))));
        }
        for (const RaceLane& lane : canvas.lanes) {
            const float middle = top + heading + work_lane * (float(lane.contender) + 0.5f);
            canvas.text(FontRole::bold, {from, middle}, lane.colour, LaneCanvas::letter_of(lane));
            const double all = kind.all(lane.one);
            if (!lane.one.refusal.empty() || all < 0) {
                canvas.text(FontRole::small, {from + letters, middle}, colours.second_text,
                    !lane.one.refusal.empty()                        ? "no answer"
                    : lane.view.busy || lane.view.neighbours.empty() ? "\u2013"
                                                                     : kind.none);
                continue;
            }
            const float begin = from + letters, end = to - numbers - 8;
            const bool whole = !steps, unstepped = steps && !lane.one.no_steps.empty();
            if (unstepped) {
                canvas.text(FontRole::small, {begin, middle}, colours.second_text,
                    elided(canvas.frame, FontRole::small, "not stepped through", end - begin), left_middle);
                canvas.text(FontRole::body, {to, middle}, colours.second_text, kind.text(all), right_middle);
                continue;
            }
            const double done = whole ? all : kind.done(lane.one);
            draw_bar(canvas, lane, begin, begin + (end - begin) * float(all / most), begin + (end - begin) * float(done / most), middle,
                thin_bar);
            canvas.text(
                FontRole::body, {to, middle}, lane.one.previous ? colours.second_text : colours.text, kind.text(done), right_middle);
        }
    }
}

}  // namespace neighborscope
