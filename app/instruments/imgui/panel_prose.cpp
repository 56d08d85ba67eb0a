// Paragraphs of lessons: text in several styles, and choices, which are buttons as wide as the panel.
#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/imgui/text_helpers.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

using panels::Prose;

constexpr float bar = 3, beside_bar = 9, indent = 20, frame_padding = 7;

FontRole role_of(const Prose& prose, Prose::Style style) {
    const bool title = prose.look == Prose::Look::title, heading = prose.look == Prose::Look::heading;
    if (style == Prose::Style::code) return FontRole::code;
    const bool bold = title || heading || style == Prose::Style::strong;
    if (prose.large || title) return bold ? FontRole::large_bold : FontRole::large;
    return bold ? FontRole::caption : FontRole::sentence;
}

/// A word with the style that it is drawn in; a word of several styles is several pieces without a space between.
struct Piece {
    std::string text;
    ImFont* font;
    bool slanted;
    bool space_before = false, new_line = false;
    bool may_begin_line = false;  ///< of code, whose spaces are part of the text
};

/// Words of a paragraph. Spaces of code are kept, and a line that is too long goes on in the next one.
std::vector<Piece> pieces_of(const ImGuiLayer& layer, const Prose& prose) {
    std::vector<Piece> pieces;
    bool space = false, line = false;
    for (const Prose::Span& span : prose.spans) {
        ImFont* const font = layer.font(role_of(prose, span.style));
        std::string word;
        const auto end_word = [&] {
            if (word.empty()) return;
            const bool goes_on = prose.look == Prose::Look::code && !line && !pieces.empty();
            pieces.push_back(
                {word, font, span.style == Prose::Style::emphasis, std::exchange(space, false), std::exchange(line, false), goes_on});
            word.clear();
        };
        for (const char c : span.text) {
            if (c == '\n') end_word(), line = true, space = false;
            else if (c == ' ' && prose.look != Prose::Look::code) end_word(), space = true;
            else if (c == ' ' && word.find_first_not_of(' ') != std::string::npos) end_word(), word = " ";
            else word += c;
        }
        end_word();
    }
    return pieces;
}

/// Slants glyphs that were drawn from vertex `first` on: there is no italic font.
void slant(ImDrawList& list, int first, float baseline) {
    constexpr float right_per_up = 0.22f;
    for (int i = first; i < list.VtxBuffer.Size; ++i) list.VtxBuffer[i].pos.x += right_per_up * (baseline - list.VtxBuffer[i].pos.y);
}

/// Draws the words from `at`, wrapped to `width`, unless `list` is null. Returns their height, and in `pointed` the one under the mouse.
float put_pieces(ImDrawList* list, const std::vector<Piece>& pieces, ImVec2 at, float width, ImU32 ink, const Piece** pointed = nullptr) {
    const float scale = ImGui::GetIO().FontGlobalScale;
    float x = 0, y = 0, line_height = 0;
    // Words of different sizes stand on one line: a line is placed when its words are known.
    std::vector<std::pair<const Piece*, float>> line;
    const auto end_line = [&] {
        float ascent = 0, descent = 0;
        for (const auto& [piece, from] : line) {
            ascent = std::max(ascent, piece->font->Ascent * scale);
            descent = std::max(descent, piece->font->FontSize * scale - piece->font->Ascent * scale);
        }
        line_height = std::max(line_height, ascent + descent);
        for (const auto& [piece, from] : line) {
            if (!list) continue;
            const int first = list->VtxBuffer.Size;
            const float baseline = at.y + y + ascent;
            list->AddText(piece->font, piece->font->FontSize * scale, {at.x + from, baseline - piece->font->Ascent * scale}, ink,
                piece->text.c_str());
            if (piece->slanted) slant(*list, first, baseline);
            const ImVec2 low{at.x + from, at.y + y},
                size = piece->font->CalcTextSizeA(piece->font->FontSize * scale, FLT_MAX, 0, piece->text.c_str());
            if (pointed && ImGui::IsMouseHoveringRect(low, {low.x + size.x, low.y + size.y})) *pointed = piece;
        }
        y += std::ceil(1.12f * line_height);
        line.clear();
        x = 0, line_height = 0;
    };
    const auto size_of = [&](const Piece& piece) {
        return piece.font->CalcTextSizeA(piece.font->FontSize * scale, FLT_MAX, 0, piece.text.c_str()).x;
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        const float space = piece.space_before ? piece.font->GetCharAdvance(' ') * scale : 0;
        float word = size_of(piece);  // with the pieces that belong to it
        for (std::size_t j = i + 1; j < pieces.size() && !pieces[j].space_before && !pieces[j].new_line && !pieces[j].may_begin_line; ++j)
            word += size_of(pieces[j]);
        const bool may_end = piece.space_before || piece.may_begin_line;
        if (piece.new_line || (may_end && x > 0 && x + space + word > width)) end_line();
        else if (x > 0) x += space;
        line.emplace_back(&piece, x);
        x += size_of(piece);
    }
    if (!line.empty()) end_line();
    return y;
}

