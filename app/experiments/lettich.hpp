// Shared by the three studies of Lettich, Orlando and Silvestri (section 6), lettich_s1.cpp to lettich_s3.cpp: workload, access to
// measurements.
#pragma once
#include "app/experiments/experiments.hpp"

namespace neighborscope::experiments::lettich {

inline constexpr std::string_view cached = "quadtree-cached", coalesced = "quadtree-coalesced", brute = "bulk-heap", flann = "flann-kdtree",
                                  nanoflann = "nanoflann", leaf_warp = "leaf-warp";  // the last is ours: no claim depends on it

/// The paper's faster variant: coalesced writes if k is at least the size of a warp.
constexpr std::string_view quadtree_for(int k) { return k < 32 ? cached : coalesced; }

/// A generator of n moving objects: "uniform", "hotspots", "roads".
std::string data_of(std::string_view distribution, std::int64_t n, std::int64_t hotspots = 25);

/// One search per tick: 30 ticks, fewer if one takes long, three at quick scale.
Case tick_case(Scale, std::string data, std::int64_t n, int k, std::string_view method);

/// Null if there is none. `options` in the form of options_text.
const MeasuredCase* find(const Findings&, std::string_view method, const std::string& data, int k, const std::string& options = {});

/// Milliseconds of a tick in which every object is a query: scales the search time of fewer queries, but not the index update. 0 for null.
double tick_ms(const MeasuredCase*);
double tick_ms(const MeasuredCase&, double milliseconds);
inline double tick_at(const MeasuredCase& one, double milliseconds) { return tick_ms(one, milliseconds); }

/// "; up to 30 ticks, every object is a query": the cases of tick_case() at that scale.
std::string ticks_and_query_rows(Scale);

/// Citation, machine, and notes of all three; the caller sets name and title.
Suite suite();

/// "8, 32"
template <class Values>
std::string list_of(const Values& values) {
    std::string text;
    for (const auto value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
    return text;
}

/// "8: 1.5, 32: 2.1": one number for each.
template <class Values, class Of>
std::string at_each(const Values& values, Of of) {
    std::string text;
    for (const auto value : values) text += (text.empty() ? "" : ", ") + std::to_string(value) + ": " + digits(of(value));
    return text;
}

/// A series over n or k of all cases chosen by `which`, in milliseconds per tick.
Series ticks_of(const Findings&, std::string_view method, Along, const std::function<bool(const Case&)>& which);

}  // namespace neighborscope::experiments::lettich
