// Compares one list of another program with the true list: its class and its faults.
#pragma once
#include "app/compare/truth.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace neighborscope {

/// Classes of lists, the best first.
enum class ListClass {
    exact,            ///< every index is the true one
    within_rounding,  ///< some index differs, but rounding can confuse its distance with the true one's
    equal_distances,  ///< some index differs at the same distance: in another order, or at the end of the list
    missing,          ///< every entry is valid, but they are not the nearest
    wrong,            ///< some entry is invalid: a repeated row, a wrong distance, a descending order, ...
};
inline constexpr std::array all_list_classes{
    ListClass::exact, ListClass::within_rounding, ListClass::equal_distances, ListClass::missing, ListClass::wrong};
std::string_view name(ListClass);        ///< "equal distances in another order"
std::string_view short_name(ListClass);  ///< "equal distances", for narrow places
std::string_view key(ListClass);         ///< in JSON: "equal_distances"
std::string help_of(ListClass);          ///< its meaning in a sentence

/// Faults of a list, as bits: a list may have several.
enum Fault : unsigned {
    no_row = 1,            ///< an index that is not a row of the points, or whose row was left out on loading
    excluded_row = 2,      ///< a row that was to be excluded
    row_twice = 4,         ///< a row that the list has already
    other_distance = 8,    ///< the given distance is not the row's
    descending = 16,       ///< a row that is nearer than the previous one
    after_the_end = 32,    ///< an entry after the end of the list
    not_the_nearest = 64,  ///< a nearer row is missing: the only fault if every entry is valid
    filtered_row = 128,    ///< a row that the filter does not allow
};
constexpr unsigned untrue = no_row | excluded_row | row_twice | other_distance | descending | after_the_end | filtered_row;

/// How much two distances may differ and still be confused.
struct Rounding {
    double relative = 0, absolute = 0;
    double squares = 0;  ///< Euclidean: how much the squares may differ, because |a|^2 + |b|^2 - 2ab loses digits far from 0
    std::string what;    ///< "float64", "float32", "coordinates in float32"

    /// The largest distance that may be given for 0.
    double at_zero() const { return absolute > std::sqrt(squares) ? absolute : std::sqrt(squares); }
    bool confuses(double a, double b) const {
        const double apart = std::fabs(a - b), of_a = std::fabs(a), of_b = std::fabs(b);
        return apart <= relative * (of_a < of_b ? of_b : of_a) + absolute || apart * (of_a + of_b) <= squares;
    }
};

/// Returns the rounding of other programs' arithmetic for these rows, the finest first: float64; the formula of the matrix product in
/// float64; float32 between the file's numbers; coordinates rounded to float32; the formula of the matrix product in float32.
std::vector<Rounding> roundings_of(const FileRows& points, const FileRows& queries, Metric);

/// The list of one query: rows (-1: none; no_such_row), given distances (empty: none) and true distances of the rows.
struct GivenList {
    static constexpr std::int32_t no_such_row = -2;
    std::span<const std::int32_t> index;
    std::span<const double> distance, true_distance;  ///< [k]
};

/// Tolerances for comparing lists.
struct JudgingTolerances {
    Rounding ties, rounding;                              ///< of float64; of the arithmetic of the lists
    double zero = 0;                                      ///< the largest distance that may be given for 0
    double given_relative = 0x1p-23, given_absolute = 0;  ///< effect of writing a distance as float32, or with few digits
    /// The true distance if it is undefined, so that any may be given: for a row without a direction. NaN: no distance is undefined.
    double undefined = std::numeric_limits<double>::quiet_NaN();

    /// Whether a given distance is the distance of its row.
    bool is_true(double given, double exact) const {
        return exact == undefined || rounding.confuses(given, exact) || (exact == 0 && std::fabs(given) <= zero) ||
               std::fabs(given - exact) <= given_relative * std::fabs(exact) + given_absolute;
    }
};

struct ListJudgement {
    ListClass list_class = ListClass::exact;
    unsigned faults = 0;
    int rank = 0;                    ///< rank of the first invalid entry, else of the first missing row; from 1, 0: none
    unsigned first = 0;              ///< the fault at this rank
    int found = 0, asked = 0;        ///< given true neighbours (equally near ones count), and their number
    bool nearer_than_truth = false;  ///< a valid list has nearer rows than the true list
    /// Relative difference of given distances from true ones, except near 0; below 0: none.
    double largest_difference = -1;
};
/// `true_distance`, `true_index`: the k nearest, ascending, as many as exist. `exclude` -1: nothing is excluded. `filter`: the rows that
/// the list may hold; null: all.
ListJudgement judge_list(const GivenList&, std::span<const std::int32_t> true_index, std::span<const double> true_distance,
    std::int64_t exclude, const JudgingTolerances&, const RowFilter* filter = nullptr);

}  // namespace neighborscope
