#include "app/command_line/queries.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/data/index_files/index_points.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/points/extent.hpp"
#include "app/data/points/file_numbers.hpp"
#include "app/data/points/coincident_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace neighborscope::shell {
namespace {

void set_query_row(QueryBatch& batch, const DataSet& data, std::int64_t row, bool exclude_self) {
    const auto from = data.coordinates.begin() + std::ptrdiff_t(row * data.dimension);
    batch.count = 1;
    batch.row = row;
    batch.coordinates.assign(from, from + data.dimension);
    if (exclude_self) batch.exclude = {std::int32_t(row)};
    batch.description = "row " + std::to_string(data.file_row(row)) + " " + position_text(data, batch.coordinates.data()) + batch.remark +
                        (exclude_self ? ", the point itself excluded" : "");
}

std::int64_t row_named(const std::string& text, const DataSet& data) {
    const std::int64_t file_row = integer_in(text, "--query-index", 0, std::int64_t(1) << 53, 17);
    const std::int64_t row = data.row_of_file_row(file_row);
    if (row >= 0) return row;
    const std::int64_t rows = data.count() + data.skipped.count;
    if (file_row < rows)
        throw Error(Failure::usage,
            "--query-index " + text + ": that row was left out when the file was read" +
                (data.skipped.why.empty() ? "" : " (" + data.skipped.why + ")"),
            "choose another row");
    throw Error(Failure::usage, "--query-index " + text + ": " + printable(data.name) + " has no such row",
        rows > 0 ? "rows are numbered 0 to " + std::to_string(rows - 1) + ", without the header" : "it has no rows at all");
}

/// Reads a file of queries first with the columns (and the label) chosen for the data; if it lacks these, it may hold only coordinates.
template <class Read>
auto with_columns_of_the_data(const DataArguments& how, Read read) {
    if (!how.columns.empty() || !how.label.empty()) {
        try {
            return read(how.options());
        } catch (const Error&) {}
    }
    return read(LoadOptions{how.strict, {}});
}

std::vector<float> queries_in(const std::string& file, const DataSet& data, const DataArguments& how, const Progress& progress) {
    return with_columns_of_the_data(how, [&](const LoadOptions& options) { return load_queries(file, data, options, progress); });
}

}  // namespace

std::vector<double> query_numbers_in(const std::string& file, const DataSet& data, const DataArguments& how, const Progress& progress) {
    return with_columns_of_the_data(how, [&](const LoadOptions& options) { return load_query_numbers(file, data, options, progress); });
}

void refuse_impossible_position(const DataSet& data, const std::vector<double>& position) {
    for (int axis = 0; axis < std::min(data.dimension, int(position.size())); ++axis)
        if (const std::string why = why_impossible_coordinate(data, axis, position[std::size_t(axis)]); !why.empty())
            throw Error(Failure::usage, "the query has no position: " + why, "give degrees in the order of the data's axes");
}

void QueryArguments::add_to(CLI::App& app, bool several) {
    const std::string group = several ? "Queries (give one of these)" : "Query";
    query_option = app.add_option("--query", query, "one position in the coordinates of the data; numbers may be negative")
                       ->type_name("x,y[,z...]")
                       ->group(group);
    index_option =
        app.add_option("--query-index", index, "one point of the data: its row in the file, from 0")->type_name("I")->group(group);
    if (!several) return;
    self_option = app.add_flag("--self", self, "every point of the data is a query (self-join)")->group(group);
    file_option = app.add_option("--queries", file, "every row of another file is a query")->type_name("FILE")->group(group);
    random_option = app.add_option("--random-queries", random, "N random positions in the bounding box of the data, the same in every run")
                        ->type_name("N")
                        ->group(group);
}

QueryKind QueryArguments::kind() const {
    QueryKind kind = QueryKind::none;
    std::string first;
    const std::pair<CLI::Option*, QueryKind> kinds[] = {{self_option, QueryKind::self}, {query_option, QueryKind::position},
        {index_option, QueryKind::row}, {file_option, QueryKind::file}, {random_option, QueryKind::random}};
    for (const auto& [option, its_kind] : kinds) {
        if (!option || option->count() == 0) continue;
        if (kind != QueryKind::none)
            throw Error(Failure::usage, first + " and " + option->get_name() + " are two kinds of queries", "give one of them");
        kind = its_kind;
        first = option->get_name();
    }
    return kind;
}

double QueryArguments::checked_rate() const {
    if (rate.empty()) return 100;
    const double percent = number_in(rate, "--query-rate", "50");
    if (!(percent > 0 && percent <= 100))
        throw Error(Failure::usage, "--query-rate '" + printable(rate) + "' is not above 0 and up to 100", "for example --query-rate 50");
    if (kind() != QueryKind::self)
        throw Error(Failure::usage, "--query-rate says how many of the points are queries", "give --self with it");
    return percent;
}

HostRows QueryBatch::rows(const DataSet& data) const {
    return {kind == QueryKind::self && query_rows.empty() ? data.coordinates : coordinates, data.dimension};
}

QuerySet QueryBatch::on(const PointSet& points) const {
    if (kind == QueryKind::self && query_rows.empty()) return QuerySet::self_join(points, !exclude.empty());
    const bool from_self_join = row >= 0 && count == 1 && (exclude.empty() || exclude[0] == row);
    if (from_self_join) return QuerySet::point_of_self_join(points, row, !exclude.empty());
    return QuerySet(points.device(), coordinates, points.points().dimension, exclude);
}

