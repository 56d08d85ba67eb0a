// State shared by all parts of a workbench: the document and the view model. For the window's thread only, unless stated otherwise.
#pragma once
#include "app/session/document/changed_features.hpp"
#include "app/session/document/session.hpp"
#include "app/session/threads/clock.hpp"
#include "app/session/threads/worker.hpp"

#include <optional>

namespace neighborscope {

/// The work that an error card is about. The card disappears when that work succeeds.
enum class ErrorOrigin { load, search, window };

struct CommonState {
    UndoHistory history;
    ViewModel view;
    bool touched = false;                      ///< something changed since the last poll ended
    std::optional<PointEdits> restored_edits;  ///< edits that undo has restored, until the document changes
    std::string dismissed;                     ///< title of a dismissed error, which is not shown again until the document changes

    CommonState(SessionState first, std::function<void()> wake) : history(std::move(first)), wake_(std::move(wake)) {}

    /// For a compared method besides the document's: UndoHistory::step() of the document.
    std::optional<std::uint64_t> followed_step;

    const SessionState& now() const { return history.now(); }
    std::uint64_t step() const { return followed_step.value_or(history.step()); }
    /// Changes the document as one undoable step: UndoHistory::change.
    void change(SessionState next, bool merge, std::string kind) {
        const FeatureSet changed = changed_features(now(), next);
        history.change(std::move(next), merge, std::move(kind));
        touch(changed);
    }
    /// Changes the document without an undo step.
    template <class Edit>
    void amend(Edit edit) {
        SessionState next = now();
        edit(next);
        const FeatureSet changed = changed_features(now(), next);
        history.amend(std::move(next));
        touch(changed);
    }
    /// Notes that these features changed.
    void touch(FeatureSet changed) {
        touched = touched || !changed.empty();
        view.generations.grow(changed);
    }
    void show_message(const std::string& sentence) {
        view.message = sentence;
        message_since_ = Clock::now();
        touch(Feature::status);
    }
    /// Seconds until the message has been there long enough to be read; none: there is no message.
    std::optional<double> seconds_of_message() const {
        constexpr double least = 4, characters_per_second = 15;
        if (view.message.empty()) return std::nullopt;
        return std::max(0.0, least + double(view.message.size()) / characters_per_second - seconds_since(message_since_));
    }
    void end_read_message() {
        if (seconds_of_message() == 0.0) show_message({});
    }
    void set_error(ErrorCard card, ErrorOrigin origin) {
        touch(Feature::status);
        if (origin == ErrorOrigin::search && card.title == dismissed) return;
        view.error = std::move(card);
        view.message.clear();
        error_origin_ = origin;
    }
    /// Shows an error of the window's own work: the consequence ("The points were not written") and its cause.
    void set_error(const std::string& consequence, const ErrorCard& cause) {
        set_error({consequence + ": " + cause.title, cause.remedy, cause.kind}, ErrorOrigin::window);
    }
    void clear_error(ErrorOrigin origin) {
        if (view.error && error_origin_ == origin) view.error.reset(), touch(Feature::status);
    }

    /// Returns the function by which workers wake the window, from any thread. It posts one event until the next reset_wake().
    std::function<void()> waker() {
        return [this] {
            if (!woken_.exchange(true) && wake_) wake_();
        };
    }
    void reset_wake() { woken_ = false; }

private:
    std::function<void()> wake_;
    std::atomic<bool> woken_{false};
    Clock::time_point message_since_{};
    ErrorOrigin error_origin_ = ErrorOrigin::load;
};

}  // namespace neighborscope
