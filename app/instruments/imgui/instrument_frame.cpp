#include "app/instruments/imgui/instrument_frame.hpp"

#include "app/glossary/glossary.hpp"
#include "app/instruments/imgui/text_helpers.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {

static constexpr const char* is_card = "card";  // key of a window's storage: it can be dragged

glm::dvec3 InstrumentFrame::place(const std::vector<double>& position) const {
    const std::array<double, 3> at = data ? projection.place(*data, position) : std::array<double, 3>{};
    return {at[0], at[1], three_d() ? at[2] : 0};
}

render::Rectangle InstrumentFrame::card_area() const {
    if (!presenter) return {0, 0, width, height};
    const PresenterStrips strips = presenter_strips(*this);
    return {0, strips.facts, width, std::max(1.0, height - double(strips.facts + strips.words))};
}

PresenterStrips presenter_strips(const InstrumentFrame& frame) {
    constexpr double high = 700, wide = 700, low = 320, tiny = 200;
    if (frame.height >= high && frame.width >= wide) return {72, 128, true};
    return {frame.height < low ? 0.0f : 44.0f, frame.height < tiny ? 0.0f : 92.0f, false};
}

ImVec2 InstrumentFrame::pixels(const std::vector<double>& position) const {
    const glm::dvec3 pixel = camera.to_pixels(place(position));
    return {float(pixel.x), float(pixel.y)};
}

glm::dvec3 position_of(const DataSet& data, const Projection& projection, std::int64_t row) {
    const std::array<double, 3> at = projection.place(data, row);
    return {at[0], at[1], at[2]};
}

ImVec2 InstrumentFrame::pixels_of_row(std::int64_t row) const {
    glm::dvec3 at = position_of(*data, projection, row);
    if (!three_d()) at.z = 0;
    const glm::dvec3 pixel = camera.to_pixels(at);
    return {float(pixel.x), float(pixel.y)};
}

std::string InstrumentFrame::axis_name(int axis) const {
    if (std::size_t(axis) >= view.axes.size()) return std::string(1, "xyz"[axis]);
    const std::string& name = view.axes[std::size_t(axis)];
    return name.find_first_not_of("0123456789") == std::string::npos ? "axis " + name : name;
}

ImU32 colour(const render::Colour& c, float alpha) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a * alpha}); }

// Fonts are rasterised in device pixels; this is in logical pixels.
static float logical_size(const ImFont& font) { return font.FontSize * ImGui::GetIO().FontGlobalScale; }

static const Enlarged* enlarged_now = nullptr;

Enlarged::Enlarged(ImVec2 place, float times)
    : from(place),
      factor(times),
      list_(*ImGui::GetWindowDrawList()),
      first_(list_.VtxBuffer.Size),
      mouse_(ImGui::GetIO().MousePos),
      around_(std::exchange(enlarged_now, this)) {
    if (ImGui::IsMousePosValid()) ImGui::GetIO().MousePos = {from.x + (mouse_.x - from.x) / factor, from.y + (mouse_.y - from.y) / factor};
}

Enlarged::~Enlarged() {
    enlarged_now = around_;
    ImGui::GetIO().MousePos = mouse_;
    for (int i = first_; i < list_.VtxBuffer.Size; ++i) list_.VtxBuffer[i].pos = seen(list_.VtxBuffer[i].pos);
}

ImVec2 as_seen(ImVec2 at) { return enlarged_now ? enlarged_now->seen(at) : at; }

/// The font whose pixels are as large as those seen.
static const ImFont* font_of(const ImGuiLayer& layer, FontRole role) {
    const float factor = enlarged_now ? enlarged_now->factor : 1;
    const bool bold = role == FontRole::bold || role == FontRole::caption;
    if (factor <= 1 || (!bold && role != FontRole::small && role != FontRole::body && role != FontRole::sentence)) return layer.font(role);
    if (factor > card_enlargements[1]) return layer.font(bold ? FontRole::large_bold : FontRole::large);
    return layer.font(bold ? FontRole::caption : FontRole::sentence);
}

ImVec2 text_size(const ImGuiLayer& layer, FontRole role, const std::string& text) {
    return font_of(layer, role)->CalcTextSizeA(logical_size(*layer.font(role)), 1e9f, 0, text.data(), text.data() + text.size());
}

