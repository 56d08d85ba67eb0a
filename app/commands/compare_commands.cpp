// Lists of another program beside the truth: opening them, going from one wrong query to the next.
#include "app/commands/commands.hpp"

namespace neighborscope {

void add_compare_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    using Refusal = std::optional<std::string>;
    const auto no_points = [&workbench]() -> Refusal {
        if (workbench.view().data.loaded) return std::nullopt;
        return "there are no points yet";
    };
    const auto no_lists = [&workbench]() -> Refusal {
        if (workbench.view().comparing.lists || workbench.view().comparing.running) return std::nullopt;
        return "no lists are compared; File > Compare lists";
    };
    const auto none_wrong = [&workbench, no_lists]() -> Refusal {
        if (Refusal none = no_lists()) return none;
        if (workbench.view().comparing.running) return "the lists are being compared";
        if (workbench.view().comparing.wrong == 0) return "no list is wrong";
        return std::nullopt;
    };
    const auto add = [&](const char* id, const char* title, const char* menu, const char* keys, const char* help, std::function<void()> run,
                         std::function<Refusal()> refuses) {
        if (run) commands.add({id, title, menu, keys, help, std::move(run), std::move(refuses), {}});
    };
    add("file.compare", "Compare lists…", "File", "Ctrl+L",
        "Compare the neighbours that another program found with the truth: .npz, .npy, .ivecs, or a table query,rank,index,distance.",
        window.compare_lists, no_points);
    add("file.compare_queries", "Queries of the lists…", "File", "",
        "Name the file of the queries that the lists answer, where not every point asked.", window.compare_queries, no_points);
    add(
        "compare.next", "Next wrong query", "Compare", "F3", "Go to the next query whose list is wrong.",
        [&workbench] { workbench.next_wrong_query(1); }, none_wrong);
    add(
        "compare.previous", "Previous wrong query", "Compare", "Shift+F3", "Go to the query before whose list is wrong.",
        [&workbench] { workbench.next_wrong_query(-1); }, none_wrong);
    add(
        "compare.every_point", "Every point asked", "Compare", "", "Compare lists of every point, not of the queries of a file.",
        [&workbench] { workbench.compare_lists(workbench.session().lists); },
        [&workbench, no_lists]() -> Refusal {
            if (Refusal none = no_lists()) return none;
            if (workbench.session().list_queries.empty()) return "the lists are those of every point";
            return std::nullopt;
        });
    add(
        "compare.again", "Compare again", "Compare", "Ctrl+Shift+L", "Read the lists again, after they have been made anew.",
        [&workbench] { workbench.compare_lists(workbench.session().lists, workbench.session().list_queries); }, no_lists);
    add(
        "compare.close", "Close the lists", "Compare", "", "Forget the lists that are compared.",
        [&workbench] { workbench.compare_lists(""); }, no_lists);
}

}  // namespace neighborscope
