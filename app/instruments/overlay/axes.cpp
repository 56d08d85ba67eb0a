#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neighborscope {
namespace {

/// The label of a tick, with the decimals of the step; a power of ten if that would be long.
std::string tick_text(double value, double step) {
    if (std::abs(value) < 1e-9 * step) value = 0;
    const int decimals = decimals_of_step(step);
    if (decimals <= 7 && std::abs(value) < 1e15) return text_of_decimals(value, decimals);
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.6g", value);
    return digits;
}

void draw_ticks(ImDrawList& list, const InstrumentFrame& frame, const render::Rectangle& free) {
    const render::Camera& camera = frame.camera;
    const double left = free.x, right = free.x + free.width, top = free.y, bottom = free.y + free.height;
    const double ox = frame.origin(0), oy = frame.origin(1);
    const double x_from = camera.to_world(left, 0).x + ox, x_to = camera.to_world(right, 0).x + ox;
    const double y_from = camera.to_world(0, bottom).y + oy, y_to = camera.to_world(0, top).y + oy;
    if (!(x_to > x_from) || !(y_to > y_from) || free.width < 100 || free.height < 60) return;
    const ImU32 line = colour(frame.colours.second_text);
    const render::Colour& text = frame.colours.second_text;
    const auto halo_text = [&](ImVec2 at, const std::string& label) {  // on a background, so that it is legible over points
        const ImVec2 size = text_size(frame, FontRole::small, label);
        list.AddRectFilled({at.x - 2, at.y + 1}, {at.x + size.x + 2, at.y + size.y - 1}, colour(frame.colours.view, 0.8f), 2);
        draw_text(list, frame, FontRole::small, at, text, label);
    };
    // The step is guessed, and then enlarged until the longest number along x has room.
    double step = nice_step(90 / camera.pixels_per_unit());
    const float widest =
        std::max(text_size(frame, FontRole::small, tick_text(x_from, step)).x, text_size(frame, FontRole::small, tick_text(x_to, step)).x);
    step = nice_step(std::max(90.0, widest + 28.0) / camera.pixels_per_unit());
    const float base = float(bottom), side = std::max(0.0f, float(left) - 64);  // of the numbers along y, beside instruments on the left
    const std::string x_name = frame.axis_name(0), y_name = frame.data && frame.data->dimension > 1 ? frame.axis_name(1) : "";
    const float x_name_width = text_size(frame, FontRole::small, x_name).x;
    halo_text({float(right) - x_name_width, base + 4}, x_name);
    const double per_unit = camera.pixels_per_unit(), half_widest = 0.5 * widest;
    step = step_with_two_numbers(
        step, x_from + half_widest / per_unit, x_to - (x_name_width + 12 + half_widest) / per_unit, (widest + 8) / per_unit);
    for (double i = std::ceil(x_from / step); i * step <= x_to && i < std::ceil(x_from / step) + 1000; ++i) {
        const std::string label = tick_text(i * step, step);
        const float x = float(camera.to_pixels({i * step - ox, 0, 0}).x), half = 0.5f * text_size(frame, FontRole::small, label).x;
        if (x - half < left || x + half > right - x_name_width - 12) continue;
        list.AddLine({std::round(x) + 0.5f, base - 5}, {std::round(x) + 0.5f, base + 1}, line);
        halo_text({x - half, base + 4}, label);
    }
    if (y_name.empty()) return;  // 1-D data
    const double y_step = nice_step(64 / camera.pixels_per_unit());
    halo_text({side + 10, float(top)}, y_name);
    const float name_height = text_size(frame, FontRole::small, y_name).y;
    for (double i = std::ceil(y_from / y_step); i * y_step <= y_to && i < std::ceil(y_from / y_step) + 1000; ++i) {
        const std::string label = tick_text(i * y_step, y_step);
        const float y = float(camera.to_pixels({0, i * y_step - oy, 0}).y), half = 0.5f * text_size(frame, FontRole::small, label).y;
        if (y - half < top + name_height || y + half > bottom - 2) continue;
        list.AddLine({side, std::round(y) + 0.5f}, {side + 6, std::round(y) + 0.5f}, line);
        halo_text({side + 10, y - half}, label);
    }
}

/// Draws a scale bar of a round length, up to a third of the view, in the lower left of the free area.
void draw_scale_bar(ImDrawList& list, const InstrumentFrame& frame, const render::Rectangle& free) {
    const double unit = frame.camera.pixels_per_unit(), most = std::min(90.0, 0.33 * frame.width);
    if (!(unit > 0) || most < 20) return;
    const double length = 1 / nice_step(unit / most);  // the longest round length up to `most`
    const float wide = std::round(float(length * unit)), left = std::max(edge_gap, float(free.x)) + 4,
                base = std::min(float(frame.height) - edge_gap, float(free.y + free.height)) - 4;
    std::string label = tick_text(length, length);
    if (std::string unit_name = frame.has_ball() ? frame.view.data.distance_unit : ""; !unit_name.empty()) {
        if (label == "1" && unit_name.back() == 's') unit_name.pop_back();  // "1 degree"
        label += " " + unit_name;
    }
    const ImVec2 size = text_size(frame, FontRole::small, label);
    list.AddRectFilled({left - 4, base - 8 - size.y}, {left + std::max(wide, size.x) + 4, base + 4}, colour(frame.colours.view, 0.8f), 3);
    const ImU32 ink = colour(frame.colours.second_text);
    list.AddLine({left, base - 0.5f}, {left + wide, base - 0.5f}, ink, 1.5f);
    for (const float x : {left, left + wide}) list.AddLine({x, base - 5}, {x, base + 0.5f}, ink, 1.5f);
    draw_text(list, frame, FontRole::small, {left, base - 6 - size.y}, frame.colours.second_text, label);
}

/// Draws a small cross of axes that turns with the camera, in the upper left of the free area.
void draw_orientation(ImDrawList& list, const InstrumentFrame& frame, const render::Rectangle& free) {
    const float size = has_room_for_axes(frame) ? 80 : 60, reach = 0.275f * size;
    const bool components = frame.view.projection.plane != nullptr;  // their names are long: numbers, and the word below
    const char* const word = "component";
    const ImVec2 word_size = text_size(frame, FontRole::small, word);
    const ImVec2 from{std::max(edge_gap, float(free.x)), std::max(edge_gap, float(free.y))},
        to{from.x + size, from.y + size + (components ? word_size.y : 0)};
    list.AddRectFilled(from, to, colour(frame.colours.dock, 0.96f), 4);
    list.AddRect(from, to, colour(frame.colours.divider), 4);
    const glm::dvec3 focus = frame.camera.focus();
    const double unit = 1e-3 * glm::length(frame.camera.eye() - focus);  // short, so that perspective does not distort the cross
    const glm::dvec3 middle = frame.camera.to_pixels(focus);
    const ImVec2 centre{from.x + 0.5f * size, from.y + 0.5f * size};
    const bool dark = frame.theme == render::Theme::dark;
    const render::Colour colours[] = {dark ? render::hex(0xF08A45) : render::hex(0xA84300),
        dark ? render::hex(0x6FE3C1) : render::hex(0x005C48), dark ? render::hex(0x56B4E9) : render::hex(0x00639C)};
    struct Arm {
        int axis;
        glm::dvec3 along;
    };
    std::vector<Arm> arms;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 tip = focus;
        tip[axis] += unit;
        arms.push_back({axis, (frame.camera.to_pixels(tip) - middle) / (unit * frame.camera.pixels_per_unit())});
    }
    std::sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return a.along.z > b.along.z; });  // the farthest first
    if (components)
        draw_text(list, frame, FontRole::small, {centre.x, to.y - 0.5f * word_size.y - 4}, frame.colours.second_text, word, in_middle);
    for (const Arm& arm : arms) {
        const ImVec2 tip{centre.x + reach * float(arm.along.x), centre.y + reach * float(arm.along.y)};
        list.AddLine(centre, tip, colour(colours[arm.axis]), 2);
        const std::string name = frame.axis_name(arm.axis), label = name.size() == 1 ? name : std::string(1, "xyz"[arm.axis]);
        const float away = std::hypot(float(arm.along.x), float(arm.along.y));
        const float stretch = away > 0.05f ? (reach * away + 8) / away : 0;
        draw_text(list, frame, FontRole::bold, {centre.x + stretch * float(arm.along.x), centre.y + stretch * float(arm.along.y)},
            colours[arm.axis], components ? std::string(1, char('1' + arm.axis)) : label, in_middle);
    }
}

}  // namespace

