// The timings as a table, as the instrument in the view shows them.
#include "app/panels/panel.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/sentences/explain_search.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace neighborscope::panels {
namespace {

struct Line {
    std::array<std::string, 6> cells;
    std::string help;
};

/// A time in the unit of the total, like in the instrument.
std::string time_text(const TimeUnit& unit, double milliseconds) {
    return unit.factor == 1 ? text_of_milliseconds(milliseconds) : unit.text(milliseconds);
}

std::vector<Line> lines_of(const ViewModel& view) {
    const Timings& timings = view.timings;
    std::vector<Line> lines;
    const double rate = timings.read_bytes_per_second;
    const TimeUnit unit = TimeUnit::of(timings.total_median);
    const auto time = [&](double milliseconds) { return time_text(unit, milliseconds); };
    const auto range = [&](double from, double to) { return time(from) + " – " + time(to); };
    for (const TimingRow& row : timings.phases) {
        const LowerBound& lower_bound = row.lower_bound;
        const bool whole = lower_bound.is_complete();
        if (is_only_divided(row)) {  // an equal share says nothing of this phase
            lines.push_back({{row.phase, not_measured_here, "", "", "", explain_lower_bound(lower_bound)}, explain_phase(row, timings)});
            continue;
        }
        std::string bytes = !whole ? without_traversal_cost : lower_bound.bytes > 0 ? text_of_bytes(std::uint64_t(lower_bound.bytes)) : "";
        if (whole && lower_bound.bytes > 0 && rate > 0) {
            const double least = least_milliseconds(lower_bound, timings);
            bytes += ", " + text_of_duration(least) + (row.median > 0 ? ", " + text_of_share(least / row.median) : "");
        }
        lines.push_back({{row.phase, time(row.median), range(row.p5, row.p95), std::move(bytes),
                             whole && lower_bound.operations > 0 ? text_of_count(std::int64_t(lower_bound.operations)) : "",
                             explain_lower_bound(lower_bound)},
            explain_phase(row, timings)});
    }
    if (timings.rest())
        lines.push_back({{"rest", timings.shown_rest() ? time(*timings.shown_rest()) : "\u2013", "", "", "",
                             timings.overrun() ? "the machine was busy: phases and total come from different runs"
                             : timings.large_rest()
                                 ? "kernel launches and gaps between phases; or the machine was busy in the runs that measure the total"
                                 : "the total minus the phases"},
            explain_rest(timings)});
    lines.push_back({{"total", time(timings.total_median), range(timings.total_p5, timings.total_p95), "", "",
                         "from separate runs that stamp only start and end"},
        explain_total(timings)});
    for (const PreparationTime& one : preparation_times(view))
        lines.push_back({{one.name, time(one.milliseconds), "", "", "",
                             "measured once, not part of the total" + (one.explanation.empty() ? std::string() : "; " + one.explanation)},
            {}});
    return lines;
}

/// A lane for each device: how long it worked, communicated and waited in the last run.
Row lanes_row(const Timings& timings) {
    Chart chart;
    chart.high = double(timings.devices.size());
    chart.height = 24 + 22 * int(timings.devices.size());
    chart.caption = "works (dark), communicates (pale), waits (faint)";
    double longest = 1e-9;
    for (const DeviceTime& one : timings.devices) longest = std::max(longest, one.working + one.communicating + one.waiting);
    chart.to = longest;
    for (std::size_t i = 0; i < timings.devices.size(); ++i) {
        const DeviceTime& one = timings.devices[i];
        const double top = chart.high - double(i), talks = one.working + one.communicating;
        chart.boxes.push_back({0, one.working, top - 0.85, top - 0.15, Chart::Box::Shade::strong});
        chart.boxes.push_back({one.working, talks, top - 0.85, top - 0.15, Chart::Box::Shade::pale});
        chart.boxes.push_back({talks, talks + one.waiting, top - 0.85, top - 0.15, Chart::Box::Shade::faint});
        chart.up.push_back({top - 0.5, one.device});
    }
    const TimeUnit unit = TimeUnit::of(longest);
    chart.across = {{0, "0"}, {longest, time_text(unit, longest) + " " + std::string(unit.name)}};
    return {"timings.lanes", "Devices that share the points",
        "How long each device searched and merged lists, exchanged queries and lists, and waited for the others, in the last run",
        std::move(chart)};
}

/// What each device has and did, in words.
std::string devices_sentence(const Timings& timings) {
    const TimeUnit unit = TimeUnit::of(timings.total_median);
    std::string text;
    for (const DeviceTime& one : timings.devices)
        text += one.device + " has " + text_of_count(one.points) + (one.points == 1 ? " point" : " points") + ", answered " +
                text_of_count(one.queries) + (one.queries == 1 ? " query" : " queries") + " and worked " + time_text(unit, one.working) +
                " " + std::string(unit.name) + ". ";
    return text + "They communicate by " + timings.communication + ".";
}

}  // namespace

