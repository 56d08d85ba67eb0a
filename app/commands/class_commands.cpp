// Classes by the votes of neighbours: decision regions, and points that get a wrong class.
#include "app/commands/menu.hpp"

namespace neighborscope {

void add_class_commands(Commands& commands, Workbench& workbench) {
    const Menu menu{commands, "Query"};
    const auto classes = [&workbench]() -> const Classifying& { return workbench.view().classes; };
    const auto says = [](const std::string& why) { return why.empty() ? Refusal() : Refusal(why); };
    menu.add(
        "classes.regions", "Decision regions", "A",
        "Draw which class the votes of the nearest points give to every place, with the method, k, metric and vote chosen.",
        [&workbench] { workbench.change([](SessionState& state) { state.regions = !state.regions; }); },
        [&workbench, classes, says] { return workbench.session().regions ? Refusal() : says(classes().no_regions); },
        [&workbench] { return workbench.session().regions; });
    menu.add(
        "classes.misclassified", "Misclassified points", "Q",
        "Classify every point by its neighbours among all others, and ring those that get a wrong class. The table and the curve stand "
        "below.",
        [&workbench] { workbench.change([](SessionState& state) { state.misclassified = !state.misclassified; }); },
        [&workbench, classes, says] { return workbench.session().misclassified ? Refusal() : says(classes().no_votes); },
        [&workbench] { return workbench.session().misclassified; });
    const Refuses none = unless([classes] { return !classes().ringed.empty(); }, "no point is ringed",
        unless([&workbench] { return workbench.session().misclassified; }, "points are not classified; Misclassified points (Q)"));
    menu.add(
        "classes.next", "Next misclassified point", "F4",
        "Put the query on the next point that is ringed, and leave it out of its neighbours.", [&workbench] { workbench.next_ringed(1); },
        none);
    menu.add(
        "classes.previous", "Previous misclassified point", "Shift+F4", "Put the query on the point before that is ringed.",
        [&workbench] { workbench.next_ringed(-1); }, none);
    menu.add(
        "classes.ring_all", "Ring all misclassified points", "", "Those of all cells of the table again.",
        [&workbench] { workbench.ring_rows_of(std::nullopt); },
        unless([classes] { return classes().chosen.has_value(); }, "no cell of the table is chosen"));
}

}  // namespace neighborscope