/// The term to which a word belongs; null: none that a sentence explains.
const Term* term_of(const std::vector<Piece>& pieces, const Piece& pointed) {
    std::string text;
    std::size_t place = 0;
    for (const Piece& piece : pieces) {
        if (piece.space_before || piece.new_line) text += ' ';
        if (&piece == &pointed) place = text.size();
        text += piece.text;
    }
    for (std::size_t at = place; at < place + pointed.text.size(); ++at)  // behind a bracket or a quotation mark
        if (const Term* const term = term_at(text, at)) return term->common ? nullptr : term;
    return nullptr;
}

}  // namespace

void PanelDrawer::draw_what(const panels::Row& row, const panels::Figure& figure) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float left = (figure.framed ? bar + beside_bar : 0) + indent * float(figure.depth);
    const float width = float(figure.width_in(std::max(40.0f, ImGui::GetContentRegionAvail().x - left))),
                height = float(figure.height_of(width));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (figure.framed)
        list.AddRectFilled({from.x, from.y}, {from.x + bar, from.y + height + ImGui::GetStyle().ItemSpacing.y},
            imgui_colour(render::palette(theme_).accent));
    ImGui::SetCursorScreenPos({from.x + left, from.y});
    ImGui::Image(layer_->texture_of(figure.picture), {width, height});
    tooltip(row.help);
}

void PanelDrawer::draw_what(const panels::Row& row, const Prose& prose) {
    const bool title = prose.look == Prose::Look::title || prose.look == Prose::Look::heading, code = prose.look == Prose::Look::code;
    if (title) ImGui::Dummy({0, 4});
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float left = (prose.framed ? bar + beside_bar : 0) + indent * float(prose.depth);
    const float padding = prose.press || code ? frame_padding : 0;
    float text_left = left + (padding > 0 ? padding + 2 : 0);
    const float mark_left = text_left, lead_left = text_left + (prose.mark != panels::Mark::none ? 20 : 0);
    text_left = lead_left + (prose.lead.empty() ? 0 : prose.large ? 26.0f : 20.0f);
    const std::vector<Piece> pieces = pieces_of(*layer_, prose);
    const float room = std::max(40.0f, width - text_left - padding);
    const float height = put_pieces(nullptr, pieces, {}, room, 0) + 2 * padding;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const render::Palette& colours = render::palette(theme_);
    bool pressed = false;
    if (prose.press) {
        ImGui::SetCursorScreenPos({from.x + left, from.y});
        if (!prose.refusal) pressed = ImGui::InvisibleButton("press", {width - left, height});
        else ImGui::Dummy({width - left, height});
        const bool over = !prose.refusal && ImGui::IsItemHovered();
        const render::Colour& fill = over ? colours.soft : prose.refusal ? colours.dock : colours.base;
        const ImVec2 low{from.x + left, from.y}, high{from.x + width, from.y + height};
        list.AddRectFilled(low, high, imgui_colour(fill), 3);
        list.AddRect(low, high, imgui_colour(prose.refusal ? colours.divider : colours.edge), 3);
        // No tooltip says why it cannot be pressed: it would cover the reason below.
    } else {
        ImGui::Dummy({width, height});
    }
    if (code) list.AddRectFilled({from.x + left, from.y}, {from.x + width, from.y + height}, imgui_colour(colours.stripe));
    if (prose.framed)
        list.AddRectFilled(
            {from.x, from.y}, {from.x + bar, from.y + height + ImGui::GetStyle().ItemSpacing.y}, imgui_colour(colours.accent));
    const ImU32 ink = imgui_colour(colour_of(prose.tone));
    ImFont* const lead_font = layer_->font(role_of(prose, Prose::Style::plain));
    const float font_size = lead_font->FontSize * ImGui::GetIO().FontGlobalScale;
    if (!prose.lead.empty()) list.AddText(lead_font, font_size, {from.x + lead_left, from.y + padding}, ink, prose.lead.c_str());
    if (prose.mark != panels::Mark::none) {
        const ImVec2 after = ImGui::GetCursorScreenPos();
        const bool right = prose.mark == panels::Mark::right;
        const ImU32 c = imgui_colour(right ? colours.exact : colours.error);
        const float x = from.x + mark_left + 7, y = from.y + padding + 0.55f * font_size;
        if (right) {
            list.AddLine({x - 5, y}, {x - 1.5f, y + 4}, c, 2);
            list.AddLine({x - 1.5f, y + 4}, {x + 5, y - 4}, c, 2);
        } else {
            list.AddLine({x - 4, y - 4}, {x + 4, y + 4}, c, 2);
            list.AddLine({x - 4, y + 4}, {x + 4, y - 4}, c, 2);
        }
        ImGui::SetCursorScreenPos(after);
    }
    const Piece* pointed = nullptr;
    put_pieces(&list, pieces, {from.x + text_left, from.y + padding}, room, ink, &pointed);
    if (const Term* const term = pointed && ImGui::IsWindowHovered() && !ImGui::IsAnyItemActive() ? term_of(pieces, *pointed) : nullptr)
        show_tooltip_below(from, {from.x + width, from.y + height}, explanation_of(*term));
    else if (!row.help.empty()) tooltip(row.help);
    if (pressed) {
        const auto press = prose.press;  // a copy: it may describe the panel anew
        press();
    }
}

}  // namespace neighborscope
