// Lists of another program: how many are wrong, and the list of the query that is looked at beside the right one, rank by rank.
#include "app/instruments/instruments.hpp"
#include "app/session/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float table_padding = 12, line_height = 18, panel_width = 340, table_row = 22;
constexpr int reason_lines = 3, most_rows = 16, least_rows = 3;

enum class ListSign { right, wrong, missing, false_one, distance };

/// A mark as the map has it.
void draw_sign(ImDrawList& list, const InstrumentFrame& frame, ListSign sign, ImVec2 at, float size) {
    const ImU32 error = colour(frame.colours.error), halo = colour(frame.colours.view);
    const auto cross = [&](float reach, ImU32 ink, float thick) {
        list.AddLine({at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}, ink, thick);
        list.AddLine({at.x - reach, at.y + reach}, {at.x + reach, at.y - reach}, ink, thick);
    };
    switch (sign) {
        case ListSign::right: list.AddCircleFilled(at, 0.35f * size, colour(render::compared_right_colour(frame.theme)), 16); break;
        case ListSign::wrong:
            list.AddQuadFilled({at.x, at.y - size}, {at.x + size, at.y}, {at.x, at.y + size}, {at.x - size, at.y}, error);
            break;
        case ListSign::missing:
            list.AddCircle(at, size, halo, 24, 4.5f);
            list.AddCircle(at, size, error, 24, 2);
            break;
        case ListSign::false_one:
            cross(0.8f * size, halo, 4.5f);
            cross(0.8f * size, error, 2);
            break;
        case ListSign::distance: {
            const float s = size;
            list.AddRect({at.x - s, at.y - s}, {at.x + s, at.y + s}, halo, 0, 0, 4.5f);
            list.AddRect({at.x - s, at.y - s}, {at.x + s, at.y + s}, colour(frame.colours.warning), 0, 0, 2);
            break;
        }
    }
}

/// "2 missing, 1 false, 3 wrong distances", with their signs; the width that was taken.
void draw_faults(const InstrumentFrame& frame, const ComparedList& chosen, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto one = [&](ListSign sign, int count, const char* what) {
        if (count == 0) return;
        draw_sign(list, frame, sign, {at.x + 6, at.y + 0.5f * line_height}, 5);
        const std::string text = text_of_count(count) + what;
        draw_text(list, frame, FontRole::body, {at.x + 17, at.y + 1}, frame.colours.text, text);
        at.x += 17 + text_size(frame, FontRole::body, text).x + 12;
    };
    one(ListSign::missing, chosen.missing, " missing");
    one(ListSign::false_one, chosen.false_ones, " false");
    one(ListSign::distance, chosen.distances_wrong, chosen.distances_wrong == 1 ? " distance wrong" : " distances wrong");
    if (chosen.missing + chosen.false_ones + chosen.distances_wrong > 0) return;
    draw_text(list, frame, FontRole::body, at, frame.colours.second_text,
        chosen.misplaced > 0               ? text_of_count(chosen.misplaced) + " at another rank"
        : chosen.verdict == Verdict::exact ? "This list is right."
        : chosen.verdict != Verdict::wrong ? "This list is right within rounding."
                                           : "");
}

void table_cell(const InstrumentFrame& frame, const std::string& text, const render::Colour& ink, std::optional<ListSign> sign = {}) {
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    if (sign) draw_sign(*ImGui::GetWindowDrawList(), frame, *sign, {at.x + 5, at.y + 0.5f * ImGui::GetTextLineHeight()}, 4);
    ImGui::SetCursorScreenPos({std::max(at.x, right - ImGui::CalcTextSize(text.c_str()).x), at.y});
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(ink.r, ink.g, ink.b, 1));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

