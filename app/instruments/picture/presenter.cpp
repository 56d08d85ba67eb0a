#include "app/instruments/picture/presenter.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/picture/picture.hpp"
#include "app/instruments/scene/leaf_colours.hpp"
#include "app/instruments/scene/point_colours.hpp"
#include "app/instruments/timeline/bound_chart.hpp"
#include "app/panels/votes_bar.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float boxes_share = 0.5f;  ///< maximum, of the width
constexpr float votes_share = 0.28f, fact_gap = 16, text_apart = 28;

/// Sizes of what is in the strips, by their room.
struct StripStyle {
    float margin, visit_width, visit_height, visit_gap, dots_width;
    float below;                 ///< height of a text of `words` under a box
    FontRole strong;             ///< of the verdict
    FontRole words, bold_words;  ///< of other texts
    float visits_height() const { return visit_height + below; }
};
constexpr StripStyle large_strips{32, 56, 40, 12, 28, 32, FontRole::presenter_bold, FontRole::large, FontRole::large_bold};
constexpr StripStyle small_strips{16, 44, 30, 8, 24, 24, FontRole::large_bold, FontRole::sentence, FontRole::caption};
const StripStyle& style_of(const InstrumentFrame& frame) { return presenter_strips(frame).large ? large_strips : small_strips; }

void open_strip(const InstrumentFrame& frame, const char* id, float top, float height) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour(frame.colours.view));
    begin_instrument(id, {0, top}, {float(frame.width), height});
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

/// Draws a line across the view; the clipping of a window would leave out its padding.
void draw_edge(const InstrumentFrame& frame, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddLine({0, y}, {float(frame.width), y}, colour(frame.colours.divider), 1.5f);
    list.PopClipRect();
}

float draw_fact(ImDrawList* list, const InstrumentFrame& frame, const PresentedFact& fact, ImVec2 at, FontRole strong, FontRole plain) {
    const float number = text_size(frame, strong, fact.number).x;
    if (list) {
        const render::Colour& ink = fact.old ? frame.colours.second_text : frame.colours.text;
        draw_text(*list, frame, strong, at, ink, fact.number);
        draw_text(*list, frame, plain, {at.x + number, at.y}, ink, fact.of);
    }
    return number + text_size(frame, plain, fact.of).x;
}

/// Shows text above the strip of words, so that it hides none of them.
void show_text_above_strip(const InstrumentFrame& frame, float middle, const std::string& text) {
    const float half = std::min(0.5f * text_size(frame, FontRole::sentence, text).x, 0.5f * tooltip_width) + 16;
    const float x = std::clamp(middle, half, std::max(half, float(frame.width) - half));
    ImGui::SetNextWindowPos({x, float(frame.height) - presenter_strips(frame).words - 6}, ImGuiCond_Always, {0.5f, 1});
    ImGui::PushFont(frame.gui.font(FontRole::sentence));
    show_tooltip(text);
    ImGui::PopFont();
}

