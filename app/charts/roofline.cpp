#include "app/charts/roofline.hpp"

#include "app/session/sentences/search_texts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope::charts {
namespace {

constexpr double near_ceiling = 0.5, uneven_blocks = 1.5;  // share of the lower bound; time of the slowest block divided by the median
constexpr double launch_milliseconds = 0.005;              // overhead of a kernel launch on CUDA
constexpr int colour_of_current = 0, colour_of_frozen = 5;

std::string reason_below_ceiling(const TimingRow& row, const RooflinePoint& place, const Timings& timings) {
    const DeviceKind device = timings.device;
    std::string why;
    const auto add = [&](const std::string& sentence) { why += (why.empty() ? "" : " ") + sentence; };
    if (place.share() >= near_ceiling) return why;
    if (device == DeviceKind::cuda && place.least_milliseconds < launch_milliseconds)
        add("Launching a kernel takes about " + text_of_duration(launch_milliseconds) +
            ", longer than this least time. With more points or queries this matters less.");
    if (row.inside && row.inside->imbalance > uneven_blocks)
        add("Its slowest block takes " + digits(row.inside->imbalance, 2) +
            " times as long as the median block, and the others wait for it.");
    if (device == DeviceKind::host && timings.kernels)
        add("The host device runs the threads of a kernel one after another on each core, to show and check them. The peak rates are those "
            "of the processor.");
    return why;
}

Series marks_of(const std::vector<RooflinePoint>& places, const std::string& called, int series_colour, bool faint) {
    Series series{called, {}, series_colour, false, faint};
    for (const RooflinePoint& place : places)
        if (place.drawn())
            series.points.push_back({place.intensity(), place.rate(), 0, 0,
                (called.empty() ? "" : called + ": ") + place.phase + ", " + digits(100 * place.share(), 2) + "\u202f%"});
    return series;
}

}  // namespace

std::vector<ReferenceLine> ceilings_of(double read_bytes_per_second, double fp32_operations_per_second, double left, double right) {
    const double read = read_bytes_per_second / 1e9, flops = fp32_operations_per_second / 1e9, ridge = flops / read;
    return {{{{left, left * read}, {ridge, flops}}, "memory: " + digits(read) + " GB/s"},
        {{{ridge, flops}, {right, flops}}, "float32: " + digits(flops) + " GFLOP/s"}};
}

std::vector<RooflinePoint> roofline_points(const Timings& timings) {
    std::vector<RooflinePoint> places;
    if (timings.read_bytes_per_second <= 0 || timings.fp32_operations_per_second <= 0) return places;
    double all = 0;
    for (const TimingRow& row : timings.phases) all += row.median;
    for (const TimingRow& row : timings.phases) {
        if (is_only_divided(row)) continue;
        RooflinePoint place{row.phase, row.median};
        if (row.lower_bound.is_complete()) place.bytes = row.lower_bound.bytes, place.operations = row.lower_bound.operations;
        const double memory = place.bytes / timings.read_bytes_per_second * 1e3,
                     arithmetic = place.operations / timings.fp32_operations_per_second * 1e3;
        place.least_milliseconds = std::max(memory, arithmetic);
        place.by_memory = memory >= arithmetic;
        place.share_of_total = all > 0 ? row.median / all : 0;
        place.formula = explain_lower_bound(row.lower_bound);
        place.why = reason_below_ceiling(row, place, timings);
        places.push_back(std::move(place));
    }
    return places;
}

