// The light window's right side and its lowest line: neighbours, exactness, what it cost.
#include "app/instruments/leaf_colours.hpp"
#include "app/light/panels.hpp"
#include "app/light/words.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

/// Of a step of a search through a tree: the visit that the neighbour came from, and a tick when its rank can no longer change.
void leaf_cells(const NeighbourRow& row, render::Theme theme) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour(leaf_colours(theme, row.way).text));
    ImGui::TextUnformatted(visit_text(row.visit, row.way).c_str());
    ImGui::PopStyleColor();
    tooltip("The visit of a leaf that the point came from, and its way in Morton order");
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    ImGui::Dummy({20, height});
    tooltip(row.settled ? "Final: nothing still to come is nearer" : "Not final: a nearer one is still to come");
    if (!row.settled) return;
    const float x = at.x + 8, y = at.y + 0.5f * height;
    const ImVec2 tick[] = {{x - 4, y}, {x - 1, y + 3}, {x + 5, y - 4}};
    ImGui::GetWindowDrawList()->AddPolyline(tick, 3, ImGui::GetColorU32(ImGuiCol_Text), 0, 1.5f);
}

}  // namespace

void LightPanels::table(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    const ViewModel& view = workbench_.view();
    ImGui::SetNextWindowPos({float(layout.width - layout.right), 0});
    ImGui::SetNextWindowSize({float(layout.right), float(layout.height - layout.bottom)});
    if (ImGui::Begin("Answer", nullptr, panel_flags)) {
        title(layer, "Neighbours");
        const ImVec2 size{0, ImGui::GetContentRegionAvail().y - (view.stepping.ready ? 104.0f : 84.0f)};
        constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
        const bool leaves = view.lists_leaves(), names = !leaves && !view.title_name.empty();
        const std::vector<NeighbourRow>& rows = view.listed();
        if (size.y > 40 && ImGui::BeginTable(leaves ? "of a step" : "neighbours", leaves ? 5 : names ? 4 : 3, flags, size)) {
            ImGui::TableSetupScrollFreeze(0, 1);
            // Numbers are never cut off; names get what these leave.
            const ImGuiTableColumnFlags numbers = names || leaves ? ImGuiTableColumnFlags_WidthFixed : 0;
            for (const char* column : {"rank", "index", "distance"}) ImGui::TableSetupColumn(column, numbers);
            if (names) ImGui::TableSetupColumn(view.title_name.c_str(), ImGuiTableColumnFlags_WidthStretch);
            if (leaves) {
                ImGui::TableSetupColumn("leaf", ImGuiTableColumnFlags_WidthStretch);
                ImGui::TableSetupColumn("final", ImGuiTableColumnFlags_WidthFixed);
            }
            ImGui::TableHeadersRow();
            ImGuiListClipper clipper;
            clipper.Begin(int(rows.size()));
            while (clipper.Step()) {
                for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                    const NeighbourRow& row = rows[std::size_t(i)];
                    ImGui::TableNextColumn();
                    const ImVec2 at = ImGui::GetCursorScreenPos();
                    const float height = ImGui::GetTextLineHeight();
                    ImGui::GetWindowDrawList()->AddCircleFilled(
                        {at.x + 5, at.y + height / 2}, 4, colour(render::rank_colour(theme, i, int(view.neighbours.size()))));
                    ImGui::SetCursorScreenPos({at.x + 14, at.y});
                    if (ImGui::Selectable(std::to_string(row.rank).c_str(), i == selected_rank_ || row.row == hovered_row_,
                            ImGuiSelectableFlags_SpanAllColumns))
                        selected_rank_ = selected_rank_ == i ? -1 : i;
                    tooltip(coordinates_text(row.coordinates, view));
                    ImGui::TableNextColumn();
                    ImGui::TextUnformatted(text_of_count(row.file_row).c_str());
                    ImGui::TableNextColumn();
                    ImGui::TextUnformatted(text_of_coordinate(row.distance, view.kth_distance).c_str());
                    if (names) ImGui::TableNextColumn(), ImGui::TextUnformatted(row.title.c_str()), tooltip(row.title);
                    if (leaves) leaf_cells(row, theme);
                }
            }
            ImGui::EndTable();
        }
        title(layer, "Exactness");
        if (view.stepping.ready) {
            ImGui::TextUnformatted(
                ("at this step: " + text_of_count(view.stepping.settled) + " of " + text_of_count(std::int64_t(view.neighbours.size())))
                    .c_str());
            tooltip("How many of the neighbours found by now can no longer change, since nothing still to come is nearer");
        }
        if (view.exactness.known) {
            const Exactness& exactness = view.exactness;
            if (!exactness.approximate)
                ImGui::Text("%s%d of %d as the oracle says", view.stepping.ready ? "at the end: " : "", exactness.right, exactness.of);
            else if (!exactness.wrong.empty()) warning_text("Wrong: " + exactness.wrong, workbench_.session());
            else {
                const std::string recall = "recall " + text_of_recall(exactness.right, exactness.of) + ": " +
                                           text_of_count(exactness.right) + " of " + text_of_count(exactness.of);
                if (exactness.right < exactness.of) warning_text(recall, workbench_.session());
                else ImGui::TextUnformatted(recall.c_str());
            }
            if (view.exactness.within_rounding) second_text("Exact within rounding.");
        } else {
            second_text(view.neighbours.empty()                               ? "No answer yet."
                        : double(view.data.count) * view.data.dimension > 2e8 ? "Not checked: more than 200 million coordinates."
                                                                              : "Not checked yet.");
        }
    }
    ImGui::End();
    if (selected_rank_ >= int(view.listed().size())) selected_rank_ = -1;
}

void LightPanels::status(const LightLayout& layout, render::Theme theme) {
    const StatusLine& status = workbench_.view().status;
    ImGui::SetNextWindowPos({0, float(layout.height - layout.bottom)});
    ImGui::SetNextWindowSize({float(layout.width), float(layout.bottom)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 3});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {24, 24});
    if (ImGui::Begin("Status", nullptr, panel_flags | ImGuiWindowFlags_NoScrollbar)) {
        const auto at = [&](float x, const std::string& text) {
            ImGui::SameLine(x);
            ImGui::TextUnformatted(text.c_str());
        };
        ImGui::PushClipRect({0, 0}, {290, float(layout.height)}, true);  // the reason why a CUDA device is not used may be long
        ImGui::TextUnformatted(status.device.c_str());
        ImGui::PopClipRect();
        tooltip(status.device);
        const float right = float(layout.width);
        const std::string& said = workbench_.view().said;
        ImGui::PushClipRect({0, 0}, {right - 456, float(layout.height)}, true);  // a path may be long
        at(300, said.empty() ? status.buffer_path : said);
        if (!said.empty()) tooltip(said);
        ImGui::PopClipRect();
        at(right - 440, "to host " + text_of_bytes(status.bytes_to_host));
        at(right - 300,
            "search " + (workbench_.view().neighbours.empty() ? "\u2013" : text_of_milliseconds(status.search_milliseconds) + " ms"));
        at(right - 160, "frame " + text_of_milliseconds(status.frame_milliseconds) + " ms");
        const double rate = std::min(status.frames_per_second, 9999.0);  // none while the picture stands still
        at(right - 50, (rate > 0 ? std::to_string(int(std::lround(rate))) : "\u2013") + " fps");
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace neighborscope
