#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/scene/point_colours.hpp"

#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/text_helpers.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace neighborscope {
namespace {

constexpr float field_width = 84, coordinate_width = 128;

/// Width of a number field: larger for a long number; a text gets the rest of the line.
float width_of(const panels::Number& number) {
    const float wanted = std::max(number.step ? field_width : coordinate_width, ImGui::CalcTextSize(number.value.c_str()).x + 16);
    return number.words ? ImGui::GetContentRegionAvail().x : wanted;
}
constexpr std::size_t short_label = 3;  // characters; leaves room for a slider and a field

/// Breaks a range that is too long for its line at its dash, since ImGui would break at thin spaces.
std::string broken_at_dash(std::string text) {
    static const std::string dash = " \u2013 ";
    if (ImGui::CalcTextSize(text.c_str()).x > ImGui::GetContentRegionAvail().x)
        if (const auto at = text.find(dash); at != std::string::npos) text.replace(at, dash.size(), " \u2013\n");
    return text;
}

/// Including the caption.
float chart_height(const panels::Chart& chart) {
    return float(chart.height) + ImGui::GetTextLineHeight() - 14 + ImGui::GetStyle().ItemSpacing.y +
           (chart.caption.empty() ? 0 : ImGui::GetTextLineHeightWithSpacing());
}

/// Draws the label. `in_column`: for a field that fills its line, aligned with others below short labels.
void label_before(const panels::Row& row, bool in_column = false) {
    constexpr float column = 64;
    const float from = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(row.label.c_str());
    tooltip(row.help);
    const float wide = ImGui::CalcTextSize(row.label.c_str()).x;
    ImGui::SameLine(in_column && wide <= column ? from + column + ImGui::GetStyle().ItemSpacing.x : 0);
}

/// Draws a tick or a cross, and advances the cursor.
void draw_mark(bool right, const render::Colour& colour) {
    if (right) draw_tick(imgui_colour(colour));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), x = at.x + 8, y = at.y + 0.5f * height;
    ImGui::Dummy({18, height});
    if (right) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x - 4, y - 4}, {x + 4, y + 4}, imgui_colour(colour), 1.5f);
    list.AddLine({x - 4, y + 4}, {x + 4, y - 4}, imgui_colour(colour), 1.5f);
}

}  // namespace

void PanelDrawer::begin(const ImGuiLayer& layer, render::Theme theme, float table_height) {
    layer_ = &layer;
    theme_ = theme;
    table_height_ = table_height;
}

render::Colour PanelDrawer::colour_of(panels::Tone tone) const { return neighborscope::colour_of(render::palette(theme_), tone); }

void PanelDrawer::heading(const panels::Panel& panel) {
    ImGui::Dummy({0, 4});
    ImGui::PushFont(layer_->font(FontRole::bold));
    ImGui::TextUnformatted(panel.title.c_str());
    ImGui::PopFont();
    tooltip(panel.help);
    for (const panels::Button& action : panel.actions) {
        ImGui::SameLine();
        draw_button(action);
    }
    if (panel.actions.empty() && !panel.fact.empty()) {
        ImGui::SameLine();
        const float width = ImGui::CalcTextSize(panel.fact.c_str()).x;
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();  // below the title, so that it is not cut
        ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowContentRegionMax().x - width));
        ImGui::TextDisabled("%s", panel.fact.c_str());
        tooltip(panel.help);
    }
    ImGui::Separator();
}

float PanelDrawer::draw(const panels::Panel& panel) {
    tables_drawn_ = 0;
    if (!panel.shown) return 0;
    ImGui::PushID(panel.id.c_str());
    heading(panel);
    draw_rows(panel);
    ImGui::PopID();
    return tables_drawn_;
}

