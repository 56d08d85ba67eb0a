// Commands of compared methods: adding, removing and reordering them, and the clock of their replay.
#include "app/charts/curve_chart.hpp"
#include "app/commands/menu.hpp"
#include "app/session/document/contender.hpp"
#include "app/session/race/fixed_cost.hpp"
#include "app/session/race/running_contender.hpp"
#include "app/session/sentences/explain_search.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/race_controls.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

const MethodEntry* entry_of(const Workbench& workbench, std::string_view method) {
    const std::vector<MethodEntry>& all = workbench.view().methods;
    const auto found = std::find_if(all.begin(), all.end(), [&](const MethodEntry& one) { return one.method->info.name == method; });
    return found == all.end() ? nullptr : &*found;
}

Refusal contender_refusal(const Workbench& workbench, std::string_view method) {
    if (!workbench.view().data.loaded) return "there are no points yet";
    if (workbench.session().compared.size() + 1 >= max_contenders) return "at most four methods can be compared; remove one first";
    if (method == workbench.session().method && workbench.session().compared.empty())
        return "this method is already shown; to compare other settings of it, choose Compare > Keep these settings to compare";
    const MethodEntry* entry = entry_of(workbench, method);
    return entry ? entry->refusal : std::nullopt;
}

/// A method to compare with those shown: one with an index for an exhaustive search, and vice versa. "": none.
std::string suggested_contender(const Workbench& workbench) {
    const auto is_shown = [&](std::string_view method) {
        const SessionState& session = workbench.session();
        return method == session.method || std::ranges::any_of(session.compared, [&](const std::string& text) {
            return contender_in(text, session.method).method == method;
        });
    };
    const auto can = [&](std::string_view method) {
        return !is_shown(method) && entry_of(workbench, method) && !contender_refusal(workbench, method);
    };
    for (const char* method : {"quadtree-cached", "heap", "ppw"})
        if (can(method)) return method;
    for (const MethodEntry& one : workbench.view().methods)
        if (can(one.method->info.name)) return std::string(one.method->info.name);
    return {};
}

std::vector<RacedCost> costs_of(Workbench& workbench) {
    std::vector<const ViewModel*> views{&workbench.view()};
    for (const ShownSearch* other : workbench.race().other_contenders()) views.push_back(&other->view());
    return raced_costs(workbench.view().race, views, true);
}

/// Measures the compared methods along n, in a range that should hold the places where they cross, with one query as in the comparison.
/// Methods that differ only in how they write lists cross along k.
void find_crossing(Workbench& workbench) {
    const ViewModel& view = workbench.view();
    if (compares_writes(view.race)) return workbench.curves().measure_along_k({});
    const std::vector<RacedCost> costs = costs_of(workbench);
    const double n = double(view.data.count);
    std::string range = crossing_range(costs, n, std::max(2, workbench.session().k), most_points(view.data));
    std::optional<measure::ExpectedCrossing> expected = expected_crossing(costs, n);
    if (const measure::Curve* const measured = measured_race(view, workbench.session()))  // by the slopes measured there
        if (const auto ranges = charts::meeting_ranges(*measured, CurveQuantity::time); !ranges.empty())
            range = measure::text_of(ranges.front()), expected.reset();
    workbench.change([&](SessionState& state) {
        state.chart = ChartShown::curves;
        state.curve_methods.clear();  // those of the comparison
        state.curve_along = range;
        state.curve_queries = 1;
        state.curve_quantity = CurveQuantity::time;
    });
    workbench.curves().measure(std::move(expected));
}

}  // namespace

void add_race_commands(Commands& commands, Workbench& workbench) {
    const Menu menu{commands, "Compare"};
    const auto race = [&workbench]() -> const Racing& { return workbench.view().race; };
    const Refuses no_points = refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points yet");
    const Refuses no_race =
        refuse_unless([&workbench] { return !workbench.session().compared.empty(); }, "no methods are being compared (Ctrl+B)");
    menu.add(
        "race.compare", "Compare methods", "Ctrl+B",
        "Show a second method beside this one, on the same query: pictures, phases on one axis, work, and the neighbours that differ. "
        "Choose up to four methods under Side by side.",
        [&workbench] { workbench.race().add(suggested_contender(workbench)); },
        [&workbench, no_points]() -> Refusal {
            if (Refusal none = no_points()) return none;
            if (workbench.session().compared.size() + 1 >= max_contenders) return "at most four methods can be compared";
            if (suggested_contender(workbench).empty()) return "no other method can answer this question";
            return std::nullopt;
        });
    for (const Method& method : methods()) {
        const std::string name(method.info.name);
        menu.add(
            "race.add." + name, "Compare with " + name, "", "Show " + name + " on the same query, beside the methods that are shown.",
            [&workbench, name] { workbench.race().add(name); }, [&workbench, name] { return contender_refusal(workbench, name); });
    }
    menu.add(
        "race.present", "Keep these settings to compare", "Shift+X",
        "Keep this method, with its options and metric, in the comparison. Methods or settings that you choose next are shown beside it.",
        [&workbench] { workbench.race().add_present(); },
        refuse_unless([&workbench] { return workbench.session().compared.size() + 1 < max_contenders; },
            "at most four methods can be compared", no_points));
    menu.add(
        "race.swap", "Swap A and B", "X", "B becomes A, the method with which the others are compared.",
        [&workbench] { workbench.race().swap_with_first(); }, no_race);
    menu.add(
        "race.by", "Race by time", "",
        "While steps play: show all methods after the same running time, as measured. Without it, show them after the same amount of work.",
        [&workbench, race] { workbench.race().set_by(race().by == RaceBy::time ? RaceBy::work : RaceBy::time); }, no_race,
        [race] { return race().by == RaceBy::time; });
    menu.add(
        "race.find_crossing", "Find where they cross", "",
        "Measure the compared methods along n, with one query, in a range that should hold the n at which they take the same time. "
        "The range is estimated from the phases of this run, or from the slopes of a measurement in which they do not cross. From a file, "
        "n rows are chosen at random. quadtree-cached and quadtree-coalesced are measured along k.",
        [&workbench] { find_crossing(workbench); },
        refuse_unless(
            [race] { return race().contenders.size() > 1 && !race().finish.empty(); }, "these methods are not measured yet", no_race));
    menu.add(
        "race.end", "End the comparison", "", "Show only the picture of A again. Esc does the same when no steps are shown.",
        [&workbench] { workbench.race().end(); }, no_race);
}

}  // namespace neighborscope
