#include "app/instruments/picture/presenter.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
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

constexpr float facts_height = presenter_facts_height, below_height = presenter_words_height, side_margin = 32;
constexpr float visit_width = 56, visit_height = 40, visit_gap = 12, dots_width = 28;
constexpr float boxes_share = 0.5f;  ///< maximum, of the width
constexpr float votes_share = 0.28f, votes_height = 40;

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

void draw_facts(const InstrumentFrame& frame) {
    open_strip(frame, "presenter facts", 0, facts_height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float room = float(frame.width) - 2 * side_margin;
    const std::vector<PresentedFact> facts = presented_facts(frame.view, frame.session);
    FontRole strong = FontRole::presenter_bold, plain = FontRole::presenter;
    float sum = 0;
    const auto measure = [&] {
        sum = 0;
        for (const PresentedFact& fact : facts) sum += draw_fact(nullptr, frame, fact, {}, strong, plain);
        return sum + 24 * float(facts.size() - 1) <= room;
    };
    if (!measure()) strong = FontRole::large_bold, plain = FontRole::large, measure();
    const float gap = std::max(16.0f, (room - sum) / float(facts.size() - 1));
    float x = side_margin;
    const float y = 0.5f * (facts_height - text_size(frame, strong, "0").y);
    for (const PresentedFact& fact : facts) x += draw_fact(&list, frame, fact, {x, y}, strong, plain) + gap;
    draw_edge(frame, facts_height - 0.5f);
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
    std::vector<ColouredText> line{{verdict.text, colour_of(frame.colours, verdict.tone), FontRole::presenter_bold}};
    if (view.moving.available && (view.moving.ticks > 0 || view.moving.last > 0))
        line.push_back({tick_text(view.moving), frame.colours.second_text, FontRole::large});
    if (frame.axes_hidden())
        line.push_back({text_of_count(frame.three_d() ? 3 : 2) + (frame.projection.plane ? " principal components of " : " of ") +
                            text_of_count(frame.data->dimension) + " axes are shown",
            frame.colours.second_text, FontRole::large});
    if (!view.progress && !view.error && !view.message.empty())  // such as that the session was saved
        line.push_back({view.message, frame.colours.second_text, FontRole::large});
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
    const FontRole strong = role == FontRole::presenter ? FontRole::presenter_bold : FontRole::large_bold;
    const float x = at.x + text_size(frame, role, before).x;
    const std::string distance = line.substr(last + 1, line.size() - last - 2);
    draw_text(list, frame, strong, {x, at.y}, frame.colours.text, distance);
    draw_text(list, frame, role, {x + text_size(frame, strong, distance).x, at.y}, frame.colours.text, line.substr(line.size() - 1));
}

void draw_words(const InstrumentFrame& frame, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string sentence = presented_sentence(frame.view, frame.session);
    FontRole role = FontRole::presenter;
    std::vector<std::string> lines = wrapped(frame, role, sentence, width, 1);
    if (lines.size() == 1 && lines[0] != sentence) {  // longer than a line
        role = FontRole::large;
        lines = wrapped(frame, role, sentence, width, 3);
    }
    const float line = std::round(text_size(frame, role, "A").y) + (role == FontRole::large ? 0.0f : 2.0f);
    const std::vector<ColouredText> verdict = verdict_of(frame);
    const float below = std::round(text_size(frame, FontRole::presenter_bold, "0").y);
    float y = at.y + 0.5f * (below_height - line * float(std::max<std::size_t>(1, lines.size())) - below);
    for (const std::string& one : lines) {
        draw_sentence(list, frame, {at.x, y}, role, one);
        y += line;
    }
    float x = at.x;
    for (const ColouredText& one : verdict) {
        if (one.text.empty()) continue;
        const float wide = text_size(frame, one.role, one.text).x;
        if (x > at.x && x + wide > at.x + width) break;
        draw_text(list, frame, one.role, {x, y + 0.5f * below}, one.ink, elided(frame, one.role, one.text, width), left_middle);
        x += wide + 28;
    }
}

// ---- Leaves visited -------------------------------------------------------------------------------------------------------

/// The visits that have room, around the present one; dots at an end if there are more.
struct VisitWindow {
    int first = 0, end = 0, now = 0, all = 0;
    bool before() const { return first > 0; }
    bool after() const { return end < all; }
    float width() const {
        return float(end - first) * (visit_width + visit_gap) - visit_gap + (before() ? dots_width : 0) + (after() ? dots_width : 0);
    }
};

VisitWindow visit_window(const InstrumentFrame& frame) {
    VisitWindow boxes;
    const Stepping& stepping = frame.view.stepping;
    if (!frame.steps()) return boxes;
    boxes.all = int(stepping.record->visits_at(stepping.position).size());
    if (boxes.all == 0) return boxes;
    boxes.now = int(stepping.tree.visited.size());
    const float room = boxes_share * float(frame.width) - side_margin;
    int fit = int((room + visit_gap) / (visit_width + visit_gap));
    if (boxes.all > fit) fit = int((room + visit_gap - 2 * dots_width) / (visit_width + visit_gap));
    fit = std::max(1, fit);
    boxes.first = std::clamp(boxes.now - 1 - fit / 2, 0, std::max(0, boxes.all - fit));
    boxes.end = std::min(boxes.all, boxes.first + fit);
    return boxes;
}

/// Draws text above the strip, so that it hides no boxes.
void draw_text_above_strip(const InstrumentFrame& frame, float middle, const std::string& text) {
    const float half = 0.5f * text_size(frame, FontRole::sentence, text).x + 16;
    const float x = std::clamp(middle, half, std::max(half, float(frame.width) - half));
    ImGui::SetNextWindowPos({x, float(frame.height) - below_height - 6}, ImGuiCond_Always, {0.5f, 1});
    ImGui::PushFont(frame.gui.font(FontRole::sentence));
    ImGui::SetTooltip("%s", text.c_str());
    ImGui::PopFont();
}

void draw_box_of(const InstrumentFrame& frame, const LeafVisit& visit, int number, ImVec2 at, const VisitWindow& boxes) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool to_come = number > boxes.now, here = number == boxes.now;
    const LeafColours colours = leaf_colours(frame.theme, visit.way);
    const ImVec2 to{at.x + visit_width, at.y + visit_height};
    if (to_come) draw_dashed_box(list, at, to, colour(colours.line), {6, 10, 2});
    else list.AddRectFilled(at, to, colour(colours.text), 4);
    if (here) list.AddRect({at.x - 5, at.y - 5}, {to.x + 5, to.y + 5}, colour(frame.colours.text), 6, 0, 2.5f);
    const float middle = at.x + 0.5f * visit_width;
    draw_text(list, frame, FontRole::large_bold, {middle, at.y + 0.5f * visit_height}, to_come ? colours.text : colours.ink,
        text_of_count(number), in_middle);
    draw_text(list, frame, here ? FontRole::large_bold : FontRole::large, {middle, to.y + 8}, colours.text, way_word(visit.way), {0.5f, 0});
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(number);
    if (ImGui::InvisibleButton("visit", {visit_width, visit_height + 32})) frame.step_request.position = visit.last;
    ImGui::PopID();
    if (!ImGui::IsItemHovered()) return;
    frame.step_request.leaves = {visit.leaf, visit.leaf + 1};
    draw_text_above_strip(frame, middle, explain_visit(visit));
}