int decimals_of_step(double step) { return std::max(0, -int(std::floor(std::log10(step * 1.0000001)))); }

double step_with_two_numbers(double step, double low, double high, double least) {
    const auto numbers = [&](double apart) { return std::floor(high / apart) - std::ceil(low / apart) + 1; };
    double smaller = step;
    while (numbers(smaller) < 2) {
        smaller = nice_step(0.39 * smaller);  // 1, 2, 5, 10: the one below
        if (!(smaller >= least)) return step;
    }
    return smaller;
}

bool has_room_for_axes(const InstrumentFrame& frame) { return frame.width >= 300 && frame.height >= 200; }

void draw_axes(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (!frame.data || frame.data->count() == 0) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (frame.three_d()) draw_orientation(list, frame, free);
    else if (!has_room_for_axes(frame)) draw_scale_bar(list, frame, free);
    else draw_ticks(list, frame, free);
}

render::Rectangle draw_hidden_axes_note(const InstrumentFrame& frame, float left, float right) {
    if (!frame.axes_hidden()) return {0, 0, 0, 0};
    const std::string all = text_of_count(frame.data->dimension);
    const int axes = frame.three_d() ? 3 : 2;
    bool numbered = true;
    for (int axis = 0; axis < axes; ++axis) numbered = numbered && frame.axis_name(axis).rfind("axis ", 0) == 0;
    std::string names;  // all names, since the axes need not be adjacent
    for (int axis = 0; axis < axes; ++axis)
        names += (axis == 0 ? "" : axis == axes - 1 ? " and " : ", ") + frame.axis_name(axis).substr(numbered ? 5 : 0);
    const std::string whole =
        frame.projection.plane ? projection_text(*frame.projection.plane, axes) + "; distances use all " + all + " dimensions"
                               : (numbered ? "axes " + names + " of " + all : names + " of " + all + " axes") + "; distances use all axes";
    const auto fits = [&](const std::string& text) { return text_size(frame, FontRole::small, text).x <= right - left - 20; };
    std::string note = whole;
    if (!fits(note)) note = whole.substr(0, whole.find("; "));
    if (!fits(note)) note = text_of_count(axes) + " of " + all + " axes";
    if (!fits(note)) return {0, 0, 0, 0};  // half a word says nothing; the axes have their names
    const float top =
        edge_gap + (left > edge_gap ? 0.5f * (tools_height - hidden_axes_note_height) : 0);  // at the height of the tools beside it
    const ImVec2 from{left, top}, to{left + text_size(frame, FontRole::small, note).x + 20, top + hidden_axes_note_height};
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(from, to, colour(frame.colours.dock, 0.96f), 4);
    list.AddRect(from, to, colour(frame.colours.divider), 4);
    draw_text(list, frame, FontRole::small, {from.x + 10, 0.5f * (from.y + to.y)}, frame.colours.second_text, note, left_middle);
    if (note != whole && ImGui::IsMouseHoveringRect(from, to, false)) show_tooltip(whole);
    return {from.x, from.y, to.x - from.x, to.y - from.y};
}

}  // namespace neighborscope
