#include "app/session/race/fixed_cost.hpp"

#include "app/session/document/curve_request.hpp"
#include "app/session/race/race_track.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace neighborscope {
namespace {

/// Rows of one kernel whose time was divided equally among its phases, because no block was stamped, so that they have no shares: one unit.
/// Others are units of their own. Ends of units, ascending.
std::vector<std::size_t> ends_of_units(const std::vector<TimingRow>& rows) {
    const auto is_divided = [&](std::size_t row) { return rows[row].inside && rows[row].inside->share == 0; };
    std::vector<std::size_t> ends;
    for (std::size_t from = 0; from < rows.size();) {
        std::size_t to = from + 1;
        while (is_divided(from) && to < rows.size() && is_divided(to)) ++to;
        ends.push_back(to);
        from = to;
    }
    return ends;
}

/// "sorting, merging and order".
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string milliseconds_text(double milliseconds) { return text_of_milliseconds(milliseconds) + " ms"; }
std::string each_text(double milliseconds, std::int64_t distances) {
    return text_of_duration(milliseconds / double(std::max<std::int64_t>(1, distances)));
}

/// Rounds to two significant digits: an estimate has no more.
std::int64_t rounded(double n) {
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(n)) - 1));
    return std::llround(std::round(n / unit) * unit);
}

/// Rounds outwards to one significant digit.
double outwards(double n, bool up) {
    const double unit = std::pow(10.0, std::floor(std::log10(n)));
    return (up ? std::ceil(n / unit - 1e-9) : std::floor(n / unit + 1e-9)) * unit;
}

SearchCost scaled(SearchCost cost, double factor) {
    cost.total *= factor, cost.fixed *= factor, cost.points *= factor;
    return cost;
}

struct Estimate {
    std::size_t one, other;
    double n;
    bool one_sided;  ///< one reads all points, the other has an index
    /// Enough runs say which of both is faster at the measured n, and at either end of the interval of their ratio the place lies within a
    /// factor of two.
    bool certain;
};

bool is_certain(const RacedCost& one, const RacedCost& other, double n, double place) {
    constexpr double most = 2;
    const std::optional<Interval> ratio = time_ratio(*one.timings, *other.timings);
    if (!ratio || !(ratio->low > 0) || (ratio->low <= 1 && ratio->high >= 1)) return false;
    for (const double end : {ratio->low, ratio->high}) {
        const auto there = equal_times_at(*cost_of(*one.timings), scaled(*cost_of(*other.timings), end / ratio->value), n);
        if (!there || *there > most * place || *there < place / most) return false;
    }
    return true;
}

std::vector<Estimate> estimates(std::span<const RacedCost> all, double n) {
    std::vector<Estimate> found;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            if (!all[i].timings || !all[j].timings) continue;
            const auto one = cost_of(*all[i].timings), other = cost_of(*all[j].timings);
            if (!one || !other) continue;
            if (const auto at = equal_times_at(*one, *other, n))
                found.push_back({i, j, *at, one->linear != other->linear, is_certain(all[i], all[j], n, *at)});
        }
    return found;
}

/// A part of each phase that reads points is fixed, too, and an index takes longer with more points. Both move the place farther from `n`.
std::string farther_text(const Estimate& one, double n) { return !one.one_sided ? "" : one.n > n ? " or above" : " or below"; }

}  // namespace

bool works_on_points(const LowerBound& work) {
    // Symbols of formulas that depend on n: points, the first of them, blocks, sequences, lists of an index, and threads, whose heaps have
    // as many entries as the threads have points until they are full.
    static const std::set<std::string, std::less<>> symbols{"n", "m", "B", "P", "T", "lists"};
    if (!work.traversal.empty() || work.formula.empty()) return true;
    std::string word;
    for (const char c : work.formula + " ") {
        if (std::isalnum(static_cast<unsigned char>(c))) {
            word += c;
            continue;
        }
        if (symbols.contains(word)) return true;
        word.clear();
    }
    return false;
}

