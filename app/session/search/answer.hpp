// Requests to the search worker, and its results: the answer, and measurements that follow it.
#pragma once
#include "app/session/points/tick_cache.hpp"
#include "app/session/points/resident.hpp"
#include "app/session/search/probed_lists.hpp"
#include "app/session/shown/cards.hpp"
#include "app/session/shown/exactness.hpp"
#include "app/session/stepping/replay.hpp"
#include "app/session/threads/late_result.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

struct SearchRequest {
    std::shared_ptr<const LoadedData> data;
    std::string device;                          ///< "", "host" or "cuda"
    const Method* method = nullptr;              ///< null: only the points are shown
    std::map<std::string, std::string> options;  ///< as typed
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;
    std::vector<double> position;   ///< true coordinates of the query
    std::int64_t row = -1;          ///< the row that is the query, also when points move; -1: none
    std::int64_t tick = 0;          ///< tick of moving points, from 0; it exists
    std::uint64_t settings_id = 0;  ///< equal for requests that differ only in the query
    std::uint64_t place = 0;        ///< grows when query or tick changes; requests with equal settings_id and place are equal
    bool work = false;              ///< also run a self-join and count its work, if the method can
    std::uint64_t number = 0;       ///< grows with every request
    std::uint64_t step = 0;         ///< UndoHistory::step() of the document

    /// The settings that an index depends on; `upload`: ResidentPoints::upload.
    std::vector<std::string> index_key(std::uint64_t upload) const {
        std::vector<std::string> key = {std::to_string(upload), std::string(method->info.name)};
        for (const auto& [option, value] : options) key.insert(key.end(), {option, value});
        return key;
    }
    /// For requests about the same data.
    bool has_same_settings(const SearchRequest& other) const {
        return method == other.method && device == other.device && options == other.options && k == other.k && metric == other.metric &&
               exclude_self == other.exclude_self;
    }
};

/// One answer: the list on the device, and a copy on the host for the table.
struct Answer {
    SearchRequest request;
    std::shared_ptr<const ResidentPoints> resident;
    std::shared_ptr<const ResidentTree> tree;      ///< null: the method has no tree
    std::shared_ptr<const ProbedLists> probed;     ///< null: the method has no lists
    std::shared_ptr<const DevicesOfRows> devices;  ///< null: one device holds all points
    std::vector<float> query;                      ///< relative to the origin of the searched points
    std::int64_t excluded = -1;                    ///< excluded row; -1: none
    ListSet lists;
    std::vector<std::int32_t> index;  ///< [k]
    std::vector<float> distance;      ///< [k]
    std::uint64_t bytes_to_host = 0;
    CachedTicks cached_ticks;
    std::optional<IndexUpdate> index_update;
    std::vector<PointDistance> sampled_distances;  ///< of a sample of all points, for the polar view
    double milliseconds = 0;                       ///< total of the newest run; an answer measured in phases has that of the previous run

    /// The row that coincides with the query; -1: none.
    std::int64_t own_row() const {
        if (excluded >= 0 || request.row >= 0) return excluded >= 0 ? excluded : request.row;
        return !index.empty() && distance.front() == 0 ? index.front() : -1;
    }
};

struct TimedRun {
    std::uint64_t settings_id = 0, place = 0;  ///< of the SearchRequest
    Measure measure = Measure::total;
    Report report;
    bool idle = false;  ///< a repetition in idle time
};
struct BuildResult {
    std::uint64_t settings_id = 0;  ///< of the SearchRequest
    BuildTimes times;               ///< of its index
};
/// The error of one request.
struct FailedSearch {
    std::uint64_t number = 0;
    ErrorCard card;
};
struct ExactnessResult {
    std::uint64_t number = 0;
    Exactness exactness;
};
struct CountersResult {
    std::uint64_t number = 0;
    std::vector<Counter> counters;
    std::optional<double> neighbours_within;  ///< as in Report
};
struct ExplanationResult {
    std::uint64_t number = 0;
    std::string why;  ///< why the query needs so much work
};
struct ReasonResult {
    std::uint64_t number = 0;
    std::int32_t row = -1;
    MissReason reason;  ///< why the answer misses this row
};
struct SpreadResult {
    std::uint64_t number = 0;
    DistanceSpread spread;
};

}  // namespace neighborscope
