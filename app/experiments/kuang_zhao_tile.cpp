// Q. Kuang, L. Zhao, section IV.B: a square tile for many dimensions, a rectangular tile for few.
#include "app/experiments/kuang_zhao.hpp"

#include <algorithm>

namespace neighborscope::experiments::kuang {
namespace {

constexpr std::string_view square = "16x16", rectangle = "8x32";
constexpr int all_dimensions[] = {2, 4, 8, 16, 32, 64, 128}, small = 8;

std::int64_t points(Scale scale) { return scale == Scale::quick ? 300 : scale == Scale::laptop ? 1000 : 30000; }
std::int64_t rows_asked(Scale scale) { return scale == Scale::quick ? 32 : scale == Scale::laptop ? 96 : 1600; }

std::vector<Case> tile_cases(Scale scale) {
    std::vector<Case> all;
    for (const int dimension : all_dimensions)
        for (const std::string_view shape : {square, rectangle})
            all.push_back({.data = "vectors:n=" + std::to_string(points(scale)) + ",d=" + std::to_string(dimension),
                .n = points(scale),
                .dimension = dimension,
                .queries = rows_asked(scale),
                .k = k,
                .method = std::string(tiled),
                .options = {{"tile", std::string(shape)}},
                .repeats = scale == Scale::quick ? 3 : 10,
                .time_budget_ms = scale == Scale::quick ? 100.0 : 2000.0,
                .phases = true});
    return all;
}

/// Milliseconds of T1; 0 if not measured.
double t1(const Findings& findings, std::string_view shape, int dimension) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.dimension == dimension && one.asked.options.at("tile") == shape) return distances_ms(one);
    return 0;
}

std::vector<int> dimensions_of(const Findings& findings) {
    std::vector<int> found;
    for (const int dimension : all_dimensions)
        if (t1(findings, square, dimension) > 0 && t1(findings, rectangle, dimension) > 0) found.push_back(dimension);
    return found;
}

const Verdict not_both{Outcome::not_measured, "both tiles at few and at many dimensions are needed"};

Verdict square_wastes_few(const Findings& findings) {
    const std::vector<int> there = dimensions_of(findings);
    if (there.size() < 2 || there.front() > small) return not_both;
    std::string text;
    for (const int dimension : there)
        text += (text.empty() ? "" : ", ") + std::to_string(dimension) + ": " + digits(1e3 * t1(findings, square, dimension) / dimension);
    const auto per_dimension = [&](int dimension) { return t1(findings, square, dimension) / dimension; };
    return reproduced_if(
        per_dimension(small) > 1.2 * per_dimension(there.back()), "T1 with 16x16 by dimensions, microseconds for each of them: " + text);
}

Verdict rectangle_suits_few(const Findings& findings) {
    const std::vector<int> there = dimensions_of(findings);
    if (there.empty() || there.front() > small) return not_both;
    bool faster = true;
    std::string text;
    for (const int dimension : there) {
        const double ratio = t1(findings, square, dimension) / t1(findings, rectangle, dimension);
        faster = faster && (dimension > small || ratio > 1);
        text += (text.empty() ? "" : ", ") + std::to_string(dimension) + ": " + digits(ratio);
    }
    return reproduced_if(faster, "T1 with 16x16 over T1 with 8x32 by dimensions: " + text);
}

Chart tile_chart(const Findings& findings) {
    Panel panel{
        .x = {.label = "dimensions", .logarithmic = true}, .y = {.label = "T1 for each dimension, microseconds", .logarithmic = true}};
    int series_colour = 0;
    for (const std::string_view shape : {square, rectangle}) {
        Series series{std::string(shape), {}, series_colour++};
        for (const int dimension : dimensions_of(findings)) {
            series.points.push_back({double(dimension), 1e3 * t1(findings, shape, dimension) / dimension});
            if (shape == square) panel.x.ticks.push_back(dimension);
        }
        if (!series.points.empty()) panel.series.push_back(std::move(series));
    }
    return {
        "Distances in tiles: the square one and the rectangle", "Kuang and Zhao, section IV.B: tiled-radix, random vectors", "", {panel}};
}

std::vector<TableOfText> tile_tables(const Findings& findings) {
    TableOfText table{"T1, ms", {"dimensions", std::string(square), std::string(rectangle), "16x16 / 8x32"}, {}};
    for (const int dimension : dimensions_of(findings)) {
        const double of_square = t1(findings, square, dimension), of_rectangle = t1(findings, rectangle, dimension);
        table.rows.push_back({std::to_string(dimension), digits(of_square), digits(of_rectangle), digits(of_square / of_rectangle)});
    }
    return {table};
}

}  // namespace

Experiment tile_shapes() {
    Experiment experiment;
    experiment.id = "tile";
    experiment.title = "The shape of the tile";
    experiment.measures = "T1 of tiled-radix by dimension, with tiles of 16 x 16 and of 8 wide and 32 high";
    experiment.papers_workload = "none: the section recommends, and gives no figures";
    experiment.workload = [](Scale scale) {
        return std::to_string(points(scale)) + " points of `vectors:`, " + std::to_string(rows_asked(scale)) +
               " random queries, 2 to 128 dimensions";
    };
    experiment.cases = tile_cases;
    experiment.claims = {
        {"section IV.B", "With the square tile performance is reduced where dimensions are few, or even below 16", "",
            "T1 with 16x16 takes over 20 % longer for each of 8 dimensions than for each of the most", square_wastes_few},
        {"section IV.B", "Then a tile 8 wide and 32 high can be used", "",
            "T1 with 8x32 below T1 with 16x16 wherever there are at most 8 dimensions", rectangle_suits_few},
    };
    experiment.charts = {{"tile", tile_chart}};
    experiment.tables = tile_tables;
    return experiment;
}

}  // namespace neighborscope::experiments::kuang
