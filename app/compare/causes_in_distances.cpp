#include "app/compare/causes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neighborscope {
namespace {

using Kind = Cause::Kind;

double median(std::vector<double>& values) {
    const auto half = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), half, values.end());
    return *half;
}

/// Logarithms of the ratios of the given distances to the true ones and to their squares.
class Ratios {
public:
    void add(const GivenList& list) {
        for (std::size_t rank = 0; rank < list.index.size(); ++rank) {
            const double given = list.distance[rank], exact = list.true_distance[rank];
            if (list.index[rank] < 0 || !(given > 0) || !(exact > 0)) continue;
            to_distance_.push_back(std::log(given / exact));
            if (std::fabs(std::log(exact)) < 0.01) continue;  // near 1 a distance and its square are similar
            from_distance_.push_back(std::fabs(to_distance_.back()));
            from_square_.push_back(std::fabs(std::log(given / (exact * exact))));
        }
    }
    /// Whether no distance can show whether distances are squared.
    bool are_inconclusive() const { return from_square_.empty(); }
    bool are_squares() { return !are_inconclusive() && median(from_square_) < 0.2 && median(from_square_) < 0.5 * median(from_distance_); }
    /// Returns the factor of the distances if nine of ten are within a factor of 2 of it and it is far from 1; else 1.
    double scale() {
        if (to_distance_.size() < 3) return 1;
        const double middle = median(to_distance_), most = std::log(2.0);
        const auto alike =
            std::count_if(to_distance_.begin(), to_distance_.end(), [&](double one) { return std::fabs(one - middle) < most; });
        return std::size_t(alike) * 10 >= to_distance_.size() * 9 && std::fabs(middle) > std::log(3.0) ? std::exp(middle) : 1;
    }

private:
    std::vector<double> to_distance_, from_distance_, from_square_;
};

/// Lists with wrong distances that nothing explains, even with other faults, and the ratios of a sample of them.
struct FaultyDistances {
    explicit FaultyDistances(const CauseCounter& lists) {
        for (std::size_t i = 0; i < lists.bad().size(); ++i)
            if (!lists.is_explained(i) && (lists.judgement(i).faults & other_distance)) places.push_back(i);
        const std::size_t count = std::min<std::size_t>(4096, places.size());
        for (std::size_t i = 0; i < count; ++i) ratios.add(lists.comparison.given(lists.bad()[places[i * places.size() / count]]));
    }
    std::vector<std::size_t> places;  ///< indices into CauseCounter::bad()
    Ratios ratios;
};

/// Adds a cause that is visible in the ratios. A list with other faults counts as explained, too.
void add_of_ratios(CauseCounter& lists, const FaultyDistances& faulty, Cause cause, const std::function<bool(Ratios&)>& is_of) {
    cause.of = std::int64_t(lists.bad().size());
    std::vector<char> explained(lists.bad().size());
    for (const std::size_t i : faulty.places) {
        Ratios ratios;
        ratios.add(lists.comparison.given(lists.bad()[i]));
        if (!is_of(ratios)) continue;
        ++cause.lists;
        explained[i] = lists.judgement(i).faults == other_distance;
    }
    if (cause.lists > 0) lists.add(std::move(cause), [&](std::size_t i) { return explained[i] != 0; });
}

/// Faiss and others return squared distances.
void find_squares(CauseCounter& lists) {
    FaultyDistances faulty(lists);
    if (faulty.ratios.are_squares())
        add_of_ratios(lists, faulty, {Kind::squares, "the distances are squared", "compare with --squared"},
            [](Ratios& one) { return one.are_inconclusive() || one.are_squares(); });
}

}  // namespace

void find_causes_in_distances(CauseCounter& lists) {
    const Comparison& compared = lists.comparison;
    if (compared.distance.empty() || compared.metric == Metric::inner_product)
        return;  // interpret_products has found out how they are given
    const auto close = [](double a, double b) { return std::fabs(a - b) <= 1e-4 * std::fabs(b) + 1e-30; };
    if (compared.metric == Metric::euclidean) find_squares(lists);
    if (compared.metric == Metric::cosine)
        lists.count_of_distances({Kind::cosine_similarity, "the distances are cosines, not 1 minus the cosine", "give 1 minus them"},
            [](double given, double exact) { return std::fabs(given - (1 - exact)) <= 1e-5; });
    lists.count_of_distances(
        {Kind::negative, "the distances are negative: minus the distance or minus its square", "give distances that are not negative"},
        [&](double given, double exact) { return given < 0 && (close(-given, exact) || close(-given, exact * exact)); });
    lists.count_of_distances({Kind::float16_distances, "the distances are rounded to float16", "give them in float32"},
        [](double given, double exact) { return given == float16_of(given) && std::fabs(given - exact) <= 0x1p-10 * exact + 0x1p-24; });
}

void find_another_unit(CauseCounter& lists) {
    if (lists.comparison.distance.empty() || lists.comparison.metric == Metric::inner_product) return;
    FaultyDistances faulty(lists);
    const double scale = faulty.ratios.scale();
    if (scale == 1) return;
    char times[32];
    std::snprintf(times, sizeof times, "%.2g", scale);
    add_of_ratios(lists, faulty,
        {Kind::another_unit, "the distances are about " + std::string(times) + " times the true ones: another unit",
            "use the same unit in both; compare lists in degrees without --metres"},
        [](Ratios&) { return true; });
}

void find_float32_rounding(CauseCounter& lists) {
    const Comparison& compared = lists.comparison;
    if (compared.distance.empty() || compared.metric != Metric::euclidean || compared.by.rounding.what == "float64") return;
    const Rounding coarsest = roundings_of(lists.points, lists.queries, compared.metric).back();
    lists.count_of_distances(
        {Kind::float32_rounding,
            "the distances differ by float32 rounding: coordinates were cast to float32, or |a|² + |b|² - 2ab was computed in float32",
            "subtract the mean of the points before they are searched, or search in float64"},
        [&](double given, double exact) { return given >= 0 && coarsest.confuses(given, exact); });
}

}  // namespace neighborscope
