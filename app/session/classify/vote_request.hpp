// Decision regions and leave-one-out classification: the request and the work, each on a thread of its own with a searcher that is kept
// between jobs.
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

/// A request without a method classifies nothing and frees the memory of the previous one.
struct VoteRequest {
    std::shared_ptr<const DataSet> data;
    std::shared_ptr<const Classes> classes;  ///< of the rows of `data`
    const Method* method = nullptr;
    std::map<std::string, std::string> options;  ///< as typed
    DeviceKind device = DeviceKind::host;
    int k = 1;
    Metric metric = Metric::euclidean;
    Voting voting = Voting::majority;

    bool operator==(const VoteRequest&) const = default;
    /// Whether the same lists of neighbours serve both, if they are long enough.
    bool has_same_lists(const VoteRequest&) const;
};

/// Points on a device and a method's index over them, renewed if the request needs others.
class VotingSearch {
public:
    /// Errors as PointSet and Searcher.
    void prepare(const VoteRequest&, const Progress&);
    Searcher& searcher() { return *searcher_; }
    const PointSet& points() const { return *points_; }
    const DataSet& searched() const { return *searched_; }  ///< data_for_metric
    void release();                                         ///< frees points and index
    /// Recent queries per second; 0: not known.
    double speed = 0;

private:
    VoteRequest prepared_;
    std::shared_ptr<const DataSet> searched_;
    std::unique_ptr<PointSet> points_;
    std::unique_ptr<Searcher> searcher_;
};

/// Computes decision regions, first with coarse cells, then with finer and finer ones.
class RegionWork {
public:
    struct Job {
        VoteRequest question;
        VisiblePlane plane;
        std::array<int, 2> axes{0, 1};  ///< axes of the data that are horizontal and vertical in the plane
        std::uint64_t number = 0;
        bool operator==(const Job& other) const { return question == other.question && plane == other.plane && axes == other.axes; }
    };
    using Publish = std::function<void(std::shared_ptr<const DecisionRegions>)>;
    /// Publishes the first regions within a tenth of a second if the method is known to be quick enough. Ends with cells of one logical
    /// pixel on a CUDA device and of two on the host, however long these take. A picture that is drawn once gets the finest that are
    /// complete within a time limit. Errors as Searcher.
    void work(const Job&, SharedProgress&, const Progress&, const Publish&);
    static constexpr double time_limit_of_picture = 10;

private:
    VotingSearch search_;
    ListSet lists_;
    DeviceMemory classes_;  ///< int32[points] on the request's device: `classes_held_`
    std::shared_ptr<const Classes> classes_held_;
};

/// Classifies each row by all others, in random order, in batches of a fraction of a second. Keeps the lists for another k or voting.
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
    VoteRequest listed_request_;       ///< that the lists below answer
    int k_ = 0;                        ///< length of a list
    std::vector<std::int32_t> order_;  ///< rows in the order of their queries
    std::vector<std::int32_t> index_;  ///< [asked][k]
    std::vector<float> distance_;      ///< [asked][k]
    std::int64_t asked() const { return k_ ? std::int64_t(index_.size()) / k_ : 0; }
};

}  // namespace neighborscope
