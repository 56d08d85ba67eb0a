// Commands of the comparison of another program's lists: opening them, going from one list of a class to the next.
#include "app/commands/menu.hpp"
#include "app/session/compare/comparing.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/timing_controls.hpp"

namespace neighborscope {

void add_compare_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const auto comparing = [&workbench]() -> const Comparing& { return workbench.view().comparing; };
    const Refuses no_points = refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points yet");
    const Refuses no_lists = refuse_unless(
        [comparing] { return comparing().lists || comparing().running; }, "no lists are being compared; choose Compare > Compare lists");
    const Refuses running = refuse_unless([comparing] { return !comparing().running; }, "the lists are being compared", no_lists);
    const Refuses none_to_walk = refuse_unless([comparing] { return comparing().selected_count > 0; }, "no list is of that kind", running);
    const Menu menu{commands, "Compare"};
    menu.add(
        "timings.freeze", "Freeze timings", "F7",
        "Keep these timings as A. The timings of another method, option, metric or k are then shown beside them as B. Press again to "
        "discard A.",
        [&workbench] { workbench.timings().freeze(!workbench.view().frozen); },
        refuse_unless(
            [&workbench] { return workbench.view().frozen || (workbench.view().timings.runs > 0 && !workbench.view().timings.previous); },
            "there are no timings yet"),
        [&workbench] { return workbench.view().frozen.has_value(); });
    menu.add("file.compare", "Compare lists…", "Ctrl+L",
        "Compare the neighbours that another program found with the truth: .npz, .npy, .ivecs, .hdf5, .json, or a table "
        "query,rank,index,distance.",
        window.compare_lists, no_points);
    menu.add("file.compare_queries", "Queries of the lists…", "",
        "Choose the file of queries that the lists answer. Without it, every point is a query.", window.compare_queries, no_points);
    menu.add(
        "compare.next", "Next list of this kind", "F3", "Go to the next list of the chosen kind, wrong lists first.",
        [&workbench] { workbench.comparing().go_to_next_list(1); }, none_to_walk);
    menu.add(
        "compare.previous", "Previous list of this kind", "Shift+F3", "Go to the previous list of the chosen kind.",
        [&workbench] { workbench.comparing().go_to_next_list(-1); }, none_to_walk);
    menu.add(
        "compare.every_point", "Every point is a query", "", "The lists have one row for every point, not one for every query of a file.",
        [&workbench] { workbench.comparing().compare(workbench.session().lists); },
        refuse_unless([&workbench] { return !workbench.session().list_queries.empty(); }, "every point is already a query", no_lists));
    menu.add(
        "compare.self", "Treat the point itself as the lists do", "",
        "These lists exclude each point itself, or have it first. Compare and search in the same way.",
        [&workbench] { workbench.change([](SessionState& state) { state.exclude_self = !state.exclude_self; }); },
        refuse_unless([comparing] { return comparing().lists && changes_self(*comparing().lists); },
            "the point itself is not the difference", running));
    menu.add(
        "compare.squared", "Take square roots of the distances", "",
        "The distances in these lists are squared. Compare their square roots. Choose again to compare them as they are.",
        [&workbench] { workbench.change([](SessionState& state) { state.lists_squared = !state.lists_squared; }); },
        refuse_unless(
            [&workbench, comparing] {
                return comparing().lists && (workbench.session().lists_squared || comparing().lists->has_cause(Cause::Kind::squares));
            },
            "the distances are not squared", running),
        [&workbench] { return workbench.session().lists_squared; });
    menu.add(
        "compare.metric", "Compare with the metric of the lists", "",
        "These lists are right with another metric. Compare and search with that metric.",
        [&workbench, comparing] {
            if (const Cause* cause = comparing().lists->cause(Cause::Kind::other_metric))
                workbench.change([metric = cause->metric](SessionState& state) { state.metric = metric; });
        },
        refuse_unless([comparing] { return comparing().lists && comparing().lists->has_cause(Cause::Kind::other_metric); },
            "no other metric fits these lists", running));
    menu.add(
        "compare.again", "Compare again", "Ctrl+Shift+L", "Read the lists again, after the other program wrote them anew.",
        [&workbench] { workbench.comparing().compare(workbench.session().lists, workbench.session().list_queries); }, no_lists);
    menu.add(
        "compare.close", "Close the lists", "", "Stop comparing these lists.", [&workbench] { workbench.comparing().compare(""); },
        no_lists);
}

}  // namespace neighborscope