void draw_text(
    ImDrawList& list, const ImGuiLayer& layer, FontRole role, ImVec2 at, const render::Colour& c, const std::string& text, ImVec2 align) {
    const ImVec2 size = text_size(layer, role, text);
    at = {at.x - align.x * size.x, at.y - align.y * size.y};
    const ImVec2 from = enlarged_now ? enlarged_now->from : ImVec2();
    const float factor = enlarged_now ? enlarged_now->factor : 1;  // begins at a whole pixel as it is seen
    at = {from.x + std::round(factor * (at.x - from.x)) / factor, from.y + std::round(factor * (at.y - from.y)) / factor};
    list.AddText(font_of(layer, role), logical_size(*layer.font(role)), at, colour(c), text.data(), text.data() + text.size());
}

void draw_name(
    ImDrawList& list, const ImGuiLayer& layer, FontRole role, ImVec2 at, const render::Colour& c, const std::string& text, ImVec2 align) {
    draw_text(list, layer, role, at, c, text, align);
    const ImVec2 size = text_size(layer, role, text);
    at = {at.x - align.x * size.x, at.y - align.y * size.y};
    explain_drawn_text(at, {at.x + size.x, at.y + size.y}, text);
}

void text_item(const ImGuiLayer& layer, FontRole role, const render::Colour& c, const std::string& text) {
    ImGui::PushFont(layer.font(role));
    wrapped_text(text, c);
    ImGui::PopFont();
}

float draw_kth(
    ImDrawList* list, const InstrumentFrame& frame, ImVec2 at, const render::Colour& c, int k, const std::string& after, bool large) {
    const std::string subscript = std::to_string(k);
    const FontRole role = large ? FontRole::large_bold : FontRole::bold;
    const FontRole small = large ? FontRole::sentence : FontRole::small;
    const float d = text_size(frame, role, "d").x, below = text_size(frame, small, subscript).x;
    if (list) {
        draw_text(*list, frame, role, at, c, "d");
        draw_text(*list, frame, small, {at.x + d + 1, at.y + (large ? 10.0f : 4.0f)}, c, subscript);
        draw_text(*list, frame, role, {at.x + d + 1 + below, at.y}, c, after);
    }
    return d + 1 + below + text_size(frame, role, after).x;
}

std::string elided(const ImGuiLayer& layer, FontRole role, std::string text, float room) {
    ImGui::PushFont(layer.font(role));
    text = elided(std::move(text), room);
    ImGui::PopFont();
    return text;
}

std::vector<std::string> wrapped(const ImGuiLayer& layer, FontRole role, const std::string& text, float width, int lines) {
    std::vector<std::string> broken;
    std::size_t at = 0;
    while (at < text.size() && int(broken.size()) + 1 < lines) {
        std::size_t end = at, next = at;
        while (next < text.size()) {
            next = std::min(text.find(' ', next + 1), text.size());
            if (text_size(layer, role, text.substr(at, next - at)).x > width && end > at) break;
            end = next;
        }
        broken.push_back(text.substr(at, end - at));
        at = end < text.size() ? end + 1 : end;
    }
    if (at < text.size()) broken.push_back(elided(layer, role, text.substr(at), width));
    return broken;
}

std::vector<std::string> wrapped_sentences(const ImGuiLayer& layer, FontRole role, std::string text, float width, int lines) {
    std::vector<std::string> broken = wrapped(layer, role, text, width, lines);
    while (!broken.empty() && broken.back().ends_with("\u2026")) {
        const std::size_t end = std::max(text.rfind(". ") + 1, text.rfind("; ") + 1);
        if (end == 0) break;
        text.replace(end - 1, std::string::npos, ".");
        broken = wrapped(layer, role, text, width, lines);
    }
    return broken;
}

void draw_box(ImDrawList& list, const InstrumentFrame& frame, ImVec2 from, ImVec2 to) {
    list.AddRectFilled(from, to, colour(frame.colours.dock, 0.96f), 3);
    list.AddRect(from, to, colour(frame.colours.edge), 3);
}

void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 imgui_colour, const Dashes& dashes) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    for (float at = 0; at < length; at += dashes.period) {
        const float end = std::min(at + dashes.dash, length);
        list.AddLine(
            {from.x + at * along.x, from.y + at * along.y}, {from.x + end * along.x, from.y + end * along.y}, imgui_colour, dashes.width);
    }
}

void draw_dashed_box(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 imgui_colour, const Dashes& dashes) {
    for (const float y : {from.y, to.y}) draw_dashed(list, {from.x, y}, {to.x, y}, imgui_colour, dashes);
    for (const float x : {from.x, to.x}) draw_dashed(list, {x, from.y}, {x, to.y}, imgui_colour, dashes);
}

