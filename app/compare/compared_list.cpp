// Compares the list of one query with the true list, and describes comparisons in sentences.
#include "app/compare/comparison.hpp"
#include "app/compare/recall.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace neighborscope {
namespace {

std::string number_text(double value, int digits = 9) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return buffer;
}

/// Formats a number with enough digits to distinguish it from another.
std::string distinguishing_text(double value, double other) {
    for (const int digits : {9, 12, 17})
        if (number_text(value, digits) != number_text(other, digits) || digits == 17) return number_text(value, digits);
    return {};
}

std::int64_t file_row_at(const Comparison& comparison, const DataSet& data, std::size_t entry) {
    const std::int32_t row = comparison.index[entry];
    if (row != GivenList::no_such_row) return row < 0 ? -1 : data.file_row(row);
    const auto found = comparison.no_rows.find(entry);
    return found == comparison.no_rows.end() ? -1 : found->second;
}

/// Compares rank by rank. A row that rounding confuses with the last true neighbour does not count as false.
std::vector<ComparedRank> ranks_of(const Comparison& comparison, const DataSet& data, std::int64_t query) {
    const GivenList list = comparison.given(query);
    const auto truth = comparison.true_index(query);
    const auto distances = comparison.true_distances(query);
    const double last = distances.empty() ? 0 : distances.back();
    const std::unordered_set<std::int32_t> right(truth.begin(), truth.end()), listed(list.index.begin(), list.index.end());
    std::unordered_set<std::int32_t> seen;
    std::vector<ComparedRank> ranks;
    int replacing = 0;
    for (std::size_t i = 0; i < list.index.size(); ++i) {
        const std::size_t entry = std::size_t(query) * std::size_t(comparison.k) + i;
        ComparedRank rank;
        rank.rank = int(i) + 1;
        rank.distance = list.distance.empty() ? std::numeric_limits<double>::quiet_NaN() : list.distance[i];
        if (i < truth.size()) {
            rank.right_row = truth[i];
            rank.right_file_row = data.file_row(truth[i]);
            rank.right_distance = distances[i];
        }
        if (list.index[i] == -1 && rank.right_row < 0) break;
        rank.file_row = file_row_at(comparison, data, entry);
        rank.is_false = list.index[i] == GivenList::no_such_row;
        if (list.index[i] >= 0) {
            rank.row = list.index[i];
            rank.true_distance = list.true_distance[i];
            const bool again = !seen.insert(list.index[i]).second;
            const bool replaces = !right.contains(list.index[i]) && comparison.by.rounding.confuses(rank.true_distance, last);
            replacing += replaces && !again;
            rank.is_false = again || (!right.contains(list.index[i]) && !replaces);
            rank.misplaced =
                !rank.is_false && rank.row != rank.right_row && !comparison.by.rounding.confuses(rank.true_distance, rank.right_distance);
            rank.distance_wrong = !list.distance.empty() && !comparison.by.is_true(rank.distance, rank.true_distance);
        }
        ranks.push_back(rank);
    }
    for (auto rank = ranks.rbegin(); rank != ranks.rend(); ++rank) {
        if (rank->right_row < 0 || listed.contains(std::int32_t(rank->right_row))) continue;
        if (replacing > 0 && comparison.by.rounding.confuses(rank->right_distance, last)) --replacing;
        else rank->missing = true;
    }
    for (ComparedRank& rank : ranks)
        for (double* const shown : {&rank.distance, &rank.true_distance, &rank.right_distance})
            *shown = rank_value(comparison.metric, *shown);
    return ranks;
}

std::string meaning(const Comparison& comparison, ListClass one) {
    if (one == ListClass::exact) return "This list is right.";
    if (one == ListClass::within_rounding) return "This list is right within the rounding of " + comparison.by.rounding.what + ".";
    return "This list is right except for the order of equal distances.";
}

/// Describes a list in which only equal distances are in another order; else "".
std::string order_of_ties(const Comparison& comparison, const DataSet& data, std::int64_t query) {
    if (comparison.judgements[std::size_t(query)].list_class != ListClass::equal_distances) return {};
    const auto right = comparison.true_index(query);
    const GivenList list = comparison.given(query);
    for (std::size_t i = 0; i < right.size(); ++i)
        if (list.index[i] != right[i])
            return "rank " + std::to_string(i + 1) + ": index " + std::to_string(data.file_row(list.index[i])) + ", where index " +
                   std::to_string(data.file_row(right[i])) + " has the same distance and comes first";
    return {};
}

}  // namespace

