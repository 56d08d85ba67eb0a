// The timeline of a stepped search: the sentence of the step, buttons, and a lane for each phase, on which the position can be dragged.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/overlay/leaves.hpp"
#include "app/instruments/timeline/bound_chart.hpp"
#include "app/instruments/timeline/sort_bars.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/stepping/narrate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float bar_padding = 10, row = 24, gap = 6, min_lane = 16, max_lane = 26;
constexpr float min_width_for_one_line = 1000;  // has room for every sentence

/// In a low view the buttons are in the title line, and all else is as low as it can be.
bool is_slim(const InstrumentFrame& frame) { return is_low_view(frame) && !frame.presenter; }
float gap_of_buttons(const InstrumentFrame& frame) { return is_slim(frame) ? 4 : gap; }
float padding_below(const InstrumentFrame& frame) { return is_slim(frame) ? 6 : bar_padding; }
float lane_gap(const InstrumentFrame& frame) { return is_slim(frame) ? 3 : 4; }
/// From one lane to the next, in a timeline that is as low as it can be.
float lane_pitch(const InstrumentFrame& frame) { return (is_slim(frame) ? 12 : min_lane + 2) + lane_gap(frame); }

float line_height(const InstrumentFrame& frame, FontRole role) { return std::round(text_size(frame, role, "A").y) + 1; }
/// The height of the sentence and the gap below it: of one line in a wide timeline, else of two, which are small where the view is low. The
/// presentation mode says it in its own strip.
float height_of_sentence(const InstrumentFrame& frame, float width) {
    if (frame.presenter) return 0;
    if (width >= min_width_for_one_line) return line_height(frame, FontRole::sentence) + gap;
    return 2 * line_height(frame, is_slim(frame) ? FontRole::small : FontRole::sentence) + (is_slim(frame) ? 2 : gap);
}

bool has_leaves(const InstrumentFrame& frame) { return frame.view.stepping.ready && frame.view.stepping.record->tree; }

/// In a low view the bound chart of a walk takes the place of the lanes: it has the same steps, and a click goes to them as well.
bool has_lanes(const InstrumentFrame& frame) { return !has_walk_in_low_view(frame); }

std::size_t lanes(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.ready ? std::max<std::size_t>(1, stepping.record->phases.size()) : 3;
}

// ---- Buttons --------------------------------------------------------------------------------------------------------------

enum class PlayIcon { back, play, pause, step, previous, next, phase, loop };

void draw_play_icon(ImDrawList& list, PlayIcon icon, ImVec2 c, ImU32 ink) {
    const auto right = [&](float x) {
        list.AddTriangleFilled({c.x + x - 3, c.y - 4.5f}, {c.x + x - 3, c.y + 4.5f}, {c.x + x + 4, c.y}, ink);
    };
    const auto left = [&](float x) {
        list.AddTriangleFilled({c.x + x + 3, c.y - 4.5f}, {c.x + x - 4, c.y}, {c.x + x + 3, c.y + 4.5f}, ink);
    };
    const auto bar = [&](float x) { list.AddRectFilled({c.x + x - 1, c.y - 4.5f}, {c.x + x + 1, c.y + 4.5f}, ink); };
    switch (icon) {
        case PlayIcon::back: bar(-4.5f), left(1.5f); break;
        case PlayIcon::play: right(0); break;
        case PlayIcon::pause:
            list.AddRectFilled({c.x - 4, c.y - 4.5f}, {c.x - 1, c.y + 4.5f}, ink);
            list.AddRectFilled({c.x + 1.5f, c.y - 4.5f}, {c.x + 4.5f, c.y + 4.5f}, ink);
            break;
        case PlayIcon::step: right(-1.5f), bar(4.5f); break;
        case PlayIcon::previous: left(-3), left(4); break;
        case PlayIcon::next: right(-3.5f), right(3.5f); break;
        case PlayIcon::phase: right(-4), right(2), bar(6.5f); break;
        case PlayIcon::loop:
            list.PathArcTo(c, 4.5f, 0.6f, 5.6f, 16);
            list.PathStroke(ink, 0, 1.5f);
            list.AddTriangleFilled({c.x + 1.5f, c.y - 4}, {c.x + 6.5f, c.y - 4.5f}, {c.x + 4, c.y + 0.5f}, ink);
            break;
    }
}