void draw_ranks(const InstrumentFrame& frame, const ComparedList& chosen, ImVec2 size, int& pointed) {
    const render::Palette& colours = frame.colours;
    double extent = 1e-30;
    for (const ComparedRank& rank : chosen.ranks) extent = std::max(extent, rank.right_distance);
    const auto distance_text = [&](double distance) {
        return std::isnan(distance) ? std::string("–") : text_of_coordinate(distance, 10 * extent);
    };
    pointed = -1;
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_BordersInnerV;
    const std::pair<ImGuiCol, render::Colour> roles[] = {{ImGuiCol_TableHeaderBg, colours.window}, {ImGuiCol_TableRowBg, colours.dock},
        {ImGuiCol_TableRowBgAlt, colours.stripe}, {ImGuiCol_TableBorderLight, colours.divider}};
    for (const auto& [role, c] : roles) ImGui::PushStyleColor(role, {c.r, c.g, c.b, c.a});
    const bool open = ImGui::BeginTable("ranks", 5, flags, size);
    if (!open) {
        ImGui::PopStyleColor(int(std::size(roles)));
        return;
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("rank", 0, 0.7f);
    ImGui::TableSetupColumn("theirs", 0, 1.3f);
    ImGui::TableSetupColumn("distance", 0, 1.3f);
    ImGui::TableSetupColumn("right", 0, 1.3f);
    ImGui::TableSetupColumn("distance##right", 0, 1.3f);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(int(chosen.ranks.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ComparedRank& rank = chosen.ranks[std::size_t(i)];
            ImGui::TableNextColumn();
            if (ImGui::Selectable(std::to_string(rank.rank).c_str(), false,
                    ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap)) {}
            if (ImGui::IsItemHovered()) pointed = i;
            const render::Colour& theirs = rank.is_false ? colours.error : rank.misplaced ? colours.warning : colours.text;
            table_cell(frame, rank.row < 0 ? "–" : text_of_count(rank.file_row), theirs,
                rank.is_false ? std::optional(ListSign::false_one) : std::nullopt);
            table_cell(frame, rank.row < 0 ? "" : distance_text(rank.distance), rank.distance_wrong ? colours.warning : colours.text,
                rank.distance_wrong ? std::optional(ListSign::distance) : std::nullopt);
            table_cell(frame, rank.right_row < 0 ? "–" : text_of_count(rank.right_file_row), rank.missing ? colours.error : colours.text,
                rank.missing ? std::optional(ListSign::missing) : std::nullopt);
            table_cell(frame, rank.right_row < 0 ? "" : distance_text(rank.right_distance), colours.second_text);
        }
    ImGui::EndTable();
    ImGui::PopStyleColor(int(std::size(roles)));
}

std::vector<std::string> reason_of(const InstrumentFrame& frame) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen) return {};
    return wrapped(frame, FontRole::small, comparing.chosen->reason, panel_width - 2 * table_padding, reason_lines);
}

std::vector<std::string> sentence_of(const InstrumentFrame& frame) {
    const Comparing& comparing = frame.view.comparing;
    std::string sentence = comparing.running ? "Lists are compared..." : comparing.sentence;
    if (comparing.lists && !comparing.lists->remark.empty()) sentence += ": " + comparing.lists->remark;
    if (comparing.lists && !comparing.running && !comparing.of_this_tick) sentence = "The points have moved since the lists were compared.";
    if (!sentence.empty()) sentence[0] = char(std::toupper(static_cast<unsigned char>(sentence[0])));
    return wrapped(frame, FontRole::body, sentence + ".", panel_width - 2 * table_padding, 3);
}

float head_height(const InstrumentFrame& frame, bool buttons) {
    return title_height + 6 + line_height * float(sentence_of(frame).size() + 1) + 8 + (buttons ? 24 + 10 : 0);
}
float list_head(const InstrumentFrame& frame) {
    return frame.view.comparing.chosen ? 6 + line_height * 2 + 16 * float(reason_of(frame).size()) + 6 : 0;
}

}  // namespace

float compared_width() { return panel_width; }

float compared_height(const InstrumentFrame& frame, const ComparedLook& look, float room) {
    if (look.folded) return title_height;
    const Comparing& comparing = frame.view.comparing;
    const float head = head_height(frame, look.buttons) + list_head(frame);
    if (!comparing.chosen) return head;
    const float rows = float(std::min<std::size_t>(comparing.chosen->ranks.size(), most_rows)) + 1;
    const float whole = head + rows * table_row + 12;
    return std::min(whole, std::max(room, head + (least_rows + 1) * table_row));
}

bool compared_fits(const InstrumentFrame& frame, const ComparedLook& look, float room) {
    return room >=
           head_height(frame, look.buttons) + list_head(frame) + (frame.view.comparing.chosen ? float(least_rows + 1) * table_row : 0);
}

