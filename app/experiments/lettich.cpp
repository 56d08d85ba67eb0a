#include "app/experiments/lettich.hpp"

#include "app/experiments/report.hpp"

namespace neighborscope::experiments::lettich {

std::string data_of(std::string_view distribution, std::int64_t n, std::int64_t hotspots) {
    std::string data = std::string(distribution) + ":n=" + std::to_string(n);
    if (distribution == "hotspots") data += ",hotspots=" + std::to_string(hotspots);
    return data;
}

namespace {

int most_ticks(Scale scale) { return scale == Scale::quick ? 3 : 30; }

}  // namespace

std::string ticks_and_query_rows(Scale scale) { return "; up to " + std::to_string(most_ticks(scale)) + " ticks, every object is a query"; }

Case tick_case(Scale scale, std::string data, std::int64_t n, int k, std::string_view method) {
    return {.data = std::move(data),
        .n = n,
        .dimension = 2,
        .queries = 0,
        .k = k,
        .method = std::string(method),
        .repeats = most_ticks(scale),
        .time_budget_ms = scale == Scale::quick    ? 30.0
                          : scale == Scale::laptop ? 600.0
                                                   : 2000.0,
        .moving = true};
}

const MeasuredCase* find(const Findings& findings, std::string_view method, const std::string& data, int k, const std::string& options) {
    for (const MeasuredCase& one : findings.measured)
        if (one.asked.method == method && one.asked.data == data && one.asked.k == k && options_text(one.asked) == options) return &one;
    return nullptr;
}

double tick_ms(const MeasuredCase& one, double milliseconds) {
    const std::string_view index[] = {"index"};
    const double kept = std::min(one.phases_ms(index), milliseconds);
    return kept + (milliseconds - kept) * double(one.asked.n) / double(one.asked.asked());
}

double tick_ms(const MeasuredCase* one) { return one ? tick_ms(*one, one->total().mean) : 0; }

Series ticks_of(const Findings& findings, std::string_view method, Along along, const std::function<bool(const Case&)>& which) {
    return series_of(findings, std::string(method), along, which, [](const MeasuredCase& one, double time) { return tick_ms(one, time); });
}

Suite suite() {
    Suite suite;
    const auto capacity = Options(find_method(cached).info.options).get<std::int64_t>("leaf-capacity");
    suite.citation =
        "F. Lettich, S. Orlando, C. Silvestri: Manycore processing of repeated k-NN queries over massive moving objects observations, "
        "2014, section 6";
    suite.papers_machine = "GeForce GTX 580, 3 GB; Core i7 2600 at 3.4 GHz, 16 GB, Ubuntu 12.04, CUDA 5.5";
    suite.notes = {
        "The figures' numbers, and in places the settings, are not in the paper's text, so that only what it says of them can be judged.",
        "Every repeat is a tick: all objects move, each is a query that leaves itself out. Its time is that of the index (rebuilt or "
        "kept as `rebuild=policy` says; kd-trees are rebuilt) and of the answers, positions already on the device.",
        "Objects move at most 200 a tick in a square of side 22500 (`uniform:`, `hotspots:`), on the streets of San Francisco at most the "
        "mean length of a street (`roads:`).",
        "Trees have the default options of this program (" + std::to_string(capacity) +
            " objects a leaf), where capacity is not what is studied.",
    };
    return suite;
}

}  // namespace neighborscope::experiments::lettich
