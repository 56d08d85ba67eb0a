// Lists of another program: the number of wrong ones, and the chosen list beside the true one, rank by rank.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/session/compare/comparing.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

using panels::Mark;
constexpr float table_padding = 12, fact_height = 18, panel_width = 378, table_row = 22;
constexpr int max_rows = 16, min_rows = 3;

/// Adds a text with its mark to the present line. `marked` draws the mark around a position.
template <class Marked>
void draw_text_beside_mark(const InstrumentFrame& frame, FontRole role, const render::Colour& ink, const std::string& text, Marked marked) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    marked({at.x + 6, at.y + 0.5f * fact_height});
    draw_text(*ImGui::GetWindowDrawList(), frame, role, {at.x + 17, at.y + 0.5f * fact_height}, ink, text, left_middle);
    ImGui::Dummy({17 + text_size(frame, role, text).x + 4, fact_height - ImGui::GetStyle().ItemSpacing.y});
    ImGui::SameLine();
}

/// Draws the numbers of right and wrong lists, with the marks of the picture.
void draw_counts(const InstrumentFrame& frame) {
    const Comparing& comparing = frame.view.comparing;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t wrong = comparing.lists ? comparing.lists->count_of(ListClass::wrong) : 0,
                       missing = comparing.lists ? comparing.lists->count_of(ListClass::missing) : 0,
                       all = comparing.lists ? comparing.lists->count : 0;
    draw_text_beside_mark(frame, FontRole::small, frame.colours.second_text, text_of_count(all - wrong - missing) + " right",
        [&](ImVec2 at) { list.AddCircleFilled(at, 2.5f, colour(render::compared_right_colour(frame.theme)), 16); });
    draw_text_beside_mark(frame, FontRole::small, frame.colours.second_text,
        text_of_count(missing) + " missing, " + text_of_count(wrong) + " wrong", [&](ImVec2 at) {
            list.AddQuadFilled({at.x, at.y - 5}, {at.x + 5, at.y}, {at.x, at.y + 5}, {at.x - 5, at.y}, colour(frame.colours.error));
        });
    ImGui::NewLine();
}

void draw_faults(const InstrumentFrame& frame, const ComparedList& chosen) {
    bool marked = false;
    for (const panels::Text& fault : panels::compared_faults(chosen)) {
        if (fault.mark == Mark::none) {
            wrapped_text(fault.text, frame.colours.second_text);
            continue;
        }
        draw_text_beside_mark(frame, FontRole::body, frame.colours.text, fault.text,
            [&](ImVec2 at) { draw_list_mark(*ImGui::GetWindowDrawList(), frame.theme, fault.mark, at, 5); });
        marked = true;
    }
    if (marked) ImGui::NewLine();
}

/// Draws all except the table.
void draw_head(const InstrumentFrame& frame, bool buttons) {
    const Comparing& comparing = frame.view.comparing;
    wrapped_text(comparison_text(comparing), frame.colours.text);
    if (comparing.lists && !comparing.running && !comparing.lists->causes.empty())
        wrapped_text(as_sentence(cause_text(*comparing.lists, comparing.lists->causes.front())) +
                         (comparing.lists->causes.size() > 1 ? " The panel below shows more causes." : ""),
            frame.colours.second_text);
    draw_counts(frame);
    if (buttons) {
        ImGui::Dummy({0, 2});
        command_button(frame, "compare.previous", "Previous");
        command_button(frame, "compare.next", "Next", {.primary = true});
        command_button(frame, "compare.close", "Close");
        ImGui::NewLine();
    }
    if (buttons && comparing.lists && !comparing.running) {
        bool any = false;
        const auto offer = [&](bool there, const char* command, const std::string& text) {
            if (there) command_button(frame, command, text), any = true;
        };
        offer(changes_self(*comparing.lists), "compare.self",
            frame.session.exclude_self ? "Include the point itself" : "Exclude the point itself");
        offer(comparing.lists->has_cause(Cause::Kind::squares), "compare.squared", "Take square roots");
        if (const Cause* cause = comparing.lists->cause(Cause::Kind::other_metric))
            offer(true, "compare.metric", "Compare by " + metric_noun(cause->metric));
        if (any) ImGui::NewLine();
    }
    if (!comparing.chosen) return;
    draw_divider(frame, ImGui::GetCursorScreenPos().y + 2);
    ImGui::Dummy({0, 2});
    text_item(frame, FontRole::bold, frame.colours.text, "Query " + text_of_count(comparing.chosen->number));
    draw_faults(frame, *comparing.chosen);
    if (!comparing.chosen->reason.empty()) wrapped_text(comparing.chosen->reason, frame.colours.second_text);
}