/// In the largest font in which all facts have room. They are cut if no font leaves room for them.
void draw_facts(const InstrumentFrame& frame, float height) {
    constexpr std::pair<FontRole, FontRole> fonts[] = {{FontRole::presenter_bold, FontRole::presenter},
        {FontRole::large_bold, FontRole::large}, {FontRole::caption, FontRole::sentence}, {FontRole::bold, FontRole::body}};
    const StripStyle& style = style_of(frame);
    open_strip(frame, "presenter facts", 0, height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float room = float(frame.width) - 2 * style.margin;
    const std::vector<PresentedFact> facts = presented_facts(frame.view, frame.session);
    FontRole strong = style.strong, plain = style.words;
    float sum = 0;
    bool fits = false;
    for (std::size_t one = &style == &large_strips ? 0 : 1; one < std::size(fonts) && !fits; ++one) {
        std::tie(strong, plain) = fonts[one];
        sum = 0;
        for (const PresentedFact& fact : facts) sum += draw_fact(nullptr, frame, fact, {}, strong, plain);
        fits = sum + fact_gap * float(facts.size() - 1) <= room;
    }
    float x = style.margin;
    const float y = 0.5f * (height - text_size(frame, strong, "0").y);
    if (fits) {
        const float gap = std::max(fact_gap, (room - sum) / float(facts.size() - 1));
        for (const PresentedFact& fact : facts) x += draw_fact(&list, frame, fact, {x, y}, strong, plain) + gap;
    } else {
        std::string all;
        for (const PresentedFact& fact : facts) all += (all.empty() ? "" : "   ") + fact.number + fact.of;
        draw_text(list, frame, strong, {x, y}, frame.colours.text, elided(frame, strong, all, room));
        if (ImGui::IsWindowHovered()) show_tooltip(all);
    }
    draw_edge(frame, height - 0.5f);
    end_instrument();
}

// ---- Texts ----------------------------------------------------------------------------------------------------------------

struct ColouredText {
    std::string text;
    render::Colour ink;
    FontRole role;
};

/// The texts below the sentence, from left to right.
std::vector<ColouredText> verdict_of(const InstrumentFrame& frame) {
    const ViewModel& view = frame.view;
    const ExactnessVerdict verdict = presented_verdict(view);
    const StripStyle& style = style_of(frame);
    std::vector<ColouredText> line{{verdict.text, colour_of(frame.colours, verdict.tone), style.strong}};
    if (view.moving.available && (view.moving.ticks > 0 || view.moving.last > 0))
        line.push_back({tick_text(view.moving), frame.colours.second_text, style.words});
    if (frame.axes_hidden())
        line.push_back({text_of_count(frame.three_d() ? 3 : 2) + (frame.projection.plane ? " principal components of " : " of ") +
                            text_of_count(frame.data->dimension) + " axes are shown",
            frame.colours.second_text, style.words});
    if (!view.progress && !view.error && !view.message.empty())  // such as that the session was saved
        line.push_back({view.message, frame.colours.second_text, style.words});
    return line;
}

/// Highlights the distance at the end of the claim.
void draw_sentence(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, FontRole role, const std::string& line) {
    const std::size_t last = line.rfind(' ');
    const bool number = !frame.view.stepping.claim.empty() && last != std::string::npos && last + 1 < line.size() &&
                        std::isdigit(static_cast<unsigned char>(line[last + 1]));
    const std::string before = number ? line.substr(0, last + 1) : line;
    draw_text(list, frame, role, at, frame.colours.text, before);
    if (!number) return;
    const FontRole strong = role == FontRole::presenter ? FontRole::presenter_bold
                            : role == FontRole::large   ? FontRole::large_bold
                            : role == FontRole::body    ? FontRole::bold
                                                        : FontRole::caption;
    const float x = at.x + text_size(frame, role, before).x;
    const std::string distance = line.substr(last + 1, line.size() - last - 2);
    draw_text(list, frame, strong, {x, at.y}, frame.colours.text, distance);
    draw_text(list, frame, role, {x + text_size(frame, strong, distance).x, at.y}, frame.colours.text, line.substr(line.size() - 1));
}

void draw_words(const InstrumentFrame& frame, ImVec2 at, float width, float height) {
    constexpr float around = 4;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const StripStyle& style = style_of(frame);
    const std::string sentence = presented_sentence(frame.view, frame.session);
    const float below = std::round(text_size(frame, style.strong, "0").y);
    std::string cut;  // what is not whole
    // The sentence is as large as it can be whole; in the largest font it has one line.
    FontRole role = FontRole::presenter;
    std::vector<std::string> lines;
    float line = 0;
    for (const FontRole smaller : {FontRole::presenter, FontRole::large, FontRole::sentence, FontRole::body}) {
        if (smaller == FontRole::presenter && &style != &large_strips) continue;
        role = smaller, line = std::round(text_size(frame, role, "A").y);
        const int most = role == FontRole::presenter ? 1 : std::max(1, int((height - below - 2 * around) / line));
        lines = wrapped(frame, role, sentence, width, most);
        if (lines.empty() || !lines.back().ends_with("…") || sentence.ends_with("…")) break;
        if (role == FontRole::body) cut = sentence;
    }
    float y = at.y + 0.5f * (height - line * float(std::max<std::size_t>(1, lines.size())) - below);
    for (const std::string& one : lines) {
        draw_sentence(list, frame, {at.x, y}, role, one);
        y += line;
    }
    float x = at.x;
    for (const ColouredText& one : verdict_of(frame)) {
        if (one.text.empty()) continue;
        const float room = at.x + width - x;
        const std::string shown = elided(frame, one.role, one.text, room);
        if (shown != one.text) cut += (cut.empty() ? "" : "\n") + one.text;
        if (shown == "…" || (shown != one.text && x > at.x && room < 0.3f * width)) continue;
        draw_text(list, frame, one.role, {x, y + 0.5f * below}, one.ink, shown, left_middle);
        x += text_size(frame, one.role, shown).x + text_apart;
    }
    if (!cut.empty() && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height}))
        show_text_above_strip(frame, at.x + 0.5f * width, cut);
}

