// Compares lists of another program with the true neighbours: the class of each list, recall, and common causes of faults.
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

/// The queries of the lists.
struct ComparedQueries {
    std::vector<float> coordinates;     ///< [count][dimension], relative to the data's origin; empty: every point is a query
    std::vector<double> numbers;        ///< the same in float64 from the file, [count][dimension]; empty: origin + coordinates
    std::vector<std::int32_t> exclude;  ///< one row or -1 per query; empty: nothing is excluded
    std::vector<std::int32_t>
        rows;  ///< the point that is each query; empty: point i is query i if every point is a query, else no point is

    HostRows on(const DataSet& data) const { return {coordinates.empty() ? data.coordinates : coordinates, data.dimension}; }
    /// Returns the row of the point that is the query; -1 if it is no point.
    std::int64_t row_of(std::int64_t query) const { return !rows.empty() ? rows[std::size_t(query)] : coordinates.empty() ? query : -1; }
};

/// A common cause of faulty lists.
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
        filtered_row,
    };
    Kind kind;
    std::string sentence;               ///< "these lists exclude each point itself"
    std::string remedy;                 ///< an option for the command line: "compare with --exclude-self"; "": none is known
    std::int64_t lists = 0;             ///< that it explains
    std::int64_t of = 0;                ///< number of lists examined
    Metric metric = Metric::euclidean;  ///< for other_metric
};
std::string_view key(Cause::Kind);  ///< in JSON: "self_left_out"

/// How lists are compared.
struct ComparisonOptions {
    Metric metric = Metric::euclidean;
    int k = 0;                            ///< compare the first k of each list; 0: all entries
    bool squared = false;                 ///< the distances are squared
    std::int64_t sample = 0;              ///< compare a sample of so many lists; 0: all
    const ForeignLists* truth = nullptr;  ///< true lists from a file; null: search for them
    DeviceKind device = DeviceKind::host;
};

/// What other programs give as the distance for an inner product p: p, -p or 1 - p.
enum class GivenProduct { product, negative, one_minus };

/// Lists of another program, the true lists, and a judgement of each list. For inner products, all distances, also given ones, are rank
/// values (float64_distance) until they are shown.
struct Comparison {
    std::string name;  ///< of the file of lists, without folders
    Metric metric = Metric::euclidean;
    int k = 0;
    std::int64_t count = 0;  ///< number of lists compared
    /// number of lists in the file: more than `count` for a sample, or if queries were left out on loading
    std::int64_t all = 0;
    std::vector<std::int64_t> numbers;              ///< [count] number of each list in the file; empty: list i is the i-th
    ComparedQueries queries;                        ///< [count]
    std::vector<std::int32_t> index;                ///< [count][k], rows of the data set; -1 past the end; GivenList::no_such_row
    std::vector<double> distance;                   ///< [count][k] as given; empty if the file has none
    std::vector<double> true_distance;              ///< [count][k] of the given rows
    GivenProduct given_as = GivenProduct::product;  ///< for inner products: what the distances in the file are
    std::map<std::size_t, std::int64_t> no_rows;    ///< numbers in the file that are not rows, by entry
    TrueLists truth;                                ///< [count]
    std::vector<ListJudgement> judgements;          ///< [count]
    JudgingTolerances by;
    std::array<std::vector<std::int64_t>, all_list_classes.size()> of_class;  ///< queries of each class, ascending
    std::int64_t found = 0, asked = 0;                                        ///< true neighbours
    /// Relative difference of given distances from the true ones, in valid lists; below 0: unknown.
    double largest_difference = -1;
    std::vector<Cause> causes;       ///< by descending number of explained lists
    std::vector<std::string> notes;  ///< how the file was interpreted and what was left out, one sentence each

    const std::vector<std::int64_t>& queries_of(ListClass one) const { return of_class[std::size_t(one)]; }
    std::int64_t count_of(ListClass one) const { return std::int64_t(queries_of(one).size()); }
    /// Returns the worst class that has a list.
    ListClass worst() const;
    double recall() const { return asked > 0 ? double(found) / double(asked) : 1; }
    std::int64_t number(std::int64_t query) const { return numbers.empty() ? query : numbers[std::size_t(query)]; }
    /// Returns the query that is this point; -1: none.
    std::int64_t query_of_row(std::int64_t row) const;
    /// Returns the index of a query among those of a class, from 0; -1: it is not in the class.
    std::int64_t place_of(std::int64_t query, ListClass) const;
    std::vector<double> position_of(std::int64_t query, const DataSet&) const;  ///< true coordinates
    const Cause* cause(Cause::Kind) const;                                      ///< null: not found
    bool has_cause(Cause::Kind kind) const { return cause(kind) != nullptr; }
    GivenList given(std::int64_t query) const;
    /// The true k nearest.
    std::span<const std::int32_t> true_index(std::int64_t query) const {
        return truth.indices(query).first(std::size_t(truth.length(query, k)));
    }
    std::span<const double> true_distances(std::int64_t query) const {
        return truth.distances(query).first(std::size_t(truth.length(query, k)));
    }
};

/// Compares the lists with the true neighbours in float64. Errors: input if the numbers of lists and queries differ, usage if `options.k`
/// exceeds the length of the lists or the points are a sample, memory.
std::shared_ptr<const Comparison> compare_lists(
    const DataSet&, const FileNumbers&, ForeignLists, ComparedQueries queries, const ComparisonOptions&, const Progress&);

/// One rank of a list beside the true entry of this rank. For inner products, the distances are products.
struct ComparedRank {
    int rank = 0;                                      ///< from 1
    std::int64_t row = -1, file_row = -1;              ///< given; -1: none
    double distance = 0, true_distance = 0;            ///< as given (NaN: not given) and correct
    std::int64_t right_row = -1, right_file_row = -1;  ///< the true neighbour of this rank; -1: none
    double right_distance = 0;
    bool is_false = false;        ///< the given row is not one of the k nearest, is not a row, or is repeated
    bool misplaced = false;       ///< it is one of the k nearest, at another rank
    bool distance_wrong = false;  ///< the given distance is not the distance of the row
    bool missing = false;         ///< the true row is not in the given list
};
struct ComparedList {
    std::int64_t query = -1, number = -1;  ///< among the compared lists; in the file
    ListClass list_class = ListClass::exact;
    std::string reason;            ///< the first fault; for other lists the meaning of their class
    std::vector<double> position;  ///< true coordinates of the query
    std::int64_t query_row = -1;   ///< row of the data if a point is the query; else -1
    std::vector<ComparedRank> ranks;
    int missing = 0, false_ones = 0, misplaced = 0, distances_wrong = 0;
};
ComparedList compared_list(const Comparison&, const DataSet&, std::int64_t query);
/// "rank 2: index 1 at distance 8, but index 2 is at 7"; "" for a list without faults. Indices are rows of the file.
std::string reason_of(const Comparison&, const DataSet&, std::int64_t query);

// ---- Texts ------------------------------------------------------------------------------------------------------------------

/// "30 exact, 2 missing, 1 wrong": always exact, missing and wrong; other classes if they have lists.
std::string classes_text(const Comparison&);
/// "recall at 10: 0.978 (39120 of 40000 neighbours)"
std::string recall_text(const Comparison&);
/// Describes the given distances and their arithmetic, a sentence without a full stop; "" without distances.
std::string rounding_text(const Comparison&);
/// "these lists exclude each point itself: 288 of 288 lists"
std::string cause_text(const Comparison&, const Cause&);

}  // namespace neighborscope
