// The timings as a table: what the instrument in the view draws.
#include "app/panels/panel.hpp"
#include "app/session/sentences/presented.hpp"
#include "app/session/sentences/told_search.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace neighborscope::panels {
namespace {

struct Line {
    std::array<std::string, 6> cells;
    std::string help;
};

/// In the unit of the total, as the instrument has them.
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
        const Floor& floor = row.floor;
        const bool whole = floor.is_whole();
        std::string bytes = !whole ? without_its_walk : floor.bytes > 0 ? text_of_bytes(std::uint64_t(floor.bytes)) : "";
        if (whole && floor.bytes > 0 && rate > 0) {
            const double least = least_milliseconds(floor, timings);
            bytes += ", " + text_of_duration(least) + (row.median > 0 ? ", " + text_of_share(least / row.median) : "");
        }
        lines.push_back({{row.phase, time(row.median), range(row.p5, row.p95), std::move(bytes),
                             whole && floor.operations > 0 ? text_of_count(std::int64_t(floor.operations)) : "", told_floor(floor)},
            told_of_phase(row, timings)});
    }
    if (timings.rest())
        lines.push_back({{"rest", timings.shown_rest() ? time(*timings.shown_rest()) : "\u2013", "", "", "",
                             timings.overrun() ? "the machine was busy: phases and total come from different runs"
                             : timings.large_rest()
                                 ? "kernel launches and gaps between phases; or the machine was busy in the runs that measure the total"
                                 : "the total minus the phases"},
            told_of_rest(timings)});
    lines.push_back({{"total", time(timings.total_median), range(timings.total_p5, timings.total_p95), "", "",
                         "from separate runs that stamp only start and end"},
        told_of_total(timings)});
    for (const TimeBefore& one : times_before(view))
        lines.push_back({{one.name, time(one.milliseconds), "", "", "",
                             "measured once, not part of the total" + (one.told.empty() ? std::string() : "; " + one.told)},
            {}});
    return lines;
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
                  (context.wide || (!view.stepping.open && !view.comparing.lists && !view.frozen));  // where both can be read
    if (const std::string told = told_of_longest_phase(view, context.session); !told.empty())
        panel.rows.push_back({"timings.longest", "What takes the most time",
            "From the medians, the least times and the measured bandwidth of the device", Text{told}});
    panel.rows.push_back({"timings.table", "Timings", {}, std::move(table)});
    if (std::string told = told_of_ceilings(timings); !told.empty())
        panel.rows.push_back(
            {"timings.ceilings", "Peak rates", "The least times are computed from these rates", Text{std::move(told), Tone::warning}});
    const auto longest = std::max_element(
        timings.phases.begin(), timings.phases.end(), [](const TimingRow& a, const TimingRow& b) { return a.median < b.median; });
    if (longest != timings.phases.end())
        panel.rows.push_back({"timings.formula", "Formula of the least time", {},
            Text{
                "Least time of \"" + longest->phase + "\": " + told_floor(longest->floor) + ". The tooltips of the other rows show theirs.",
                Tone::second}});
    return panel;
}

}  // namespace neighborscope::panels
