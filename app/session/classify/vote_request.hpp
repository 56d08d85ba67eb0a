// Who votes on what, and how: the question behind decision regions and behind classifying every point by the others. Work for threads of
// their own, each with a searcher that is kept from one job to the next.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/session/shown/classifying.hpp"
#include "app/session/threads/worker.hpp"
#include "gpu/votes.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace neighborscope {

/// Without a method it classifies nothing, and frees the memory of the previous request.
struct VoteRequest {
    std::shared_ptr<const DataSet> data;
    std::shared_ptr<const Classes> classes;  ///< of its rows
    const Method* method = nullptr;
    std::map<std::string, std::string> options;  ///< as typed
    DeviceKind device = DeviceKind::host;
    int k = 1;
    Metric metric = Metric::euclidean;
    Voting voting = Voting::majority;

    bool operator==(const VoteRequest&) const = default;
    /// The same lists of neighbours answer both, as far as these are long enough.
    bool has_same_lists(const VoteRequest&) const;
};

/// Points on a device with a method prepared over them, made again when another question needs others.
class VotingSearch {
public:
    /// Errors as PointSet and Searcher.
    void prepare(const VoteRequest&, const Progress&);
    Searcher& searcher() { return *searcher_; }
    const PointSet& points() const { return *points_; }
    const DataSet& searched() const { return *searched_; }  ///< data_for_metric
    void release();                                         ///< of points and index, until others are prepared
    /// Queries a second, as they went lately; 0: not known.
    double speed = 0;

private:
    VoteRequest prepared_;
    std::shared_ptr<const DataSet> searched_;
    std::unique_ptr<PointSet> points_;
    std::unique_ptr<Searcher> searcher_;
};

/// Regions of the cells of a plane, coarse ones first, then finer and finer ones.
class RegionWork {
public:
    struct Job {
        VoteRequest question;
        VisiblePlane plane;
        std::array<int, 2> axes{0, 1};  ///< of the data, that the plane has across and up
        std::uint64_t number = 0;
        bool operator==(const Job& other) const { return question == other.question && plane == other.plane && axes == other.axes; }
    };
    using Publish = std::function<void(std::shared_ptr<const DecisionRegions>)>;
    /// The first come within a tenth of a second where the method is known to be quick enough. Ends with cells of one logical pixel on a
    /// CUDA device, of two on the host, or when finer ones would take more seconds than there is patience; a picture that waits for them gets
    /// the finest of which all is done by then. Errors as Searcher.
    void work(const Job&, SharedProgress&, const Progress&, const Publish&);
    static constexpr double time_limit = 3, time_limit_of_picture = 10;

private:
    VotingSearch search_;
    ListSet lists_;
    DeviceMemory classes_;  ///< int32[points] on the question's device: those of `classes_held_`
    std::shared_ptr<const Classes> classes_held_;
};

/// Classifies each row by all others, in random order, a part of a second at a time. Keeps the lists for another k and other votes.
class LeaveOneOutWork {
public:
    struct Job {
        VoteRequest question;
        std::uint64_t number = 0;
        bool operator==(const Job& other) const { return question == other.question; }
    };
    using Publish = std::function<void(std::shared_ptr<const LeaveOneOut>)>;
    void work(const Job&, SharedProgress&, const Progress&, const Publish&);

private:
    void begin(const VoteRequest&);
    void search_more(std::int64_t rows, const Progress&);
    std::shared_ptr<const LeaveOneOut> counted(const VoteRequest&, const Progress&) const;

    VotingSearch search_;
    VoteRequest listed_request_;       ///< what the lists below answer
    int k_ = 0;                        ///< entries of a list
    std::vector<std::int32_t> order_;  ///< rows, as they are asked
    std::vector<std::int32_t> index_;  ///< [asked][k]
    std::vector<float> distance_;      ///< [asked][k]
    std::int64_t asked() const { return k_ ? std::int64_t(index_.size()) / k_ : 0; }
};

}  // namespace neighborscope
