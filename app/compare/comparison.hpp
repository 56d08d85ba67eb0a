// Lists of another program against the truth: what class each list is of, how much they find, and what the faults have in common.
#pragma once
#include "app/compare/list_judgement.hpp"
#include "app/data/lists/read_lists.hpp"
#include "app/data/points/data_set.hpp"
#include "app/data/points/file_numbers.hpp"
#include "gpu/oracle/oracle.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

/// Who asked what the lists answer.
struct ComparedQueries {
    std::vector<float> coordinates;     ///< [count][dimension], relative to the data's origin; empty: every point asks
    std::vector<double> numbers;        ///< the same as the file has them, [count][dimension]; empty: origin + coordinates
    std::vector<std::int32_t> exclude;  ///< one row or -1 a query; empty: nothing is left out
    std::vector<std::int32_t> rows;  ///< the point that asks each; empty: point i asks query i where every point asks, else no point does

    HostRows on(const DataSet& data) const { return {coordinates.empty() ? data.coordinates : coordinates, data.dimension}; }
    /// -1: it is no point that asks.
    std::int64_t row_of(std::int64_t query) const { return !rows.empty() ? rows[std::size_t(query)] : coordinates.empty() ? query : -1; }
};

/// What explains lists that are not right.
struct Cause {
    enum class Kind {
        squares,
        another_unit,
        negative,
        cosine_similarity,
        float16_distances,
        float32_rounding,
        other_metric,
        float16_points,
        self_left_out,
        self_kept,
        shifted,
        rows_kept_counted,
        queries_in_another_order,
        renumbered,
        rows_never_found,
        last_rank_only,
        another_order,
        row_twice,
        no_such_row,
        too_short,
    };
    Kind kind;
    std::string sentence;               ///< "these lists exclude each point itself"
    std::string remedy;                 ///< of the command line: "compare with --exclude-self"; "": none is known
    std::int64_t lists = 0;             ///< that it explains
    std::int64_t of = 0;                ///< so many were looked at
    Metric metric = Metric::euclidean;  ///< of other_metric
};
std::string_view key(Cause::Kind);  ///< of JSON: "self_left_out"

/// How lists are compared.
struct ComparisonOptions {
    Metric metric = Metric::euclidean;
    int k = 0;                            ///< the first k of each list; 0: all there are
    bool squared = false;                 ///< the distances are squared
    std::int64_t sample = 0;              ///< judges so many lists, spread over all; 0: all
    const ForeignLists* truth = nullptr;  ///< in place of a search; null: the true neighbours are searched for
    DeviceKind device = DeviceKind::host;
};

/// What other programs give as the distance of an inner product p.
enum class GivenProduct { product, negative, one_minus };

/// Lists, and what the truth says to each. Distances of inner products, given ones as well, are rank values (float64_distance) until they are
/// shown.
struct Comparison {
    std::string name;  ///< of the file of lists, without its folders
    Metric metric = Metric::euclidean;
    int k = 0;
    std::int64_t count = 0;                         ///< lists that are judged
    std::int64_t all = 0;                           ///< lists of the file: more where a sample is judged, or rows that asked were left out
    std::vector<std::int64_t> numbers;              ///< [count] the number of each in the file; empty: list i is the i-th
    ComparedQueries queries;                        ///< [count]
    std::vector<std::int32_t> index;                ///< [count][k], rows of the data set; -1 past the end; GivenList::no_such_row
    std::vector<double> distance;                   ///< [count][k] as given; empty: none are
    std::vector<double> true_distance;              ///< [count][k] of the rows given
    GivenProduct given_as = GivenProduct::product;  ///< of inner products: what stands in the file
    std::map<std::size_t, std::int64_t> no_rows;    ///< what stands in the file at entries that are no row
    TrueLists truth;                                ///< [count]
    std::vector<ListJudgement> judgements;          ///< [count]
    JudgingTolerances by;
    std::array<std::vector<std::int64_t>, all_list_classes.size()> of_class;  ///< queries of each class, ascending
    std::int64_t found = 0, asked = 0;                                        ///< true neighbours
    /// Relative, of distances given in lists where nothing is untrue from the true ones; below 0: not known.
    double largest_difference = -1;
    std::vector<Cause> causes;       ///< those that explain most first
    std::vector<std::string> notes;  ///< what was understood and left out, a sentence each

