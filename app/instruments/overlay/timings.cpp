#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/session/sentences/search_texts.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float row_height = 20, axis_height = 26, build_row_height = 18;
constexpr double max_scale_over_median = 1.6;  // limit of the scale relative to the longest median

/// Width of the longest phase's name, within limits.
float label_column(const InstrumentFrame& frame) {
    float width = 84;
    for (const TimingRow& row : frame.view.timings.phases) width = std::max(width, text_size(frame, FontRole::body, row.phase).x);
    return 12 + std::min(width, 168.0f);
}

bool is_wide(const InstrumentFrame& frame) { return frame.width >= 1000; }

/// Whether there is a row for builds or pictures, or may be one.
bool has_build_row(const InstrumentFrame& frame) {
    return !preparation_times(frame.view).empty() || (frame.view.timings.runs == 0 && frame.view.tree);
}

/// "once before: build 3.1 ms (warm, the first took 48.2 ms)"; `how`: with the text in brackets.
std::string build_text(const ViewModel& view, bool how) {
    std::string text;
    for (const PreparationTime& one : preparation_times(view)) {
        const TimeUnit own = TimeUnit::of(one.milliseconds);
        text += (text.empty() ? "built once before: " : ", ") + one.name + " " + own.text(one.milliseconds) + "\u202f" + own.name;
        if (how && !one.explanation.empty()) text += " (" + one.explanation + ")";
    }
    return text;
}

/// Number of rows when all is measured: phases and the rest.
std::size_t rows(const InstrumentFrame& frame) {
    if (!frame.view.timings.phases.empty()) return frame.view.timings.phases.size() + 1;
    const MethodInfo* method = frame.view.info_of(frame.session.method);
    return (method ? method->phases.size() : 0) + 1;
}

/// Draws p5 to p95, with an arrow at the scale's end if p95 is beyond it.
void draw_whisker(ImDrawList& list, float p5, float p95, float end, float middle, ImU32 ink) {
    const bool beyond = p95 > end;
    if (beyond) p95 = end;
    list.AddLine({p5, middle + 0.5f}, {p95, middle + 0.5f}, ink, 1.5f);
    list.AddLine({p5, middle - 4}, {p5, middle + 4}, ink, 1.5f);
    if (beyond) {
        list.AddTriangleFilled({p95 + 6, middle + 0.5f}, {p95, middle - 3.5f}, {p95, middle + 4.5f}, ink);
    } else {
        list.AddLine({p95, middle - 4}, {p95, middle + 4}, ink, 1.5f);
    }
}

}  // namespace

float timings_height(const InstrumentFrame& frame, bool folded) {
    if (folded) return title_height;
    return title_height + 8 + row_height * float(rows(frame)) + axis_height + (has_build_row(frame) ? build_row_height : 0);
}

float timings_width(const InstrumentFrame& frame) {
    return std::min(label_column(frame) + (is_wide(frame) ? 276.0f : 196.0f), float(frame.width) - 2 * edge_gap);
}

