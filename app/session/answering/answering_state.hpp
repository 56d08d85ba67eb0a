// All parts that answer the request of one document: the window's, or a contender's.
#pragma once
#include "app/session/asking/asking_state.hpp"
#include "app/session/asking/drawable.hpp"
#include "app/session/classify/classifying_state.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace neighborscope {

/// Each part knows only the parts before it. Calls in the other direction go through this struct.
struct AnsweringState {
    /// `shared`: points shared with others that search the same data.
    AnsweringState(SessionState first, std::function<void()> wake, std::shared_ptr<SharedPoints> shared = std::make_shared<SharedPoints>())
        : common(std::move(first), std::move(wake)), points(std::move(shared)) {}

    CommonState common;
    const std::shared_ptr<SharedPoints> points;
    LoadingState loading{common};
    MovingState moving{common, loading};
    SteppingState stepping{common, loading};
    FacesState faces{common, loading};
    AskingState asking{common, loading, moving, stepping, faces, points};
    ClassifyingState classifying{common, loading, asking.foreground_busy()};

    const SessionState& now() const { return common.now(); }
    Drawable drawable() const;
    bool busy() const;

    void take_results();                                   ///< takes results of the parts and sends the requests that follow from them
    void classify();                                       ///< takes results of `classifying`
    std::optional<ProgressCard> loading_progress() const;  ///< of work that has to end before a request can be sent
    /// Ends a poll: puts the progress into the view model. True if the view model changed since the last poll.
    bool end_poll(std::optional<ProgressCard>);

    static constexpr double progress_card_delay = 0.2;  ///< seconds, so that a card of short work does not flicker
};

}  // namespace neighborscope