// ---- Leaves visited -------------------------------------------------------------------------------------------------------

/// The visits that have room, around the present one; dots at an end if there are more.
struct VisitWindow {
    int first = 0, end = 0, now = 0, all = 0;
    bool before() const { return first > 0; }
    bool after() const { return end < all; }
    float width(const StripStyle& style) const {
        return float(end - first) * (style.visit_width + style.visit_gap) - style.visit_gap +
               float(int(before()) + int(after())) * style.dots_width;
    }
};

VisitWindow visit_window(const InstrumentFrame& frame) {
    VisitWindow boxes;
    const Stepping& stepping = frame.view.stepping;
    if (!frame.steps()) return boxes;
    boxes.all = int(stepping.record->visits_at(stepping.position).size());
    if (boxes.all == 0) return boxes;
    boxes.now = int(stepping.tree.visited.size());
    const StripStyle& style = style_of(frame);
    const float room = boxes_share * float(frame.width) - style.margin + style.visit_gap, each = style.visit_width + style.visit_gap;
    int fit = int(room / each);
    if (boxes.all > fit) fit = int((room - 2 * style.dots_width) / each);
    fit = std::max(1, fit);
    boxes.first = std::clamp(boxes.now - 1 - fit / 2, 0, std::max(0, boxes.all - fit));
    boxes.end = std::min(boxes.all, boxes.first + fit);
    return boxes;
}

void draw_box_of(const InstrumentFrame& frame, const LeafVisit& visit, int number, ImVec2 at, const VisitWindow& boxes) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool to_come = number > boxes.now, here = number == boxes.now;
    const LeafColours colours = leaf_colours(frame.theme, visit.way);
    const StripStyle& style = style_of(frame);
    const ImVec2 to{at.x + style.visit_width, at.y + style.visit_height};
    if (to_come) draw_dashed_box(list, at, to, colour(colours.line), {6, 10, 2});
    else list.AddRectFilled(at, to, colour(colours.text), 4);
    if (here) list.AddRect({at.x - 5, at.y - 5}, {to.x + 5, to.y + 5}, colour(frame.colours.text), 6, 0, 2.5f);
    const float middle = at.x + 0.5f * style.visit_width;
    draw_text(list, frame, style.bold_words, {middle, at.y + 0.5f * style.visit_height}, to_come ? colours.text : colours.ink,
        text_of_count(number), in_middle);
    draw_text(list, frame, here ? style.bold_words : style.words, {middle, to.y + 0.25f * style.below}, colours.text, way_word(visit.way),
        {0.5f, 0});
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(number);
    if (ImGui::InvisibleButton("visit", {style.visit_width, style.visits_height()})) frame.step_request.position = visit.last;
    ImGui::PopID();
    if (!ImGui::IsItemHovered()) return;
    frame.step_request.leaves = {visit.leaf, visit.leaf + 1};
    show_text_above_strip(frame, middle, explain_visit(visit, frame.view.stepping.position));
}

void draw_dots(const InstrumentFrame& frame, std::span<const LeafVisit> visits, ImVec2 at, const char* id, int visit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const StripStyle& style = style_of(frame);
    const float middle = at.x + 0.5f * style.dots_width;
    draw_text(list, frame, style.strong, {middle, at.y + 0.5f * style.visit_height - 4}, frame.colours.second_text, "…", in_middle);
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(id, {style.dots_width, style.visit_height})) frame.step_request.position = visits[std::size_t(visit)].last;
    if (ImGui::IsItemHovered())
        show_text_above_strip(frame, middle, text_of_count(std::int64_t(visits.size())) + " leaves are visited in total");
}