std::string reason_of(const Comparison& comparison, const DataSet& data, std::int64_t query) {
    const ListJudgement& judgement = comparison.judgements[std::size_t(query)];
    if (judgement.rank == 0) return order_of_ties(comparison, data, query);
    const std::size_t i = std::size_t(judgement.rank) - 1, entry = std::size_t(query) * std::size_t(comparison.k) + i;
    const std::string rank = "rank " + std::to_string(judgement.rank) + ": ";
    const std::string index = "index " + std::to_string(file_row_at(comparison, data, entry));
    const auto true_index = comparison.true_index(query);
    const auto true_distances = comparison.true_distances(query);
    const auto shown = [&](double ranked) { return rank_value(comparison.metric, ranked); };
    const double distance = shown(comparison.true_distance[entry]);
    const bool products = comparison.metric == Metric::inner_product;
    const std::string measure = products ? "product" : "distance", at = products ? " with product " : " at distance ";
    switch (judgement.first) {
        case no_row: {
            const std::int64_t file_row = file_row_at(comparison, data, entry), rows = data.count() + data.skipped.count;
            if (file_row >= 0 && file_row < rows)
                return rank + "row " + std::to_string(file_row) + " was left out" +
                       (data.skipped.why.empty() ? "" : " (" + data.skipped.why + ")");
            return rank + index + ", but the rows are 0 to " + std::to_string(rows - 1);
        }
        case excluded_row: return rank + index + " is the excluded row";
        case filtered_row: return rank + index + " is not allowed by the filter";
        case row_twice: return rank + index + " occurs twice";
        case after_the_end: return rank + index + " follows an entry that marks the end of the list";
        case other_distance:
            return rank + measure + " " + distinguishing_text(shown(comparison.distance[entry]), distance) + " is given for " + index +
                   ", whose " + measure + " is " + distinguishing_text(distance, shown(comparison.distance[entry]));
        case descending: {
            std::size_t before = i;
            while (before > 0 && comparison.index[entry - i + before - 1] < 0) --before;
            return rank + index + at + number_text(distance) + " comes after an entry" + at +
                   number_text(before > 0 ? shown(comparison.true_distance[entry - i + before - 1]) : 0);
        }
        default: break;
    }
    if (i >= true_index.size()) return {};
    const std::string nearer = "index " + std::to_string(data.file_row(true_index[i])) +
                               (products                           ? " with "
                                   : comparison.index[entry] == -1 ? " at "
                                                                   : " is at ") +
                               number_text(shown(true_distances[i]));
    if (comparison.index[entry] == -1) return rank + "the list has ended, " + nearer + " is missing";
    return rank + index + at + number_text(distance) + ", but " + (products ? "there is " : "") + nearer;
}

ComparedList compared_list(const Comparison& comparison, const DataSet& data, std::int64_t query) {
    ComparedList found;
    found.query = query;
    found.number = comparison.number(query);
    found.list_class = comparison.judgements[std::size_t(query)].list_class;
    found.reason = reason_of(comparison, data, query);
    if (found.reason.empty()) found.reason = meaning(comparison, found.list_class);
    found.query_row = comparison.queries.row_of(query);
    found.position = comparison.position_of(query, data);
    found.ranks = ranks_of(comparison, data, query);
    for (const ComparedRank& rank : found.ranks) {
        found.missing += rank.missing;
        found.false_ones += rank.is_false;
        found.misplaced += rank.misplaced;
        found.distances_wrong += rank.distance_wrong;
    }
    return found;
}

std::string classes_text(const Comparison& comparison) {
    std::string text;
    for (const ListClass one : all_list_classes) {
        const std::int64_t count = comparison.count_of(one);
        if (count == 0 && (one == ListClass::within_rounding || one == ListClass::equal_distances)) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(name(one));
    }
    return text;
}

std::string text_of_recall(std::int64_t found, std::int64_t asked) {
    if (found >= asked) return "1.0000";
    char digits[16];  // truncated, so that 1.0000 means that nothing is missing
    std::snprintf(digits, sizeof digits, "%.4f", std::floor(1e4 * double(found) / double(asked)) / 1e4);
    return digits;
}

std::string recall_text(const Comparison& comparison) {
    return "recall at " + std::to_string(comparison.k) + ": " + text_of_recall(comparison.found, comparison.asked) + " (" +
           std::to_string(comparison.found) + " of " + std::to_string(comparison.asked) + " neighbours)";
}

std::string rounding_text(const Comparison& comparison) {
    const std::int64_t wrong = comparison.count_of(ListClass::wrong);
    if (comparison.distance.empty() || 2 * wrong >= comparison.count) return {};
    if (comparison.largest_difference < 0) return {};
    const std::string lists = wrong > 0 ? " in lists that are not wrong" : "";
    if (comparison.largest_difference == 0) return "distances agree with the true ones to the last bit" + lists;
    const JudgingTolerances& by = comparison.by;
    const std::string &what = by.rounding.what,
                      differ = "distances differ by up to " + number_text(comparison.largest_difference, 2) + " relative" + lists;
    if (by.given_relative > 0x1p-23 || by.given_absolute > 0) return differ + ", because they are given with few digits";
    if (what == "float64") return differ + (comparison.largest_difference > 1e-10 ? ", as float32 rounds" : ", as float64 rounds");
    return differ + ", as " + what + (what == "float32" ? " rounds" : " round");
}

std::string cause_text(const Comparison& comparison, const Cause& cause) {
    return cause.sentence + ": " + std::to_string(cause.lists) + " of " + std::to_string(cause.of) + (cause.of == 1 ? " list" : " lists") +
           (cause.of < comparison.count_of(ListClass::wrong) + comparison.count_of(ListClass::missing) ? " looked at" : "");
}

}  // namespace neighborscope
