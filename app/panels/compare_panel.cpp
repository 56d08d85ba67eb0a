// The chosen list of another program beside the true one, as the instrument in the view shows it.
#include "app/panels/panel.hpp"
#include "app/session/compare/comparing.hpp"
#include "app/session/workbench/comparing_controls.hpp"

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

Table::Cell cell_of(const ComparedRank& one, int column, double extent) {
    const auto index = [](std::int64_t file_row) { return file_row < 0 ? "–" : text_of_count(file_row); };
    const auto distance = [&](std::int64_t file_row, double value) { return file_row < 0 ? "" : text_of_coordinate(value, 10 * extent); };
    const auto cell = [](std::string text, bool marked, Tone tone, Mark mark, Tone otherwise = Tone::normal) {
        return Table::Cell{std::move(text), 0, {}, {}, marked ? tone : otherwise, marked ? mark : Mark::none};
    };
    enum { rank, theirs, theirs_distance, right, right_distance };
    switch (column) {
        case rank: return {text_of_count(one.rank)};
        case theirs: return cell(index(one.file_row), one.is_false, Tone::error, Mark::wrong, one.misplaced ? Tone::warning : Tone::normal);
        case theirs_distance: return cell(distance(one.file_row, one.distance), one.distance_wrong, Tone::warning, Mark::differs);
        case right: return cell(index(one.right_file_row), one.missing, Tone::error, Mark::missing);
        case right_distance: return cell(distance(one.right_file_row, one.right_distance), false, {}, {}, Tone::second);
        default: return {faults_of(one)};
    }
}

}  // namespace

std::vector<Text> compared_faults(const ComparedList& list) {
    std::vector<Text> faults;
    const auto fault = [&](Mark mark, int count, const char* what) {
        if (count > 0) faults.push_back({text_of_count(count) + what, Tone::normal, mark});
    };
    fault(Mark::missing, list.missing, " missing");
    fault(Mark::wrong, list.false_ones, " false");
    fault(Mark::differs, list.distances_wrong, list.distances_wrong == 1 ? " distance wrong" : " distances wrong");
    if (faults.empty() && list.misplaced > 0) return {{text_of_count(list.misplaced) + " at another rank", Tone::second}};
    return faults;
}

Table compared_table(const std::shared_ptr<const ComparedList>& chosen) {
    Table table;
    table.columns = {{"rank", {}, false, 48}, {"theirs", {}, false, 84}, {"distance", {}, false, 84}, {"true", {}, false, 84},
        {"distance", {}, false, 84}, {"fault", {}, true, 0}};
    table.empty = "Press F3 to go to the next list of the chosen kind";
    if (!chosen) return table;
    double extent = 1e-30;
    for (const ComparedRank& one : chosen->ranks) extent = std::max(extent, std::abs(one.right_distance));
    table.count = std::int64_t(chosen->ranks.size());
    table.cell = [chosen, extent](std::int64_t row, int column) { return cell_of(chosen->ranks[std::size_t(row)], column, extent); };
    return table;
}

namespace {

/// The choice of the class to go through, of those that have lists, with their numbers.
Row classes_row(const Comparing& comparing, Workbench& workbench) {
    Choice choice;
    std::vector<ListClass> there;
    for (auto one = all_list_classes.rbegin(); one != all_list_classes.rend(); ++one) {
        const std::int64_t count = comparing.lists->count_of(*one);
        if (count == 0) continue;
        if (*one == comparing.selected_class) choice.chosen = int(there.size());
        there.push_back(*one);
        choice.items.push_back({std::string(name(*one)) + ": " + text_of_count(count), help_of(*one), {}, {}});
    }
    choice.change = [there, &workbench](int place) { workbench.comparing().select_class(there[std::size_t(place)]); };
    return {"compare.class", "Lists", "The kind of lists that F3 steps through", std::move(choice)};
}

}  // namespace

Panel compare_panel(const Context& context) {
    const Comparing& comparing = context.view.comparing;
    Panel panel{"compare", "Lists compared", {}, {}, {}};
    panel.shown = comparing.lists && (!context.view.stepping.open || context.wide);
    if (!panel.shown) return panel;
    const Comparison& lists = *comparing.lists;
    panel.fact = (comparing.place >= 0 ? text_of_count(comparing.place + 1) + " of " : "") + text_of_count(comparing.selected_count) + " " +
                 std::string(short_name(comparing.selected_class));
    auto& rows = panel.rows;
    rows.push_back({"compare.sentence", {}, {}, Text{comparison_text(comparing)}});
    if (!comparing.running) {
        for (std::size_t i = 0; i < lists.causes.size(); ++i)
            rows.push_back({"compare.cause." + std::to_string(i), {}, lists.causes[i].remedy,
                Text{as_sentence(cause_text(lists, lists.causes[i])), Tone::warning}});
        Buttons mend;
        if (changes_self(lists))
            mend.buttons.push_back(button_of(
                context.commands, "compare.self", context.session.exclude_self ? "Include the point itself" : "Exclude the point itself"));
        if (lists.has_cause(Cause::Kind::squares))
            mend.buttons.push_back(button_of(context.commands, "compare.squared", "Take square roots"));
        if (const Cause* cause = lists.cause(Cause::Kind::other_metric))
            mend.buttons.push_back(button_of(context.commands, "compare.metric", "Compare by " + metric_noun(cause->metric)));
        if (!mend.buttons.empty()) rows.push_back({"compare.mend", {}, {}, std::move(mend)});
        for (std::size_t i = 0; i < lists.notes.size(); ++i)
            rows.push_back({"compare.note." + std::to_string(i), {}, {}, Text{as_sentence(lists.notes[i]), Tone::second}});
        if (const std::string rounding = rounding_text(lists); !rounding.empty())
            rows.push_back({"compare.rounding", {}, {}, Text{as_sentence(rounding), Tone::second}});
        rows.push_back(classes_row(comparing, context.workbench));
    }
    rows.push_back({"compare.ways", {}, {},
        Buttons{{button_of(context.commands, "compare.previous", "Previous"), button_of(context.commands, "compare.next", "Next")}}});
    if (const ComparedList* chosen = comparing.chosen.get()) {
        rows.push_back({"compare.reason", {}, {},
            Text{"Query " + text_of_count(chosen->number) +
                     (chosen->reason.starts_with("rank ") ? ", " + chosen->reason + "." : ". " + chosen->reason),
                Tone::second}});
        std::string faults;
        for (const Text& fault : compared_faults(*chosen)) faults += (faults.empty() ? "" : ", ") + fault.text;
        if (!faults.empty()) rows.push_back({"compare.faults", {}, {}, Text{faults}});
    }
    rows.push_back({"compare.table", "The compared list beside the true neighbours", {}, compared_table(comparing.chosen)});
    return panel;
}

}  // namespace neighborscope::panels
