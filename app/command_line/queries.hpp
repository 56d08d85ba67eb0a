// Which questions are asked: --self | --query | --query-index | --queries | --random-queries, or a helpful default.
#pragma once
#include "app/command_line/arguments.hpp"
#include "gpu/oracle/oracle.hpp"

#include <optional>

namespace neighborscope::shell {

enum class QueryKind { none, self, position, row, file, random };

/// As typed, then checked: at most one kind.
struct QueryArguments {
    bool self = false;
    std::string query, index, file, random, rate;
    CLI::Option *self_option = nullptr, *query_option = nullptr, *index_option = nullptr, *file_option = nullptr, *random_option = nullptr;

    /// `several`: also the kinds that ask more than one query.
    void add_to(CLI::App&, bool several);
    /// Usage Error for two kinds at once.
    QueryKind kind() const;
    /// Of --query-rate; 100 when nothing was typed. Usage Error for anything but a percentage above 0, and for other kinds than `self`.
    double checked_rate() const;
};

/// Queries in host memory, and how to say what they are.
struct QueryBatch {
    QueryKind kind = QueryKind::none;
    std::int64_t count = 0;
    std::vector<float> coordinates;        ///< [count][dimension], relative to the origin; empty for `self`: the points are the queries
    std::vector<std::int32_t> exclude;     ///< one row or -1 per query; empty: nothing is left out
    std::string description;               ///< for people: "query (-120, 37)", "1000 random queries"
    std::int64_t row = -1;                 ///< the one that asks, where one of the points does
    double rate = 100;                     ///< of `self`: how many percent of the points ask at a tick
    std::vector<std::int32_t> query_rows;  ///< where these are not all: their rows, ascending
    std::string remark;                    ///< what follows that row's place in its description

    HostRows rows(const DataSet&) const;
    QuerySet on(const PointSet&) const;
    /// At this tick (from 0), after the points have moved: points that ask do so from where they are now, and what is left out is found
    /// again. Of `rate` percent point i is one when V(H(805, i), tick) < rate / 100 (V and H: data/make/generator.hpp), the point whose
    /// number is closest to it when there is none.
    void at_tick(const DataSet&, std::int64_t tick, bool exclude_self);

private:
    void choose_query_rows(const DataSet&, std::int64_t tick, bool exclude_self);
};

/// Usage Error for a position that no place of the data has: a latitude beyond 90 degrees.
void refuse_impossible_position(const DataSet&, const std::vector<double>& position);
/// Reads, makes or finds the queries. `none` asks the point nearest the middle of the data's box. The data may get further features:
/// add_features_of. Errors: usage (other dimension, no such row), input (file).
QueryBatch make_query_batch(const QueryArguments&, QueryKind, DataSet&, const DataArguments&, bool exclude_self, const Progress&);
/// The numbers of a file of queries in float64, [count][dimension]: those of `make_query_batch`. Errors as load_query_numbers.
std::vector<double> query_numbers_in(const std::string& file, const DataSet&, const DataArguments&, const Progress&);
/// `count` random ones.
QueryBatch make_random_query_batch(const DataSet&, std::int64_t count, bool exclude_self);

}  // namespace neighborscope::shell
