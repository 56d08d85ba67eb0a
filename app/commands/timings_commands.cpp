// Commands of charts: curves of time and work, and the roofline of the answer.
#include "app/charts/curve_chart.hpp"
#include "app/commands/menu.hpp"
#include "app/session/workbench/curve_controls.hpp"

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
        "Show how time, distances and recall depend on n, k, queries, dimensions or an option, in place of the points. Press again to show "
        "the points.",
        show(ChartShown::curves), {}, shows(ChartShown::curves));
    menu.add("timings.roofline", "Roofline", "Shift+U",
        "Show the phases of this search below the peak rates of the device: whether memory or arithmetic limits each phase, and how far it "
        "is from its least time.",
        show(ChartShown::roofline), {}, shows(ChartShown::roofline));
    menu.add(
        "timings.points", "Back to the points", "", "Close the curves or the roofline.",
        [&workbench] { workbench.change([](SessionState& state) { state.chart = ChartShown::none; }); },
        refuse_unless([&workbench] { return workbench.session().chart != ChartShown::none; }, "the points are already shown"));
    const Refuses not_possible = [curves]() -> Refusal {
        if (!curves().refusal.empty()) return curves().refusal;
        return std::nullopt;
    };
    menu.add(
        "timings.measure", "Measure the curves", "Ctrl+M",
        "Measure, or continue a stopped measurement: first the ends of the range, then the middle, then values in between.",
        [&workbench] {
            if (workbench.session().chart != ChartShown::curves)
                workbench.change([](SessionState& state) { state.chart = ChartShown::curves; });
            workbench.curves().measure();
        },
        refuse_unless([curves] { return !curves().running; }, "the curves are being measured", not_possible));
    const auto meetings = [curves, &workbench] {
        const bool done = curves().curve && curves().of_now && !curves().running;
        return done ? charts::meeting_ranges(*curves().curve, workbench.session().curve_quantity) : std::vector<measure::Along>();
    };
    menu.add(
        "timings.measure_meeting", "Measure where the curves would meet", "",
        "Measure the range in which two curves that do not cross would meet, if they went on as they end here.",
        [&workbench, meetings] {
            const std::vector<measure::Along> ranges = meetings();
            if (ranges.empty()) return;
            workbench.change([&](SessionState& state) { state.curve_along = measure::text_of(ranges.front()); });
            workbench.curves().measure();
        },
        refuse_unless([meetings] { return !meetings().empty(); }, "no measured curves would meet beyond their range"));
    menu.add(
        "timings.stop", "Stop measuring", "", "Stop measuring the curves. The measured values stay, and Measure continues later.",
        [&workbench] { workbench.curves().stop(); }, refuse_unless([curves] { return curves().running; }, "no curves are being measured"));
    menu.add(
        "timings.forget_curves", "Discard the curves", "", "Discard the measured curves.", [&workbench] { workbench.curves().forget(); },
        refuse_unless([curves] { return bool(curves().curve); }, "no curves are measured"));
    menu.add("timings.export_curves", "Export the curves…", "Ctrl+Shift+M",
        "Write every run of the curves to a .csv file, or the chart to a .svg file.", window.export_curves,
        refuse_unless([curves] { return bool(curves().curve); }, "no curves are measured"));
    menu.add("timings.copy_curve_command", "Copy the curves' command", "",
        "Copy the command that measures these curves and writes them to files.", window.copy_curve_command, not_possible);
}

}  // namespace neighborscope
