// What the three studies of Lettich, Orlando and Silvestri (section 6) share: their workload, and looking figures up. One file each:
// lettich_s1.cpp, lettich_s2.cpp, lettich_s3.cpp.
#pragma once
#include "app/experiments/experiments.hpp"

namespace neighborscope::experiments::lettich {

inline constexpr std::string_view cached = "quadtree-cached", coalesced = "quadtree-coalesced", brute = "bulk-heap", flann = "flann-kdtree",
                                  nanoflann = "nanoflann", leaf_warp = "leaf-warp";  // the last is ours: no claim rests on it

/// The paper's better flavour: coalesced writes from a warp's number of neighbours on.
constexpr std::string_view quadtree_for(int k) { return k < 32 ? cached : coalesced; }

/// A generator whose objects move, with n of them: "uniform", "hotspots", "roads".
std::string data_of(std::string_view distribution, std::int64_t n, std::int64_t hotspots = 25);

/// One question at every tick: 30 ticks, fewer where one takes long, three at quick scale.
Case tick_case(Scale, std::string data, std::int64_t n, int k, std::string_view method);

/// Null when there is none. `options` as options_text has them.
const MeasuredCase* find(const Findings&, std::string_view method, const std::string& data, int k, const std::string& options = {});

/// Milliseconds of a tick in which every object is a query: what was asked of fewer is scaled, what the index cost is not. 0 of null.
double tick_ms(const MeasuredCase*);
double tick_ms(const MeasuredCase&, double milliseconds);
inline double tick_at(const MeasuredCase& one, double milliseconds) { return tick_ms(one, milliseconds); }

/// "; up to 30 ticks, every object is a query": what tick_case() asks for at that scale.
std::string ticks_and_query_rows(Scale);

/// Citation, machine, and notes of all three; name and title are still to be filled in.
Suite suite();

/// "8, 32"
template <class Values>
std::string list_of(const Values& values) {
    std::string text;
    for (const auto value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
    return text;
}

/// "8: 1.5, 32: 2.1": a figure for each.
template <class Values, class Of>
std::string at_each(const Values& values, Of of) {
    std::string text;
    for (const auto value : values) text += (text.empty() ? "" : ", ") + std::to_string(value) + ": " + digits(of(value));
    return text;
}

/// A series over n or k of all cases that `which` lets through, in milliseconds a tick.
Series ticks_of(const Findings&, std::string_view method, Along, const std::function<bool(const Case&)>& which);

}  // namespace neighborscope::experiments::lettich
