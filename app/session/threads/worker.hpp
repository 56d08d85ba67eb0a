// A thread that does jobs for the window's thread: how far it is, what came of them, and an end to them when nobody wants them any more.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "app/session/threads/clock.hpp"
#include "gpu/progress.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace neighborscope {

/// How far a piece of work is, written by the worker, read by the window.
class SharedProgress {
public:
    void begin(std::string title, std::string unit);
    void end();
    /// True when the window should look: over 200 ms into the work, and 50 ms after the last time. A total of 0 says that the work goes
    /// on; what is known stays.
    bool report(double done, double total);
    std::optional<ProgressCard> card() const;  ///< none within the first 200 ms

private:
    mutable std::mutex mutex_;
    std::optional<ProgressCard> card_;
    Clock::time_point began_, shown_;
    Clock::time_point part_;  ///< began then: unpacking and reading are parts, each from nothing to all
};

/// The first of these that there is.
inline std::optional<ProgressCard> first_of(std::initializer_list<std::optional<ProgressCard>> cards) {
    for (const auto& card : cards)
        if (card) return card;
    return std::nullopt;
}

/// The error card of an exception in flight: call inside a catch block.
ErrorCard card_of_current_exception();

/// All members but the work are for one thread, the window's. The worker's own thread begins with the first job.
template <class Job, class Result>
class Worker {
public:
    /// Done on the worker's thread. It begins `card`; what it throws becomes the outcome's error.
    using Work = std::function<Result(const Job&, SharedProgress& card, const Progress&)>;
    struct Outcome {
        Job job;
        std::optional<Result> result;  ///< neither this nor an error: the job was cancelled
        std::optional<ErrorCard> error;
    };

    /// `wake` is called from the worker's thread when `take` or `progress` has news.
    /// Jobs wait while `pause` is true.
    Worker(Work work, std::function<void()> wake, const std::atomic<bool>* pause = nullptr)
        : work_(std::move(work)), wake_(std::move(wake)), pause_(pause) {}
    ~Worker() { cancel(); }

    /// The newest job counts: those before are stopped and forgotten.
    void replace(Job job) {
        const std::lock_guard lock(mutex_);
        drop_jobs();
        replaced_ = true;
        enqueue(std::move(job));
    }
    /// Done after those before.
    void add(Job job) {
        const std::lock_guard lock(mutex_);
        enqueue(std::move(job));
    }
    /// What is under way, what waits, and what was not taken. False when there is none of these.
    bool cancel() {
        const std::lock_guard lock(mutex_);
        const bool was_busy = is_busy();
        drop_jobs();
        replaced_ = false;
        return was_busy;
    }
    bool busy() const {  ///< until the last outcome is taken
        const std::lock_guard lock(mutex_);
        return is_busy();
    }
    /// The oldest outcome that was not taken.
    std::optional<Outcome> take() {
        const std::lock_guard lock(mutex_);
        if (finished_.empty()) return std::nullopt;
        std::optional<Outcome> outcome = std::move(finished_.front());
        finished_.pop_front();
        return outcome;
    }
    std::optional<ProgressCard> progress() const { return progress_.card(); }

private:
    bool is_busy() const { return running_ || !waiting_.empty() || !finished_.empty(); }
    void enqueue(Job job) {
        waiting_.push_back(std::move(job));
        if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& quit) { run(quit); });
        job_arrived_.notify_all();
    }
    void drop_jobs() {
        waiting_.clear();
        finished_.clear();
        stop_ = true;  // set back when the next job is taken up
    }
    void run(const std::stop_token& quit) {
        const Progress progress{[this](double done, double total) {
                                    if (progress_.report(done, total)) wake_();
                                },
            &stop_, pause_};
        std::unique_lock lock(mutex_);
        while (job_arrived_.wait(lock, quit, [this] { return !waiting_.empty(); })) {
            Outcome outcome{std::move(waiting_.front()), {}, {}};
            waiting_.pop_front();
            running_ = true;
            stop_ = replaced_ = false;
            lock.unlock();
            try {
                outcome.result = work_(outcome.job, progress_, progress);
            } catch (...) { outcome.error = card_of_current_exception(); }
            progress_.end();
            lock.lock();
            running_ = false;
            if (stop_) outcome.result.reset(), outcome.error.reset();
            if (!replaced_) finished_.push_back(std::move(outcome));
            lock.unlock();
            wake_();
            lock.lock();
        }
    }

    Work work_;
    std::function<void()> wake_;
    const std::atomic<bool>* pause_;
    SharedProgress progress_;
    mutable std::mutex mutex_;  ///< of what follows
    std::condition_variable_any job_arrived_;
    std::deque<Job> waiting_;
    std::deque<Outcome> finished_;
    bool running_ = false, replaced_ = false;  ///< a job is; nothing comes of it
    std::atomic<bool> stop_{false};
    std::jthread thread_;  ///< last: it ends before anything it uses goes
};

}  // namespace neighborscope