void PanelDrawer::draw_rows(const panels::Panel& panel) {
    if (std::exchange(keyboard_for_[panel.id], panel.keyboard_for) != panel.keyboard_for) {
        focus_field(panel.keyboard);
        const ImGuiWindow& window = *ImGui::GetCurrentWindow();
        focus_scroll_ = window.ScrollTarget.y < FLT_MAX ? window.ScrollTarget.y : window.Scroll.y;
    }
    for (std::size_t i = 0; i < panel.rows.size(); ++i) {
        const bool code_beside =
            i + 1 < panel.rows.size() && panel.rows[i + 1].beside && std::holds_alternative<panels::Code>(panel.rows[i + 1].what);
        const auto both = [&]<class What>(const What*) {
            return i + 1 < panel.rows.size() && panel.rows[i + 1].beside && std::holds_alternative<What>(panel.rows[i].what) &&
                   std::holds_alternative<What>(panel.rows[i + 1].what);
        };
        const bool charts = both((const panels::Chart*)nullptr);
        if (charts || both((const panels::Slider*)nullptr)) {
            const float half = std::floor(0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x));
            const float high = charts ? chart_height(std::get<panels::Chart>(panel.rows[i].what)) : ImGui::GetFrameHeight();
            for (const char* side : {"left", "right"}) {
                if (ImGui::BeginChild(side, {half, high}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse))
                    draw_row(panel.rows[i + (*side == 'r')]);
                ImGui::EndChild();
                if (*side == 'l') ImGui::SameLine();
            }
            ++i;
            continue;
        }
        table_width_ = code_beside ? std::floor(0.62f * ImGui::GetContentRegionAvail().x) : 0;
        draw_row(panel.rows[i]);
        if (panel.rows[i].id == panel.reveal && std::exchange(reveals_[panel.id], panel.reveals) != panel.reveals &&
            ImGui::GetCursorPosY() > ImGui::GetScrollY() + ImGui::GetWindowHeight())
            ImGui::SetScrollHereY(1);
        if (!code_beside) continue;
        ImGui::SameLine();
        if (ImGui::BeginChild("beside", {0, table_height_})) draw_row(panel.rows[++i]);
        ImGui::EndChild();
    }
}

void PanelDrawer::draw_row(const panels::Row& row) {
    ImGui::PushID(row.id.c_str());
    std::visit([&](const auto& what) { draw_what(row, what); }, row.what);
    ImGui::PopID();
}

// ---- Rows that are read ---------------------------------------------------------------------------------------------------

void PanelDrawer::draw_what(const panels::Row& row, const panels::Text& text) {
    const float least_end = ImGui::GetCursorPosY() + float(text.min_lines) * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
    if (text.mark != panels::Mark::none) {
        draw_mark(text.mark == panels::Mark::right, colour_of(text.tone));
        ImGui::SameLine(0, 2);
    }
    if (text.heading) ImGui::PushFont(layer_->font(FontRole::bold));
    wrapped_text(text.text, colour_of(text.tone));
    if (text.heading) ImGui::PopFont();
    tooltip(row.help);
    if (!text.beside.empty()) {
        const float width = ImGui::CalcTextSize(text.beside.c_str()).x;
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        wrapped_text(text.beside, colour_of(panels::Tone::second));
        tooltip(row.help);
    }
    if (text.min_lines > 1 && ImGui::GetCursorPosY() < least_end) ImGui::SetCursorPosY(least_end);
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Facts& facts) {
    if (facts.foldable && !ImGui::CollapsingHeader("Facts")) return;
    for (std::size_t i = 0; i < facts.facts.size(); ++i) {
        const auto& [name, value] = facts.facts[i];
        const std::string& help = i < facts.helps.size() ? facts.helps[i] : row.help;
        wrapped_text(name, colour_of(panels::Tone::second));
        tooltip(help);
        const float beside = std::max(60.0f, 16 + ImGui::CalcTextSize(name.c_str()).x);
        if (beside + ImGui::CalcTextSize(value.c_str()).x <= ImGui::GetContentRegionAvail().x ||
            beside < 0.5f * ImGui::GetContentRegionAvail().x)
            ImGui::SameLine(beside);  // otherwise below it
        wrapped_text(broken_at_dash(value), colour_of(panels::Tone::normal));
        tooltip(help);
    }
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Picture& shown) {
    if (const GreyPicture* picture = shown.picture.get()) {
        const float height = float(shown.height), width = height * float(picture->width) / float(picture->height);
        ImGui::Image(layer_->texture_of(*picture), {width, height});
        tooltip(row.help);
        ImGui::SameLine();
    }
    ImGui::BeginGroup();
    ImGui::PushFont(layer_->font(FontRole::bold));
    if (!shown.title.empty()) wrapped_text(shown.title, colour_of(panels::Tone::normal));
    ImGui::PopFont();
    wrapped_text(shown.text, colour_of(panels::Tone::second));
    ImGui::EndGroup();
    tooltip(row.help);
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Share& share) {
    ImGui::TextUnformatted((row.label + ": " + share.text).c_str());
    tooltip(row.help);
    const render::Colour c = share.shade ? class_colour(theme_, *share.shade) : colour_of(panels::Tone::exact);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, {c.r, c.g, c.b, c.a});
    ImGui::ProgressBar(float(share.part), {-1, 6}, "");
    ImGui::PopStyleColor();
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::StackedBar& shown) {
    constexpr float height = 18;
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 from = ImGui::GetCursorScreenPos(), mouse = ImGui::GetIO().MousePos;
    ImGui::Dummy({width, height});
    const bool hovered = ImGui::IsItemHovered();
    std::string help = row.help;
    double sum = 0;
    for (const panels::StackedBar::Item& one : shown.parts) {
        const float left = from.x + float(sum) * width, right = from.x + float(sum + one.part) * width;
        sum += one.part;
        if (hovered && mouse.x >= left && mouse.x < right) help = one.help;
        const float gap = right - left > 3 ? 1.0f : 0.0f;  // separates parts of the same class
        ImGui::GetWindowDrawList()->AddRectFilled(
            {left, from.y}, {std::max(left + 0.5f, right - gap), from.y + height}, imgui_colour(class_colour(theme_, one.shade)));
    }
    tooltip(help);
}

