// One list of another program against the truth: which class it belongs to, and what is untrue in it.
#pragma once
#include "app/compare/truth.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace neighborscope {

/// Of a list, the better ones first.
enum class ListClass {
    exact,            ///< every index is the truth's
    within_rounding,  ///< some index is another, whose distance rounding can confuse with the right one's
    equal_distances,  ///< some index is another at the same distance: in another order, or at the border in place of an equally near one
    missing,          ///< every entry is true, but they are not the nearest
    wrong,            ///< something is untrue: a row twice, another distance than the row's, an order that does not ascend, ...
};
inline constexpr std::array all_list_classes{
    ListClass::exact, ListClass::within_rounding, ListClass::equal_distances, ListClass::missing, ListClass::wrong};
std::string_view name(ListClass);        ///< "equal distances in another order"
std::string_view short_name(ListClass);  ///< "equal distances", where there is little room
std::string_view key(ListClass);         ///< of JSON: "equal_distances"
std::string help_of(ListClass);          ///< what it means, a sentence

/// What can be at fault, as bits: several may be in one list.
enum Fault : unsigned {
    no_row = 1,            ///< an index that is no row of the points, or of a row that was left out
    excluded_row = 2,      ///< the row that was to be left out
    row_twice = 4,         ///< a row that stands there already
    other_distance = 8,    ///< the distance given is not the row's
    descending = 16,       ///< a row that is nearer than the one before
    after_the_end = 32,    ///< an entry behind one that says that the list has ended
    not_the_nearest = 64,  ///< a nearer row is missing: the one fault in which every entry is true
};
constexpr unsigned untrue = no_row | excluded_row | row_twice | other_distance | descending | after_the_end;

/// By how much two distances may differ and still be confused with each other.
struct Rounding {
    double relative = 0, absolute = 0;
    double squares = 0;  ///< Euclidean: by how much the squares may differ, as |a|^2 + |b|^2 - 2ab loses digits far from 0
    std::string what;    ///< "float64", "float32", "coordinates in float32"

    /// What may be given where nothing is.
    double at_zero() const { return absolute > std::sqrt(squares) ? absolute : std::sqrt(squares); }
    bool confuses(double a, double b) const {
        const double apart = std::fabs(a - b), of_a = std::fabs(a), of_b = std::fabs(b);
        return apart <= relative * (of_a < of_b ? of_b : of_a) + absolute || apart * (of_a + of_b) <= squares;
    }
};

/// What other programs' arithmetic may do to distances of these rows, the finest first: float64; float64 by the formula of the matrix
/// product; float32 between the file's numbers; coordinates cast to float32; the formula of the matrix product in float32.
std::vector<Rounding> roundings_of(const FileRows& points, const FileRows& queries, Metric);

/// Entries of the lists of one query: rows (-1: none; no_such_row), distances as given (empty: none are) and as they are.
struct GivenList {
    static constexpr std::int32_t no_such_row = -2;
    std::span<const std::int32_t> index;
    std::span<const double> distance, true_distance;  ///< [k]
};

/// By what lists are judged.
struct JudgingTolerances {
    Rounding ties, rounding;                              ///< of float64; what the arithmetic of the lists may confuse
    double zero = 0;                                      ///< what a distance may be given as where the true one is 0
    double given_relative = 0x1p-23, given_absolute = 0;  ///< what writing a distance as float32, or with few digits, does to it
    /// The true distance where none is defined, so that any may be given: of a row without a direction. Not a number: there is none such.
    double undefined = std::numeric_limits<double>::quiet_NaN();

    /// Whether a distance given is that of its row.
    bool is_true(double given, double exact) const {
        return exact == undefined || rounding.confuses(given, exact) || (exact == 0 && std::fabs(given) <= zero) ||
               std::fabs(given - exact) <= given_relative * std::fabs(exact) + given_absolute;
    }
};

struct ListJudgement {
    ListClass list_class = ListClass::exact;
    unsigned faults = 0;
    int rank = 0;                    ///< of the first thing untrue; else of the first row that is missing; from 1, 0: none
    unsigned first = 0;              ///< that fault
    int found = 0, asked = 0;        ///< true neighbours given (equally near ones count), and how many there are
    bool nearer_than_truth = false;  ///< rows nearer than those of the truth, in a list in which nothing is untrue
    /// Relative, of the distances given from the true ones, where these are not next to nothing; below 0: there is none.
    double largest_difference = -1;
};
/// `truth`: distances and indices of the k nearest, ascending, as many as there are. `exclude` -1: nothing was to be left out.
ListJudgement judge_list(const GivenList&, std::span<const std::int32_t> true_index, std::span<const double> true_distance,
    std::int64_t exclude, const JudgingTolerances&);

}  // namespace neighborscope
