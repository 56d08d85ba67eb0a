// Commands of classification: decision regions and misclassified points.
#include "app/commands/menu.hpp"
#include "app/session/workbench/class_controls.hpp"

namespace neighborscope {

void add_class_commands(Commands& commands, Workbench& workbench) {
    const Menu menu{commands, "Query"};
    const auto classes = [&workbench]() -> const Classifying& { return workbench.view().classes; };
    const auto says = [](const std::string& why) { return why.empty() ? Refusal() : Refusal(why); };
    menu.add(
        "classes.regions", "Decision regions", "A",
        "Colour every place by the class that its nearest neighbours vote for, with the chosen method, k, metric and vote.",
        [&workbench] { workbench.change([](SessionState& state) { state.regions = !state.regions; }); },
        [&workbench, classes, says] { return workbench.session().regions ? Refusal() : says(classes().no_regions); },
        [&workbench] { return workbench.session().regions; });
    menu.add(
        "classes.misclassified", "Misclassified points", "Q",
        "Classify every point by its neighbours among all other points, and ring the points that get a wrong class. The table and the "
        "curve are in the dock below.",
        [&workbench] { workbench.change([](SessionState& state) { state.misclassified = !state.misclassified; }); },
        [&workbench, classes, says] { return workbench.session().misclassified ? Refusal() : says(classes().no_votes); },
        [&workbench] { return workbench.session().misclassified; });
    const Refuses none = refuse_unless([classes] { return !classes().ringed.empty(); }, "no point is ringed",
        refuse_unless([&workbench] { return workbench.session().misclassified; },
            "the points are not classified yet; choose Misclassified points (Q)"));
    menu.add(
        "classes.next", "Next misclassified point", "F4",
        "Put the query on the next ringed point, and exclude that point from its neighbours.",
        [&workbench] { workbench.classes().pin_at_next_ringed(1); }, none);
    menu.add(
        "classes.previous", "Previous misclassified point", "Shift+F4", "Put the query on the previous ringed point.",
        [&workbench] { workbench.classes().pin_at_next_ringed(-1); }, none);
    menu.add(
        "classes.ring_all", "Ring all misclassified points", "", "Ring the misclassified points of all cells of the table again.",
        [&workbench] { workbench.classes().ring_rows_of(std::nullopt); },
        refuse_unless([classes] { return classes().chosen.has_value(); }, "no cell of the table is selected"));
}

}  // namespace neighborscope
