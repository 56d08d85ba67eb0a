// The timings as a table: what the instrument in the view draws.
#include "app/panels/panel.hpp"

namespace neighborscope::panels {
namespace {

struct Timed {
    enum Column { phase, median, range, bytes, operations, formula };
};

std::string range_text(double from, double to) { return text_of_milliseconds(from) + " \u2013 " + text_of_milliseconds(to); }

std::string phase_text(const TimingRow& row, int column, double bytes_per_second) {
    switch (column) {
        case Timed::phase: return row.phase;
        case Timed::median: return text_of_milliseconds(row.median);
        case Timed::range: return range_text(row.p5, row.p95);
        case Timed::bytes:
            if (row.floor.bytes <= 0) return {};
            return text_of_bytes(std::uint64_t(row.floor.bytes)) +
                   (bytes_per_second > 0 ? ", " + text_of_milliseconds(row.floor.bytes / bytes_per_second * 1e3) + " ms" : "");
        case Timed::operations: return row.floor.operations > 0 ? text_of_count(std::int64_t(row.floor.operations)) : "";
        default: return row.floor.formula;
    }
}

std::string total_text(const Timings& timings, int column) {
    switch (column) {
        case Timed::phase: return "total";
        case Timed::median: return text_of_milliseconds(timings.total_median);
        case Timed::range: return range_text(timings.total_p5, timings.total_p95);
        case Timed::formula: return "from runs of their own, with two outer events";
        default: return {};
    }
}

std::string build_text(const Timings& timings, int column) {
    return column == Timed::phase     ? "build"
           : column == Timed::median  ? text_of_milliseconds(timings.build_milliseconds)
           : column == Timed::formula ? "once, not in the total"
                                      : "";
}

}  // namespace

Panel timings_panel(const Context& context) {
    const ViewModel& view = context.view;
    const Timings& timings = view.timings;
    Table table;
    table.columns = {{"phase", {}, true, 132}, {"median, ms", {}, false, 80},
        {"p5 \u2013 p95, ms", "From the 5th to the 95th percentile", false, 116},
        {"moves at least", "Bytes that have to be read or written, and the time that the device's bandwidth allows", false, 124},
        {"operations at least", {}, false, 128}, {"formula", {}, true, 0}};
    table.empty = "No runs yet";
    if (timings.runs > 0) {
        table.count = std::int64_t(timings.phases.size()) + 1 + (timings.build_milliseconds > 0);
        table.cell = [&timings](std::int64_t row, int column) -> Table::Cell {
            const auto phases = std::int64_t(timings.phases.size());
            return {row < phases    ? phase_text(timings.phases[std::size_t(row)], column, timings.read_bytes_per_second)
                    : row == phases ? total_text(timings, column)
                                    : build_text(timings, column)};
        };
        table.help = [&timings](std::int64_t row) {
            return row < std::int64_t(timings.phases.size())
                       ? told_of_phase(timings.phases[std::size_t(row)], timings.read_bytes_per_second)
                       : std::string();
        };
    }
    Panel panel{"timings", "Timings, ms", {}, {}, {}};
    panel.fact = timings.runs ? text_of_amount(timings.runs, "run", "runs") + ", warm-up left out" : "no runs yet";
    panel.shown = context.wide || (!view.stepping.open && !view.comparing.lists);  // side by side where both can be read
    panel.rows.push_back({"timings.table", "Timings", {}, std::move(table)});
    return panel;
}

}  // namespace neighborscope::panels
