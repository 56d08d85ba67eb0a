// The part of a workbench that classifies: decision regions of the visible plane, and leave-one-out classification of the points. The
// document's method computes both in the background while the document shows them. Fills view.classes.
#pragma once
#include "app/session/classify/vote_request.hpp"
#include "app/session/points/loading_state.hpp"

#include <mutex>

namespace neighborscope {

class ClassifyingState {
public:
    /// Works while `foreground_busy` is false.
    ClassifyingState(CommonState&, const LoadingState&, const std::atomic<bool>* foreground_busy);

    void refresh(std::optional<DeviceKind>);      ///< updates the requests from the document
    void set_visible_plane(const VisiblePlane&);  ///< the part of the plane that the picture shows
    void choose(std::optional<ConfusionCell>);
    /// The next ringed row after the query's, or before it for direction -1, cyclically. -1: no row is ringed.
    std::int64_t next_ringed(int direction) const;

    bool cancel();  ///< first leave-one-out, then regions; false: nothing to cancel. Does not restart by itself
    bool busy() const { return regions_.busy() || leave_one_out_.busy(); }
    std::optional<ProgressCard> progress() const { return first_of({regions_.progress(), leave_one_out_.progress()}); }
    void poll();

private:
    /// Intermediate results of a worker.
    template <class Result>
    struct SharedResult {
        std::mutex mutex;
        std::shared_ptr<const Result> newest;
        std::uint64_t number = 0;
    };
    std::shared_ptr<const DataSet> data() const;
    void name_classes();
    std::string why_no_votes() const;
    std::string why_no_regions(const DataSet&) const;
    void start_regions();
    void start_leave_one_out();
    void ring();

    CommonState& common_;
    const LoadingState& loading_;
    Classifying& shown_ = common_.view.classes;

    std::shared_ptr<const DataSet> named_;  ///< the data whose classes are shown
    std::uint64_t opened_ = 0;              ///< LoadingState::opened of `named_`
    std::optional<VoteRequest> question_;   ///< of the document; none: impossible
    VisiblePlane plane_;
    std::uint64_t number_ = 0;

    std::optional<RegionWork::Job> regions_job_, waiting_regions_job_;
    bool first_regions_ = false;  ///< the first regions of this request have arrived
    std::optional<LeaveOneOutWork::Job> leave_one_out_job_;
    std::shared_ptr<SharedResult<DecisionRegions>> shared_regions_ = std::make_shared<SharedResult<DecisionRegions>>();
    std::shared_ptr<SharedResult<LeaveOneOut>> shared_leave_one_out_ = std::make_shared<SharedResult<LeaveOneOut>>();
    Worker<RegionWork::Job, bool> regions_;
    Worker<LeaveOneOutWork::Job, bool> leave_one_out_;
};

}  // namespace neighborscope
