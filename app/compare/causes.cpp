#include "app/compare/causes.hpp"

#include "app/compare/rows_never_found.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

using Kind = Cause::Kind;

void find_rows_never_found(CauseCounter& lists) {
    const RowsNeverFound never = rows_never_found(lists.comparison, lists.data);
    if (never.lists.empty()) return;
    lists.count({Kind::rows_never_found, never.sentence, "check how the index was built there"},
        [&](std::size_t i, CauseCounter::Scratch&) { return std::binary_search(never.lists.begin(), never.lists.end(), lists.bad()[i]); });
}

/// Adds a cause for lists that are not explained yet, if it explains at least the share `least` of them.
void add_fault(CauseCounter& lists, Cause cause, const std::function<bool(const ListJudgement&)>& has, double least = 0) {
    std::int64_t count = 0, open = 0;
    for (std::size_t i = 0; i < lists.bad().size(); ++i)
        if (!lists.is_explained(i)) {
            ++open;
            count += has(lists.judgement(i));
        }
    if (count == 0 || double(count) < least * double(open) || (least > 0 && count < 3)) return;  // a few may be chance
    cause.lists = count, cause.of = std::int64_t(lists.bad().size());
    lists.add(std::move(cause), [](std::size_t) { return false; });
}

void find_causes_from_faults(CauseCounter& lists) {
    Cause cause{Kind::too_short, "these lists end before they have all neighbours", ""};
    lists.count(cause, [&](std::size_t i, CauseCounter::Scratch&) {
        const GivenList list = lists.comparison.given(lists.bad()[i]);
        const auto end = std::find(list.index.begin(), list.index.end(), -1);
        return end != list.index.end() && end - list.index.begin() < lists.judgement(i).asked;
    });
    add_fault(
        lists, {Kind::last_rank_only, "these lists lack only the last neighbour: a bound may be slightly too tight", ""},
        [&](const ListJudgement& one) { return lists.comparison.k > 1 && one.list_class == ListClass::missing && one.rank == one.asked; },
        0.9);
    add_fault(lists,
        {Kind::another_order, "these lists hold the right neighbours, but not from the nearest to the farthest",
            "sort each list, the nearest first"},
        [&](const ListJudgement& one) { return (one.faults & untrue) == descending && one.found == one.asked; });
    add_fault(lists, {Kind::row_twice, "a list contains a row twice", ""},
        [&](const ListJudgement& one) { return (one.faults & row_twice) != 0; });
    add_fault(lists, {Kind::no_such_row, "an index is not a row of these points", "compare with the points from which the index was built"},
        [&](const ListJudgement& one) { return (one.faults & no_row) != 0; });
    add_fault(lists,
        {Kind::filtered_row, "a list contains a row that the filter does not allow",
            "compare without the filter, or search these lists with it"},
        [&](const ListJudgement& one) { return (one.faults & filtered_row) != 0; });
}

}  // namespace

double float16_of(double value) {
    if (!(std::fabs(value) > 0) || !std::isfinite(value)) return value;
    const double step = std::ldexp(1.0, std::max(std::ilogb(value), -14) - 10), rounded = std::nearbyint(value / step) * step;
    return std::fabs(rounded) > 65504 ? std::copysign(infinitely_far, value) : rounded;
}

std::string_view key(Cause::Kind kind) {
    constexpr std::string_view keys[] = {"squares", "another_unit", "negative", "cosine_similarity", "float16_distances",
        "float32_rounding", "other_metric", "float16_points", "self_left_out", "self_kept", "shifted", "rows_kept_counted",
        "queries_in_another_order", "renumbered", "rows_never_found", "last_rank_only", "another_order", "row_twice", "no_such_row",
        "too_short", "filtered_row"};
    return keys[std::size_t(kind)];
}

std::vector<Cause> causes_of(
    const Comparison& comparison, const DataSet& data, const FileRows& points, const FileRows& queries, const Progress& progress) {
    CauseCounter lists(comparison, data, points, queries, progress);
    if (lists.bad().empty()) return {};
    find_causes_in_distances(lists);
    find_causes_in_indices(lists);
    find_rows_never_found(lists);
    find_causes_by_searching(lists);
    find_another_unit(lists);
    find_float32_rounding(lists);
    find_causes_from_faults(lists);
    return lists.take();
}

}  // namespace neighborscope
