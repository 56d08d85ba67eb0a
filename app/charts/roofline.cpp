#include "app/charts/roofline.hpp"

#include "app/session/sentences/presented.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::charts {
namespace {

constexpr double near = 0.5, uneven = 1.5;     // of the floor; slowest block over the median
constexpr double launch_milliseconds = 0.005;  // of a kernel on CUDA, with all that belongs to it
constexpr int ink_of_now = 0, ink_of_frozen = 5;

std::string why_far(const TimingRow& row, const RoofPlace& place, const Timings& timings) {
    const DeviceKind device = timings.device;
    std::string why;
    const auto add = [&](const std::string& sentence) { why += (why.empty() ? "" : " ") + sentence; };
    if (place.share() >= near) return why;
    if (device == DeviceKind::cuda && place.least_milliseconds < launch_milliseconds)
        add("Launching a kernel takes about " + text_of_duration(launch_milliseconds) +
            ", longer than this least time. With more points or queries this matters less.");
    if (row.inside && row.inside->imbalance > uneven)
        add("Its slowest block takes " + digits(row.inside->imbalance, 2) +
            " times as long as the median block, and the others wait for it.");
    if (device == DeviceKind::host && timings.kernels)
        add("The host device runs the threads of a kernel one after another on each core, to show and check them. The peak rates are those "
            "of the processor.");
    return why;
}

Series marks_of(const std::vector<RoofPlace>& places, const std::string& called, int ink, bool faint) {
    Series series{called, {}, ink, false, faint};
    for (const RoofPlace& place : places)
        if (place.drawn())
            series.points.push_back({place.intensity(), place.rate(), 0, 0,
                (called.empty() ? "" : called + ": ") + place.phase + ", " + digits(100 * place.share(), 2) + "\u202f%"});
    return series;
}

}  // namespace

std::vector<Guide> ceilings_of(double read_bytes_per_second, double fp32_operations_per_second, double left, double right) {
    const double read = read_bytes_per_second / 1e9, flops = fp32_operations_per_second / 1e9, ridge = flops / read;
    return {{{{left, left * read}, {ridge, flops}}, "memory: " + digits(read) + " GB/s"},
        {{{ridge, flops}, {right, flops}}, "float32: " + digits(flops) + " GFLOP/s"}};
}

std::vector<RoofPlace> roof_places(const Timings& timings) {
    std::vector<RoofPlace> places;
    if (timings.read_bytes_per_second <= 0 || timings.fp32_operations_per_second <= 0) return places;
    double all = 0;
    for (const TimingRow& row : timings.phases) all += row.median;
    for (const TimingRow& row : timings.phases) {
        RoofPlace place{row.phase, row.median};
        if (row.floor.is_whole()) place.bytes = row.floor.bytes, place.operations = row.floor.operations;
        const double memory = place.bytes / timings.read_bytes_per_second * 1e3,
                     arithmetic = place.operations / timings.fp32_operations_per_second * 1e3;
        place.least_milliseconds = std::max(memory, arithmetic);
        place.by_memory = memory >= arithmetic;
        place.of_total = all > 0 ? row.median / all : 0;
        place.formula = told_floor(row.floor);
        place.why = why_far(row, place, timings);
        places.push_back(std::move(place));
    }
    return places;
}

