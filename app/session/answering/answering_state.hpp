// What answers the question of one document, in a window or beside another one in a race.
#pragma once
#include "app/session/asking/asking_state.hpp"
#include "app/session/asking/drawable.hpp"
#include "app/session/classify/classifying_state.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace neighborscope {

/// Each part knows those before it alone; what goes the other way goes through here.
struct AnsweringState {
    /// `shared`: where others who search the same points have them.
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

    void take_results();                                   ///< takes over what the parts have finished, and asks what follows from it
    void classify();                                       ///< the same of `classifying`
    std::optional<ProgressCard> loading_progress() const;  ///< work that is waited for before a question can be asked
    /// Ends a poll: the view model says what is waited for. True when anything in it changed since the last one.
    bool end_poll(std::optional<ProgressCard>);

    static constexpr double progress_card_delay = 0.2;  ///< seconds: a card that comes and goes within them would only flicker
};

}  // namespace neighborscope
