// A compared method (contender) other than the document's. It follows the document of the first contender, A, and uses A's data.
#pragma once
#include "app/session/answering/answering_state.hpp"
#include "app/session/answering/shown_search.hpp"

namespace neighborscope {

class RunningContender final : public ShownSearch {
public:
    /// `measuring_mutex`: held by the contender that measures. `points`: shared by all contenders.
    RunningContender(std::function<void()> wake, std::shared_ptr<FairMutex> measuring_mutex, std::shared_ptr<SharedPoints> points);
    ~RunningContender() override { parts_.asking.stop(); }  // first, so that it unlocks the mutex

    const SessionState& session() const override { return parts_.now(); }
    const ViewModel& view() const override { return parts_.common.view; }
    Drawable drawable() const override { return parts_.drawable(); }
    void set_visible_plane(const VisiblePlane& plane) override { parts_.classifying.set_visible_plane(plane); }
    void point_at(std::int64_t row, std::vector<double> place) override { parts_.stepping.point_at(row, std::move(place)); }

    /// Applies the document of `first` with the settings in `text` (contender_in). True if its request or picture changes.
    bool follow(const AnsweringState& first, const std::string& text);
    /// Why the text is no contender beside the document's method; "": it is one.
    const std::string& refusal() const { return refusal_; }
    bool poll();  ///< true if the view model changed
    void cancel();
    bool busy() const { return parts_.busy(); }

    ViewModel& shown() { return parts_.common.view; }
    SteppingState& stepping() { return parts_.stepping; }

private:
    AnsweringState parts_;
    std::string refusal_;
    std::int64_t followed_tick_ = -1;  ///< of `first`
};

}  // namespace neighborscope