std::optional<SearchCost> cost_of(const Timings& timings) {
    if (timings.previous || timings.phases.empty() || !(timings.total_median > 0)) return std::nullopt;
    const std::vector<TimingRow>& rows = timings.phases;
    SearchCost cost;
    cost.total = timings.total_median;
    const double share = std::min(1.0, total_over_phases(timings));
    cost.linear = std::none_of(rows.begin(), rows.end(), [](const TimingRow& row) { return !row.lower_bound.traversal.empty(); });
    std::size_t from = 0;
    for (const std::size_t to : ends_of_units(rows)) {
        const bool on_points = std::any_of(rows.begin() + std::ptrdiff_t(from), rows.begin() + std::ptrdiff_t(to),
            [](const TimingRow& row) { return works_on_points(row.lower_bound); });
        for (; from < to; ++from) {
            (on_points ? cost.points : cost.fixed) += share * rows[from].median;
            (on_points ? cost.point_phases : cost.fixed_phases).push_back(rows[from].phase);
        }
    }
    return cost;
}

std::optional<double> equal_times_at(const SearchCost& one, const SearchCost& other, double n) {
    const auto at_none = [](const SearchCost& cost) { return cost.linear ? cost.without_points() : cost.total; };
    const auto each = [n](const SearchCost& cost) { return cost.linear ? cost.points / n : 0; };
    const double at = (at_none(other) - at_none(one)) / (each(one) - each(other));
    return std::isfinite(at) && at > 0 ? std::optional(at) : std::nullopt;
}

std::string slower_with_less_work(std::span<const RacedCost> all) {
    struct Measured {
        const RacedCost& one;
        SearchCost cost;
    };
    std::vector<Measured> measured;
    for (const RacedCost& one : all)
        if (const auto cost = one.timings ? cost_of(*one.timings) : std::nullopt; cost && one.distances >= 0)
            measured.push_back({one, *cost});
    if (measured.size() < 2) return {};
    const Measured& quick = *std::min_element(
        measured.begin(), measured.end(), [](const Measured& a, const Measured& b) { return a.cost.total < b.cost.total; });
    const Measured* slow = nullptr;
    double times = 0;
    for (const Measured& each : measured) {
        if (each.one.distances >= quick.one.distances || (slow && each.one.distances >= slow->one.distances)) continue;
        const auto ratio = time_ratio(*quick.one.timings, *each.one.timings);
        if (ratio && ratio->low > 1) slow = &each, times = ratio->value;
    }
    if (!slow) return {};
    const SearchCost &a = quick.cost, &b = slow->cost;
    std::string text = slow->one.name + " computes fewer distances than " + quick.one.name + ", " + text_of_count(slow->one.distances) +
                       " against " + text_of_count(quick.one.distances) + ", and yet takes " + text_of_times(times) + " times as long: ";
    const double longer = b.total - a.total, by_fixed = b.fixed - a.fixed, by_points = b.points - a.points,
                 by_rest = b.outside() - a.outside();
    const std::string fixed =
        listed(b.fixed_phases) + (b.fixed_phases.size() == 1 ? " works" : " work") + " on the query, not on the points";
    if (b.fixed > a.total)
        return text + fixed + "; this fixed cost of " + milliseconds_text(b.fixed) + " alone is more than the " +
               milliseconds_text(a.total) + " that " + quick.one.name + " takes for everything.";
    if (by_fixed >= longer)
        return text + fixed + "; this fixed cost is " + milliseconds_text(b.fixed) + ", that of " + quick.one.name + " " +
               milliseconds_text(a.fixed) + ". All else takes " + milliseconds_text(b.total - b.fixed) + " against " +
               milliseconds_text(a.total - a.fixed) + ".";
    if (by_points >= std::max(by_fixed, by_rest))
        return text + "each distance costs more; " + listed(b.point_phases) + (b.point_phases.size() == 1 ? " takes " : " take ") +
               milliseconds_text(b.points) + ", " + each_text(b.points, slow->one.distances) + " for each distance; in " + quick.one.name +
               " the phases that work on points take " + milliseconds_text(a.points) + ", " + each_text(a.points, quick.one.distances) +
               " each.";
    if (by_rest >= by_fixed)
        return text + milliseconds_text(b.outside()) + " of its " + milliseconds_text(b.total) +
               " pass outside of the phases, in launches and gaps; in " + quick.one.name + " " + milliseconds_text(a.outside()) + ".";
    return text + fixed + "; this fixed cost is " + milliseconds_text(b.fixed) + ", that of " + quick.one.name + " " +
           milliseconds_text(a.fixed) + ": " + text_of_percent(by_fixed / longer, 0) + " of the difference.";
}

