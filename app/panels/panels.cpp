// The list of panels, and shared helpers.
#include "app/panels/panel.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>

namespace neighborscope::panels {

Panel data_panel(const Context&);
Panel edits_panel(const Context&);
Panel method_panel(const Context&);
Panel query_panel(const Context&);
Panel face_space_panel(const Context&);
Panel votes_panel(const Context&);
Panel classes_panel(const Context&);
Panel accuracy_panel(const Context&);
Panel confusion_panel(const Context&);
Panel eigenfaces_panel(const Context&);
Panel evaluation_panel(const Context&);
Panel neighbours_panel(const Context&);
Panel notes_panel(const Context&);
Panel exactness_panel(const Context&);
Panel compare_panel(const Context&);
Panel race_panel(const Context&);
Panel race_numbers_panel(const Context&);
Panel distances_panel(const Context&);
Panel timings_panel(const Context&);
Panel runs_panel(const Context&);
Panel curves_panel(const Context&);
Panel curve_points_panel(const Context&);
Panel roofline_panel(const Context&);
Panel tree_panel(const Context&);
Panel lists_panel(const Context&);
Panel health_panel(const Context&);
Panel health_charts_panel(const Context&);
Panel steps_panel(const Context&);
Panel lesson_panel(const Context&);
Panel lesson_pages_panel(const Context&);

std::string Prose::text() const {
    std::string all = lead.empty() ? "" : lead + " ";
    for (const Span& span : spans) all += span.text;
    return all;
}

bool Choice::Item::has_words(const std::string& typed) const {
    const auto lower = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        return text;
    };
    const std::string all = lower(text + '\n' + help + '\n' + group);
    std::istringstream words(lower(typed));
    for (std::string word; words >> word;)
        if (all.find(word) == std::string::npos) return false;
    return true;
}

std::array<double, 2> Chart::Line::highest() const {
    const auto first = std::max_element(
        points.begin(), points.end(), [](const auto& a, const auto& b) { return a[1] < b[1]; });  // the first of equal maxima
    const auto end = std::find_if(first, points.end(), [&](const auto& point) { return point[1] != (*first)[1]; });
    return {0.5 * ((*first)[0] + (*(end - 1))[0]), (*first)[1]};
}

bool Table::is_shortened(int column) const {
    const Column& one = columns[std::size_t(column)];
    return one.words && help && (one.optional || one.width == 0);
}

std::vector<int> Table::shown_columns(std::vector<float> widths, float room) const {
    constexpr float beginning = 96;  // logical pixels
    for (std::size_t i = 0; hover && i < widths.size(); ++i)
        if (is_shortened(int(i))) widths[i] = std::min(widths[i], beginning);
    std::vector<int> shown(widths.size());
    std::iota(shown.begin(), shown.end(), 0);
    float all = std::accumulate(widths.begin(), widths.end(), 0.0f);
    for (std::size_t i = shown.size(); i-- > 0 && all > room;)
        if (columns[i].optional) all -= widths[i], shown.erase(shown.begin() + std::ptrdiff_t(i));
    return shown;
}

void Chart::name_round_numbers() {
    const double step = nice_step((to - from) / 5);
    for (double at = 0; at <= to; at += step) across.emplace_back(at, text_of_coordinate(at, 1e4 * step));
}