Chart roofline_chart(const ViewModel& view, const std::string& asked) {
    const Timings& timings = view.timings;
    const std::vector<RooflinePoint> now = roofline_points(timings),
                                     frozen = view.frozen ? roofline_points(view.frozen->timings) : std::vector<RooflinePoint>();
    Panel panel{.x = {.label = "operations per byte (least counts)", .logarithmic = true},
        .y = {.label = "float32 operations, GFLOP/s", .logarithmic = true}};
    const double read = timings.read_bytes_per_second, flops = timings.fp32_operations_per_second;
    if (read > 0 && flops > 0) {
        const double ridge = flops / read;
        double left = std::min(0.05, 0.2 * ridge), right = std::max(20.0, 5 * ridge);
        for (const auto* places : {&now, &frozen})
            for (const RooflinePoint& place : *places)
                if (place.drawn()) left = std::min(left, 0.5 * place.intensity()), right = std::max(right, 2 * place.intensity());
        panel.reference_lines = ceilings_of(read, flops, left, right);
        for (const RooflinePoint& place : now)  // a vertical line from the peak rate to the lowest mark
            if (place.drawn() && std::none_of(now.begin(), now.end(), [&](const RooflinePoint& other) {
                    return other.drawn() && other.intensity() == place.intensity() && other.rate() < place.rate();
                }))
                panel.reference_lines.push_back(
                    {{{place.intensity(), place.rate()}, {place.intensity(), std::min(place.intensity() * read, flops) / 1e9}}, "", true});
    }
    panel.series.push_back(marks_of(now, view.frozen ? "B" : "", colour_of_current, false));
    if (view.frozen) panel.series.push_back(marks_of(frozen, "A", colour_of_frozen, true));
    std::string subtitle = asked;
    if (view.frozen) subtitle = "A: " + view.frozen->asked + "   B: " + asked;
    std::vector<std::string> left_out;
    for (const RooflinePoint& place : now)
        if (!place.drawn() && place.milliseconds > 0) left_out.push_back(place.phase);
    std::string note = "Percent: the least time of the phase, divided by its time. The ceilings are the peak rates measured on " +
                       std::string(timings.device == DeviceKind::cuda ? "this GPU" : "this processor") +
                       ". Bytes and operations are the least counts by the formula of each phase.";
    for (std::size_t i = 0; i < left_out.size(); ++i)
        note += (i == 0 ? " Not drawn, because they have no operations: " : ", ") + left_out[i];
    note += left_out.empty() ? "" : ".";
    bool first = true;
    for (const TimingRow& row : timings.phases)
        if (is_only_divided(row))
            note +=
                (std::exchange(first, false) ? " Not drawn, because their shares of a kernel are not measured on this device: " : ", ") +
                row.phase;
    note += first ? "" : ".";
    for (const std::string& sentence : {phases_against_total(timings), busy_machine_warning(timings)})
        if (!sentence.empty()) note += " " + sentence;
    return {"Roofline of this search", subtitle, note, {std::move(panel)}};
}

std::vector<std::string> roofline_sentences(const ViewModel& view) {
    std::vector<RooflinePoint> places = roofline_points(view.timings);
    std::vector<std::string> sentences;
    const bool divided = std::any_of(view.timings.phases.begin(), view.timings.phases.end(), is_only_divided);
    if (divided) sentences.push_back(std::string("Which phase takes the most time is ") + not_measured_here + ".");
    if (places.empty()) return sentences;
    std::stable_sort(
        places.begin(), places.end(), [](const RooflinePoint& a, const RooflinePoint& b) { return a.share_of_total > b.share_of_total; });
    for (std::size_t i = 0; i < places.size(); ++i) {
        const RooflinePoint& place = places[i];
        std::string text = (i == 0 && !divided ? "Most time goes to " : "") + place.phase + ": " + text_of_duration(place.milliseconds) +
                           ", " + text_of_percent(place.share_of_total, 0) + " of the phases.";
        if (place.share() > 1)
            text +=
                " It is faster than the measured peak rates: its data are in a cache, or other programs ran while the rates were measured.";
        else if (place.least_milliseconds > 0)
            text += " " + std::string(place.by_memory ? "Memory" : "Arithmetic") +
                    " sets its least time: " + text_of_duration(place.least_milliseconds) + ", " + digits(100 * place.share(), 2) +
                    "\u202f% of that.";
        if (i == 0 && !place.why.empty()) text += " " + place.why;
        sentences.push_back(std::move(text));
    }
    if (std::string unlike = phases_against_total(view.timings); !unlike.empty()) sentences.push_back(std::move(unlike));
    return sentences;
}

std::string roofline_point_text(const RooflinePoint& place) {
    std::string text = place.phase + ": median " + text_of_duration(place.milliseconds) + ", " + text_of_percent(place.share_of_total, 0) +
                       " of the phases";
    if (place.least_milliseconds > 0)
        text += "\nat least " + text_of_duration(place.least_milliseconds) + ", limited by " + (place.by_memory ? "memory" : "arithmetic") +
                ": " + digits(100 * place.share(), 2) + "\u202f% reached";
    if (place.drawn()) text += "\n" + digits(place.intensity()) + " operations per byte, " + digits(place.rate()) + " GFLOP/s";
    if (!place.formula.empty()) text += "\nformula: " + place.formula;
    if (const std::string symbols = explain_symbols(place.formula); !symbols.empty()) text += "\nwith " + symbols;
    return text + (place.why.empty() ? "" : "\n" + place.why);
}

}  // namespace neighborscope::charts