// ---- Rows that are changed ------------------------------------------------------------------------------------------------

void PanelDrawer::apply_text(const panels::Row& row, const panels::Number& number, const std::string& typed) {
    std::string sentence = number.change(typed, true);
    if (sentence.empty()) input_errors_.erase(row.id);
    else input_errors_[row.id] = {typed, std::move(sentence), number.value};
}

/// Keeps an invalid text.
void PanelDrawer::number_field(const panels::Row& row, const panels::Number& number, float width) {
    if (const auto gone = input_errors_.find(row.id); gone != input_errors_.end() && gone->second.value != number.value)
        input_errors_.erase(gone);
    const auto fault = input_errors_.find(row.id);
    const bool wrong = fault != input_errors_.end();
    std::string typed = wrong ? fault->second.typed : number.value;
    typed.resize(typed.size() + 256);  // room for typing
    if (wrong) {
        const render::Colour c = colour_of(panels::Tone::error);
        ImGui::PushStyleColor(ImGuiCol_Border, {c.r, c.g, c.b, c.a});
        ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.5f);
    }
    const bool gives_focus = !focus_row_.empty() && row.id == focus_row_;
    is_giving_focus_ = is_giving_focus_ || gives_focus;
    // It has the keyboard in the next frame. A second request would select what was typed meanwhile.
    if (std::exchange(focus_first_, false) || (gives_focus && focus_frames_ % 2 == 0)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width);
    // A space in a number is left out: it would replace a selected one.
    const ImGuiInputTextFlags flags = ImGuiInputTextFlags_AutoSelectAll | (number.words ? 0 : ImGuiInputTextFlags_CharsNoBlank);
    if (ImGui::InputText("##field", typed.data(), typed.size(), flags)) apply_text(row, number, typed.substr(0, typed.find('\0')));
    if (gives_focus) give_focus();
    if (ImGui::IsItemActive() && !number.words) number_drawn_ = ImGui::GetFrameCount();
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
    const bool entered = number.enter && !wrong && ImGui::IsItemDeactivated() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter));
    reopen_after_return(row.id, (number.words && !number.enter && !number.gives_keys_back) || wrong);
    if (!wrong) tooltip(panels::field_tooltip(row));  // the error is shown below
    if (wrong) {
        ImGui::PopStyleVar();
        ImGui::PopStyleColor();
    }
    if (entered) {
        const auto enter = number.enter;  // a copy: it may describe the panel anew
        enter();
    }
}

void PanelDrawer::focus_field(std::string row) {
    constexpr int most_frames = 8;
    focus_row_ = std::move(row), focus_frames_ = most_frames;
    is_giving_focus_ = false;
    focus_scroll_.reset();
}

/// Behind the field that is to have the keyboard: goes on until it has it.
void PanelDrawer::give_focus() {
    if (focus_scroll_) ImGui::SetScrollY(*focus_scroll_);
    if (ImGui::IsItemActive() || --focus_frames_ == 0) focus_row_.clear(), is_giving_focus_ = false;
}

bool PanelDrawer::edits_number() const { return number_drawn_ == ImGui::GetFrameCount(); }

