#include "app/panels/warp_writes_chart.hpp"

#include "app/charts/curve_chart.hpp"
#include "app/session/sentences/warp_writes.hpp"
#include "app/session/workbench/curve_controls.hpp"

#include <algorithm>

namespace neighborscope::panels {
namespace {

constexpr int lanes = WarpWrites::lanes, entry_bytes = WarpWrites::entry_bytes, sector_bytes = WarpWrites::sector_bytes;
constexpr const char* compared_methods[] = {"quadtree-cached", "quadtree-coalesced"};

/// Draws lists at their true offsets in sectors; of long lists the first 32 entries.
struct MemoryPicture {
    int k;
    Chart& chart;
    int sectors = (std::min(k, lanes) * entry_bytes + sector_bytes - 1) / sector_bytes;  ///< per list
    double shown = double(sectors * sector_bytes);                                       ///< bytes per list

    void draw(double left, int list, double from, double to, Chart::Box::Shade shade) {
        const double top = lanes - list;
        chart.boxes.push_back({left + std::max(0.0, from), left + std::min(shown, to), top - 0.85, top - 0.15, shade});
    }
    void draw_list(double left, int list) { draw(left, list, 0, double(k) * entry_bytes, Chart::Box::Shade::faint); }
    /// Draws adjacent entries and the sectors that they touch. Returns the number of sectors.
    int draw_write(double left, int list, int entries) {
        const std::int64_t begin = std::int64_t(list) * k * entry_bytes, end = begin + entries * entry_bytes;
        int sectors = 0;
        for (std::int64_t sector = begin / sector_bytes * sector_bytes; sector < end; sector += sector_bytes, ++sectors)
            draw(left, list, double(sector - begin) + 1, double(sector - begin) + sector_bytes - 1, Chart::Box::Shade::pale);
        for (int entry = 0; entry < entries; ++entry)
            draw(left, list, entry * entry_bytes + 1.0, entry * entry_bytes + entry_bytes - 1.0, Chart::Box::Shade::strong);
        return sectors;
    }
};

/// The lines of both methods in a curve along k on the present device; none: not measured.
std::optional<std::array<std::size_t, 2>> lines_along_k(const ViewModel& view) {
    const measure::Curve* const curve = view.curves.curve.get();
    const DeviceKind here = view.status.device.starts_with("host") ? DeviceKind::host : DeviceKind::cuda;
    if (!curve || curve->asked.along.what != "k" || curve->asked.device != here || !curve->complete()) return std::nullopt;
    std::array<std::size_t, 2> found{};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& lines = curve->asked.lines;
        const auto line = std::find_if(
            lines.begin(), lines.end(), [&](const measure::CurveLine& one) { return one.method->info.name == compared_methods[i]; });
        if (line == lines.end()) return std::nullopt;
        found[i] = std::size_t(line - lines.begin());
    }
    return found;
}

}  // namespace

Row warp_writes_row(int k) {
    Chart chart;
    MemoryPicture memory{k, chart};
    const double between = 0.12 * memory.shown, right = memory.shown + between;
    chart.to = right + memory.shown;
    chart.high = lanes;
    chart.height = 150;
    chart.caption = "Sectors of a warp's first write";
    chart.up = {{lanes - 0.5, "list 1"}, {0.5, "list 32"}};  // the widest label last
    for (const double left : {0.0, right})
        for (int list = 0; list < lanes; ++list) memory.draw_list(left, list);
    std::int64_t touched = 0;
    for (int list = 0; list < lanes; ++list) memory.draw_write(0, list, 1);
    touched = WarpWrites::cached(k).sectors / k;
    chart.across = {{0.5 * memory.shown, "cached: " + text_of_count(touched)},
        {right + 0.5 * memory.shown, "coalesced: " + text_of_count(memory.draw_write(right, 0, std::min(k, lanes)))}};
    return {"method.writes", "The first write of a warp: quadtree-cached and quadtree-coalesced",
        "Each row is the list of one of the 32 queries of a warp, from its first byte on. Dark: the 8-byte entries that one write stores. "
        "Pale: the 32-byte sectors that it touches. quadtree-cached stores one entry in each list, quadtree-coalesced fills one list",
        std::move(chart)};
}

std::vector<Row> measured_along_k(const Context& context) {
    const ViewModel& view = context.view;
    if (const auto lines = lines_along_k(view)) {
        std::string summary = "The time of the whole search by k, measured on this device:";
        const auto meeting = charts::crossing_sentences(*view.curves.curve, CurveQuantity::time, (*lines)[0], (*lines)[1]);
        for (const std::string& sentence : meeting) summary += " " + sentence;
        if (meeting.empty()) summary += " neither is always faster.";
        return {{"method.along_k", {}, {}, Text{summary}}};
    }
    Button measure{"method.measure_along_k", "Measure along k",
        "Measure the time of the whole search of both methods, from small k to large k", "", {}, {}, {}};
    measure.run = [&workbench = context.workbench] {
        workbench.curves().measure_along_k({std::begin(compared_methods), std::end(compared_methods)});
    };
    return {{"method.along_k", {}, {},
                Text{"On this device it is not measured yet at which k one method becomes faster than the other.", Tone::second}},
        {"method.along_k.buttons", {}, {}, Buttons{{std::move(measure)}}}};
}

}  // namespace neighborscope::panels