void draw_timings(const InstrumentFrame& frame, float left, float bottom_edge, bool folded) {
    const Timings& timings = frame.view.timings;
    const render::Palette& colours = frame.colours;
    const float label_width = label_column(frame), width = timings_width(frame), height = timings_height(frame, folded);
    open_card(frame, "timings", {left, std::max(edge_gap, bottom_edge - height)}, {width, height});
    const double total = timings.total_median;
    const TimeUnit unit = TimeUnit::of(total > 0 ? total : 1);
    const std::string runs = timings.previous ? "of the previous search" : timings.runs > 0 ? text_of_runs(timings) : "";
    const bool open = instrument_title(frame, timings.phases.empty() ? "Timings" : std::string("Timings, ") + unit.name, runs,
        total > 0 ? unit.text(total) + "\u202f" + unit.name : "", folded);
    if (total > 0) tooltip(explain_total(timings));
    if (open) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        const float top = at.y + title_height + 6, bar_left = at.x + label_width + 14, right = at.x + width - 12;
        const float text_down = 0.5f * (row_height - text_size(frame, FontRole::body, "0").y);
        const bool has_room_for_how = text_size(frame, FontRole::small, build_text(frame.view, true)).x <= width - 24;
        if (!preparation_times(frame.view).empty())  // separate from the bars, since it is not part of their sum
            draw_text(list, frame, FontRole::small, {at.x + 12, at.y + height - build_row_height - 4}, colours.second_text,
                elided(frame, FontRole::small, build_text(frame.view, has_room_for_how), width - 24));
        if (timings.phases.empty()) {
            draw_text(list, frame, FontRole::body, {at.x + 26, top + text_down}, colours.disabled_text, "no runs yet");
        } else {
            std::vector<TimingRow> lines = timings.phases;
            if (timings.rest()) {
                const double shown = timings.shown_rest().value_or(0);
                lines.push_back({"rest", shown, shown, shown, {}, {}});
            }
            // The medians determine the scale, so that one slow run, such as the first, does not compress all bars.
            double longest = 0, reach = 0;
            for (const TimingRow& row : lines) longest = std::max(longest, row.median), reach = std::max(reach, row.p95);
            reach = std::clamp(1.02 * reach, 1.02 * longest, max_scale_over_median * longest);
            float number_width = text_size(frame, FontRole::small, "median").x, range_width = 0;
            for (const TimingRow& row : lines) {
                number_width = std::max(number_width, text_size(frame, FontRole::body, unit.text(row.median)).x);
                if (is_wide(frame))
                    range_width =
                        std::max(range_width, text_size(frame, FontRole::small, unit.text(row.p5) + " – " + unit.text(row.p95)).x);
            }
            const float number_right = right - (is_wide(frame) ? range_width + 14 : 0), bar_right = number_right - number_width - 14;
            const float bottom = top + row_height * float(lines.size());
            const double full = std::max(reach * unit.factor, 1e-9);
            const auto place = [&](double milliseconds) {
                return bar_left + (bar_right - bar_left) * float(milliseconds * unit.factor / full);
            };
            // Round numbers, as many as there is room for.
            const double step = nice_step(full * std::max(0.2f, 34 / std::max(bar_right - bar_left, 1.0f)));
            for (int i = 0; i * step <= full && i < 8; ++i) {
                const float x = std::round(bar_left + (bar_right - bar_left) * float(i * step / full)) + 0.5f;
                list.AddLine({x, top}, {x, bottom}, colour(colours.divider));
                const std::string label = text_of_decimals(i * step, i == 0 ? 0 : decimals_of_step(step));
                const float half = 0.5f * text_size(frame, FontRole::small, label).x;
                if (x + half < number_right - number_width - 4)
                    draw_text(list, frame, FontRole::small, {x, bottom + 3}, colours.second_text, label, {0.5f, 0});
            }
            const render::Colour& numbers = timings.previous ? colours.second_text : colours.text;  // of the previous request
            draw_name(list, frame, FontRole::small, {number_right, bottom + 3}, colours.second_text, "median", {1, 0});
            if (is_wide(frame)) draw_name(list, frame, FontRole::small, {right, bottom + 3}, colours.second_text, "p5 – p95", {1, 0});
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const TimingRow& row = lines[i];
                const bool rest = i == timings.phases.size();
                const float y = top + row_height * float(i), middle = std::round(y + 0.5f * row_height);
                ImGui::SetCursorScreenPos({at.x + 1, y});
                ImGui::PushID(int(i));
                ImGui::InvisibleButton("row", {width - 2, row_height});
                ImGui::PopID();
                tooltip_beside(row.phase + "\n" + (rest ? explain_rest(timings) : explain_phase(row, timings)));
                draw_text(list, frame, FontRole::body, {at.x + label_width, y + text_down}, rest ? colours.second_text : colours.text,
                    elided(frame, FontRole::body, row.phase, label_width - 12), {1, 0});
                const ImVec2 low{bar_left, middle - 5}, high{std::clamp(place(row.median), bar_left + 1, bar_right), middle + 5};
                if (rest && timings.overrun())  // no bar below 0
                    draw_text(list, frame, FontRole::small, {bar_left, middle}, colours.second_text,
                        elided(frame, FontRole::small, "busy machine", bar_right - bar_left), left_middle);
                else if (rest) list.AddRect(low, high, colour(colours.accent, 0.85f));
                else list.AddRectFilled(low, high, colour(colours.accent, 0.85f));
                draw_text(list, frame, FontRole::body, {number_right, y + text_down}, numbers,
                    rest && !timings.shown_rest() ? "\u2013" : unit.text(row.median), {1, 0});
                if (rest) continue;
                draw_whisker(list, place(row.p5), place(row.p95), bar_right, middle, colour(colours.text));
                if (is_wide(frame))
                    draw_text(list, frame, FontRole::small, {right, y + text_down + 1}, colours.second_text,
                        unit.text(row.p5) + " – " + unit.text(row.p95), {1, 0});
            }
        }
    }
    end_instrument();
}

}  // namespace neighborscope