void draw_boxes(const InstrumentFrame& frame, const VisitWindow& boxes, ImVec2 at) {
    const std::span<const LeafVisit> visits = frame.view.stepping.record->visits_at(frame.view.stepping.position);
    const StripStyle& style = style_of(frame);
    if (boxes.before()) {
        draw_dots(frame, visits, at, "before", boxes.first - 1);
        at.x += style.dots_width;
    }
    for (int i = boxes.first; i < boxes.end; ++i, at.x += style.visit_width + style.visit_gap)
        draw_box_of(frame, visits[std::size_t(i)], i + 1, at, boxes);
    if (boxes.after()) draw_dots(frame, visits, {at.x - style.visit_gap, at.y}, "after", boxes.end);
}

/// The votes of the neighbours, nearest first, in the colours of their classes.
void draw_votes(const InstrumentFrame& frame, const panels::StackedBar& bar, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const StripStyle& style = style_of(frame);
    float x = at.x;
    for (const panels::StackedBar::Item& one : bar.parts) {
        const float wide = float(one.part) * width, gap = wide > 4 ? 2.0f : 0.0f;
        list.AddRectFilled(
            {x, at.y}, {std::max(x + 0.5f, x + wide - gap), at.y + style.visit_height}, colour(class_colour(frame.theme, one.shade)), 2);
        x += wide;
    }
    draw_text(list, frame, style.words, {at.x, at.y + style.visit_height + 0.2f * style.below}, frame.colours.second_text,
        elided(frame, style.words, "votes, nearest first", width));
}

/// Whether timeline, pseudo-code and structure are shown: what the leaves and the walk of other searches are.
bool has_step_panels(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.open && stepping.ready && !stepping.record->tree && !stepping.walk.walks;
}

/// The layout of the steps above the sentence; without the chart where the picture would have no room.
StepLayout layout_of_steps(const InstrumentFrame& frame, const StepFolds& folds, double top, double bottom, double least) {
    InstrumentFrame above = frame;
    above.height = bottom;
    StepLayout layout = step_layout(above, folds);
    if (layout.chart.width > 0 && layout.top - edge_gap - top < least) {
        layout.top = layout.chart.y + layout.chart.height + edge_gap;
        layout.chart = {0, 0, 0, 0};
    }
    return layout;
}

}  // namespace

double presenter_magnification(double width, double height, double text_scale) {
    const double least = std::clamp(1 / text_scale, 0.5, 1.0);
    return std::clamp(std::floor(20 * std::min(width / 1280, height / 800)) / 20, least, 4.0);
}