std::span<const PanelInfo> all_panels() {
    using F = Feature;
    // The features that decide which panels below the view are shown.
    static constexpr FeatureSet below = {F::charts, F::look, F::stepping, F::comparing, F::race, F::frozen, F::faces, F::points};
    static constexpr FeatureSet asked = {F::question, F::points, F::methods};
    static constexpr FeatureSet listed = asked | FeatureSet{F::answer, F::stepping};
    static constexpr FeatureSet voted = listed | FeatureSet{F::classes, F::look, F::charts, F::race};
    static constexpr FeatureSet raced = asked | FeatureSet{F::race, F::timings, F::stepping};
    static constexpr FeatureSet faces = listed | FeatureSet{F::faces, F::query, F::race};
    static constexpr FeatureSet inspected = asked | below | FeatureSet{F::inspecting, F::query, F::answer, F::status};
    static constexpr FeatureSet curves = asked | FeatureSet{F::charts, F::curves};
    static constexpr PanelInfo all[] = {
        {"race", Dock::left, 0, race_panel, raced},
        {"face_space", Dock::left, 0, face_space_panel, faces, true},
        {"curves", Dock::left, 0, curves_panel, curves},
        {"roofline", Dock::left, 0, roofline_panel, {F::charts, F::frozen, F::timings}},
        {"data", Dock::left, 0, data_panel, asked | FeatureSet{F::look, F::answer, F::classes, F::inspecting, F::status}},
        {"edits", Dock::left, 0, edits_panel, {F::edits, F::points}},
        {"method", Dock::left, 0, method_panel, asked | FeatureSet{F::timings, F::status}},
        {"votes", Dock::right, 0, votes_panel, voted, false, true},
        {"classes", Dock::right, 0, classes_panel, voted, false, true},
        {"query", Dock::right, 0, query_panel, asked | FeatureSet{F::query, F::answer}},
        {"neighbours", Dock::right, 1, neighbours_panel, listed, true, true},
        {"notes", Dock::right, 0, notes_panel, {F::look, F::points}},
        {"exactness", Dock::right, 0, exactness_panel, listed | F::status, false, true},
        {"compare", Dock::bottom, 3, compare_panel, asked | below, false, true},
        {"race_numbers", Dock::bottom, 3, race_numbers_panel, raced, false, true},
        {"accuracy", Dock::bottom, 1, accuracy_panel, voted | below, false, true},
        {"confusion", Dock::bottom, 2, confusion_panel, voted | below, false, true},
        {"eigenfaces", Dock::bottom, 2, eigenfaces_panel, below},
        {"evaluation", Dock::bottom, 2, evaluation_panel, faces | below, false, true},
        {"curve_points", Dock::bottom, 2, curve_points_panel, curves | below, false, true},
        {"timings", Dock::bottom, 2, timings_panel, asked | below | FeatureSet{F::timings, F::inspecting}, false, true},
        {"runs", Dock::bottom, 1, runs_panel, below | F::timings, false, true},
        {"distances", Dock::bottom, 1, distances_panel, listed | below | F::inspecting, false, true},
        {"tree", Dock::bottom, 1, tree_panel, listed | below | F::moving, true, true},
        {"lists", Dock::bottom, 2, lists_panel, listed | below, false, true},
        {"health", Dock::bottom, 2, health_panel, inspected, false, true},
        {"health_charts", Dock::bottom, 2, health_charts_panel, inspected, false, true},
        {"steps", Dock::bottom, 3, steps_panel, asked | below},
        {"lesson", Dock::lesson, 1, lesson_panel, F::lesson, true},
        {"lesson_pages", Dock::lesson, 0, lesson_pages_panel, F::lesson, true},
    };
    return all;
}

/// A lesson asks what the panel would tell.
static void veil(Panel& panel) {
    panel.fact.clear();
    for (Button& action : panel.actions) action.refusal = "the prediction of the lesson is open";
    panel.rows.clear();
    panel.rows.push_back({panel.id + ".veil", {}, "The lesson asks what this panel shows.", Text{answer_first, Tone::second}});
}

bool DescribedPanels::refresh(std::size_t panel, const Context& context) {
    const PanelInfo& info = all_panels()[panel];
    Item& one = panels_[panel];
    const std::uint64_t generation = context.view.generations.of(info.tells_results ? info.reads | Feature::lesson : info.reads);
    if (one.known && one.generation == generation && one.wide == context.wide && (!info.reads_state || one.state == context.state))
        return false;
    one.described = info.describe(context);
    if (info.tells_results && context.view.answers_hidden) veil(one.described);
    explain_terms(one.described);
    ++count_;
    one.known = true, one.wide = context.wide, one.generation = generation;
    one.state = context.state;  // describing may have changed it
    return true;
}

Button button_of(const Commands& commands, std::string_view id, const std::string& label, std::string icon) {
    Button button;
    button.id = id;
    button.icon = std::move(icon);
    const Command* command = commands.find(id);
    button.label = label.empty() && command ? command->title : label;
    if (!command) {
        button.refusal = "not in this window";
        return button;
    }
    button.help = command->keys.empty() ? command->help : command->help + " (" + command->keys + ")";
    if (command->refuses) button.refusal = command->refuses();
    if (command->checked) button.checked = command->checked();
    button.run = command->run;
    return button;
}

}  // namespace neighborscope::panels