struct PlayButton {
    PlayIcon icon;
    const char *label, *widest, *command;
    bool primary = false;
};

float height_of_button(const InstrumentFrame& frame) { return is_slim(frame) ? title_height - 4 : row; }

float button_width(const InstrumentFrame& frame, const PlayButton& button, bool labelled) {
    return labelled ? std::round(text_size(frame, FontRole::body, button.widest).x) + 34 : is_slim(frame) ? 26.0f : 32.0f;
}

void draw_button(const InstrumentFrame& frame, const PlayButton& button, bool labelled) {
    const render::Palette& colours = frame.colours;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool enabled = command_button(frame, button.command, "",
        {.primary = button.primary, .width = button_width(frame, button, labelled), .height = height_of_button(frame)});
    const render::Colour& ink = !enabled ? colours.disabled_text : button.primary ? colours.on_accent : colours.text;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = at.y + 0.5f * height_of_button(frame);
    draw_play_icon(list, button.icon, {at.x + (labelled ? 16 : 0.5f * button_width(frame, button, false)), middle}, colour(ink));
    if (labelled) draw_text(list, frame, FontRole::body, {at.x + 27, middle}, ink, button.label, left_middle);
    ImGui::SameLine(0, gap_of_buttons(frame));
}

/// The slider of decisions or steps per second, logarithmic.
void draw_speed(const InstrumentFrame& frame, float width, bool labelled) {
    const Stepping& stepping = frame.view.stepping;
    const render::Palette& colours = frame.colours;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool decisions = stepping.plays_decisions();
    // Decisions may be thousands of steps apart: without the word, the number would seem to be of steps.
    const std::string unit = decisions  ? " decisions/s"
                             : labelled ? " steps/s"
                                        : "/s",
                      widest = text_of_count(std::int64_t(fastest_steps)) + unit;
    const float text_width = std::round(text_size(frame, FontRole::body, widest).x), track = width - text_width - 14;
    const double speed = stepping.speed;
    std::string number = text_of_decimals(speed, speed < 9.95 && std::abs(speed - std::round(speed)) > 0.04 ? 1 : 0);
    number += text_size(frame, FontRole::body, number + unit).x <= width ? unit : "/s";
    if (text_size(frame, FontRole::body, number).x > width) return;
    draw_text(list, frame, FontRole::body, {at.x + width, at.y + 0.5f * height_of_button(frame)}, colours.text, number, right_middle);
    const char* const help =
        decisions ? "How fast Play goes, in decisions per second: it jumps over the steps between them, however many these are. Press E to "
                    "play every step"
                  : "How fast Play goes, in steps per second";
    if (track < 36) {  // only the number, whose unit may be cut to "/s"
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + row})) show_tooltip(help);
        return;
    }
    const Track slider = draw_track(frame, "speed", track);
    tooltip(help);
    if (slider.dragged) frame.step_request.speed = slowest_steps * std::pow(fastest_steps / slowest_steps, double(*slider.dragged));
    const double share = std::log(speed / slowest_steps) / std::log(fastest_steps / slowest_steps);
    slider.fill(0, share);
    slider.knob(share);
}

/// Below the title.
float height_of_buttons(const InstrumentFrame& frame) { return frame.controls && !is_slim(frame) ? row + gap + 2 : 0; }

std::array<PlayButton, 7> buttons_of(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    const bool leaves = has_leaves(frame);
    return {{
        {PlayIcon::back, "Back", "Back", "step.back"},
        {stepping.playing ? PlayIcon::pause : PlayIcon::play, stepping.playing ? "Pause steps" : "Play steps", "Pause steps", "step.play",
            true},
        {PlayIcon::step, "Step", "Step", "step.forward"},
        leaves ? PlayButton{PlayIcon::previous, "Leaf", "Leaf", "step.previous_visit"}
               : PlayButton{PlayIcon::previous, "Eviction", "Eviction", "step.previous_eviction"},
        leaves ? PlayButton{PlayIcon::next, "Leaf", "Leaf", "step.next_visit"}
               : PlayButton{PlayIcon::next, "Eviction", "Eviction", "step.next_eviction"},
        leaves ? PlayButton{PlayIcon::phase, "Skipped", "Skipped", "step.next_skip"}
               : PlayButton{PlayIcon::phase, "Phase", "Phase", "step.next_phase"},
        {PlayIcon::loop, "Loop", "Loop", "step.loop"},
    }};
}

