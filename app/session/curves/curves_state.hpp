// The part of a workbench that measures curves along n, k, queries, dimensions or an option, as the document specifies. The worker pauses
// while a request is answered; measuring can be stopped and continued. Fills view.curves.
#pragma once
#include "app/session/document/curve_request.hpp"
#include "app/session/points/loading_state.hpp"

#include <mutex>

namespace neighborscope {

class CurvesState {
public:
    /// Measures while `foreground_busy` is false.
    CurvesState(CommonState&, const LoadingState&, const std::atomic<bool>* foreground_busy);

    void refresh(std::optional<DeviceKind>);  ///< updates whether the curve is of the document's settings, and why these cannot be measured
    /// Continues a stopped measurement, or starts that of the document.
    void start(std::optional<measure::ExpectedCrossing> expected = {});
    void forget();
    bool stop();  ///< keeps what is measured; false if nothing was running
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
    std::optional<measure::CurveRequest> request_;  ///< of the document; none: impossible
    SessionState requested_document_;               ///< that request_ was made from
    std::weak_ptr<const LoadedData> requested_data_;
    std::optional<DeviceKind> requested_device_;
    std::uint64_t number_ = 0;
    std::shared_ptr<SharedResult> shared_curve_ = std::make_shared<SharedResult>();
    Worker<Job, std::shared_ptr<const measure::Curve>> worker_;
};

}  // namespace neighborscope
