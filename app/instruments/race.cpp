#include "app/instruments/race.hpp"

#include "app/instruments/fonts.hpp"
#include "app/instruments/instrument_frame.hpp"
#include "app/instruments/words.hpp"

#include <algorithm>
#include <numeric>

namespace neighborscope {
namespace {

constexpr float lane_height = 40, work_height = 24, bar_height = 22, thin_bar = 12, title_line = 30, axis_line = 26, edge = 16;
constexpr float names_width = 200, numbers_width = 170;

std::string letter(std::size_t racer) { return std::string(1, char('A' + racer)); }

double sum_of_phases(const Timings& timings) {
    return std::accumulate(
        timings.phases.begin(), timings.phases.end(), 0.0, [](double sum, const TimingRow& row) { return sum + row.median; });
}

double bytes_of(const Timings& timings) {
    return std::accumulate(
        timings.phases.begin(), timings.phases.end(), 0.0, [](double sum, const TimingRow& row) { return sum + row.floor.bytes; });
}

/// What both strips are drawn with.
struct Sheet {
    const ImGuiLayer& gui;
    const render::Palette& colours;
    ImDrawList& list;
    float width;

    Sheet(const ImGuiLayer& layer, render::Theme theme, double wide, double height)
        : gui(layer), colours(render::palette(theme)), list(*ImGui::GetBackgroundDrawList()), width(float(wide)) {
        list.AddRectFilled({0, 0}, {width, float(height)}, colour(colours.view));
    }
    float left() const { return edge + names_width; }
    float right() const { return width - edge - numbers_width; }

