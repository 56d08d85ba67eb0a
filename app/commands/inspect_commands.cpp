// Commands of the inspection of an index of another library.
#include "app/commands/menu.hpp"
#include "app/session/workbench/inspecting_controls.hpp"
#include "app/session/workbench/query_controls.hpp"

namespace neighborscope {

void add_inspect_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const auto inspecting = [&workbench]() -> const Inspecting& { return workbench.view().inspecting; };
    const Refuses no_index = refuse_unless([inspecting] { return inspecting().possible; }, "the data are not an index of another library");
    const Refuses running = refuse_unless([inspecting] { return !inspecting().running; }, "the index is being inspected", no_index);
    const Refuses none_selected = refuse_unless([inspecting] { return inspecting().selected && !inspecting().selected->empty(); },
        "no rows are selected; click a number of the panel Index", no_index);
    const auto is_shown = [&workbench, window] {
        return workbench.view().inspecting.open && !(window.dock_shown && !window.dock_shown(Dock::bottom));
    };
    const auto show_panel = [&workbench, window, is_shown] {
        if (is_shown()) return;
        workbench.inspecting().open(true);
        if (window.dock_shown && window.toggle_dock && !window.dock_shown(Dock::bottom)) window.toggle_dock(Dock::bottom);
    };
    const Menu menu{commands, "Query"};
    menu.add(
        "inspect.health", "Inspect: index health", "",
        "Count rows that cannot be reached, links, hubs, components, lists and duplicates of the index.",
        [&workbench, inspecting, is_shown, show_panel] {
            if (is_shown()) return workbench.inspecting().open(false);
            show_panel();
            if (!inspecting().inspection && !inspecting().running) workbench.inspecting().inspect(false);
        },
        no_index, is_shown);
    menu.add(
        "inspect.recall", "Inspect: recall and missed rows of the index", "",
        "Search for 100 of its rows with the present k and settings: what is found, what could be found, and why the rest is missed.",
        [&workbench, show_panel] {
            show_panel();
            workbench.inspecting().inspect(true);
        },
        [running, inspecting]() -> Refusal {
            if (Refusal refusal = running()) return refusal;
            if (!inspecting().why_no_recall.empty()) return inspecting().why_no_recall;
            return std::nullopt;
        });
    const auto select = [&workbench, show_panel](IndexRows::Kind kind) {
        return [&workbench, show_panel, kind] {
            show_panel();
            workbench.inspecting().select({kind});
        };
    };
    menu.add("inspect.unreachable", "Select rows that cannot be reached", "",
        "Ring the rows that no search of this index can find, because no links lead to them.", select(IndexRows::Kind::unreachable),
        refuse_unless([inspecting] { return bool(inspecting().inspection); }, "the index is not inspected yet", no_index));
    menu.add(
        "inspect.next", "Next selected row", "", "Put the query on the next of the selected rows.",
        [&workbench] { workbench.inspecting().go_to_next_selected(1); }, none_selected);
    menu.add(
        "inspect.previous", "Previous selected row", "", "Put the query on the previous of the selected rows.",
        [&workbench] { workbench.inspecting().go_to_next_selected(-1); }, none_selected);
    menu.add(
        "inspect.clear", "Select no rows", "", "Remove the rings of the selected rows.",
        [&workbench] { workbench.inspecting().select({}); }, none_selected);
    Command go;
    go.id = "query.row.go", go.title = "Go to row";
    go.help = "Put the query on the row with this number, for example \"row 812\".";
    go.run = [&workbench] { workbench.show_message("Type the number of the row after the command: row 812"); };
    go.run_with = [&workbench](std::int64_t row) { workbench.query().pin_at_row(row); };
    go.refuses = [&workbench]() -> Refusal {
        if (!workbench.view().data.loaded) return "there are no points yet";
        return std::nullopt;
    };
    commands.add(std::move(go));
}

}  // namespace neighborscope
