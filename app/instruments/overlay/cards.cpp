// The tools at the top left, and the cards in the middle: nothing loaded, error, progress.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace neighborscope {
namespace {

/// Opens a card in the middle of the free area, or in its lower right corner, as high as its content. Returns its inner width. Always call
/// end_instrument() after it.
float begin_card(const InstrumentFrame& frame, const char* id, const render::Rectangle& free, float width, bool in_corner = false) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(16, 14));
    const render::Colour& ground = frame.colours.dock;
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(ground.r, ground.g, ground.b, 1));  // opaque, to be legible
    width = std::min(width, float(frame.width) - 2 * edge_gap);
    const ImVec2 middle{float(free.x + 0.5 * free.width), float(free.y + 0.5 * free.height)};
    const float least = edge_gap + 0.5f * width;  // stays within the picture if little is free
    if (in_corner)
        begin_card_on_top(id, {float(free.x + free.width) - edge_gap, float(free.y + free.height) - edge_gap}, {width, 0}, {1, 1});
    else begin_card_on_top(id, {std::clamp(middle.x, least, std::max(least, float(frame.width) - least)), middle.y}, {width, 0}, in_middle);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return width - 32;
}

/// The card without data: buttons to open samples, by name if there is room, and a file.
void draw_empty(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons) {
    constexpr float row = 25;
    const std::vector<SampleInfo> listed = buttons ? samples() : std::vector<SampleInfo>();
    const bool all = 120 + row * float(listed.size()) < frame.height;
    const float inner = begin_card(frame, "empty", free, 408);
    const bool erased = frame.view.manual_edits.erased > 0;
    text_item(frame, FontRole::caption, frame.colours.text, erased ? "All points are erased" : "No points yet");
    wrapped_text(erased ? "Undo brings them back. To start with no points, choose Edit points and click where you want a point."
                        : "Drop a file here, or start with a sample.",
        frame.colours.second_text);
    if (erased) {
        if (buttons) ImGui::Dummy({0, 4}), command_button(frame, "edit.undo", "Undo"), command_button(frame, "points.edit", "Edit points");
        return end_instrument();
    }
    if (buttons) {
        ImGui::Dummy({0, 4});
        ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, ImVec2(0, 0.5f));
        for (std::size_t i = 0; all && i < listed.size(); ++i) {
            if (ImGui::Button(listed[i].title.c_str(), {inner, row - ImGui::GetStyle().ItemSpacing.y}))
                frame.requested_command = "data.sample." + listed[i].name;
            tooltip(listed[i].why);
        }
        ImGui::PopStyleVar();
        if (all) ImGui::Dummy({0, 4 - ImGui::GetStyle().ItemSpacing.y});
        if (push_button(frame, "Hotspots", true)) frame.requested_command = "data.sample.hotspots";
        ImGui::SameLine();
        if (push_button(frame, "Open…")) frame.requested_command = "file.open";
    }
    end_instrument();
}

/// The filter lets no row be found: without this, the picture would look as if the search were still to come.
void draw_none_allowed(const InstrumentFrame& frame, const render::Rectangle& free) {
    begin_card(frame, "none allowed", free, 320);
    text_item(frame, FontRole::caption, frame.colours.text, "The filter allows no row");
    wrapped_text(
        as_sentence(frame.view.data.filter) + " A search finds nothing. Change the filter or remove it.", frame.colours.second_text);
    end_instrument();
}

void draw_error(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons) {
    const ErrorCard& error = *frame.view.error;
    std::string sentence = as_sentence(error.remedy);
    if (frame.data && !frame.view.neighbours.empty()) sentence += std::string(sentence.empty() ? "" : " ") + "The last picture stays.";
    std::string title = error.title;
    if (!title.empty() && !(title.size() > 1 && std::ispunct(static_cast<unsigned char>(title[1]))) &&
        title.find_first_of("/.") > title.find_first_of(" ,"))  // not the name of a file
        title[0] = char(std::toupper(static_cast<unsigned char>(title[0])));
    begin_card(frame, "error", free, 380);
    text_item(frame, FontRole::caption, frame.colours.error, title);
    if (!sentence.empty()) wrapped_text(sentence, frame.colours.second_text);
    if (buttons) {
        ImGui::Dummy({0, 4});
        if (push_button(frame, "Dismiss")) frame.requested_command = "error.dismiss";
        ImGui::SameLine();
        if (push_button(frame, "Copy")) ImGui::SetClipboardText((error.title + (error.remedy.empty() ? "" : "; " + error.remedy)).c_str());
    }
    end_instrument();
}

