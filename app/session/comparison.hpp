// Somebody else's lists of neighbours against the truth: which queries are answered wrongly, and what is wrong with one.
#pragma once
#include "app/data/lists/read_lists.hpp"
#include "app/session/loaded_data.hpp"
#include "app/session/worker.hpp"
#include "gpu/oracle/oracle.hpp"

#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

struct Comparing;  // app/session/view_model.hpp

/// Who asked what the lists answer.
struct ComparedQueries {
    std::vector<float> coordinates;     ///< [count][dimension], relative to the data's origin; empty: every point asks
    std::vector<std::int32_t> exclude;  ///< one row or -1 a query; empty: nothing is left out

    HostRows rows(const DataSet& data) const { return {coordinates.empty() ? data.coordinates : coordinates, data.dimension}; }
};

/// Of every point, or of the rows of a file (`queries_file` not empty); with `exclude_self` without the point each stands on.
ComparedQueries queries_to_compare(const DataSet&, const std::string& queries_file, bool exclude_self, const Progress&);

/// Lists, and what the oracle says to each.
struct Comparison {
    std::string name;  ///< of the file of lists, without its folders
    Metric metric = Metric::euclidean;
    int k = 0;
    std::int64_t count = 0;
    ComparedQueries queries;
    std::vector<std::int32_t> index;  ///< [count][k], rows of the data set, -1 past the end
    std::vector<float> distance;      ///< [count][k], NaN past the end; empty: none are given
    std::vector<Verdict> verdicts;    ///< [count]
    std::vector<std::int64_t> wrong;  ///< these queries, ascending
    Tally tally;
    bool mended_by_self = false;  ///< they are right with, or without, the point that asks: what `queries` do not do
    std::string remark;  ///< what wrong lists have in common, where that can be told of some of them: "the distances given are squares"

    /// The place of a query among the wrong ones, from 0; -1: it is right.
    std::int64_t place_of(std::int64_t query) const;
    std::vector<double> position_of(std::int64_t query, const DataSet&) const;  ///< true coordinates
    std::string sentence() const;                                               ///< "3 of 100 queries are wrong in lists.csv"
};

/// Judges the lists as `check` judges a method's: ties to the smaller index, distances within rounding. `queries` are those that the
/// lists answer. Errors: as read_lists; input Errors for lists of another number than queries, an index that is no row of the data or
/// was left out; usage where `k` (0: the lists' own) is not the lists'.
std::shared_ptr<const Comparison> compare_lists(
    const DataSet&, ForeignLists, ComparedQueries queries, Metric, int k, const Progress& judging);

/// Which lists are compared with what.
struct ListsChoice {
    std::string lists, queries;  ///< files; `queries` "": every point asks

    bool operator==(const ListsChoice&) const = default;
};
struct ComparisonRequest {
    ListsChoice choice;
    std::shared_ptr<const LoadedData> base, data;  ///< as they were loaded, as they are at `tick`
    std::int64_t tick = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;

    bool operator==(const ComparisonRequest& other) const {
        return choice == other.choice && base == other.base && tick == other.tick && metric == other.metric &&
               exclude_self == other.exclude_self;
    }
};

/// Reads the lists and judges them. Errors as compare_lists.
std::shared_ptr<const Comparison> judge_lists(const ComparisonRequest&, SharedProgress&, const Progress&);

/// What one rank of a list has beside what belongs there.
struct ComparedRank {
    int rank = 0;                                      ///< from 1
    std::int64_t row = -1, file_row = -1;              ///< given; -1: nothing
    double distance = 0, true_distance = 0;            ///< as given (NaN: none is) and what it is
    std::int64_t right_row = -1, right_file_row = -1;  ///< what the oracle has there; -1: nothing
    double right_distance = 0;
    bool is_false = false;        ///< the row given is none of the k nearest, or stands there twice
    bool misplaced = false;       ///< it is one of them, at another rank
    bool distance_wrong = false;  ///< the distance given is not that of the row
    bool missing = false;         ///< the right row is nowhere in the list given
};
struct ComparedList {
    std::int64_t query = -1;
    Verdict verdict = Verdict::exact;
    std::string reason;            ///< what is wrong first, as `check` says it
    std::vector<double> position;  ///< true coordinates of the query
    std::int64_t query_row = -1;   ///< of the data, where every point asks; else -1
    std::vector<ComparedRank> ranks;
    int missing = 0, false_ones = 0, misplaced = 0, distances_wrong = 0;
};
/// A list to look at, and the data it was compared over.
struct ListLook {
    std::shared_ptr<const Comparison> comparison;
    std::shared_ptr<const LoadedData> data;
    std::int64_t query;
};
ComparedList look_at_list(const ListLook&, SharedProgress&, const Progress&);

/// How many lists are wrong, and what these have in common; or why that is not known.
std::string told_of(const Comparing&);

}  // namespace neighborscope
