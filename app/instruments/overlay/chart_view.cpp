#include "app/instruments/overlay/chart_view.hpp"

#include "app/charts/curve_chart.hpp"
#include "app/charts/roofline.hpp"
#include "app/instruments/imgui/chart_canvas.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/session/sentences/search_texts.hpp"

#include <cmath>

namespace neighborscope {
namespace {

constexpr float mark_pick_radius = 14;  // pixels from the mouse to a mark
constexpr float buttons_inset = 24, buttons_height = 24;

struct ButtonToShow {
    const char* command;
    std::string label;
    bool primary;
};

/// Draws buttons at the top right, the last one at the right end, and a text before them.
void draw_buttons(const InstrumentFrame& frame, const std::vector<ButtonToShow>& buttons, const std::string& before = {}) {
    float width = 8 * float(buttons.size() - 1);
    for (const ButtonToShow& button : buttons) width += push_button_width(frame, button.label.c_str());
    const ImVec2 at = ImGui::GetWindowPos();
    const float end = at.x + float(frame.width) - buttons_inset - width - 12, middle = at.y + 10 + 0.5f * buttons_height;
    draw_text(*ImGui::GetWindowDrawList(), frame, FontRole::small, {end, middle}, frame.colours.second_text, before, right_middle);
    ImGui::SetCursorPos({float(frame.width) - buttons_inset - width, 10});
    for (const ButtonToShow& button : buttons) command_button(frame, button.command, button.label, {.primary = button.primary});
}

/// Draws instructions in the middle of empty axes.
void draw_hint(const InstrumentFrame& frame, const charts::Box& plot, const std::vector<std::string>& lines) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = ImGui::GetWindowPos();
    float y = from.y + 0.5f * (plot.top + plot.bottom) - 11 * float(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const FontRole role = i == 0 ? FontRole::caption : FontRole::body;
        for (const std::string& line : wrapped(frame, role, lines[i], std::max(80.0f, plot.width() - 32), 3)) {
            const float half = 0.5f * text_size(frame, role, line).x + 6, middle = from.x + 0.5f * (plot.left + plot.right);
            list.AddRectFilled({middle - half, y - 2}, {middle + half, y + 20}, colour(frame.colours.view));  // covers the grid
            draw_text(list, frame, role, {from.x + 0.5f * (plot.left + plot.right), y},
                i == 0 ? frame.colours.text : frame.colours.second_text, line, {0.5f, 0});
            y += text_size(frame, role, line).y + 4;
        }
    }
}

/// Finds the mark under the mouse and draws a ring around it.
const charts::DrawnChart::Mark* mark_under_mouse(const InstrumentFrame& frame, const charts::DrawnChart& drawn) {
    if (!ImGui::IsWindowHovered()) return nullptr;
    const ImVec2 mouse = ImGui::GetIO().MousePos, from = ImGui::GetWindowPos();
    const charts::DrawnChart::Mark* mark = drawn.nearest({mouse.x - from.x, mouse.y - from.y}, mark_pick_radius);
    if (mark) ImGui::GetWindowDrawList()->AddCircle({from.x + mark->at.x, from.y + mark->at.y}, 9, colour(frame.colours.text), 0, 1.5f);
    return mark;
}

charts::DrawnChart draw_whole_chart(const InstrumentFrame& frame, double scale, const charts::Chart& chart, float below = 0) {
    ImGuiCanvas canvas(*ImGui::GetWindowDrawList(), frame.gui, frame.theme, scale, ImGui::GetWindowPos());
    return charts::draw(canvas, chart, float(frame.width), float(frame.height) - below);
}

/// Draws sentences along the bottom in the presentation mode, which has no panel that says them: as many as are whole in `most` lines, the
/// first one in any case. Returns the height.
float draw_sentences_below(const InstrumentFrame& frame, const std::vector<std::string>& sentences, std::size_t most) {
    constexpr float inset = 24;
    constexpr double least_chart = 300;
    if (!frame.presenter || sentences.empty() || frame.height < least_chart) return 0;
    std::vector<std::string> lines;
    for (const std::string& sentence : sentences) {
        const std::vector<std::string> its = wrapped(frame, FontRole::sentence, sentence, float(frame.width) - 2 * inset, int(most));
        if (!lines.empty() && lines.size() + its.size() > most) continue;
        lines.insert(lines.end(), its.begin(), its.end());
    }
    const float line = std::round(text_size(frame, FontRole::sentence, "A").y) + 2, height = line * float(lines.size()) + 16;
    float y = float(frame.height) - height;
    ImGui::GetWindowDrawList()->AddRectFilled({0, y - 8}, {float(frame.width), float(frame.height)}, colour(frame.colours.view));
    for (const std::string& one : lines) {
        draw_text(*ImGui::GetWindowDrawList(), frame, FontRole::sentence, {inset, y}, frame.colours.text, one);
        y += line;
    }
    return height;
}

void draw_curves(const InstrumentFrame& frame, double scale, bool buttons) {
    const Curving& curves = frame.view.curves;
    const CurveQuantity shows = frame.session.curve_quantity;
    charts::Chart chart;
    if (curves.curve) chart = charts::curve_chart(*curves.curve, shows);
    else chart.title = "Curves", chart.panels.emplace_back();
    std::vector<std::string> told;
    if (curves.curve) told = charts::curve_sentences(*curves.curve, shows);
    if (curves.curve && shows == CurveQuantity::time)
        if (std::string busy = charts::busy_machine_sentence(*curves.curve); !busy.empty()) told.insert(told.begin(), std::move(busy));
    const float below = draw_sentences_below(frame, told, 6);
    const charts::DrawnChart drawn = draw_whole_chart(frame, scale, chart, below);
    const std::string measure =
        frame.commands && frame.commands->find("timings.measure") ? frame.commands->find("timings.measure")->keys : "";
    if (!curves.refusal.empty()) draw_hint(frame, drawn.plots.front(), {as_sentence(curves.refusal), as_sentence(curves.remedy)});
    else if (!curves.curve)
        draw_hint(frame, drawn.plots.front(),
            {"Nothing is measured yet.",
                "Under Curves choose methods and what varies, then press Measure" + (measure.empty() ? "." : " (" + measure + ").")});
    else if (shows == CurveQuantity::recall && curves.curve->done() > 0 && drawn.marks.empty())
        draw_hint(frame, drawn.plots.front(), {"These methods were not measured."});
    if (buttons) {
        const bool again = curves.of_now && curves.curve && curves.curve->complete();
        const char* begin = again ? "Again" : curves.stopped && curves.of_now ? "Continue" : "Measure";
        std::vector<ButtonToShow> shown{
            curves.running ? ButtonToShow{"timings.stop", "Stop", true} : ButtonToShow{"timings.measure", begin, !again},
            {"timings.points", "Close", false}};
        if (again)
            if (const auto ranges = charts::meeting_ranges(*curves.curve, shows); !ranges.empty())
                shown.insert(shown.begin(), {"timings.measure_meeting", "Measure " + charts::range_text(ranges.front()), true});
        draw_buttons(frame, shown,
            curves.running && curves.curve
                ? charts::curve_progress_text(*curves.curve) + (curves.time_left.empty() ? "" : ", " + curves.time_left)
                : "");
    }
    const charts::DrawnChart::Mark* mark = mark_under_mouse(frame, drawn);
    const auto place = mark && curves.curve ? charts::mark_of(*curves.curve, shows, mark->series, mark->point) : std::nullopt;
    if (!place) return;
    show_tooltip(charts::curve_point_text(*curves.curve, *place) + "\nclick to search with these settings");
    if (ImGui::IsMouseClicked(0)) frame.step_request.curve_place = {{place->line, place->place}};
}

void draw_roofline(const InstrumentFrame& frame, double scale, bool buttons) {
    const charts::Chart chart = charts::roofline_chart(frame.view, search_settings_text(frame.session, frame.view));
    const float below = draw_sentences_below(frame, charts::roofline_sentences(frame.view), 4);
    const charts::DrawnChart drawn = draw_whole_chart(frame, scale, chart, below);
    const std::vector<charts::RooflinePoint> places = charts::roofline_points(frame.view.timings);
    if (places.empty())
        draw_hint(frame, drawn.plots.front(),
            {"No phases are measured yet.", "They are measured after the query has been answered a few times."});
    if (buttons)
        draw_buttons(
            frame, {{"timings.freeze", frame.view.frozen ? "Release A" : "Freeze as A", false}, {"timings.points", "Close", false}});
    const charts::DrawnChart::Mark* mark = mark_under_mouse(frame, drawn);
    if (!mark) return;
    const std::vector<charts::RooflinePoint> frozen =
        mark->series == 1 && frame.view.frozen ? charts::roofline_points(frame.view.frozen->timings) : std::vector<charts::RooflinePoint>();
    std::size_t number = 0;
    for (const charts::RooflinePoint& place : mark->series == 1 ? frozen : places)
        if (place.drawn() && number++ == mark->point) show_tooltip(charts::roofline_point_text(place));
}

}  // namespace

void draw_chart_view(const InstrumentFrame& frame, double scale, bool buttons) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_instrument("chart", {0, 0}, {float(frame.width), float(frame.height)});
    if (frame.session.chart == ChartShown::curves) draw_curves(frame, scale, buttons);
    else draw_roofline(frame, scale, buttons);
    end_instrument();
    ImGui::PopStyleVar(3);
}

}  // namespace neighborscope