void draw_progress(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons) {
    const ProgressCard& progress = *frame.view.progress;
    const bool known = progress.end_in_sight();
    const double share = progress.share();
    const float line = text_size(frame, FontRole::body, "0").y;
    // Work that the picture does not wait for, such as finding the faces of a gallery or the next rebuild, does not cover its middle.
    const bool waits = !frame.data || (frame.view.busy && !frame.view.moving.seeking) || frame.view.neighbours.empty();
    const float inner = begin_card(frame, "progress", free, 320, !waits);
    text_item(frame, FontRole::caption, frame.colours.text, progress.title);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    list.AddRectFilled({at.x, at.y + 4}, {at.x + inner, at.y + 10}, colour(frame.colours.divider), 3);
    // Unknown total: a moving piece shows that the work goes on.
    const float from = known ? 0 : float(std::fmod(progress.seconds * 0.5, 1.0)) * 0.75f, to = known ? float(share) : from + 0.25f;
    if (to > from) list.AddRectFilled({at.x + inner * from, at.y + 4}, {at.x + inner * to, at.y + 10}, colour(frame.colours.accent), 3);
    ImGui::Dummy({inner, 12});
    const ImVec2 text = ImGui::GetCursorScreenPos();
    const bool bytes = progress.unit == "B" || progress.unit == "bytes";
    const auto amount = [&](double value) { return bytes ? text_of_bytes(std::uint64_t(value)) : text_of_count(std::int64_t(value)); };
    std::string left;  // no numbers without a unit
    if (!progress.unit.empty())
        left = amount(progress.done) + (known ? " of " + amount(progress.total) : "") + (bytes ? "" : " " + progress.unit);
    if (const std::string time = progress.time_left(); !time.empty()) {
        left += (left.empty() ? "" : ", ") + time;
    } else if (left.empty()) {
        left = text_of_count(std::int64_t(progress.seconds)) + "\u202fs";
    }
    draw_text(list, frame, FontRole::body, text, frame.colours.second_text, left);
    if (known)
        draw_text(list, frame, FontRole::body, {text.x + inner, text.y}, frame.colours.text, std::to_string(int(100 * share)) + "\u202f%",
            {1, 0});
    ImGui::Dummy({inner, line + 4});
    if (buttons) {
        if (push_button(frame, "Cancel")) frame.requested_command = "work.cancel";
        ImGui::SameLine();
        const ImVec2 beside = ImGui::GetCursorScreenPos();
        draw_text(list, frame, FontRole::small, {beside.x, beside.y + 12}, frame.colours.second_text, "Esc", left_middle);
    }
    end_instrument();
}

constexpr const char* longest_cells_label = "Cells: occupancy";

/// Whether there is a button of the polar view: the picture does not show all distances.
bool has_polar_button(const InstrumentFrame& frame) { return frame.view.polar_shown || (frame.data && frame.data->dimension > 3); }

struct Tool {
    const char* command;
    std::string label;
    ButtonStyle style = {};
};

float width_of(const InstrumentFrame& frame, const std::vector<Tool>& tools) {
    float width = 16 + 8 * float(tools.size() - 1);
    for (const Tool& tool : tools) width += tool.style.width > 0 ? tool.style.width : push_button_width(frame, tool.label.c_str());
    return width;
}

/// The buttons that there is room for. The first ones left out are in menus, too; "…" finds them.
std::vector<Tool> tools_of(const InstrumentFrame& frame) {
    std::vector<Tool> tools{
        {"view.fit", "Fit"}, {frame.three_d() ? "view.2d" : "view.3d", frame.three_d() ? "2-D" : "3-D"}, {"view.toggle_links", "Links"}};
    if (frame.view.pictures) tools.push_back({"view.toggle_gallery", "Gallery"});
    if (has_polar_button(frame)) tools.push_back({"view.toggle_polar", "Polar"});
    if (frame.view.tree)
        tools.push_back({"view.cells_next", "Cells: " + std::string(name(frame.session.cells)),
            {.checked = frame.session.cells != CellsShown::none, .width = push_button_width(frame, longest_cells_label)}});
    tools.push_back({"step.open", "Steps"});
    if (!frame.view.pictures) tools.push_back({"points.edit", "Edit"});
    tools.push_back({"file.save_picture", "Picture"});
    const auto has_room = [&] { return 2 * edge_gap + width_of(frame, tools) <= float(frame.width); };
    const auto leave_out = [&](const std::string& command) {
        std::erase_if(tools, [&](const Tool& one) { return one.command == command; });
    };
    if (!has_room()) leave_out("points.edit");
    if (has_room()) return tools;
    const Tool others{"help.commands", "…"};
    tools.push_back(others);
    for (const char* command : {"file.save_picture", "view.toggle_links", "view.toggle_polar", "view.toggle_gallery", "view.fit"})
        if (!has_room()) leave_out(command);
    return tools;
}

}  // namespace

float tools_width(const InstrumentFrame& frame) { return width_of(frame, tools_of(frame)); }

void draw_tools(const InstrumentFrame& frame) {
    begin_instrument("tools", {edge_gap, edge_gap}, {tools_width(frame), tools_height});
    for (const Tool& tool : tools_of(frame)) command_button(frame, tool.command, tool.label, tool.style);
    end_instrument();
}

void draw_cards(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons) {
    if (frame.view.progress) draw_progress(frame, free, buttons);
    else if (frame.view.error) draw_error(frame, free, buttons);
    else if (!frame.data || (frame.data->count() == 0 && !frame.view.manual_edits.on)) draw_empty(frame, free, buttons);
    else if (frame.view.data.allows_none()) draw_none_allowed(frame, free);
    else if (frame.view.start && buttons && !frame.presenter) draw_start_card(frame, free);
}

}  // namespace neighborscope