/// Their width without labels and speed.
float least_width_of_buttons(const InstrumentFrame& frame) {
    float width = 0;
    for (const PlayButton& button : buttons_of(frame)) width += button_width(frame, button, false) + gap_of_buttons(frame);
    return width;
}

void draw_buttons(const InstrumentFrame& frame, float width) {
    const std::array<PlayButton, 7> buttons = buttons_of(frame);
    // Buttons lose their labels without room, those with the clearest icons first.
    bool labelled[] = {true, true, true, true, true, true, true};
    const auto total = [&](float speed) {
        float sum = speed;
        for (std::size_t i = 0; i < std::size(buttons); ++i) sum += button_width(frame, buttons[i], labelled[i]) + gap_of_buttons(frame);
        return sum;
    };
    const float speed_wide = 220, speed_narrow = frame.view.stepping.plays_decisions() ? 190 : 116;
    bool wide_speed = true;
    for (const std::size_t give_way :
        {std::size_t(7), std::size_t(3), std::size_t(6), std::size_t(5), std::size_t(0), std::size_t(2), std::size_t(4), std::size_t(1)}) {
        if (total(wide_speed ? speed_wide : speed_narrow) <= width) break;
        if (give_way == 7) wide_speed = false;
        else labelled[give_way] = false;
    }
    for (std::size_t i = 0; i < std::size(buttons); ++i) draw_button(frame, buttons[i], labelled[i]);
    if (const float left = width - total(0); left > 0)
        draw_speed(frame, std::min(left, wide_speed ? 240.0f : speed_narrow + 20), wide_speed);
}

/// The title, with the buttons in its line where the timeline is slim. Returns whether the timeline is open.
bool draw_title(const InstrumentFrame& frame, float width, bool& folded) {
    const Stepping& stepping = frame.view.stepping;
    const std::string step = stepping.ready ? step_text(stepping.position, stepping.count) : "", found = found_by_now(frame.view);
    if (!is_slim(frame) || !frame.controls) return instrument_title(frame, "Timeline", found, step, folded);
    constexpr float before_title = 26, beside = 12;
    const float right = text_size(frame, FontRole::bold, step).x + 10 + beside, note = text_size(frame, FontRole::small, found).x + beside;
    float room = width - before_title - right;
    const float its_title = text_size(frame, FontRole::bold, "Timeline").x + beside;
    const bool titled = room - its_title >= least_width_of_buttons(frame);  // without room the buttons say what it is
    if (titled) room -= its_title;
    constexpr float for_labels = 420;
    const bool noted = room - note >= for_labels;
    if (noted) room -= note;
    const float from = before_title + (titled ? its_title : 0);
    const bool open = instrument_title(frame, titled ? "Timeline" : "", noted ? found : "", step, folded, nullptr, from);
    ImGui::SetCursorPos({from, 2});
    draw_buttons(frame, room);
    return open;
}

// ---- Lanes ----------------------------------------------------------------------------------------------------------------

float label_width(const InstrumentFrame& frame) {
    float width = 0;
    for (const StepPhase& phase : frame.view.stepping.record->phases)
        width = std::max(width, text_size(frame, FontRole::bold, phase.name).x);
    return std::min(std::round(width), 128.0f);
}

float count_width(const InstrumentFrame& frame) {
    std::int64_t most = 0;
    for (const StepPhase& phase : frame.view.stepping.record->phases) most = std::max(most, phase.count);
    return std::round(text_size(frame, FontRole::small, text_of_count(most)).x);
}