/// Keeps the keyboard after Return in a text, and in a number that is wrong: what is typed next corrects them.
void PanelDrawer::reopen_after_return(const std::string& id, bool keeps) {
    constexpr int most_frames = 4;
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
    if (keeps && ImGui::IsItemDeactivated() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter))) {
        ImGui::SetKeyboardFocusHere(-1);
        reopening_ = id, frames_until_reopened_ = most_frames;
    } else if (reopening_ == id && (ImGui::IsItemActive() || --frames_until_reopened_ == 0)) {
        reopening_.clear();
    }
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Number& number) {
    const bool one_line = row.label.size() <= short_label;
    const auto slider = [&](float to) {
        const double value = panels::parse_number(number.value);
        int at = std::isnan(value) ? 0 : number.scale->position(value);
        const int before = at;
        ImGui::SetNextItemWidth(to);
        const bool moved = ImGui::SliderInt("##slider", &at, 0, SliderScale::steps, "", ImGuiSliderFlags_NoInput);
        tooltip(row.help);
        if (moved && at != before) apply_text(row, number, panels::number_as_typed(number.scale->value(at)));
    };
    const float width = width_of(number);
    const bool fills = !number.step && !number.scale && !number.words;  // fills its line
    if (number.words || ImGui::CalcTextSize(row.label.c_str()).x + 8 + width > ImGui::GetContentRegionAvail().x) {
        ImGui::TextUnformatted(row.label.c_str());  // label and field need a line each
        tooltip(row.help);
    } else {
        label_before(row, fills);
    }
    if (fills) {
        number_field(row, number, ImGui::GetContentRegionAvail().x);
        return draw_input_error(row);
    }
    if (number.scale && one_line) {
        slider(ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x);
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowContentRegionMax().x - width));
    number_field(row, number, width);
    if (number.scale && !one_line) slider(-1);
    draw_input_error(row);
}

void PanelDrawer::draw_input_error(const panels::Row& row) {
    if (const auto fault = input_errors_.find(row.id); fault != input_errors_.end())
        wrapped_text(fault->second.sentence, colour_of(panels::Tone::error));
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Slider& slider) {
    label_before(row);
    const float text = ImGui::CalcTextSize(slider.text.c_str()).x;
    ImGui::SetNextItemWidth(std::max(60.0f, ImGui::GetContentRegionAvail().x - text - 2 * ImGui::GetStyle().ItemSpacing.x));
    std::int64_t at = slider.value;
    ImGui::BeginDisabled(slider.to <= slider.from);
    if (ImGui::SliderScalar("##slider", ImGuiDataType_S64, &at, &slider.from, &slider.to, "", ImGuiSliderFlags_NoInput) &&
        at != slider.value)
        slider.change(at);
    ImGui::EndDisabled();
    tooltip(row.help);
    ImGui::SameLine();
    ImGui::TextUnformatted(slider.text.c_str());
    tooltip(row.help);
}

/// Draws a field that filters the items, and the list with limited height, since the options of the chosen item follow.
void PanelDrawer::draw_found_list(const panels::Row& row, const panels::Choice& choice) {
    constexpr float rows_in_sight = 6;
    std::array<char, 64>& typed = typed_[row.id];
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##find", choice.find.c_str(), typed.data(), typed.size(), ImGuiInputTextFlags_EnterReturnsTrue))
        for (int i = 0; i < int(choice.items.size()); ++i)
            if (const auto& item = choice.items[std::size_t(i)]; !item.refusal && item.has_words(typed.data())) {
                typed[0] = 0;
                choice.change(i);
                break;
            }
    bool& pressed = list_pressed_[row.id];  // else the wheel scrolls the panel
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {6, 2});
    if (ImGui::BeginChild("list", {0, rows_in_sight * ImGui::GetTextLineHeightWithSpacing()}, true,
            pressed ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoScrollWithMouse))
        draw_list(choice, typed.data());
    if (ImGui::IsMouseClicked(0)) pressed = ImGui::IsWindowHovered();
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
}

