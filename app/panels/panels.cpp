// The list of panels, and words that they share.
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
Panel steps_panel(const Context&);

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
        points.begin(), points.end(), [](const auto& a, const auto& b) { return a[1] < b[1]; });  // the first of equal ones
    const auto end = std::find_if(first, points.end(), [&](const auto& point) { return point[1] != (*first)[1]; });
    return {0.5 * ((*first)[0] + (*(end - 1))[0]), (*first)[1]};
}

bool Table::is_cut(int column) const {
    const Column& one = columns[std::size_t(column)];
    return one.words && help && (one.optional || one.width == 0);
}

std::vector<int> Table::shown_columns(std::vector<float> widths, float room) const {
    constexpr float beginning = 96;  // logical pixels
    for (std::size_t i = 0; hover && i < widths.size(); ++i)
        if (is_cut(int(i))) widths[i] = std::min(widths[i], beginning);
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
    static constexpr PanelInfo all[] = {
        {"race", Dock::left, 0, race_panel},
        {"face_space", Dock::left, 0, face_space_panel},
        {"curves", Dock::left, 0, curves_panel},
        {"roofline", Dock::left, 0, roofline_panel},
        {"data", Dock::left, 0, data_panel},
        {"edits", Dock::left, 0, edits_panel},
        {"method", Dock::left, 0, method_panel},
        {"votes", Dock::right, 0, votes_panel},
        {"classes", Dock::right, 0, classes_panel},
        {"query", Dock::right, 0, query_panel},
        {"neighbours", Dock::right, 1, neighbours_panel},
        {"exactness", Dock::right, 0, exactness_panel},
        {"compare", Dock::bottom, 3, compare_panel},
        {"race_numbers", Dock::bottom, 3, race_numbers_panel},
        {"accuracy", Dock::bottom, 1, accuracy_panel},
        {"confusion", Dock::bottom, 2, confusion_panel},
        {"eigenfaces", Dock::bottom, 2, eigenfaces_panel},
        {"evaluation", Dock::bottom, 2, evaluation_panel},
        {"curve_points", Dock::bottom, 2, curve_points_panel},
        {"timings", Dock::bottom, 2, timings_panel},
        {"runs", Dock::bottom, 1, runs_panel},
        {"distances", Dock::bottom, 1, distances_panel},
        {"tree", Dock::bottom, 1, tree_panel},
        {"lists", Dock::bottom, 1, lists_panel},
        {"steps", Dock::bottom, 3, steps_panel},
    };
    return all;
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