void draw_hatch(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 imgui_colour, float step) {
    for (float sum = std::ceil((from.x + from.y) / step) * step; sum < to.x + to.y; sum += step) {
        const float left = std::max(from.x, sum - to.y), right = std::min(to.x, sum - from.y);
        list.AddLine({left, sum - left}, {right, sum - right}, imgui_colour, 1);
    }
}

void begin_instrument(const char* id, ImVec2 at, ImVec2 size, ImVec2 align) {
    ImGui::SetNextWindowPos({std::round(at.x), std::round(at.y)}, ImGuiCond_Always, align);
    ImGui::SetNextWindowSize({std::round(size.x), std::round(size.y)});
    ImGui::Begin(id, nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
            ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
}

void begin_card_on_top(const char* id, ImVec2 at, ImVec2 size, ImVec2 align) {
    begin_instrument(id, at, size, align);
    if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
}

void open_card(const InstrumentFrame& frame, const char* name, ImVec2 at, ImVec2 size, bool docked) {
    const auto place = docked ? std::nullopt : frame.card(name).place;
    if (place) {
        const std::array<double, 2> corner = frame.pinned_corner(*place, size.x, size.y);
        at = {float(corner[0]), float(corner[1])};
    }
    begin_instrument(name, at, size);
    ImGui::GetStateStorage()->SetBool(ImGui::GetID(is_card), !docked);
    if (ImGui::IsWindowAppearing() && place) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
}

void end_instrument() { ImGui::End(); }

/// The title as a button: a click folds, a drag pins, a double click puts a pinned card back.
static void handle_title(const InstrumentFrame& frame, float width, bool& folded) {
    constexpr float least_drag = 4;  // pixels; less is a click
    const ImGuiIO& io = ImGui::GetIO();
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const ImGuiID right_id = ImGui::GetID("held right"), down_id = ImGui::GetID("held down");
    const std::string name = window->Name;
    SavedCard card = frame.card(name);
    ImGui::SetCursorPos({0, 0});
    const bool released = ImGui::InvisibleButton("title", {width, title_height});
    if (ImGui::IsItemActivated()) {
        kept.SetFloat(right_id, io.MousePos.x - window->Pos.x), kept.SetFloat(down_id, io.MousePos.y - window->Pos.y);
        if (kept.GetBool(ImGui::GetID(is_card))) ImGui::BringWindowToDisplayFront(window);
    }
    const bool dragged = kept.GetBool(ImGui::GetID(is_card)) && io.MouseDragMaxDistanceSqr[0] > least_drag * least_drag;
    if (ImGui::IsItemActive() && dragged) {
        frame.step_request.card_held = true;
        if (folded) card.open = false;  // a title that is dragged stays a title, also where there is room
        const render::Rectangle area = frame.card_area();
        const double right = double(io.MousePos.x - kept.GetFloat(right_id)), high = double(window->Size.y),
                     down = std::min(double(io.MousePos.y - kept.GetFloat(down_id)), area.y + area.height - high);
        const std::array<double, 2> at = clear_of({right, down}, width, high, area, frame.docked);
        card.place = pinned_place(at[0], at[1], width, area);  // all of the card is in view, so that folding does not move its title
        if (card != frame.card(name)) frame.step_request.cards.emplace_back(name, card);
    } else if (released && !dragged) {
        if (card.place && io.MouseClickedLastCount[0] == 2) {
            card = {};
        } else {
            folded = !folded;
            card.open = !folded;
        }
        frame.step_request.cards.emplace_back(name, card);
    }
}

void draw_divider(const InstrumentFrame& frame, float y) {
    const float left = ImGui::GetWindowPos().x;
    ImGui::GetWindowDrawList()->AddLine({left + 1, y}, {left + ImGui::GetWindowWidth() - 1, y}, colour(frame.colours.divider));
}

bool instrument_title(const InstrumentFrame& frame, const std::string& title, const std::string& note, const std::string& right,
    bool& folded, const render::Colour* ink, float clicked) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetWindowPos();
    const float width = ImGui::GetWindowWidth();
    if (clicked <= 0) clicked = width;
    handle_title(frame, clicked, folded);
    if (ImGui::IsItemHovered())
        list.AddRectFilled(
            {at.x + 1, at.y + 1}, {at.x + clicked - 1, at.y + title_height - (folded ? 1.0f : 0.0f)}, colour(frame.colours.window), 3);
    const float x = at.x + 14, y = at.y + 0.5f * title_height;
    const ImVec2 to_the_right[] = {{x - 2, y - 4}, {x + 2, y}, {x - 2, y + 4}}, downwards[] = {{x - 4, y - 2}, {x, y + 2}, {x + 4, y - 2}};
    if (frame.controls) list.AddPolyline(folded ? to_the_right : downwards, 3, colour(frame.colours.text), 0, 1.5f);
    if (!folded) draw_divider(frame, at.y + title_height);
    float end = at.x + width - 10, from = at.x + (frame.controls ? 26 : 10);
    if (frame.is_pinned(ImGui::GetCurrentWindow()->Name) && ImGui::GetStateStorage()->GetBool(ImGui::GetID(is_card))) {
        list.AddCircleFilled({from + 3, y - 2}, 3, colour(frame.colours.accent), 12);
        list.AddLine({from + 3, y}, {from + 3, y + 6}, colour(frame.colours.accent), 1.5f);
        if (ImGui::IsMouseHoveringRect({from - 4, at.y}, {from + 10, at.y + title_height}))
            show_tooltip("Pinned. A double click on the title puts the card back.");
        from += 14;
    }
    draw_text(list, frame, FontRole::bold, {end, y}, frame.colours.text, right, right_middle);
    if (!right.empty()) end -= text_size(frame, FontRole::bold, right).x + text_gap;
    const std::string shown = elided(frame, FontRole::bold, title, end - from);
    draw_name(list, frame, FontRole::bold, {from, y}, ink ? *ink : frame.colours.text, shown, left_middle);
    if (end - text_size(frame, FontRole::small, note).x > from + text_size(frame, FontRole::bold, shown).x + text_gap)
        draw_text(list, frame, FontRole::small, {end, y}, frame.colours.second_text, note, right_middle);
    return !folded;
}

