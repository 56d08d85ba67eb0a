#include "app/session/asking/question.hpp"

#include "app/data/points/point_set.hpp"
#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

Problem problem_of(const SessionState& session, const DataSet& set) {
    const std::int64_t k = std::clamp<std::int64_t>(session.k, 1, std::max<std::int64_t>(1, set.count()));
    return {allowed_rows(set), 1, set.dimension, int(k), session.metric, session.exclude_self, own_index_of(set), set.filter != nullptr};
}

PlacedQuery place_query(const SessionState& session, const LoadedData& data, bool behind) {
    const DataSet& set = data.set;
    PlacedQuery placed;
    if (set.count() == 0) return placed;
    const auto warn = [&](const std::string& cause, const char* remedy) { placed.unusable = {cause, remedy, Failure::usage}; };
    std::int64_t row = data.middle_row;
    const bool fits = session.query && session.query->size() == std::size_t(set.dimension);
    if (session.query_row) {
        row = set.row_of_file_row(*session.query_row);
        placed.row = row;
        if (row < 0 && behind && fits) {
            placed.position = *session.query;
            return placed;
        }
        if (row < 0) {
            warn("there is no point in row " + text_of_count(*session.query_row) +
                     ": it does not exist, or it was left out when the file was read",
                "choose another query");
            row = data.middle_row;
        }
    } else if (fits) {
        const std::vector<float> near = set.relative(*session.query);
        if (std::all_of(near.begin(), near.end(), [](float coordinate) { return std::isfinite(coordinate); })) {
            placed.position = *session.query;
            return placed;
        }
        warn("the query is outside the range of float32", "choose a position nearer to the data");
    } else if (session.query) {
        warn("the query has " + std::to_string(session.query->size()) + " coordinates, the data " + std::to_string(set.dimension),
            "give one coordinate for each column, or move the query with the mouse");
    }
    if (picture_shape(set) || set.label()) placed.row = row;  // the row has a picture or a class
    for (int axis = 0; axis < set.dimension; ++axis) placed.position.push_back(set.coordinate(row, axis));
    return placed;
}

SearchRequest make_search_request(const SessionState& session, const DataSet& set, PlacedQuery placed, std::optional<DeviceKind> device) {
    const Problem problem = problem_of(session, set);
    SearchRequest request;
    request.device = session.device;
    request.k = problem.k;
    request.metric = session.metric;
    request.exclude_self = session.exclude_self;
    request.position = std::move(placed.position);
    request.row = placed.row;
    request.method = &find_method(session.method);
    if (request.method->info.supports.own_index && request.device.empty()) request.device = name(DeviceKind::host);
    if (const auto chosen = session.options.find(session.method); chosen != session.options.end()) request.options = chosen->second;
    const MethodInfo& info = request.method->info;
    [[maybe_unused]] const Options checked(info.options, request.options);  // throws if one is outside of its domain
    if (device)
        if (const auto why = info.unsupported_reason(problem, *device))
            throw Error(
                Failure::usage, std::string(info.name) + " cannot answer this query: " + *why, info.suggest_alternatives(problem, *device));
    return request;
}

}  // namespace neighborscope