void QueryBatch::at_tick(const DataSet& data, std::int64_t tick, bool exclude_self) {
    if (kind == QueryKind::self) {
        if (rate < 100 && data.count() > 0) choose_query_rows(data, tick, exclude_self);
    } else if (row >= 0) {
        set_query_row(*this, data, row, exclude_self);
    } else if (exclude_self && tick > 0) {
        exclude = coincident_rows(data, coordinates);
    }
}

void QueryBatch::choose_query_rows(const DataSet& data, std::int64_t tick, bool exclude_self) {
    query_rows.clear();
    std::pair<double, std::int32_t> closest{2, 0};
    for (std::int32_t point = 0; point < std::int32_t(data.count()); ++point) {
        const double drawn = random_uniform_double(counter_hash(805, std::uint64_t(point)), std::uint64_t(tick));
        if (drawn < rate / 100) query_rows.push_back(point);
        closest = std::min(closest, {drawn, point});
    }
    if (query_rows.empty()) query_rows.push_back(closest.second);
    count = std::int64_t(query_rows.size());
    exclude = exclude_self ? query_rows : std::vector<std::int32_t>{};
    coordinates.clear();
    for (const std::int32_t point : query_rows) {
        const auto from = data.coordinates.begin() + std::ptrdiff_t(point) * data.dimension;
        coordinates.insert(coordinates.end(), from, from + data.dimension);
    }
    description = std::to_string(count) + " of " + std::to_string(data.count()) + " points are queries" +
                  (exclude_self ? ", each point itself excluded" : "");
}

QueryBatch make_query_batch(
    const QueryArguments& typed, QueryKind kind, DataSet& data, const DataArguments& how, bool exclude_self, const Progress& progress) {
    QueryBatch batch;
    batch.kind = kind;
    switch (kind) {
        case QueryKind::none: {
            if (data.count() == 0)
                throw Error(Failure::input, printable(data.name) + " has no points, so there is no point in the middle to be the query",
                    "give --query x,y");
            batch.remark = ", the point nearest the middle (no query was given)";
            set_query_row(batch, data, middle_row(data, extent_of(data)), exclude_self);
            break;
        }
        case QueryKind::self:
            batch.count = data.count();
            if (exclude_self) {
                batch.exclude.resize(std::size_t(batch.count));
                std::iota(batch.exclude.begin(), batch.exclude.end(), 0);
            }
            batch.description = every_point_text(batch.count, exclude_self);
            break;
        case QueryKind::position: {
            const std::vector<double> position = position_in(typed.query, "--query");
            if (position.size() != std::size_t(data.dimension))
                throw Error(Failure::usage,
                    "--query has " + std::to_string(position.size()) + (position.size() == 1 ? " coordinate" : " coordinates") +
                        ", the data " + std::to_string(data.dimension) + axes_text(data),
                    "give one number for each, separated by commas");
            refuse_impossible_position(data, position);
            batch.count = 1;
            batch.coordinates = data.relative(position);
            for (const float value : batch.coordinates)
                if (!std::isfinite(value))
                    throw Error(Failure::usage, "--query '" + printable(typed.query) + "' is outside the range of float32",
                        "choose a position nearer to the data");
            if (exclude_self) batch.exclude = coincident_rows(data, batch.coordinates);
            batch.description = position_text(data, batch.coordinates.data());
            break;
        }
        case QueryKind::row: set_query_row(batch, data, row_named(typed.index, data), exclude_self); break;
        case QueryKind::file: {
            const int added = how.columns.empty() ? add_features_of(typed.file, data, progress) : 0;
            batch.coordinates = queries_in(typed.file, data, how, progress);
            batch.count = HostRows{batch.coordinates, data.dimension}.count();
            if (exclude_self) batch.exclude = coincident_rows(data, batch.coordinates);
            batch.description = queries_from_text(batch.count, typed.file) +
                                (index_files::scales_queries(data) ? ", brought to length 127 as usearch does" : "");
            if (added > 0)
                batch.description += ", which has " + std::to_string(added) + (added == 1 ? " feature" : " features") +
                                     " more than the data: 0 in every point";
            break;
        }
        case QueryKind::random:
            return make_random_query_batch(
                data, integer_in(typed.random, "--random-queries", 1, std::numeric_limits<std::int32_t>::max(), 1000), exclude_self);
    }
    if (batch.row < 0 && kind != QueryKind::self && !batch.exclude.empty() && batch.count == 1)
        batch.description += ", the point itself excluded";
    return batch;
}

std::string every_point_text(std::int64_t count, bool exclude_self) {
    return "every point, " + std::to_string(count) + (count == 1 ? " query" : " queries") +
           (exclude_self ? ", each point itself excluded" : "");
}

std::string queries_from_text(std::int64_t count, const std::string& file) {
    return std::to_string(count) + (count == 1 ? " query from " : " queries from ") + printable(file);
}

QueryBatch make_random_query_batch(const DataSet& data, std::int64_t count, bool exclude_self) {
    if (data.count() == 0)
        throw Error(
            Failure::input, printable(data.name) + " has no points, so there is no bounding box for random queries", "give --query x,y");
    QueryBatch batch;
    batch.kind = QueryKind::random;
    batch.count = count;
    batch.coordinates = random_queries(data, count);
    if (exclude_self) batch.exclude = coincident_rows(data, batch.coordinates);
    batch.description = std::to_string(count) + " random " + (count == 1 ? "query" : "queries");
    return batch;
}

}  // namespace neighborscope::shell
