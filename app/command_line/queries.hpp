// Chooses the queries: --self | --query | --query-index | --queries | --random-queries, or a default.
#pragma once
#include "app/command_line/arguments.hpp"
#include "gpu/oracle/oracle.hpp"

#include <optional>

namespace neighborscope::shell {

enum class QueryKind { none, self, position, row, file, random };

/// Options as typed, then checked: at most one kind.
struct QueryArguments {
    bool self = false;
    std::string query, index, file, random, rate;
    CLI::Option *self_option = nullptr, *query_option = nullptr, *index_option = nullptr, *file_option = nullptr, *random_option = nullptr;

    /// `several`: also add the kinds with more than one query.
    void add_to(CLI::App&, bool several);
    /// Usage Error for two kinds.
    QueryKind kind() const;
    /// Returns the value of --query-rate, 100 by default. Usage Error if not above 0 and at most 100, or for other kinds than `self`.
    double checked_rate() const;
};

/// Queries in host memory, and their description.
struct QueryBatch {
    QueryKind kind = QueryKind::none;
    std::int64_t count = 0;
    std::vector<float> coordinates;        ///< [count][dimension], relative to the origin; empty for `self`: the points are the queries
    std::vector<std::int32_t> exclude;     ///< one row or -1 per query; empty: nothing is excluded
    std::string description;               ///< for people: "query (-120, 37)", "1000 random queries"
    std::int64_t row = -1;                 ///< the row of a single query that is a point; else -1
    double rate = 100;                     ///< for `self`: the percentage of points that are queries at a tick
    std::vector<std::int32_t> query_rows;  ///< rows of the queries, ascending, if not all points are queries
    std::string remark;                    ///< follows the place of that row in the description

    HostRows rows(const DataSet&) const;
    QuerySet on(const PointSet&) const;
    /// Updates the batch to a tick (from 0), after the points have moved: queries that are points take their new positions, and excluded
    /// rows are found again. For a `rate` below 100 %, point i is a query if V(H(805, i), tick) < rate / 100 (V and H:
    /// data/make/generator.hpp); if no point is, the one with the closest value.
    void at_tick(const DataSet&, std::int64_t tick, bool exclude_self);

private:
    void choose_query_rows(const DataSet&, std::int64_t tick, bool exclude_self);
};

/// Usage Error for an impossible position of the data: a latitude beyond 90 degrees.
void refuse_impossible_position(const DataSet&, const std::vector<double>& position);
/// Reads, generates or finds the queries. `none` means the point nearest the middle of the data's box. May add features to the data:
/// add_features_of. Errors: usage (another dimension, no such row), input (file).
QueryBatch make_query_batch(const QueryArguments&, QueryKind, DataSet&, const DataArguments&, bool exclude_self, const Progress&);
/// Reads the queries of `make_query_batch` in float64, [count][dimension]. Errors as load_query_numbers.
std::vector<double> query_numbers_in(const std::string& file, const DataSet&, const DataArguments&, const Progress&);
/// "every point, 100 queries, each point itself excluded"
std::string every_point_text(std::int64_t count, bool exclude_self);
/// "100 queries from q.fbin"
std::string queries_from_text(std::int64_t count, const std::string& file);
/// Returns `count` random queries.
QueryBatch make_random_query_batch(const DataSet&, std::int64_t count, bool exclude_self);

}  // namespace neighborscope::shell
