// The search request of a document: functions without a window or a thread.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/search/answer.hpp"

#include <optional>
#include <vector>

namespace neighborscope {

/// The problem by which methods decide whether they can answer.
Problem problem_of(const SessionState&, const DataSet&);

/// The position of the document's query.
struct PlacedQuery {
    std::vector<double> position;            ///< true coordinates; empty: there are no points
    std::int64_t row = -1;                   ///< the row it is on and moves with; -1: none
    std::optional<ErrorCard> unusable = {};  ///< why the document's position could not be used; the middle is used instead
};
/// The document's place, else the point nearest the middle of the data. `behind`: these data are a value of a drag behind the document,
/// whose row they may not have.
PlacedQuery place_query(const SessionState&, const LoadedData&, bool behind);

/// All but what tells it from other questions (data, tick, shape, place, number, step, work). Usage Error when the method, its options or
/// the question cannot be, as far as `device` is known.
SearchRequest make_search_request(const SessionState&, const DataSet&, PlacedQuery, std::optional<DeviceKind> device);

}  // namespace neighborscope
