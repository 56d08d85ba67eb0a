#include "app/measure/trend.hpp"

#include "app/measure/measure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope::measure {
namespace {

constexpr double near = 1.2, least_share = 0.5;
constexpr std::size_t fewest = 4;

bool have_logarithms(std::span<const CurvePlace> places) {
    return std::all_of(places.begin(), places.end(), [](const CurvePlace& place) { return place.x > 0 && place.y > 0; });
}

struct Fit {
    PowerLaw law;
    double off = 0;  // largest deviation of a place, in logarithms
};

/// None if all places are equal.
std::optional<Fit> fit(std::span<const CurvePlace> places) {
    const double count = double(places.size());
    double mean_x = 0, mean_y = 0;
    for (const CurvePlace& place : places) mean_x += std::log(place.x) / count, mean_y += std::log(place.y) / count;
    double across = 0, along = 0;
    for (const CurvePlace& place : places) {
        const double x = std::log(place.x) - mean_x;
        across += x * x;
        along += x * (std::log(place.y) - mean_y);
    }
    if (!(across > 0)) return std::nullopt;
    Fit found;
    PowerLaw& law = found.law;
    law.exponent = along / across;
    double squares = 0;
    for (const CurvePlace& place : places) {
        const double off = std::log(place.y) - mean_y - law.exponent * (std::log(place.x) - mean_x);
        found.off = std::max(found.off, std::abs(off));
        squares += off * off;
    }
    const double half = student_t(int(places.size()) - 2) * std::sqrt(squares / (count - 2) / across);
    law.low = law.exponent - half, law.high = law.exponent + half;
    law.factor = std::exp(mean_y - law.exponent * mean_x);
    law.from = places.front().x, law.to = places.back().x;
    return found;
}

}  // namespace

std::optional<PowerLaw> power_law(std::span<const CurvePlace> places) {
    if (places.size() < fewest || !have_logarithms(places)) return std::nullopt;
    const double whole = std::log(places.back().x / places.front().x);
    for (std::size_t from = 0; from + fewest <= places.size(); ++from) {
        const double range = places.back().x / places[from].x;
        if (range < least_range_of_power || std::log(range) < least_share * whole) break;
        if (const auto found = fit(places.subspan(from)); found && found->off <= std::log(near)) return found->law;
    }
    return std::nullopt;
}

std::optional<NearestPower> nearest_power(std::span<const CurvePlace> places) {
    if (!have_logarithms(places)) return std::nullopt;
    const auto found = fit(places);
    return found ? std::optional(NearestPower{found->law.exponent, std::exp(found->off)}) : std::nullopt;
}

std::optional<double> steeper_end(std::span<const CurvePlace> places, const PowerLaw& law) {
    constexpr double least_bend = 0.1;
    if (places.size() < fewest || law.exponent >= 1) return std::nullopt;
    const auto slope = [](const CurvePlace& from, double from_y, const CurvePlace& to, double to_y) {
        return std::log(to_y / from_y) / std::log(to.x / from.x);
    };
    const CurvePlace &first = places[0], &second = places[1], &before = places[places.size() - 2], &last = places.back();
    const double end = slope(before, before.y, last, last.y);
    if (end < law.exponent + least_bend || end <= slope(first, first.y, second, second.y)) return std::nullopt;
    if (!(last.low > 0) || slope(before, before.high, last, last.low) <= law.exponent) return std::nullopt;
    return end;
}

std::vector<Crossing> crossings(std::span<const CurvePlace> first, std::span<const CurvePlace> second) {
    struct Both {
        double x, ratio;  // logarithms of x and of first over second
        bool significant;
    };
    std::vector<Both> both;
    for (const CurvePlace& one : first)
        for (const CurvePlace& other : second)
            if (one.x == other.x && one.x > 0 && one.y > 0 && other.y > 0)
                both.push_back({one.x, std::log(one.y / other.y), one.high < other.low || other.high < one.low});
    std::vector<Crossing> found;
    const auto significant = [&](std::size_t from, std::size_t to, bool below) {
        return std::any_of(both.begin() + std::ptrdiff_t(from), both.begin() + std::ptrdiff_t(to),
            [&](const Both& one) { return one.significant && (one.ratio < 0) == below; });
    };
    for (std::size_t i = 1; i < both.size(); ++i) {
        const Both &low = both[i - 1], &high = both[i];
        if (!(low.ratio < 0 && high.ratio >= 0) && !(low.ratio > 0 && high.ratio <= 0)) continue;
        if (high.ratio == 0 && i + 1 < both.size() && (both[i + 1].ratio < 0) == (low.ratio < 0)) continue;  // they touch but do not cross
        const double share = low.ratio / (low.ratio - high.ratio);
        const bool below = low.ratio < 0;
        Crossing crossing{
            low.x * std::pow(high.x / low.x, share), below, significant(0, i, below) && significant(i, both.size(), !below), low.x, high.x};
        if (crossing.significant) {
            std::size_t last = i - 1, next = i;
            while (!both[last].significant || (both[last].ratio < 0) != below) --last;
            while (!both[next].significant || (both[next].ratio < 0) == below) ++next;
            crossing.from = both[last].x, crossing.to = both[next].x;
            crossing.neighbouring_places = last + 1 == next;
        }
        found.push_back(crossing);
    }
    return found;
}

std::optional<Meeting> meeting(std::span<const CurvePlace> first, std::span<const CurvePlace> second, double least) {
    constexpr double farthest = 1000;
    std::vector<std::pair<double, double>> ratios;  // logarithms of x and of first over second
    for (const CurvePlace& one : first)
        for (const CurvePlace& other : second)
            if (one.x == other.x && one.x > 0 && one.y > 0 && other.y > 0) ratios.emplace_back(std::log(one.x), std::log(one.y / other.y));
    if (ratios.size() < fewest || !crossings(first, second).empty()) return std::nullopt;
    std::optional<Meeting> nearest;
    double nearest_distance = std::log(farthest);
    for (const bool above : {false, true}) {
        const std::size_t used = std::max<std::size_t>(3, (ratios.size() + 1) / 2);
        const auto part = std::span(ratios).subspan(above ? ratios.size() - used : 0, used);
        double mean_x = 0, mean_y = 0, across = 0, along = 0;
        for (const auto& [x, y] : part) mean_x += x / double(used), mean_y += y / double(used);
        for (const auto& [x, y] : part) across += (x - mean_x) * (x - mean_x), along += (x - mean_x) * (y - mean_y);
        const double slope = along / across;
        double squares = 0;
        for (const auto& [x, y] : part) squares += std::pow(y - mean_y - slope * (x - mean_x), 2);
        if (std::abs(slope) <= student_t(int(used) - 2) * std::sqrt(squares / double(used - 2) / across)) continue;
        const auto& [end, ratio] = above ? part.back() : part.front();
        const double distance = -ratio / slope;  // in logarithms, beyond `end`
        if (!std::isfinite(distance) || (above ? distance <= 0 : distance >= 0) || std::abs(distance) > nearest_distance) continue;
        if (std::exp(end + distance) < least) continue;
        nearest_distance = std::abs(distance);
        nearest = Meeting{std::exp(end + distance), std::exp(end)};
    }
    return nearest;
}

}  // namespace neighborscope::measure