/// Draws evictions as ticks. If a pixel is several steps, the height is the share of evictions.
void draw_evictions(ImDrawList& list, const InstrumentFrame& frame, const StepPhase& phase, ImVec2 from, ImVec2 to) {
    const std::vector<std::int64_t>& all = frame.view.stepping.record->evictions;
    const float width = to.x - from.x, steps_a_pixel = float(double(phase.count) / width), height = to.y - from.y - 4;
    const ImU32 ink = colour(frame.colours.second_text);
    const auto column = [&](float x) { return phase.first + std::int64_t(std::floor(double(x) / width * double(phase.count))); };
    if (steps_a_pixel <= 0.5f) {
        for (auto one = std::lower_bound(all.begin(), all.end(), phase.first); one != all.end() && *one < phase.first + phase.count;
             ++one) {
            const float x = std::round(from.x + width * (float(*one - phase.first) + 0.5f) / float(phase.count));
            list.AddRectFilled({x - 1, to.y - 2 - 0.6f * height}, {x + 1, to.y - 2}, ink);
        }
        return;
    }
    for (float x = 0; x < width; x += 2) {
        const std::int64_t begin = column(x), end = std::max(begin + 1, column(x + 2));
        const auto count = std::lower_bound(all.begin(), all.end(), end) - std::lower_bound(all.begin(), all.end(), begin);
        if (count == 0) continue;
        const float share = std::min(1.0f, float(count) / float(end - begin)), high = std::max(3.0f, share * height);
        list.AddRectFilled({from.x + x, to.y - 2 - high}, {from.x + x + 1.5f, to.y - 2}, ink);
    }
}

void draw_lane(const InstrumentFrame& frame, const StepPhase& phase, int place, ImVec2 at, float width, float height) {
    const Stepping& stepping = frame.view.stepping;
    const render::Palette& colours = frame.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = stepping.position >= phase.first && stepping.position < phase.first + phase.count;
    const float names = label_width(frame), counts = count_width(frame);
    const ImVec2 from{at.x + names + 10, at.y}, to{at.x + width - counts - 10, at.y + height};
    const float middle = at.y + 0.5f * height;
    const FontRole role = here ? FontRole::bold : FontRole::body;
    draw_name(list, frame, role, {at.x, middle}, here ? colours.text : colours.second_text, elided(frame, role, phase.name, names + 6),
        left_middle);
    draw_text(list, frame, FontRole::small, {at.x + width, middle}, colours.second_text, text_of_count(phase.count), right_middle);

    ImGui::SetCursorScreenPos({from.x, from.y});
    ImGui::PushID(place);
    ImGui::InvisibleButton("lane", {to.x - from.x, height});
    ImGui::PopID();
    const float wanted = (ImGui::GetIO().MousePos.x - from.x) / (to.x - from.x);
    const std::int64_t under =
        phase.first + std::clamp<std::int64_t>(std::int64_t(std::floor(double(wanted) * double(phase.count))), 0, phase.count - 1);
    if (ImGui::IsItemActive()) {
        const std::int64_t position = wanted < -0.02f ? phase.first - 1 : under;
        if (position != stepping.position) frame.step_request.position = position;
    } else if (ImGui::IsItemHovered()) {
        show_tooltip("step " + text_of_count(under) + "\n" + narrate_step(*stepping.record, under));
    }

    list.AddRectFilled(from, to, colour(colours.base), 2);
    const double done = std::clamp(double(stepping.position - phase.first + 1) / double(phase.count), 0.0, 1.0);
    const float head = from.x + (to.x - from.x) * float(done);
    if (done > 0) list.AddRectFilled(from, {head, to.y}, colour(colours.soft), 2);
    draw_evictions(list, frame, phase, from, to);
    list.AddRect(from, to, colour(here ? colours.edge : colours.divider), 2);
    if (here) {
        const float x =
            std::clamp(std::round(from.x + (to.x - from.x) * float((double(stepping.position - phase.first) + 0.5) / double(phase.count))),
                from.x + 1, to.x - 1);
        list.AddRectFilled({x - 1, from.y - 2}, {x + 1, to.y + 2}, colour(colours.accent));
        list.AddTriangleFilled({x - 5, from.y - 3}, {x + 5, from.y - 3}, {x, from.y + 3}, colour(colours.accent));
    }
}

