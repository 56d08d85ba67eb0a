// The card of a window that was opened without data: a title, a sentence, and a button for each thing to try.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr float card_width = 320, button_height = 28, card_padding = 14, close_side = 20;

/// A cross in the corner. Whether it was pressed.
bool close_button(const InstrumentFrame& frame, ImVec2 at) {
    ImGui::SetCursorScreenPos(at);
    const bool pressed = ImGui::InvisibleButton("close", {close_side, close_side});
    const bool over = ImGui::IsItemHovered();
    tooltip("Close (Esc)");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle{at.x + 0.5f * close_side, at.y + 0.5f * close_side};
    const ImU32 ink = colour(over ? frame.colours.text : frame.colours.second_text);
    constexpr float arm = 4.5f;
    list.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, ink, 1.5f);
    list.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, ink, 1.5f);
    return pressed;
}

}  // namespace

void draw_start_card(const InstrumentFrame& frame, const render::Rectangle& free) {
    const StartCard& card = *frame.view.start;
    const float width = std::min(card_width, float(frame.width) - 2 * edge_gap);
    const float middle =
        std::clamp(float(free.x + 0.5 * free.width), edge_gap + 0.5f * width, float(frame.width) - edge_gap - 0.5f * width);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(card_padding, card_padding - 2));
    const render::Colour& ground = frame.colours.dock;
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(ground.r, ground.g, ground.b, 1));
    begin_card_on_top("start", {middle, float(free.y + free.height) - edge_gap}, {width, 0}, {0.5f, 1});
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    const ImVec2 corner{ImGui::GetWindowPos().x + width - close_side - 8, ImGui::GetWindowPos().y + 10};
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    bool closes = close_button(frame, corner);
    ImGui::SetCursorScreenPos(begin);
    text_item(frame, FontRole::caption, frame.colours.text, card.title);
    wrapped_text(card.text, frame.colours.second_text);
    ImGui::Dummy({0, 4});
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, ImVec2(0, 0.5f));
    for (const StartCard::Thing& thing : card.things) {
        const Command* command = frame.commands ? frame.commands->find(thing.command) : nullptr;
        const std::string keys = command ? split_keys(command->keys + ", ").front() : std::string();
        const std::string label = thing.label + (keys.empty() ? "" : "  (" + keys + ")");
        if (ImGui::Button(label.c_str(), {width - 2 * card_padding, button_height})) frame.requested_command = thing.command, closes = true;
        tooltip(thing.help);
    }
    ImGui::PopStyleVar();
    // A click on the card itself has been read enough, too.
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsAnyItemHovered()) closes = true;
    frame.step_request.close_start = frame.step_request.close_start || closes;
    end_instrument();
}

}  // namespace neighborscope