PresenterLayout presenter_layout(const InstrumentFrame& frame) {
    constexpr double least = 240;  // pixels of the picture, as height and as width
    const PresenterStrips strips = presenter_strips(frame);
    PresenterLayout layout;
    layout.strips = strips;
    layout.legend_folded = frame.is_folded("legend", false), layout.polar_folded = frame.is_folded("polar", false);
    layout.step_folds = StepFolds::of(frame, false);
    const double title = double(picture_title_height(frame.session, true));
    layout.free = {0, strips.facts + title, frame.width, std::max(1.0, frame.height - strips.facts - title - strips.words)};
    if (const float its = presented_pictures_height(frame); layout.free.height - double(its) >= 0.5 * least)
        layout.pictures = its, layout.free.height -= double(its);
    if (has_step_panels(frame)) {
        const StepLayout steps = layout_of_steps(frame, layout.step_folds, layout.free.y, layout.free.y + layout.free.height, least);
        const double room = steps.top - edge_gap - layout.free.y;
        const double right = steps.structure.width > 0 && !steps.structure_in_strip ? steps.structure.x - edge_gap : frame.width;
        if (room >= 0.5 * least && right >= least) layout.steps = steps, layout.free.height = room, layout.free.width = right;
    } else if (const double its = layout.step_folds.chart ? double(title_height) : std::round(0.27 * frame.height);
               has_bound_chart(frame) && layout.free.height - its - edge_gap >= least) {
        layout.free.height -= its + edge_gap;
        layout.chart = {edge_gap, layout.free.y + layout.free.height, frame.width - 2 * edge_gap, its};
    }
    if (const double its = std::max(least, std::floor(0.32 * frame.width));
        frame.view.polar_shown && !frame.view.stepping.open && frame.width - its >= least && layout.free.height >= least) {
        constexpr double more_words = 160;  // the text is larger than in the window
        const double top = strips.facts + edge_gap, room = layout.free.height - 2 * edge_gap;
        layout.polar = {edge_gap, top, its, layout.polar_folded ? double(title_height) : std::min(room, polar_height(its) + more_words)};
        if (!layout.polar_folded && !frame.is_pinned("polar")) layout.free.x += its + 2 * edge_gap, layout.free.width -= its + 2 * edge_gap;
    }
    if (!needs_legend(frame)) return layout;
    layout.legend_top = strips.facts + edge_gap;
    // Above the heap or list, where that is beside the picture.
    const StepLayout& steps = layout.steps;
    const bool above = steps.structure.width > 0 && !steps.structure_in_strip;
    const float below = float(above ? steps.structure.y : layout.free.y + layout.free.height) - edge_gap;
    layout.legend_parts = presented_legend_parts(frame, layout.legend_top, below);
    const double legend = double(legend_width(frame, layout.legend_parts.larger));
    const double beside = std::min(layout.free.width, frame.width - layout.free.x - legend - 2 * edge_gap);
    const bool pinned = frame.is_pinned("legend");
    const auto fits = [&] {
        const bool wide = layout.legend_folded ? frame.width >= 2 * legend : beside >= least;
        return wide && layout.legend_top + legend_height(frame, layout.legend_folded, layout.legend_parts) <= below;
    };
    if (!pinned && !fits()) layout.legend_folded = true;
    layout.legend = pinned || fits();
    if (layout.legend && !layout.legend_folded && !pinned) layout.free.width = beside;
    return layout;
}

void draw_presenter(const InstrumentFrame& frame, const PresenterLayout& layout, int selected_rank) {
    const PresenterStrips& strips = layout.strips;
    if (strips.facts > 0) draw_facts(frame, strips.facts);
    if (layout.legend) draw_legend(frame, layout.legend_top, layout.legend_folded, layout.legend_parts);
    if (layout.polar.width > 0) draw_polar(frame, layout.polar, selected_rank, layout.polar_folded);
    if (layout.chart.width > 0) draw_bound_chart(frame, layout.chart, layout.step_folds);
    if (const StepLayout& steps = layout.steps; steps.timeline.width > 0) {
        if (steps.code.width > 0) draw_pseudo_code(frame, steps.code, layout.step_folds);
        draw_timeline(frame, steps.timeline, layout.step_folds);
        if (steps.chart.width > 0) draw_bound_chart(frame, steps.chart, layout.step_folds);
        if (steps.structure.width > 0) draw_structure(frame, steps.structure, layout.step_folds);
    }
    if (layout.pictures > 0) {
        const float top = float(frame.height) - strips.words - layout.pictures;
        open_strip(frame, "presenter pictures", top, layout.pictures);
        draw_edge(frame, top + 0.5f);
        draw_presented_pictures(frame, top);
        end_instrument();
    }
    if (strips.words <= 0) return;
    const StripStyle& style = style_of(frame);
    const float top = float(frame.height) - strips.words, width = float(frame.width),
                above_boxes = top + 0.5f * (strips.words - style.visits_height());
    open_strip(frame, "presenter words", top, strips.words);
    draw_edge(frame, top + 0.5f);
    const VisitWindow boxes = visit_window(frame);
    float end = width - style.margin;
    if (boxes.all > 0) {
        end -= boxes.width(style);
        draw_boxes(frame, boxes, {end, above_boxes});
        end -= style.margin;
    } else if (const panels::StackedBar bar = panels::votes_bar(frame.view, frame.session.vote); !frame.steps() && !bar.parts.empty()) {
        const float wide = std::round(votes_share * width);
        end -= wide;
        draw_votes(frame, bar, {end, above_boxes}, wide);
        end -= style.margin;
    }
    draw_words(frame, {style.margin, top}, end - style.margin, strips.words);
    end_instrument();
}

}  // namespace neighborscope
