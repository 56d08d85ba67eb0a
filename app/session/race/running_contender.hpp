// A compared method (contender) besides the document's: a method with its options, and its results. It follows the document of A and uses
// the data of A.
#pragma once
#include "app/session/answering/answering_state.hpp"
#include "app/session/answering/shown_search.hpp"

namespace neighborscope {

class RunningContender final : public ShownSearch {
public:
    /// `turns`: decides who may measure; `points`: the points on their device, which all contenders search.
    RunningContender(std::function<void()> wake, std::shared_ptr<FairMutex> measuring_mutex, std::shared_ptr<SharedPoints> points);
    ~RunningContender() override { parts_.asking.stop(); }  // before all else: who has the turn lets the others go

    const SessionState& session() const override { return parts_.now(); }
    const ViewModel& view() const override { return parts_.common.view; }
    Drawable drawable() const override { return parts_.drawable(); }
    void set_visible_plane(const VisiblePlane& plane) override { parts_.classifying.set_visible_plane(plane); }
    void point_at(std::int64_t row, std::vector<double> place) override { parts_.stepping.point_at(row, std::move(place)); }

    /// Asks what the first one asks, as `text` has it (contender_in). True when it asks, or shows, something else from now on.
    bool follow(const AnsweringState& first, const std::string& text);
    /// Why the text means nothing beside the document's method; "" when it does.
    const std::string& refusal() const { return refusal_; }
    bool poll();  ///< true when the view model changed
    void cancel();
    bool busy() const { return parts_.busy(); }

    ViewModel& shown() { return parts_.common.view; }
    SteppingState& stepping() { return parts_.stepping; }

private:
    AnsweringState parts_;
    std::string refusal_;
    std::int64_t followed_tick_ = -1;  ///< of the first
};

}  // namespace neighborscope
