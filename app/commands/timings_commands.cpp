// Charts of what methods take: curves, measured while one watches, and the roofline of the answer.
#include "app/commands/menu.hpp"

namespace neighborscope {

void add_timings_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const Menu menu{commands, "Timings"};
    const auto shows = [&workbench](ChartShown chart) { return [&workbench, chart] { return workbench.session().chart == chart; }; };
    const auto show = [&workbench](ChartShown chart) {
        return [&workbench, chart] {
            workbench.change([&](SessionState& state) { state.chart = state.chart == chart ? ChartShown::none : chart; });
        };
    };
    const auto curves = [&workbench]() -> const Curving& { return workbench.view().curves; };
    menu.add("timings.curves", "Curves", "U",
        "Time, distances and recall along n, k, queries, dimensions or an option, in place of the points. Once more shows these again.",
        show(ChartShown::curves), {}, shows(ChartShown::curves));
    menu.add("timings.roofline", "Roofline", "Shift+U",
        "The phases of this answer below the ceilings of the device: what binds each, and how far it is from the least it could take.",
        show(ChartShown::roofline), {}, shows(ChartShown::roofline));
    menu.add(
        "timings.points", "Back to the points", "", "Leave curves or roofline.",
        [&workbench] { workbench.change([](SessionState& state) { state.chart = ChartShown::none; }); },
        unless([&workbench] { return workbench.session().chart != ChartShown::none; }, "the points are shown"));
    const Refuses not_possible = [curves]() -> Refusal {
        if (!curves().refusal.empty()) return curves().refusal;
        return std::nullopt;
    };
    menu.add(
        "timings.measure", "Measure the curves", "Ctrl+M",
        "Measure, or go on where it was stopped: first the ends, then the middle, then finer.",
        [&workbench] {
            if (workbench.session().chart != ChartShown::curves)
                workbench.change([](SessionState& state) { state.chart = ChartShown::curves; });
            workbench.measure_curves();
        },
        unless([curves] { return !curves().running; }, "the curves are being measured", not_possible));
    menu.add(
        "timings.stop", "Stop measuring", "", "Stop measuring the curves. What is measured stays, and can be gone on with.",
        [&workbench] { workbench.stop_curves(); }, unless([curves] { return curves().running; }, "no curves are being measured"));
    menu.add(
        "timings.forget_curves", "Forget the curves", "", "Forget what was measured of the curves.",
        [&workbench] { workbench.forget_curves(); }, unless([curves] { return bool(curves().curve); }, "no curves are measured"));
    menu.add("timings.export_curves", "Export the curves…", "Ctrl+Shift+M",
        "Write every run of the curves as CSV, or the chart as SVG, by the ending of the name.", window.export_curves,
        unless([curves] { return bool(curves().curve); }, "no curves are measured"));
    menu.add("timings.copy_curve_command", "Copy the curves' command", "",
        "Copy the command that measures these curves and writes them to files.", window.copy_curve_command, not_possible);
}

}  // namespace neighborscope
