#include "app/command_line/report.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/table.hpp"
#include "app/session/points/describe_data.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "gpu/index/own_index.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neighborscope::shell {
namespace {

constexpr int shown_axes = 4;  // for a point in many dimensions
constexpr int shown_queries = 5, shown_neighbours = 4;

std::string fixed(double value, int decimals) {
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string counted(std::int64_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

/// Removes decimals that are 0 in the whole column.
void drop_zeros(std::vector<std::string>& column) {
    const auto all_end_in = [&column](char last) {
        return !column.empty() && std::all_of(column.begin(), column.end(), [last](const std::string& cell) {
            return cell.back() == last && cell.find('.') != std::string::npos && cell.find('e') == std::string::npos;
        });
    };
    const auto shorten = [&column] {
        for (std::string& cell : column) cell.pop_back();
    };
    while (all_end_in('0')) shorten();
    if (all_end_in('.')) shorten();
}

/// Extent for number_text: seven digits of the float32 part of a coordinate, but at most fifteen of the whole.
double precise_extent(double relative, double origin) { return std::max(std::abs(relative), std::abs(origin) * 1e-8); }

double largest(double extent, double value) { return std::max(extent, std::abs(value)); }

}  // namespace

std::string number_text(double value, double extent, int digits) {
    if (!std::isfinite(value)) return "-";
    const double reference = extent > 0 ? extent : std::abs(value);
    if (reference == 0) return "0";
    char text[64];
    if (reference >= 1e9 || (reference < 1e-5 && std::abs(value) < 1e-5)) {
        std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
        return text;
    }
    const std::string number = fixed(value, std::clamp(digits - 1 - int(std::floor(std::log10(reference))), 0, 12));
    return number.find_first_of("123456789") == std::string::npos && number[0] == '-' ? number.substr(1) : number;
}

std::string axes_text(const DataSet& data) {
    if (data.axes.empty() || data.dimension > shown_axes) return "";
    std::string text;
    for (const std::string& axis : data.axes) text += (text.empty() ? " (" : ", ") + printable(axis);
    return text + ")";
}

std::string position_text(const DataSet& data, const float* relative) {
    std::string text = "(";
    for (int axis = 0; axis < std::min(data.dimension, shown_axes); ++axis) {
        // A typed coordinate is printed as typed: seven digits of the float32 part, and those of the origin.
        const double value = data.origin[std::size_t(axis)] + double(relative[axis]);
        std::vector<std::string> number = {number_text(value, precise_extent(relative[axis], data.origin[std::size_t(axis)]), 7)};
        drop_zeros(number);
        text += (axis ? ", " : "") + number.front();
    }
    return text + (data.dimension > shown_axes ? ", ...)" : ")");
}

std::string data_text(const DataSet& data) {
    return printable(data.name) + ": " + counted(data.count(), "point") + ", " + std::to_string(data.dimension) + "-D" + axes_text(data);
}

std::string method_text(const Method& method, const std::map<std::string, std::string>& chosen) {
    std::string text(method.info.name);
    for (const auto& [option, value] : chosen) text += ", " + printable(option) + "=" + printable(value);
    return text;
}

int FetchedLists::length(std::int64_t query) const {
    const auto entries = indices(query);
    return int(std::find(entries.begin(), entries.end(), -1) - entries.begin());
}

/// The head of a column of distances.
std::string distance_word(Metric metric) { return larger_is_nearer(metric) ? "inner product" : "distance"; }

std::string neighbours_text(const DataSet& data, const FetchedLists& lists, Metric metric) {
    const int length = lists.length(0), axes = std::min(data.dimension, shown_axes);
    if (length == 0) return "no neighbours\n";
    const auto index = lists.indices(0);
    const auto distance = lists.distances(0);
    double kth = 0;
    std::vector<double> extent(std::size_t(axes), 0);  // of the float32 part, without the origin, which determines the decimals
    for (int rank = 0; rank < length; ++rank) {
        kth = largest(kth, distance[std::size_t(rank)]);
        for (int axis = 0; axis < axes; ++axis)
            extent[std::size_t(axis)] = largest(extent[std::size_t(axis)],
                precise_extent(data.coordinates[std::size_t(index[std::size_t(rank)]) * std::size_t(data.dimension) + std::size_t(axis)],
                    data.origin[std::size_t(axis)]));
    }
    Table table;
    table.column("rank");
    table.column("index");
    if (shows_ids(data)) table.column("id");
    table.column(distance_word(metric));
    for (int axis = 0; axis < axes; ++axis) table.column(printable(data.axes[std::size_t(axis)]));
    if (data.dimension > axes) table.column("...", Table::Align::left);
    std::vector<std::vector<std::string>> coordinates(static_cast<std::size_t>(axes));
    for (int axis = 0; axis < axes; ++axis) {
        auto& column = coordinates[std::size_t(axis)];
        for (int rank = 0; rank < length; ++rank)
            column.push_back(number_text(data.coordinate(index[std::size_t(rank)], axis), extent[std::size_t(axis)], 7));
        drop_zeros(column);
    }
    for (int rank = 0; rank < length; ++rank) {
        const std::size_t at = std::size_t(rank);
        std::vector<std::string> cells = {std::to_string(rank + 1), std::to_string(data.file_row(index[at]))};
        if (shows_ids(data)) cells.push_back(std::to_string(data.own_index->id_of(index[at])));
        cells.push_back(number_text(distance[at], kth));
        for (const auto& column : coordinates) cells.push_back(column[at]);
        table.row(std::move(cells));
    }
    std::string text = table.text();
    const bool found_all = length + 1 >= allowed_rows(data);  // the query's own row may be left out
    if (length < lists.wanted && !found_all)
        text += "k is " + std::to_string(lists.wanted) + ", but the search found only " + counted(length, "row") + "\n";
    else if (length < lists.wanted)
        text += "k is " + std::to_string(lists.wanted) + ", but there " + (length == 1 ? "is " : "are ") + counted(length, "point") +
                " to find\n";
    if (data.dimension > axes)
        text += "the first " + std::to_string(axes) + " of " + std::to_string(data.dimension) + " coordinates are shown\n";
    return text;
}

std::string summary_text(const DataSet& data, const FetchedLists& lists, Metric metric) {
    std::vector<float> nearest, kth;
    std::int64_t shorter = 0;
    for (std::int64_t query = 0; query < lists.queries; ++query) {
        const int length = lists.length(query);
        if (length < lists.wanted) ++shorter;
        if (length == 0) continue;
        nearest.push_back(lists.distances(query)[0]);
        kth.push_back(lists.distances(query)[std::size_t(length - 1)]);
    }
    std::string text = counted(lists.queries, "list") + " of " + std::to_string(lists.wanted);
    const bool all_listed = data.count() <= lists.wanted;  // except one that may be excluded
    if (shorter > 0)
        text += ", " + std::to_string(shorter) + " of them shorter because " +
                (all_listed ? "there are no more points" : "the method found no more");
    text += "\n\n";
    if (nearest.empty()) return text;

    Table distances;
    distances.column(distance_word(metric), Table::Align::left);
    for (const char* header : {"minimum", "median", "maximum"}) distances.column(header);
    const auto spread_row = [&distances](const std::string& name, std::vector<float>& values, double extent) {
        std::sort(values.begin(), values.end());
        distances.row({name, number_text(values.front(), extent), number_text(values[values.size() / 2], extent),
            number_text(values.back(), extent)});
    };
    double extent = 0;
    for (const std::vector<float>* const values : {&nearest, &kth})
        for (const float value : *values) extent = largest(extent, double(value));
    spread_row("to the nearest", nearest, extent);
    spread_row("to the last of the list", kth, extent);
    text += distances.text() + "\n";

    Table first;
    first.column("query");
    const int neighbours = std::min(lists.k, shown_neighbours);
    for (int rank = 1; rank <= neighbours; ++rank) first.column("rank " + std::to_string(rank) + ": index (" + distance_word(metric) + ")");
    for (std::int64_t query = 0; query < std::min<std::int64_t>(lists.queries, shown_queries); ++query) {
        std::vector<std::string> cells = {std::to_string(query)};
        for (int rank = 0; rank < std::min(neighbours, lists.length(query)); ++rank)
            cells.push_back(std::to_string(data.file_row(lists.indices(query)[std::size_t(rank)])) + " (" +
                            number_text(lists.distances(query)[std::size_t(rank)], extent) + ")");
        first.row(std::move(cells));
    }
    text += first.text();
    if (lists.queries > shown_queries || lists.k > shown_neighbours)
        text += "these are the first lists and ranks; --out writes all of them\n";
    return text;
}

namespace {

/// The ceilings of the lower bounds, and reasons to doubt them.
std::string ceilings_text(const Measurement& measured, const Ceilings& most) {
    const double ceiling = most.read_bytes_per_second;
    std::string text = "least time: bytes / " + fixed(ceiling / 1e9, ceiling < 1e11 ? 1 : 0) + " GB/s, the best measured here (" +
                       most.read_how + (most.date.empty() ? "" : "; " + most.date) + ")\n            or operations / " +
                       fixed(most.fp32_operations_per_second / 1e9, 1) + " GFLOP/s, whichever takes longer; caches can be faster\n";
    if (most.was_busy())
        text += "warning: now memory is read at " + fixed(most.slowest_share * 100, 0) +
                " % of that rate: other programs keep the machine busy\n";
    for (const MeasuredPhase& phase : measured.phases)
        if (beats_ceiling(phase.lower_bound.bytes, phase.milliseconds.median, ceiling))
            text += "warning: \"" + phase.name +
                    "\" reads faster than that rate, which was measured on a busy machine: --measure-ceilings measures it again\n";
    return text;
}

/// What each of several devices did in the last run.
std::string times_of_devices_text(const Measurement& measured) {
    Table table;
    table.column("device", Table::Align::left);
    for (const char* const header : {"points", "queries", "works ms", "waits ms", "communicates ms"}) table.column(header);
    for (const DeviceTime& one : measured.devices)
        table.row({one.device, std::to_string(one.points), std::to_string(one.queries), fixed(one.working, 3), fixed(one.waiting, 3),
            fixed(one.communicating, 3)});
    return table.text() + "of the last run; the devices communicate by " + measured.communication + "\n";
}

}  // namespace

std::string timings_text(const Measurement& measured, const Ceilings* most) {
    const double ceiling = most ? most->read_bytes_per_second : 0;
    const bool several = measured.runs > 1;
    const int decimals = measured.total.median < 10 ? 4 : measured.total.median < 1000 ? 2 : 0;
    double all_bytes = 0, all_milliseconds = 0, all_least = 0;
    Timings at_most;
    if (most)
        at_most.read_bytes_per_second = most->read_bytes_per_second, at_most.fp32_operations_per_second = most->fp32_operations_per_second;
    const auto least_of = [&](const LowerBound& lower_bound) { return least_milliseconds(lower_bound, at_most); };
    for (const MeasuredPhase& phase : measured.phases) {
        all_bytes += phase.lower_bound.bytes;
        all_least += least_of(phase.lower_bound);
        all_milliseconds += phase.milliseconds.median;
    }

    Table table;
    table.column("phase", Table::Align::left);
    table.column(several ? "median ms" : "ms");
    if (several) table.column("minimum"), table.column("maximum");
    if (ceiling > 0) table.column("least ms"), table.column("reached");
    else table.column("GB/s");
    table.column("at the least", Table::Align::left);
    const auto row = [&](const std::string& name, const Spread& time, double bytes, double least, const std::string& formula) {
        std::vector<std::string> cells = {name, fixed(time.median, decimals)};
        if (several) cells.push_back(fixed(time.minimum, decimals)), cells.push_back(fixed(time.maximum, decimals));
        const bool moves = bytes > 0 && time.median > 0;
        if (ceiling > 0) {
            cells.push_back(moves ? fixed(least, decimals) : "");
            cells.push_back(moves ? fixed(least / time.median * 100, 0) + " %" : "");
        }
        const double rate = moves ? bytes / time.median / 1e6 : 0;
        if (!(ceiling > 0)) cells.push_back(moves ? fixed(rate, rate < 1 ? 3 : rate < 10 ? 2 : rate < 100 ? 1 : 0) : "");
        cells.push_back(formula);
        table.row(std::move(cells));
    };
    bool inside = false;
    for (const MeasuredPhase& phase : measured.phases) {
        row(std::string(phase.inside ? "  " : "") + phase.name, phase.milliseconds, phase.lower_bound.bytes, least_of(phase.lower_bound),
            phase.lower_bound.formula);
        inside = inside || phase.inside;
    }
    row("total", measured.total, all_bytes, all_least, "");
    std::string text = table.text();
    std::string formulas;
    for (const MeasuredPhase& phase : measured.phases) {
        formulas += phase.lower_bound.formula + "; ";
        if (const std::string walk = explain_traversal_cost(phase.lower_bound); !walk.empty())
            text += wrapped(phase.name + ", counted: " + walk, 118, 4) + "\n";
    }
    if (const std::string symbols = explain_symbols(formulas); !symbols.empty()) text += "in the formulas: " + symbols + "\n";

    if (inside) {
        Table parts;
        parts.column("inside a kernel", Table::Align::left);
        for (const char* header : {"share of it", "slowest block / median", "cost of recording"}) parts.column(header);
        for (const MeasuredPhase& phase : measured.phases)
            if (phase.inside && phase.inside->share == 0 && phase.milliseconds.median > 0) parts.row({phase.name, "not measured", "", ""});
            else if (phase.inside)
                parts.row({phase.name, fixed(phase.inside->share * 100, 1) + " %", fixed(phase.inside->imbalance, 2),
                    fixed(phase.inside->stamping_overhead * 100, 1) + " %"});
        text += "\n" + parts.text();
    }

    if (!measured.devices.empty()) text += "\n" + times_of_devices_text(measured);
    text += "\n";
    if (measured.ticks > 0)
        text += "total: over " + counted(measured.ticks, "tick") + ", " + counted(measured.runs / measured.ticks, "run") + " each";
    else if (several) text += "total: median of " + std::to_string(measured.runs) + " runs after a warm-up";
    else text += measured.warmed_up ? "total: one run after a warm-up" : "total: one run, without a warm-up";
    if (measured.phases.empty()) text += "; --repeat 1 runs it again and measures its phases";
    else if (measured.total.median > 0)
        text += "; phases, measured in other runs between these, add up to " + fixed(all_milliseconds / measured.total.median * 100, 0) +
                " % of it";
    text += "\n";
    const auto longest = std::max_element(measured.phases.begin(), measured.phases.end(),
        [](const MeasuredPhase& a, const MeasuredPhase& b) { return a.milliseconds.maximum < b.milliseconds.maximum; });
    if (several && longest != measured.phases.end() && longest->milliseconds.maximum > measured.total.maximum)
        text += "\"" + longest->name + "\" took longer than any total in one of those other runs\n";
    if (!measured.chosen.empty()) text += "chosen: " + measured.chosen + "\n";
    if (const BuildTimes& build = measured.build; build.first > 0) {
        const auto time = [](double milliseconds) { return fixed(milliseconds, milliseconds < 1000 ? 2 : 0) + " ms"; };
        text += "build: " + time(build.milliseconds()) + (measured.ticks > 0 ? " a tick" : "") + ", not in the total; ";
        if (measured.ticks > 0) text += "the mean\n";
        else if (build.again.empty()) text += "measured once, because it is slow\n";
        else text += "median of " + counted(std::int64_t(build.again.size()), "build") + ", the first took " + time(build.first) + "\n";
    }
    return ceiling > 0 ? text + ceilings_text(measured, *most) : text;
}

std::string tally_text(const Tally& tally, std::int64_t queries) {
    return std::to_string(tally.exact) + " exact, " + std::to_string(tally.within_rounding) + " exact within rounding, " +
           std::to_string(tally.wrong) + " wrong, of " + std::to_string(queries) + " queries";
}

std::string counters_text(const std::vector<Counter>& counters) {
    if (counters.empty()) return "this method has no counters\n";
    Table table;
    table.column("counted", Table::Align::left);
    table.column("");
    for (const Counter& counter : counters) table.row({counter.name, std::to_string(counter.value)});
    return table.text();
}

}  // namespace neighborscope::shell