std::optional<measure::ExpectedCrossing> expected_crossing(std::span<const RacedCost> all, double n) {
    std::vector<Estimate> found = estimates(all, n);
    std::erase_if(found, [](const Estimate& one) { return !one.certain; });
    const auto nearest = std::min_element(found.begin(), found.end(),
        [n](const Estimate& a, const Estimate& b) { return std::abs(std::log(a.n / n)) < std::abs(std::log(b.n / n)); });
    if (nearest == found.end() || nearest->n < 1 || nearest->n > 2e9) return std::nullopt;
    return measure::ExpectedCrossing{
        nearest->one, nearest->other, nearest->n, "near n = " + text_of_count(rounded(nearest->n)) + farther_text(*nearest, n)};
}

std::string equal_times_text(std::span<const RacedCost> all, double n, double most, bool brief) {
    const auto expected = expected_crossing(all, n);
    if (!expected) return {};
    const std::string &one = all[expected->line].name, &other = all[expected->other].name, &place = expected->place;
    const std::string beyond = expected->n > most ? ", more than the data have" : "";
    if (brief) return (all.size() > 2 ? one + " and " + other + ": " : "") + "same time expected " + place + beyond;
    return "By these phases, " + one + " and " + other + " would take the same time " + place + beyond + ".";
}

double most_points(const DataFacts& data) { return data.parameters.empty() ? double(data.count) : 2e9; }

std::string crossing_range(std::span<const RacedCost> all, double n, double least, double most) {
    constexpr double room = 8, more_room = 32, around = 32;  // more where the place may be farther than the estimate
    constexpr double longest_run = 1000;                     // milliseconds, at the upper end
    std::vector<Estimate> places = estimates(all, n);
    std::erase_if(places, [&](const Estimate& place) { return place.n < 1 || place.n > 2e9; });
    double from = n / around, to = n * around;
    if (!places.empty()) {
        const auto [low, high] =
            std::minmax_element(places.begin(), places.end(), [](const Estimate& a, const Estimate& b) { return a.n < b.n; });
        from = low->n / (low->one_sided && low->n < n ? more_room : room);
        to = high->n * (high->one_sided && high->n > n ? more_room : room);
        for (const RacedCost& one : all) {
            const auto cost = one.timings ? cost_of(*one.timings) : std::nullopt;
            if (!cost || !cost->linear || !(cost->points > 0)) continue;
            const double affordable = n * (longest_run - cost->without_points()) / cost->points;
            to = std::min(to, std::max(affordable, 2 * high->n));
        }
    }
    least = std::max(1.0, least);
    from = outwards(std::max(from, 1.0), false), to = outwards(std::max(to, 2.0), true);
    to = std::clamp(to, std::min(least + 1, most), most);
    if (from >= to / 4) from = outwards(std::max(1.0, to / around), false);  // the place lies beyond the data
    from = std::clamp(from, 1.0, std::max(1.0, to - 1));
    if (from < least && least < to) from = least;
    return "n=" + std::to_string(std::llround(from)) + ":" + std::to_string(std::llround(to));
}

bool compares_writes(const Racing& race) {
    if (race.contenders.size() != 2) return false;
    const auto is = [&](std::size_t place, const char* method) { return race.contenders[place].name.starts_with(method); };
    return (is(0, "quadtree-cached") && is(1, "quadtree-coalesced")) || (is(0, "quadtree-coalesced") && is(1, "quadtree-cached"));
}

const measure::Curve* measured_race(const ViewModel& view, const SessionState& session) {
    const measure::Curve* const curve = view.curves.curve.get();
    if (!curve || !view.curves.of_now || curve->done() == 0) return nullptr;
    const measure::CurveRequest& asked = curve->asked;
    if (asked.along.what != "n" && asked.along.what != "k") return nullptr;
    if (asked.queries != 1 && !(asked.along.what == "k" && compares_writes(view.race))) return nullptr;
    return std::ranges::equal(asked.lines, contender_texts(session), {}, &measure::CurveLine::text) ? curve : nullptr;
}

std::vector<RacedCost> raced_costs(const Racing& race, std::span<const ViewModel* const> views, bool names) {
    std::vector<RacedCost> all;
    for (std::size_t i = 0; i < std::min(race.contenders.size(), views.size()); ++i) {
        const Racing::Entry& one = race.contenders[i];
        const std::string letter(1, char('A' + i));
        all.push_back({names ? letter + " (" + one.name + ")" : letter, -1, nullptr});
        if (!one.refusal.empty() || views[i]->neighbours.empty()) continue;
        all.back().timings = &views[i]->timings;
        if (!one.previous) all.back().distances = one.distances;
    }
    return all;
}

}  // namespace neighborscope