    const std::vector<std::int64_t>& queries_of(ListClass one) const { return of_class[std::size_t(one)]; }
    std::int64_t count_of(ListClass one) const { return std::int64_t(queries_of(one).size()); }
    /// The worst class that has a list.
    ListClass worst() const;
    double recall() const { return asked > 0 ? double(found) / double(asked) : 1; }
    std::int64_t number(std::int64_t query) const { return numbers.empty() ? query : numbers[std::size_t(query)]; }
    /// The query of a point; -1: it asks none.
    std::int64_t query_of_row(std::int64_t row) const;
    /// The place of a query among those of a class, from 0; -1: it is of another.
    std::int64_t place_of(std::int64_t query, ListClass) const;
    std::vector<double> position_of(std::int64_t query, const DataSet&) const;  ///< true coordinates
    const Cause* cause(Cause::Kind) const;                                      ///< null: it is none
    bool has_cause(Cause::Kind kind) const { return cause(kind) != nullptr; }
    GivenList given(std::int64_t query) const;
    /// Of the k nearest.
    std::span<const std::int32_t> true_index(std::int64_t query) const {
        return truth.indices(query).first(std::size_t(truth.length(query, k)));
    }
    std::span<const double> true_distances(std::int64_t query) const {
        return truth.distances(query).first(std::size_t(truth.length(query, k)));
    }
};

/// Judges the lists by what the file has in float64. Errors: input for lists of another number than queries, usage where `options.k` is more
/// than the lists have, memory.
std::shared_ptr<const Comparison> compare_lists(
    const DataSet&, const FileNumbers&, ForeignLists, ComparedQueries queries, const ComparisonOptions&, const Progress&);

/// What one rank of a list has beside what belongs there. Of inner products distances are products.
struct ComparedRank {
    int rank = 0;                                      ///< from 1
    std::int64_t row = -1, file_row = -1;              ///< given; -1: nothing
    double distance = 0, true_distance = 0;            ///< as given (NaN: none is) and what it is
    std::int64_t right_row = -1, right_file_row = -1;  ///< what belongs there; -1: nothing
    double right_distance = 0;
    bool is_false = false;        ///< the row given is none of the k nearest, is no row, or stands there twice
    bool misplaced = false;       ///< it is one of them, at another rank
    bool distance_wrong = false;  ///< the distance given is not that of the row
    bool missing = false;         ///< the right row is nowhere in the list given
};
struct ComparedList {
    std::int64_t query = -1, number = -1;  ///< among the lists judged; in the file
    ListClass list_class = ListClass::exact;
    std::string reason;            ///< what is untrue or missing first; of other lists what their class means
    std::vector<double> position;  ///< true coordinates of the query
    std::int64_t query_row = -1;   ///< of the data, where a point asks; else -1
    std::vector<ComparedRank> ranks;
    int missing = 0, false_ones = 0, misplaced = 0, distances_wrong = 0;
};
ComparedList compared_list(const Comparison&, const DataSet&, std::int64_t query);
/// "rank 2: index 1 at distance 8, but index 2 is at 7"; "" of a list in which nothing is untrue or missing. Indices are the file's rows.
std::string reason_of(const Comparison&, const DataSet&, std::int64_t query);

// ---- In words -------------------------------------------------------------------------------------------------------------

/// "30 exact, 2 missing, 1 wrong": exact, missing and wrong always, other classes where they have lists.
std::string classes_text(const Comparison&);
/// "recall at 10: 0.978 (39120 of 40000 neighbours)"
std::string recall_text(const Comparison&);
/// What the distances given and the arithmetic show, a sentence without a full stop; "" where no distances are given.
std::string rounding_text(const Comparison&);
/// "these lists exclude each point itself: 288 of 288 lists"
std::string cause_text(const Comparison&, const Cause&);

}  // namespace neighborscope