float table_height(const Comparing& comparing, int most) {
    return comparing.chosen ? table_row * float(std::min(int(comparing.chosen->ranks.size()), most) + 1) : 0;
}

}  // namespace

float compared_width() { return panel_width; }

float compared_height(const InstrumentFrame& frame, const ComparedListsState& lists_state, float room) {
    const Comparing& comparing = frame.view.comparing;
    if (lists_state.folded) return title_height;
    const float least = lists_state.head + (comparing.chosen ? table_row * (min_rows + 1) : 0);
    return std::min(lists_state.head + table_height(comparing, max_rows) + (comparing.chosen ? 12.0f : 0.0f), std::max(room, least));
}

bool compared_fits(const InstrumentFrame& frame, const ComparedListsState& lists_state, float room) {
    return room >= lists_state.head + (frame.view.comparing.chosen ? table_row * (min_rows + 1) : 0);
}

void draw_compared(const InstrumentFrame& frame, float top, float height, ComparedListsState& lists_state) {
    const Comparing& comparing = frame.view.comparing;
    open_card(frame, "lists", {edge_gap, top}, {panel_width, height});
    lists_state.pointed = -1;
    if (instrument_title(frame, "Lists compared", "",
            comparing.lists ? (comparing.place >= 0 ? text_of_count(comparing.place + 1) + " of " : "") +
                                  text_of_count(comparing.selected_count) + " " + std::string(short_name(comparing.selected_class))
                            : "",
            lists_state.folded)) {
        ImGui::SetCursorPos({table_padding, title_height + 6});
        ImGui::BeginGroup();
        draw_head(frame, lists_state.buttons);
        ImGui::EndGroup();
        lists_state.head = ImGui::GetCursorPosY() + 2;
        lists_state.of = comparing.generation;
        if (comparing.chosen) {
            panels::Table table = panels::compared_table(comparing.chosen);
            table.columns.pop_back();  // errors as text: here they are marks
            for (panels::Table::Column& column : table.columns) column.width = 0;
            table.columns[0].width = 40;
            table.hover = [&lists_state](std::int64_t row) { lists_state.pointed = int(row); };
            ImGui::SetCursorPosX(6);
            frame.rows.begin(frame.gui, frame.theme, height - 6 - lists_state.head);
            frame.rows.draw_row({"compared.table", {}, {}, std::move(table)});
        }
    }
    end_instrument();
}

void draw_compared_marks(const InstrumentFrame& frame, const ComparedListsState& lists_state) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen || !comparing.of_this_tick || !frame.data) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto mark = [&](std::int64_t row, Mark what, float size) {
        if (row >= 0 && row < frame.data->count()) draw_list_mark(list, frame.theme, what, frame.pixels_of_row(row), size);
    };
    for (const ComparedRank& rank : comparing.chosen->ranks) {
        if (rank.distance_wrong) mark(rank.row, Mark::differs, 8);
        if (rank.missing) mark(rank.right_row, Mark::missing, 9);
        if (rank.is_false) mark(rank.row, Mark::wrong, 9);
    }
    if (lists_state.pointed < 0 || lists_state.pointed >= int(comparing.chosen->ranks.size())) return;
    const ComparedRank& rank = comparing.chosen->ranks[std::size_t(lists_state.pointed)];
    for (const std::int64_t row : {rank.row, rank.right_row})
        if (row >= 0 && row < frame.data->count()) list.AddCircle(frame.pixels_of_row(row), 13, colour(frame.colours.text), 32, 1.5f);
}

}  // namespace neighborscope