void draw_compared(const InstrumentFrame& frame, float top, float height, ComparedLook& look) {
    const Comparing& comparing = frame.view.comparing;
    const render::Palette& colours = frame.colours;
    begin_instrument("compared", {edge_gap, top}, {panel_width, height});
    const std::string right = comparing.lists ? text_of_count(comparing.wrong) + " wrong" : "";
    if (instrument_title(frame, "Lists compared", "", right, look.folded)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        float y = at.y + title_height + 6;
        for (const std::string& line : sentence_of(frame))
            draw_text(list, frame, FontRole::body, {at.x + table_padding, y}, colours.text, line), y += line_height;
        const std::int64_t all = comparing.lists ? comparing.lists->count : 0;
        draw_sign(list, frame, ListSign::right, {at.x + table_padding + 5, y + 9}, 7);
        const std::string rights = text_of_count(all - comparing.wrong) + " right";
        draw_text(list, frame, FontRole::small, {at.x + table_padding + 15, y + 1}, colours.second_text, rights);
        const float next = at.x + table_padding + 15 + text_size(frame, FontRole::small, rights).x + 20;
        draw_sign(list, frame, ListSign::wrong, {next, y + 9}, 5);
        draw_text(list, frame, FontRole::small, {next + 10, y + 1}, colours.second_text, text_of_count(comparing.wrong) + " wrong");
        y += line_height + 8;
        ImGui::SetCursorScreenPos({at.x + table_padding, y});
        const auto button = [&](const char* label, const char* help, const char* command, bool primary, bool enabled) {
            ImGui::BeginDisabled(!enabled);
            if (push_button(frame, label, primary && enabled)) frame.asked_for = command;
            ImGui::EndDisabled();
            if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", help);
            ImGui::SameLine();
        };
        if (look.buttons) {
            button("< Wrong", "To the wrong query before (Shift+F3)", "compare.previous", false, comparing.wrong > 0);
            button("Wrong >", "To the next wrong query (F3)", "compare.next", true, comparing.wrong > 0);
            button("Close", "Forget the lists", "compare.close", false, true);
        }
        if (comparing.place >= 0) {
            const std::string place =
                (look.buttons ? "" : "wrong query ") + text_of_count(comparing.place + 1) + " of " + text_of_count(comparing.wrong);
            draw_text_right(list, frame, look.buttons ? FontRole::body : FontRole::small,
                {at.x + panel_width - table_padding, look.buttons ? y + 4 : y - line_height - 7}, colours.text, place);
        }
        if (look.buttons) y += 24 + 10;
        look.pointed = -1;
        if (comparing.chosen) {
            list.AddLine({at.x + 1, y - 2}, {at.x + panel_width - 1, y - 2}, colour(colours.divider));
            y += 4;
            draw_text(
                list, frame, FontRole::bold, {at.x + table_padding, y}, colours.text, "Query " + text_of_count(comparing.chosen->query));
            y += line_height;
            draw_faults(frame, *comparing.chosen, {at.x + table_padding, y});
            y += line_height;
            for (const std::string& line : reason_of(frame))
                draw_text(list, frame, FontRole::small, {at.x + table_padding, y}, colours.second_text, line), y += 16;
            y += 6;
            ImGui::SetCursorScreenPos({at.x + 6, y});
            int pointed = -1;
            draw_ranks(frame, *comparing.chosen, {panel_width - 12, at.y + height - 6 - y}, pointed);
            look.pointed = pointed;
        }
    }
    end_instrument();
}

void draw_compared_marks(const InstrumentFrame& frame, const ComparedLook& look) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen || !comparing.of_this_tick || !frame.data) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto mark = [&](std::int64_t row, ListSign sign, float size) {
        if (row >= 0 && row < frame.data->count()) draw_sign(list, frame, sign, frame.pixels_of_row(row), size);
    };
    for (const ComparedRank& rank : comparing.chosen->ranks) {
        if (rank.distance_wrong) mark(rank.row, ListSign::distance, 8);
        if (rank.missing) mark(rank.right_row, ListSign::missing, 9);
        if (rank.is_false) mark(rank.row, ListSign::false_one, 9);
    }
    if (look.pointed < 0 || look.pointed >= int(comparing.chosen->ranks.size())) return;
    const ComparedRank& rank = comparing.chosen->ranks[std::size_t(look.pointed)];
    for (const std::int64_t row : {rank.row, rank.right_row})
        if (row >= 0 && row < frame.data->count()) list.AddCircle(frame.pixels_of_row(row), 13, colour(frame.colours.text), 32, 1.5f);
}

}  // namespace neighborscope