float push_button_width(const InstrumentFrame& frame, const char* label) {
    return std::round(text_size(frame, FontRole::body, label).x) + 20;
}

bool push_button(const InstrumentFrame& frame, const char* label, bool primary, bool checked, float width, float height) {
    const render::Palette& colours = frame.colours;
    const auto vector = [](const render::Colour& c) { return ImVec4(c.r, c.g, c.b, c.a); };
    if (primary || checked) {
        for (ImGuiCol role : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
            ImGui::PushStyleColor(role, vector(primary ? colours.accent : colours.soft));
        ImGui::PushStyleColor(ImGuiCol_Text, vector(primary ? colours.on_accent : colours.text));
    }
    ImGui::PushStyleColor(ImGuiCol_Border, vector(primary || checked ? colours.accent : colours.edge));
    const bool pressed = ImGui::Button(label, {width > 0 ? width : push_button_width(frame, label), height});
    ImGui::PopStyleColor(primary || checked ? 5 : 1);
    return pressed;
}

Track draw_track(const InstrumentFrame& frame, const char* id, float width) {
    constexpr float high = 24, inset = 7;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(id, {width, high});
    Track track{*ImGui::GetWindowDrawList(), frame.colours, at.x + inset, width - 2 * inset, std::round(at.y + 0.5f * high),
        ImGui::IsItemHovered(), {}};
    if (ImGui::IsItemActive()) track.dragged = std::clamp((ImGui::GetIO().MousePos.x - track.from) / track.length, 0.0f, 1.0f);
    track.list.AddRectFilled({track.from, track.y - 1.5f}, {track.from + track.length, track.y + 1.5f}, colour(frame.colours.divider), 2);
    return track;
}

void Track::fill(double first, double last) const {
    list.AddRectFilled({at(first), y - 1.5f}, {at(last), y + 1.5f}, colour(colours.accent), 2);
}

void Track::knob(double share) const {
    list.AddCircleFilled({at(share), y}, 6, colour(colours.base), 20);
    list.AddCircle({at(share), y}, 6, colour(colours.edge), 20, 1);
}

bool command_button(const InstrumentFrame& frame, const char* command, const std::string& label, const ButtonStyle& style) {
    panels::Button button;
    if (frame.commands) button = panels::button_of(*frame.commands, command);
    const bool enabled = !button.refusal;
    const float width = style.width > 0 ? style.width : push_button_width(frame, label.c_str());
    ImGui::BeginDisabled(!enabled);
    if (push_button(frame, (label + "###" + command).c_str(), style.primary && enabled, style.checked || button.checked.value_or(false),
            width, style.height))
        frame.requested_command = command;
    ImGui::EndDisabled();
    tooltip(enabled ? help_with_terms(button.help, label) : *button.refusal);
    ImGui::SameLine();
    return enabled;
}

}  // namespace neighborscope
