// Requests to the search worker, and its results: the answer, and later measurements for the same request.
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
    std::string device;  ///< "", "host" or "cuda"
    const Method* method = nullptr;
    std::map<std::string, std::string> options;  ///< as typed
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;
    std::vector<double> position;   ///< true coordinates of the query
    std::int64_t row = -1;          ///< the row it was placed on and moves with, -1 unknown
    std::int64_t tick = 0;          ///< of points that move, from 0; one that there is
    std::uint64_t settings_id = 0;  ///< equal for requests that differ only in the query
    std::uint64_t place = 0;        ///< grows when query or tick change; equal for equal ones of one shape
    bool work = false;              ///< the work of a self-join is wanted, for methods that count it
    std::uint64_t number = 0;       ///< grows with every request
    std::uint64_t step = 0;         ///< UndoHistory::step() that it was asked at

    /// What a method's index depends on; `upload` is that of its points.
    std::vector<std::string> index_key(std::uint64_t upload) const {
        std::vector<std::string> key = {std::to_string(upload), std::string(method->info.name)};
        for (const auto& [option, value] : options) key.insert(key.end(), {option, value});
        return key;
    }
    /// Of requests about the same data.
    bool has_same_settings(const SearchRequest& other) const {
        return method == other.method && device == other.device && options == other.options && k == other.k && metric == other.metric &&
               exclude_self == other.exclude_self;
    }
};

/// One answer: the lists on the device and, for the table alone, on the host.
struct Answer {
    SearchRequest request;
    std::shared_ptr<const ResidentPoints> resident;
    std::shared_ptr<const ResidentTree> tree;   ///< null: the method has none
    std::shared_ptr<const ProbedLists> probed;  ///< null: the method has no lists
    std::vector<float> query;                   ///< relative to the origin of what was searched
    std::int64_t excluded = -1;                 ///< row left out, -1 none
    ListSet lists;
    std::vector<std::int32_t> index;  ///< [k]
    std::vector<float> distance;      ///< [k]
    std::uint64_t bytes_to_host = 0;
    CachedTicks cached_ticks;
    std::optional<IndexUpdate> index_update;
    std::vector<PointDistance> sampled_distances;  ///< some of all points, for the polar view
    double milliseconds = 0;                       ///< the newest run's total; an answer that was measured in phases has the one before

    /// The point that the query stands on, -1 on none.
    std::int64_t own_row() const {
        if (excluded >= 0 || request.row >= 0) return excluded >= 0 ? excluded : request.row;
        return !index.empty() && distance.front() == 0 ? index.front() : -1;
    }
};

struct TimedRun {
    std::uint64_t settings_id = 0, place = 0;  ///< SearchRequest's
    Measure measure = Measure::total;
    Report report;
    bool idle = false;  ///< a repetition while there was no new request
};
struct BuildResult {
    std::uint64_t settings_id = 0;  ///< SearchRequest's
    BuildTimes times;               ///< of the index that answered it
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
struct SpreadResult {
    std::uint64_t number = 0;
    DistanceSpread spread;
};

}  // namespace neighborscope