Chart roofline_chart(const ViewModel& view, const std::string& asked) {
    const Timings& timings = view.timings;
    const std::vector<RoofPlace> now = roof_places(timings),
                                 frozen = view.frozen ? roof_places(view.frozen->timings) : std::vector<RoofPlace>();
    Panel panel{.x = {.label = "operations per byte (least counts)", .logarithmic = true},
        .y = {.label = "float32 operations, GFLOP/s", .logarithmic = true}};
    const double read = timings.read_bytes_per_second, flops = timings.fp32_operations_per_second;
    if (read > 0 && flops > 0) {
        const double ridge = flops / read;
        double left = std::min(0.05, 0.2 * ridge), right = std::max(20.0, 5 * ridge);
        for (const auto* places : {&now, &frozen})
            for (const RoofPlace& place : *places)
                if (place.drawn()) left = std::min(left, 0.5 * place.intensity()), right = std::max(right, 2 * place.intensity());
        panel.guides = ceilings_of(read, flops, left, right);
        for (const RoofPlace& place : now)  // a plumb line from the ceiling to the lowest mark below it
            if (place.drawn() && std::none_of(now.begin(), now.end(), [&](const RoofPlace& other) {
                    return other.drawn() && other.intensity() == place.intensity() && other.rate() < place.rate();
                }))
                panel.guides.push_back(
                    {{{place.intensity(), place.rate()}, {place.intensity(), std::min(place.intensity() * read, flops) / 1e9}}, "", true});
    }
    panel.series.push_back(marks_of(now, view.frozen ? "B" : "", ink_of_now, false));
    if (view.frozen) panel.series.push_back(marks_of(frozen, "A", ink_of_frozen, true));
    std::string subtitle = asked;
    if (view.frozen) subtitle = "A: " + view.frozen->asked + "   B: " + asked;
    std::vector<std::string> left_out;
    for (const RoofPlace& place : now)
        if (!place.drawn() && place.milliseconds > 0) left_out.push_back(place.phase);
    std::string note = "Percent: the least time of the phase, divided by its time. The ceilings are the peak rates measured on " +
                       std::string(timings.device == DeviceKind::cuda ? "this GPU" : "this processor") +
                       ". Bytes and operations are the least counts by the formula of each phase.";
    for (std::size_t i = 0; i < left_out.size(); ++i)
        note += (i == 0 ? " Not drawn, because they have no operations: " : ", ") + left_out[i];
    note += left_out.empty() ? "" : ".";
    if (const std::string told = told_of_ceilings(timings); !told.empty()) note += " " + told;
    return {"Roofline of this search", subtitle, note, {std::move(panel)}};
}

std::vector<std::string> told_of_roofline(const ViewModel& view) {
    std::vector<RoofPlace> places = roof_places(view.timings);
    std::vector<std::string> sentences;
    if (places.empty()) return sentences;
    std::stable_sort(places.begin(), places.end(), [](const RoofPlace& a, const RoofPlace& b) { return a.of_total > b.of_total; });
    for (std::size_t i = 0; i < places.size(); ++i) {
        const RoofPlace& place = places[i];
        std::string text = (i == 0 ? "Most time goes to " : "") + place.phase + ": " + text_of_duration(place.milliseconds) + ", " +
                           text_of_percent(place.of_total, 0) + " of the phases.";
        if (place.least_milliseconds > 0)
            text += std::string(place.by_memory ? " Memory" : " Arithmetic") + " limits it: its least time is " +
                    text_of_duration(place.least_milliseconds) + ", " + digits(100 * place.share(), 2) + "\u202f% of that.";
        if (i == 0 && !place.why.empty()) text += " " + place.why;
        sentences.push_back(std::move(text));
    }
    return sentences;
}

std::string told_of_place(const RoofPlace& place) {
    std::string text =
        place.phase + ": median " + text_of_duration(place.milliseconds) + ", " + text_of_percent(place.of_total, 0) + " of the phases";
    if (place.least_milliseconds > 0)
        text += "\nat least " + text_of_duration(place.least_milliseconds) + ", limited by " + (place.by_memory ? "memory" : "arithmetic") +
                ": " + digits(100 * place.share(), 2) + "\u202f% reached";
    if (place.drawn()) text += "\n" + digits(place.intensity()) + " operations per byte, " + digits(place.rate()) + " GFLOP/s";
    if (!place.formula.empty()) text += "\nformula: " + place.formula;
    if (const std::string symbols = told_symbols(place.formula); !symbols.empty()) text += "\nwith " + symbols;
    return text + (place.why.empty() ? "" : "\n" + place.why);
}

}  // namespace neighborscope::charts
