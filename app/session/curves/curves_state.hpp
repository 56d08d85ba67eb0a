// Curves behind a workbench: what the document asks to be measured along n, k, queries, dimensions or an option; measured by a worker that
// waits while something is asked, stopped and gone on with. Fills view.curves.
#pragma once
#include "app/session/document/curve_request.hpp"
#include "app/session/points/loading_state.hpp"

#include <mutex>

namespace neighborscope {

class CurvesState {
public:
    /// Measures while `foreground_busy` is false.
    CurvesState(CommonState&, const LoadingState&, const std::atomic<bool>* foreground_busy);

    void refresh(std::optional<DeviceKind>);  ///< whether what is measured is what the document asks, and what is wrong with that
    void start();                             ///< goes on with what was stopped, or measures anew what the document asks now
    void forget();
    bool stop();  ///< what is measured stays; false when nothing is under way
    bool busy() const { return worker_.busy(); }
    std::optional<ProgressCard> progress() const { return worker_.progress(); }
    void poll();

private:
    struct Job {
        std::shared_ptr<const measure::Curve> from;
        std::uint64_t number = 0;
    };
    struct SharedResult {
        std::mutex mutex;
        std::shared_ptr<const measure::Curve> curve;
        std::uint64_t number = 0;
    };

    CommonState& common_;
    const LoadingState& loading_;
    Curving& shown_ = common_.view.curves;
    std::optional<measure::CurveRequest> request_;  ///< of the document; none: it cannot be measured
    SessionState requested_document_;               ///< what that was made of
    std::weak_ptr<const LoadedData> requested_data_;
    std::optional<DeviceKind> requested_device_;
    std::uint64_t number_ = 0;
    std::shared_ptr<SharedResult> shared_curve_ = std::make_shared<SharedResult>();
    Worker<Job, std::shared_ptr<const measure::Curve>> worker_;
};

}  // namespace neighborscope