/// Draws the sentence of the step into this height. A long one is smaller before it is cut.
void draw_step_sentence(const InstrumentFrame& frame, ImVec2 at, float inner, float room) {
    const Stepping& stepping = frame.view.stepping;
    FontRole role = FontRole::sentence;
    std::vector<std::string> broken;
    float its_line = 0;
    for (const FontRole smaller : {FontRole::sentence, FontRole::body, FontRole::small}) {
        role = smaller, its_line = smaller == FontRole::sentence ? line_height(frame, role) : std::round(text_size(frame, role, "A").y);
        broken = wrapped(frame, role, step_sentence(stepping), inner, std::max(1, int(room / its_line)));
        if (broken.empty() || !broken.back().ends_with("…")) break;
    }
    for (std::size_t i = 0; i < broken.size(); ++i)
        draw_text(*ImGui::GetWindowDrawList(), frame, role, {at.x, at.y + its_line * float(i)},
            stepping.ready ? frame.colours.text : frame.colours.second_text, broken[i]);
    if (!broken.empty() && broken.back().ends_with("…") && ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect(at, {at.x + inner, at.y + room}))
        show_tooltip(step_sentence(stepping));
}

}  // namespace

float timeline_height(const InstrumentFrame& frame, float width) {
    const float lanes_high = has_leaves(frame)  ? columns_height + ribbon_height
                             : has_lanes(frame) ? float(lanes(frame)) * lane_pitch(frame) - lane_gap(frame)
                                                : -gap;
    const float bars_high = has_sort_bars(frame) ? sort_bars_height(frame) + gap : 0;
    return title_height + gap + height_of_sentence(frame, width) + height_of_buttons(frame) + bars_high + lanes_high + padding_below(frame);
}

void draw_timeline(const InstrumentFrame& frame, const render::Rectangle& place, StepFolds folds) {
    const Stepping& stepping = frame.view.stepping;
    const render::Palette& colours = frame.colours;
    begin_instrument("timeline", {float(place.x), float(place.y)}, {float(place.width), float(place.height)});
    if (frame.view.answers_hidden) {  // its counts would tell
        bool folded = folds.timeline;
        if (instrument_title(frame, "Timeline", "", "", folded))
            draw_text(*ImGui::GetWindowDrawList(), frame, FontRole::body,
                {float(place.x) + bar_padding, float(place.y) + title_height + gap}, colours.second_text, answer_first);
        return end_instrument();
    }
    if (draw_title(frame, float(place.width), folds.timeline)) {
        const ImVec2 at = ImGui::GetWindowPos();
        const float inner = float(place.width) - 2 * bar_padding;
        float y = at.y + title_height + gap;
        const float sentence = height_of_sentence(frame, float(place.width));
        if (sentence > 0) draw_step_sentence(frame, {at.x + bar_padding, y}, inner, sentence);
        y += sentence;
        if (const float high = height_of_buttons(frame); high > 0) {
            ImGui::SetCursorScreenPos({at.x + bar_padding, y});
            draw_buttons(frame, inner);
            y += high;
        }
        if (has_sort_bars(frame)) {
            draw_sort_bars(frame, {at.x + bar_padding, y}, inner);
            y += sort_bars_height(frame) + gap;
        }
        if (has_leaves(frame)) {
            draw_columns(frame, {at.x + bar_padding, y}, inner);
            draw_ribbon(frame, {at.x + bar_padding, y + columns_height}, inner);
        } else if (stepping.ready && has_lanes(frame)) {
            const std::vector<StepPhase>& phases = stepping.record->phases;
            const float room = at.y + float(place.height) - padding_below(frame) - y;
            const float high =
                std::clamp((room + lane_gap(frame)) / float(std::max<std::size_t>(1, phases.size())) - lane_gap(frame), 8.0f, max_lane);
            for (std::size_t i = 0; i < phases.size(); ++i)
                draw_lane(frame, phases[i], int(i), {at.x + bar_padding, std::round(y + (high + lane_gap(frame)) * float(i))}, inner,
                    std::floor(high));
        }
    }
    end_instrument();
}

}  // namespace neighborscope
