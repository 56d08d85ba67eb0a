// The list of another program that is looked at, beside the right one: what the instrument in the view draws.
#include "app/panels/panel.hpp"
#include "app/session/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

std::string faults_of(const ComparedRank& one) {
    std::string faults;
    const auto add = [&](bool there, const std::string& what) {
        if (there) faults += (faults.empty() ? "" : ", ") + what;
    };
    add(one.is_false, "false");
    add(one.misplaced, "at another rank");
    add(one.distance_wrong, "distance wrong");
    add(one.missing, text_of_count(one.right_file_row) + " missing");
    return faults;
}

std::string cell_text(const ComparedRank& one, int column, double extent) {
    const auto distance = [&](bool there, double value) {
        return there && !std::isnan(value) ? text_of_coordinate(value, 10 * extent) : std::string();
    };
    enum { rank, theirs, theirs_distance, right, right_distance };
    switch (column) {
        case rank: return text_of_count(one.rank);
        case theirs: return one.row < 0 ? "" : text_of_count(one.file_row);
        case theirs_distance: return distance(one.row >= 0, one.distance);
        case right: return one.right_row < 0 ? "" : text_of_count(one.right_file_row);
        case right_distance: return distance(one.right_row >= 0, one.right_distance);
        default: return faults_of(one);
    }
}

Table ranks_of(const std::shared_ptr<const ComparedList>& chosen) {
    Table table;
    table.columns = {{"rank", {}, false, 48}, {"theirs", {}, false, 84}, {"distance", {}, false, 84}, {"right", {}, false, 84},
        {"distance", {}, false, 84}, {"fault", {}, true, 0}};
    table.empty = "F3 goes to the next wrong list";
    if (!chosen) return table;
    double extent = 1e-30;
    for (const ComparedRank& one : chosen->ranks) extent = std::max({extent, one.right_distance, one.true_distance});
    table.count = std::int64_t(chosen->ranks.size());
    table.cell = [chosen, extent](
                     std::int64_t row, int column) { return Table::Cell{cell_text(chosen->ranks[std::size_t(row)], column, extent)}; };
    return table;
}

}  // namespace

Panel compare_panel(const Context& context) {
    const Comparing& comparing = context.view.comparing;
    Panel panel{"compare", "Lists compared", {}, {}, {}};
    panel.shown = comparing.lists && (!context.view.stepping.open || context.wide);
    if (!panel.shown) return panel;
    panel.fact = (comparing.place >= 0 ? text_of_count(comparing.place + 1) + " of " : "") + text_of_count(comparing.wrong) + " wrong";
    auto& rows = panel.rows;
    rows.push_back(
        {"compare.sentence", {}, {}, Text{comparing.sentence + (comparing.lists->remark.empty() ? "" : ": " + comparing.lists->remark)}});
    rows.push_back({"compare.ways", {}, {},
        Buttons{{button_of(context.commands, "compare.previous", "Previous wrong"),
            button_of(context.commands, "compare.next", "Next wrong")}}});
    if (const ComparedList* chosen = comparing.chosen.get())
        rows.push_back({"compare.reason", {}, {}, Text{"Query " + text_of_count(chosen->query) + ". " + chosen->reason, Tone::second}});
    rows.push_back({"compare.table", "The list looked at beside the right one", {}, ranks_of(comparing.chosen)});
    return panel;
}

}  // namespace neighborscope::panels