    void text(FontRole role, ImVec2 at, const render::Colour& ink, const std::string& words, ImVec2 align = {0, 0}) const {
        draw_text(list, gui, role, at, ink, words, align);
    }
    void badge(std::size_t racer, ImVec2 middle) const {
        list.AddRectFilled({middle.x - 10, middle.y - 10}, {middle.x + 10, middle.y + 10}, colour(colours.accent), 4);
        text(FontRole::bold, middle, colours.on_accent, letter(racer), in_middle);
    }
    void name(std::size_t racer, const Racer& one, float middle) const {
        badge(racer, {edge + 10, middle});
        text(FontRole::body, {edge + 30, middle}, colours.text, fitted(gui, FontRole::body, one.name, names_width - 40), left_middle);
    }
};

/// Each phase begins where the one before ends; its name stands in it where there is room.
void draw_lane(const Sheet& sheet, const Timings& timings, float middle, double longest) {
    float from = sheet.left();
    const float top = middle - 0.5f * bar_height, bottom = middle + 0.5f * bar_height;
    bool even = true;
    for (const TimingRow& phase : timings.phases) {
        const float to = from + (sheet.right() - sheet.left()) * float(phase.median / longest);
        const ImVec2 low{from, top}, high{std::max(from + 1, to - 1), bottom};
        sheet.list.AddRectFilled(low, high, colour(sheet.colours.view));  // else the axis' lines shine through
        sheet.list.AddRectFilled(low, high, colour(sheet.colours.accent, even ? 1.0f : 0.72f));
        if (text_size(sheet.gui, FontRole::small, phase.phase).x + 8 < to - from)
            sheet.text(FontRole::small, {0.5f * (from + to), middle}, sheet.colours.on_accent, phase.phase, in_middle);
        from = to, even = !even;
    }
}

}  // namespace

double race_lanes_height(std::size_t racers) {
    return double(2 * title_line + axis_line) + double(racers) * double(lane_height + work_height) + double(edge);
}

void draw_race_names(const ImGuiLayer& gui, render::Theme theme, double width, std::span<const Racer> racers) {
    const Sheet sheet(gui, theme, width, race_names_height);
    const float part = sheet.width / float(racers.size());
    for (std::size_t i = 0; i < racers.size(); ++i) {
        const float x = part * float(i) + edge;
        sheet.badge(i, {x + 10, 19});
        sheet.text(FontRole::bold, {x + 30, 19}, sheet.colours.text, fitted(gui, FontRole::bold, racers[i].name, part - 2 * edge - 40),
            left_middle);
        sheet.text(FontRole::small, {x + 30, 41}, colour_of(sheet.colours, racers[i].tone),
            fitted(gui, FontRole::small, racers[i].list, part - 2 * edge - 40), left_middle);
        if (i > 0) sheet.list.AddLine({x - edge, 0}, {x - edge, float(race_names_height)}, colour(sheet.colours.divider));
    }
    sheet.list.AddLine({0, float(race_names_height) - 0.5f}, {sheet.width, float(race_names_height) - 0.5f}, colour(sheet.colours.divider));
}

void draw_race_lanes(const ImGuiLayer& gui, render::Theme theme, double width, std::span<const Racer> racers) {
    const Sheet sheet(gui, theme, width, race_lanes_height(racers.size()));
    double longest = 1e-9, most_bytes = 1;
    for (const Racer& one : racers) {
        longest = std::max(longest, sum_of_phases(one.timings));
        most_bytes = std::max(most_bytes, bytes_of(one.timings));
    }
    sheet.list.AddLine({0, 0.5f}, {sheet.width, 0.5f}, colour(sheet.colours.divider));
    float y = 0.5f * title_line;
    sheet.text(FontRole::bold, {edge, y}, sheet.colours.text, "Phases, ms", left_middle);
    sheet.text(FontRole::small, {sheet.width - edge, y}, sheet.colours.second_text, "median of the whole search", right_middle);
    const float lanes_top = title_line, lanes_bottom = title_line + lane_height * float(racers.size());
    const double step = nice_step(longest / 6);
    for (double at = 0; at <= longest * 1.0001; at += step) {
        const float x = sheet.left() + (sheet.right() - sheet.left()) * float(at / longest);
        sheet.list.AddLine({x, lanes_top}, {x, lanes_bottom}, colour(sheet.colours.divider));
        sheet.text(FontRole::small, {x, lanes_bottom + 0.5f * axis_line}, sheet.colours.second_text, text_of_coordinate(at, 1e4 * step),
            in_middle);
    }
    const double first = racers.front().timings.total_median;
    for (std::size_t i = 0; i < racers.size(); ++i) {
        const Timings& timings = racers[i].timings;
        const float middle = lanes_top + lane_height * (float(i) + 0.5f);
        sheet.name(i, racers[i], middle);
        draw_lane(sheet, timings, middle, longest);
        const double total = timings.total_median;
        const std::string ratio = i > 0 && first > 0 ? text_of_decimals(total / first, 2) + " × A" : "";
        sheet.text(FontRole::bold, {sheet.right() + 84, middle}, sheet.colours.text, text_of_milliseconds(total), right_middle);
        sheet.text(FontRole::body, {sheet.width - edge, middle}, sheet.colours.second_text, ratio, right_middle);
    }
    y = lanes_bottom + axis_line + 0.5f * title_line;
    sheet.text(FontRole::bold, {edge, y}, sheet.colours.text, "Bytes moved, at least", left_middle);
    for (std::size_t i = 0; i < racers.size(); ++i) {
        const double bytes = bytes_of(racers[i].timings);
        const float middle = lanes_bottom + axis_line + title_line + work_height * (float(i) + 0.5f);
        sheet.text(FontRole::body, {edge + 30, middle}, sheet.colours.second_text, letter(i), left_middle);
        const float to = sheet.left() + (sheet.right() - sheet.left()) * float(bytes / most_bytes);
        sheet.list.AddRectFilled({sheet.left(), middle - 0.5f * thin_bar}, {std::max(sheet.left() + 1, to), middle + 0.5f * thin_bar},
            colour(sheet.colours.second_text));
        sheet.text(FontRole::body, {sheet.right() + 84, middle}, sheet.colours.text, text_of_bytes(std::uint64_t(bytes)), right_middle);
    }
}

}  // namespace neighborscope