Panel timings_panel(const Context& context) {
    const ViewModel& view = context.view;
    const Timings& timings = view.timings;
    const std::string unit = TimeUnit::of(timings.runs > 0 ? timings.total_median : 1).name;
    Table table;
    table.columns = {{"phase", {}, true, 112}, {"median, " + unit, {}, false, 80},
        {"p5 \u2013 p95, " + unit, "From the 5th to the 95th percentile", false, 108},
        {"moves at least",
            "The bytes that must be read or written, the least time that the bandwidth and arithmetic of the device allow, and its share "
            "of the median",
            false, 150},
        {"operations at least", {}, false, 128, true}, {"formula", {}, true, 0, true}};
    table.empty = "No runs yet";
    if (timings.runs > 0) {
        const auto lines = std::make_shared<const std::vector<Line>>(lines_of(view));
        table.count = std::int64_t(lines->size());
        table.cell = [lines](std::int64_t row, int column) { return Table::Cell{(*lines)[std::size_t(row)].cells[std::size_t(column)]}; };
        table.help = [lines](std::int64_t row) { return (*lines)[std::size_t(row)].help; };
    }
    Panel panel{"timings", "Timings", {}, {}, {}};
    panel.fact = timings.previous ? "of the previous search" : timings.runs ? text_of_runs(timings) + ", warm-up excluded" : "no runs yet";
    panel.shown = view.race.contenders.empty() && context.session.chart != ChartShown::curves &&
                  (context.wide || (!view.stepping.open && !view.comparing.lists && !view.frozen &&
                                       !view.inspecting.open));  // where there is room for both
    if (const std::string explanation = explain_longest_phase(view, context.session); !explanation.empty())
        panel.rows.push_back({"timings.longest", "What takes the most time",
            "From the medians, the least times and the measured bandwidth of the device", Text{explanation}});
    panel.rows.push_back({"timings.table", "Timings", {}, std::move(table)});
    if (!timings.devices.empty()) {
        panel.rows.push_back(lanes_row(timings));
        panel.rows.push_back({"timings.devices", {}, {}, Text{devices_sentence(timings), Tone::second}});
    }
    if (std::string explanation = busy_machine_warning(timings); !explanation.empty())
        panel.rows.push_back({"timings.ceilings", "Peak rates", "The least times are computed from these rates",
            Text{std::move(explanation), Tone::warning}});
    const auto longest = std::max_element(
        timings.phases.begin(), timings.phases.end(), [](const TimingRow& a, const TimingRow& b) { return a.median < b.median; });
    if (longest != timings.phases.end() && !is_only_divided(*longest))
        panel.rows.push_back({"timings.formula", "Formula of the least time", {},
            Text{"Least time of \"" + longest->phase + "\": " + explain_lower_bound(longest->lower_bound) +
                     ". The tooltips of the other rows show theirs.",
                Tone::second}});
    return panel;
}

}  // namespace neighborscope::panels
