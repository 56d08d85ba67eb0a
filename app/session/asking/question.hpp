// Makes the search request of a document. Pure functions.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/search/answer.hpp"

#include <optional>
#include <vector>

namespace neighborscope {

/// The problem, from which methods decide whether they can answer.
Problem problem_of(const SessionState&, const DataSet&);

/// The position of the document's query.
struct PlacedQuery {
    std::vector<double> position;            ///< true coordinates; empty: no points
    std::int64_t row = -1;                   ///< the row that is the query; -1: none
    std::optional<ErrorCard> unusable = {};  ///< why the document's position cannot be used; the default is used instead
};
/// The document's query, else the point nearest the middle of the data. `behind`: during a drag these data are older than the document
/// and may lack its row.
PlacedQuery place_query(const SessionState&, const LoadedData&, bool behind);

/// Makes the request without data, tick, settings_id, place, number, step and work. Usage Error if the method, its options or the request
/// are impossible, as far as `device` is known.
SearchRequest make_search_request(const SessionState&, const DataSet&, PlacedQuery, std::optional<DeviceKind> device);

}  // namespace neighborscope