void draw_dots(const InstrumentFrame& frame, std::span<const LeafVisit> visits, ImVec2 at, const char* id, int visit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_text(list, frame, FontRole::presenter_bold, {at.x + 0.5f * dots_width, at.y + 0.5f * visit_height - 4}, frame.colours.second_text,
        "…", in_middle);
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(id, {dots_width, visit_height})) frame.step_request.position = visits[std::size_t(visit)].last;
    if (ImGui::IsItemHovered())
        draw_text_above_strip(frame, at.x + 0.5f * dots_width, text_of_count(std::int64_t(visits.size())) + " leaves are visited in total");
}

void draw_boxes(const InstrumentFrame& frame, const VisitWindow& boxes, ImVec2 at) {
    const std::span<const LeafVisit> visits = frame.view.stepping.record->visits_at(frame.view.stepping.position);
    if (boxes.before()) {
        draw_dots(frame, visits, at, "before", boxes.first - 1);
        at.x += dots_width;
    }
    for (int i = boxes.first; i < boxes.end; ++i, at.x += visit_width + visit_gap)
        draw_box_of(frame, visits[std::size_t(i)], i + 1, at, boxes);
    if (boxes.after()) draw_dots(frame, visits, {at.x - visit_gap, at.y}, "after", boxes.end);
}

/// The votes of the neighbours, nearest first, in the colours of their classes.
void draw_votes(const InstrumentFrame& frame, const panels::StackedBar& bar, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = at.x;
    for (const panels::StackedBar::Item& one : bar.parts) {
        const float wide = float(one.part) * width, gap = wide > 4 ? 2.0f : 0.0f;
        list.AddRectFilled(
            {x, at.y}, {std::max(x + 0.5f, x + wide - gap), at.y + votes_height}, colour(class_colour(frame.theme, one.shade)), 2);
        x += wide;
    }
    draw_text(list, frame, FontRole::large, {at.x, at.y + votes_height + 6}, frame.colours.second_text,
        elided(frame, FontRole::large, "votes, nearest first", width));
}

/// Whether timeline, pseudo-code and structure are shown: what the leaves and the walk of other searches are.
bool has_step_panels(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.open && stepping.ready && !stepping.record->tree && !stepping.walk.walks;
}

/// The layout of the steps above the sentence; without the chart where the picture would have no room.
StepLayout layout_of_steps(const InstrumentFrame& frame, const StepFolds& folds, double bottom, double least) {
    InstrumentFrame above = frame;
    above.height = bottom;
    StepLayout layout = step_layout(above, folds);
    if (layout.chart.width > 0 && layout.top - edge_gap - facts_height < least) {
        layout.top = layout.chart.y + layout.chart.height + edge_gap;
        layout.chart = {0, 0, 0, 0};
    }
    return layout;
}

}  // namespace

