#include "app/session/sentences/neighbour_table.hpp"

#include "app/data/save/csv_text.hpp"
#include "app/session/stepping/tree_steps.hpp"

namespace neighborscope {
namespace {

/// The text, quoted if necessary.
std::string field(const std::string& text, char separator) {
    if (separator != ',' && text.find(separator) == std::string::npos && text.find_first_of("\"\r\n") == std::string::npos) return text;
    std::string quoted;
    append_field(quoted, text);
    return quoted;
}

std::string table(const ViewModel& view, char separator, bool with_query) {
    const std::string s(1, separator);
    std::string text = (with_query ? "query" + s : "") + "rank" + s + "index" + s + "distance";
    for (std::size_t axis = 0; axis < view.axes.size() && axis < 3; ++axis) text += s + field(view.axes[axis], separator);
    if (!view.title_name.empty()) text += s + field(view.title_name, separator);
    const bool leaves = view.list_has_leaf_visits(), ids = view.data.own_has_ids;
    if (ids) text += s + "id";
    if (leaves) text += s + "leaf";
    if (view.shows_step_list()) text += s + "final";
    text += '\n';
    for (const NeighbourRow& row : view.listed()) {
        text += (with_query ? "0" + s : "") + std::to_string(row.rank) + s + std::to_string(row.file_row) + s;
        append_number(text, float(row.distance));  // the digits of the float
        for (const double coordinate : row.coordinates) append_number(text += s, coordinate);
        if (!view.title_name.empty()) text += s + field(row.title, separator);
        if (ids) text += s + (row.id ? std::to_string(*row.id) : "");
        if (leaves) text += s + visit_text(row.visit, row.way);
        if (view.shows_step_list()) text += s + (row.settled ? "yes" : "no");
        text += '\n';
    }
    return text;
}

}  // namespace

std::string neighbours_as_tsv(const ViewModel& view) { return table(view, '\t', false); }
std::string neighbours_as_csv(const ViewModel& view) { return table(view, ',', true); }

}  // namespace neighborscope
