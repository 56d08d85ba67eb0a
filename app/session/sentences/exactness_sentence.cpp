#include "app/session/sentences/exactness_sentence.hpp"

#include "app/compare/recall.hpp"
#include "app/session/sentences/explain_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace neighborscope {

ExactnessVerdict exactness_verdict(const ViewModel& view) {
    const Exactness& exactness = view.exactness;
    constexpr double max_checked = 2e8;  // coordinates
    if (view.neighbours.empty())
        return {view.data.allows_none() ? "no row is allowed" : view.busy || view.query.empty() ? "no neighbours yet" : "none found"};
    if (!exactness.known && double(view.data.count) * view.data.dimension > max_checked)
        return {"not checked: more than 200 million coordinates"};
    if (!exactness.known) return {"checking…"};
    const bool whole = exactness.right == exactness.of;
    const std::string count = text_of_part(exactness.right, exactness.of), among = view.data.sample.empty() ? "" : " in the sample";
    if (exactness.approximate) {
        if (!exactness.wrong.empty()) return {"wrong: " + exactness.wrong, Tone::error};
        return {"recall " + text_of_recall(exactness.right, exactness.of) + ": " + count + among, whole ? Tone::exact : Tone::warning};
    }
    if (!whole && exactness.within_rounding) return {count + " exact" + among + ", rest within rounding", Tone::exact};
    return {count + " exact" + among, whole ? Tone::exact : Tone::error};
}

namespace {

/// "3.6e-08", "69", "1 300": with thin spaces if it has no exponent.
std::string two_digits(double value) {
    if (!(value >= 0.0001)) {
        char text[40];
        std::snprintf(text, sizeof text, "%.2g", value);
        return text;
    }
    const int first = int(std::floor(std::log10(value)));
    const double unit = std::pow(10.0, first - 1);
    return text_of_decimals(std::round(value / unit) * unit, std::max(0, 1 - first));
}

/// Two numbers and their difference, with two digits, written with so many decimals that they agree.
std::array<std::string, 3> written_apart(double a, double b) {
    const double apart = std::abs(a - b);
    constexpr int max_decimals = 15;  // more would be mostly zeros
    const int decimals = apart > 0 ? std::max(0, 1 - int(std::floor(std::log10(apart)))) : 9;
    const double unit = std::pow(10.0, -decimals);
    const auto written = [decimals](double value) {
        if (decimals <= max_decimals) return text_of_decimals(value, decimals);
        const int first = value == 0 ? 0 : int(std::floor(std::log10(std::abs(value))));
        char text[40];
        std::snprintf(text, sizeof text, "%.*e", std::clamp(decimals + first, 0, 16), value);
        return std::string(text);
    };
    return {written(a), written(b), two_digits(std::abs(std::round(a / unit) - std::round(b / unit)) * unit)};
}

}  // namespace

std::string rounding_text(const ViewModel& view) {
    if (!view.exactness.known || !view.exactness.within_rounding || !view.exactness.confused) return {};
    const Exactness::Confused& most = *view.exactness.confused;
    const auto [listed, right, difference] = written_apart(most.listed, most.right);
    return "At rank " + text_of_count(most.rank) + " the list has a distance of " + listed + ", the oracle " + right +
           ": rounding of float32 can hide " + two_digits(most.most) + ".";
}

std::string explain_verdict(const ViewModel& view) {
    const Exactness& exactness = view.exactness;
    if (!exactness.known || view.neighbours.empty()) return {};
    if (exactness.within_rounding && exactness.confused) {
        const Exactness::Confused& most = *exactness.confused;
        const auto [listed, right, difference] = written_apart(most.listed, most.right);
        const auto row = [](std::int64_t of) { return of < 0 ? std::string() : "row " + text_of_count(of) + " at "; };
        return "Exact within rounding: some points in the list differ from those of the oracle, but their distances differ by no more than "
               "float32 rounding can hide. The largest difference is at rank " +
               text_of_count(most.rank) + ": " + row(most.listed_row) + listed + " in the list, " + row(most.right_row) + right +
               " in the oracle, a difference of " + difference + ". Rounding can hide up to " + two_digits(most.most) + " there.";
    }
    if (exactness.missed.empty()) return {};
    return text_of_amount(std::int64_t(exactness.missed.size()), "true neighbour is", "true neighbours are") +
           " missed. The view crosses out each missed neighbour, and the table of neighbours shows its rank" +
           (view.shows_step_list() ? " after the last step." : ".");
}

std::string filter_recall_text(const ViewModel& view) {
    const Exactness& exactness = view.exactness;
    if (!exactness.known || !exactness.unfiltered || view.data.allows_none()) return {};
    std::string text = "Recall " + text_of_recall(exactness.right, exactness.of) + " with the filter, " +
                       text_of_recall(exactness.unfiltered->right, exactness.unfiltered->of) + " without it";
    return text + ".";
}

ExactnessVerdict presented_verdict(const ViewModel& view) {
    if (view.neighbours.empty() || view.answers_hidden) return {};
    if (view.stepping.ready && view.stepping.position < view.stepping.count)
        return {text_of_part(view.stepping.settled, std::int64_t(view.neighbours.size())) +
                    (view.stepping.may_miss() ? " in their final place" : " final"),
            Tone::normal};
    return exactness_verdict(view);
}

}  // namespace neighborscope
