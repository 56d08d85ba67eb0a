// Lists of another program beside the truth: opening them, going from one wrong query to the next.
#include "app/commands/menu.hpp"
#include "app/session/comparison.hpp"

namespace neighborscope {

void add_compare_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const auto comparing = [&workbench]() -> const Comparing& { return workbench.view().comparing; };
    const Refuses no_points = unless([&workbench] { return workbench.view().data.loaded; }, "there are no points yet");
    const Refuses no_lists =
        unless([comparing] { return comparing().lists || comparing().running; }, "no lists are compared; Compare > Compare lists");
    const Refuses running = unless([comparing] { return !comparing().running; }, "the lists are being compared", no_lists);
    const Refuses none_wrong = unless([comparing] { return comparing().wrong > 0; }, "no list is wrong", running);
    const Menu menu{commands, "Compare"};
    menu.add(
        "timings.freeze", "Freeze timings", "F7",
        "Keep these timings as A: those of another method, option, metric or k stand beside them as B. Once more lets them go.",
        [&workbench] { workbench.freeze_timings(!workbench.view().frozen); },
        unless(
            [&workbench] { return workbench.view().frozen || (workbench.view().timings.runs > 0 && !workbench.view().timings.previous); },
            "there are no timings yet"),
        [&workbench] { return workbench.view().frozen.has_value(); });
    menu.add("file.compare", "Compare lists…", "Ctrl+L",
        "Compare the neighbours that another program found with the truth: .npz, .npy, .ivecs, or a table query,rank,index,distance.",
        window.compare_lists, no_points);
    menu.add("file.compare_queries", "Queries of the lists…", "",
        "Name the file of the queries that the lists answer, where not every point asked.", window.compare_queries, no_points);
    menu.add(
        "compare.next", "Next wrong query", "F3", "Go to the next query whose list is wrong.",
        [&workbench] { workbench.next_wrong_query(1); }, none_wrong);
    menu.add(
        "compare.previous", "Previous wrong query", "Shift+F3", "Go to the previous query whose list is wrong.",
        [&workbench] { workbench.next_wrong_query(-1); }, none_wrong);
    menu.add(
        "compare.every_point", "Every point asked", "", "Compare lists of every point, not of the queries of a file.",
        [&workbench] { workbench.compare_lists(workbench.session().lists); },
        unless([&workbench] { return !workbench.session().list_queries.empty(); }, "the lists are those of every point", no_lists));
    menu.add(
        "compare.self", "Count the point itself as the lists do", "",
        "These lists leave each point itself out, or have it first: compare, and search, in the same way.",
        [&workbench] { workbench.change([](SessionState& state) { state.exclude_self = !state.exclude_self; }); },
        unless([comparing] { return comparing().lists && comparing().lists->mended_by_self; }, "the point itself is not what is wrong",
            running));
    menu.add(
        "compare.again", "Compare again", "Ctrl+Shift+L", "Read the lists again after the other program wrote them again.",
        [&workbench] { workbench.compare_lists(workbench.session().lists, workbench.session().list_queries); }, no_lists);
    menu.add(
        "compare.close", "Close the lists", "", "Forget the lists that are compared.", [&workbench] { workbench.compare_lists(""); },
        no_lists);
}

}  // namespace neighborscope