double presenter_magnification(double width, double height) {
    return std::clamp(std::floor(20 * std::min(width / 1280, height / 800)) / 20, 0.75, 4.0);
}

PresenterLayout presenter_layout(const InstrumentFrame& frame, bool chart_left_out) {
    constexpr double least = 240;  // pixels of the picture, as height and as width
    const double pictures = double(presented_pictures_height(frame));
    PresenterLayout layout;
    layout.legend_folded = frame.is_folded("legend", false), layout.polar_folded = frame.is_folded("polar", false);
    layout.step_folds = StepFolds::of(frame, false);
    const double title = double(picture_title_height(frame.session, true));
    layout.free = {0, facts_height + title, frame.width, std::max(1.0, frame.height - facts_height - title - below_height - pictures)};
    if (has_step_panels(frame)) {
        const StepLayout steps = layout_of_steps(frame, layout.step_folds, layout.free.y + layout.free.height, least);
        const double room = steps.top - edge_gap - layout.free.y;
        const double right = steps.structure.width > 0 && !steps.structure_in_strip ? steps.structure.x - edge_gap : frame.width;
        if (room >= 0.5 * least && right >= least) layout.steps = steps, layout.free.height = room, layout.free.width = right;
    } else if (const double its = layout.step_folds.chart ? double(title_height) : std::round(0.27 * frame.height);
               has_bound_chart(frame) && !chart_left_out && layout.free.height - its - edge_gap >= least) {
        layout.free.height -= its + edge_gap;
        layout.chart = {edge_gap, layout.free.y + layout.free.height, frame.width - 2 * edge_gap, its};
    }
    if (const double its = std::floor(0.32 * frame.width);
        frame.view.polar_shown && !frame.view.stepping.open && its >= least && layout.free.height >= least) {
        constexpr double more_words = 160;  // the text is larger than in the window
        const double top = facts_height + edge_gap, room = layout.free.height - 2 * edge_gap;
        layout.polar = {edge_gap, top, its, layout.polar_folded ? double(title_height) : std::min(room, polar_height(its) + more_words)};
        if (!layout.polar_folded && !frame.is_pinned("polar")) layout.free.x += its + 2 * edge_gap, layout.free.width -= its + 2 * edge_gap;
    }
    if (!needs_legend(frame)) return layout;
    layout.legend_top = facts_height + edge_gap;
    layout.legend_parts = legend_parts(frame, layout.legend_top, float(layout.free.y + layout.free.height) - edge_gap);
    const double beside = layout.free.width - double(legend_width(frame)) - 2 * edge_gap;
    const float bottom = layout.legend_top + legend_height(frame, layout.legend_folded, layout.legend_parts);
    layout.legend = beside >= least && bottom + edge_gap <= float(layout.free.y + layout.free.height);
    if (frame.is_pinned("legend")) layout.legend = true;
    else if (layout.legend && !layout.legend_folded) layout.free.width = beside;
    return layout;
}

void draw_presenter(const InstrumentFrame& frame, const PresenterLayout& layout, int selected_rank) {
    draw_facts(frame);
    if (layout.legend) draw_legend(frame, layout.legend_top, layout.legend_folded, layout.legend_parts);
    if (layout.polar.width > 0) draw_polar(frame, layout.polar, selected_rank, layout.polar_folded);
    if (layout.chart.width > 0) draw_bound_chart(frame, layout.chart, layout.step_folds);
    if (const StepLayout& steps = layout.steps; steps.timeline.width > 0) {
        if (steps.code.width > 0) draw_pseudo_code(frame, steps.code, layout.step_folds);
        draw_timeline(frame, steps.timeline, layout.step_folds);
        if (steps.chart.width > 0) draw_bound_chart(frame, steps.chart, layout.step_folds);
        if (steps.structure.width > 0) draw_structure(frame, steps.structure, layout.step_folds);
    }
    if (const float pictures = presented_pictures_height(frame); pictures > 0) {
        const float top = float(frame.height) - below_height - pictures;
        open_strip(frame, "presenter pictures", top, pictures);
        draw_edge(frame, top + 0.5f);
        draw_presented_pictures(frame, top);
        end_instrument();
    }
    const float top = float(frame.height) - below_height, width = float(frame.width);
    open_strip(frame, "presenter words", top, below_height);
    draw_edge(frame, top + 0.5f);
    const VisitWindow boxes = visit_window(frame);
    float end = width - side_margin;
    if (boxes.all > 0) {
        end -= boxes.width();
        draw_boxes(frame, boxes, {end, top + 0.5f * (below_height - visit_height - 32)});
        end -= side_margin;
    } else if (const panels::StackedBar bar = panels::votes_bar(frame.view, frame.session.vote); !frame.steps() && !bar.parts.empty()) {
        const float wide = std::round(votes_share * width);
        end -= wide;
        draw_votes(frame, bar, {end, top + 0.5f * (below_height - votes_height - 32)}, wide);
        end -= side_margin;
    }
    draw_words(frame, {side_margin, top}, end - side_margin);
    end_instrument();
}

}  // namespace neighborscope