void PanelDrawer::draw_list(const panels::Choice& choice, const std::string& typed) {
    std::string group;
    bool found = false, scrolled = false;
    std::vector<float> lines;  // scroll offset at which each line is the first
    const auto begins = [&] { lines.push_back(ImGui::GetCursorPosY() - ImGui::GetStyle().WindowPadding.y); };
    for (int i = 0; i < int(choice.items.size()); ++i) {
        const panels::Choice::Item& item = choice.items[std::size_t(i)];
        if (!item.has_words(typed)) continue;
        found = true;
        if (item.group != group) {
            group = item.group;
            begins();
            wrapped_text(group, colour_of(panels::Tone::second));
        }
        begins();
        ImGui::PushID(i);
        ImGui::BeginDisabled(item.refusal.has_value());
        if (ImGui::Selectable(item.text.c_str(), i == choice.chosen)) choice.change(i);
        ImGui::EndDisabled();
        tooltip(item.refusal ? *item.refusal : item.help);
        if (i == choice.chosen && !choice.find.empty())  // repeats until visible, since a new window may not have its size yet
            if (int& in_sight = scrolled_to_choice_[choice.find]; in_sight != i) {
                const float top = ImGui::GetItemRectMin().y - ImGui::GetWindowPos().y,
                            bottom = ImGui::GetItemRectMax().y - ImGui::GetWindowPos().y;
                scrolled = top < 0 || bottom > ImGui::GetWindowHeight();
                if (scrolled) ImGui::SetScrollY(lines[std::max<std::size_t>(lines.size(), 3) - 3]);  // with two lines above it
                else in_sight = i;
            }
        if (item.refusal) {  // beside the name, or below it without room
            const float left = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(item.refusal->c_str()).x;
            if (left > ImGui::CalcTextSize(item.text.c_str()).x + 16) ImGui::SameLine(left);
            wrapped_text(*item.refusal, colour_of(panels::Tone::second));
        }
        ImGui::PopID();
    }
    if (const float at = ImGui::GetScrollY(); !scrolled && !choice.find.empty() && at < ImGui::GetScrollMaxY() && !lines.empty()) {
        const float whole =
            *std::min_element(lines.begin(), lines.end(), [&](float a, float b) { return std::abs(a - at) < std::abs(b - at); });
        if (std::abs(whole - at) >= 1) ImGui::SetScrollY(whole);  // snaps to whole lines
    }
    if (!found && !typed.empty()) wrapped_text(panels::Choice::none_found, colour_of(panels::Tone::second));
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Choice& choice) {
    if (choice.look == panels::Choice::Look::list) return choice.find.empty() ? draw_list(choice, {}) : draw_found_list(row, choice);
    if (choice.look == panels::Choice::Look::segments) {
        for (int i = 0; i < int(choice.items.size()); ++i) {
            const panels::Choice::Item& item = choice.items[std::size_t(i)];
            ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4, 1});
            const float wide = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(item.text.c_str()).x;
            if (i > 0) ImGui::SameLine();
            if (i > 0 && ImGui::GetContentRegionAvail().x < wide) ImGui::NewLine();  // no room on this line
            if (ImGui::RadioButton(item.text.c_str(), i == choice.chosen) && i != choice.chosen) choice.change(i);
            ImGui::PopStyleVar();
            tooltip(item.help);
        }
        return;
    }
    label_before(row, choice.note.empty());
    constexpr float label_width = 160, menu_width = 152;  // aligns menus with notes
    if (!choice.note.empty()) ImGui::SameLine(label_width);
    ImGui::SetNextItemWidth(choice.note.empty() ? -1 : menu_width);
    const bool named = choice.chosen >= 0 && choice.chosen < int(choice.items.size());
    if (ImGui::BeginCombo("##menu", named ? choice.items[std::size_t(choice.chosen)].text.c_str() : "")) {
        draw_list(choice, {});
        ImGui::EndCombo();
    }
    tooltip(row.help);
    if (choice.note.empty()) return;
    ImGui::SameLine();
    ImGui::TextDisabled("%s", choice.note.c_str());
}

void PanelDrawer::draw_what(const panels::Row& row, const panels::Check& check) {
    bool on = check.on;
    if (check_box(row.label, on)) check.change(on);
    tooltip(row.help);
}

bool PanelDrawer::draw_button(const panels::Button& button) {
    bool pressed = false;
    ImGui::PushID(button.id.c_str());
    ImGui::BeginDisabled(button.refusal.has_value());
    const bool down = button.checked.value_or(false);
    if (down) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    pressed = ImGui::SmallButton(button.label.c_str());
    if (down) ImGui::PopStyleColor();
    ImGui::EndDisabled();
    tooltip(button.refusal ? *button.refusal : button.help);
    if (pressed && !button.menu.empty()) ImGui::OpenPopup("menu");
    if (pressed && button.run) button.run();
    if (!button.menu.empty() && ImGui::BeginPopup("menu")) {
        for (const panels::Button& one : button.menu) {
            ImGui::PushID(one.id.c_str());
            if (ImGui::MenuItem(one.label.c_str(), nullptr, one.checked.value_or(false), !one.refusal)) one.run();
            tooltip(one.refusal ? *one.refusal : one.help);
            ImGui::PopID();
        }
        ImGui::EndPopup();
    }
    ImGui::PopID();
    return pressed;
}

void PanelDrawer::draw_what(const panels::Row&, const panels::Buttons& buttons) {
    bool first = true;
    for (const panels::Button& button : buttons.buttons) {
        const float width = ImGui::CalcTextSize(button.label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (!std::exchange(first, false)) {
            ImGui::SameLine();
            if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        }
        draw_button(button);
    }
}

}  // namespace neighborscope
