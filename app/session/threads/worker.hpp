// A thread that runs jobs for the window's thread, with progress, results and cancelling.
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

/// The progress of a job, written by the worker and read by the window.
class SharedProgress {
public:
    void begin(std::string title, std::string unit);
    void end();
    /// True when the window should be woken: more than 200 ms after the begin, and 50 ms after the last time. A total of 0 only says that
    /// the work goes on; the known numbers stay.
    bool report(double done, double total);
    std::optional<ProgressCard> card() const;  ///< none within the first 200 ms

private:
    mutable std::mutex mutex_;
    std::optional<ProgressCard> card_;
    Clock::time_point began_, shown_;
    Clock::time_point part_;  ///< begin of the present part; unpacking and reading are parts, each with its own total
};

/// The first card that has a value.
inline std::optional<ProgressCard> first_of(std::initializer_list<std::optional<ProgressCard>> cards) {
    for (const auto& card : cards)
        if (card) return card;
    return std::nullopt;
}

/// Makes an error card of the present exception. Call it inside a catch block.
ErrorCard card_of_current_exception();

/// Call all members on the window's thread. Only the work runs on the worker's own thread, which starts with the first job.
template <class Job, class Result>
class Worker {
public:
    /// Runs on the worker's thread. It has to call `card.begin`. An exception becomes the outcome's error.
    using Work = std::function<Result(const Job&, SharedProgress& card, const Progress&)>;
    struct Outcome {
        Job job;
        std::optional<Result> result;  ///< neither result nor error: the job was cancelled
        std::optional<ErrorCard> error;
    };

    /// Calls `wake` on the worker's thread when `take` or `progress` returns something new. Jobs wait while `pause` is true.
    Worker(Work work, std::function<void()> wake, const std::atomic<bool>* pause = nullptr)
        : work_(std::move(work)), wake_(std::move(wake)), pause_(pause) {}
    ~Worker() { cancel(); }

    /// Cancels and forgets all earlier jobs, and queues this one.
    void replace(Job job) {
        const std::lock_guard lock(mutex_);
        drop_jobs();
        replaced_ = true;
        enqueue(std::move(job));
    }
    /// Queues the job after the earlier ones.
    void add(Job job) {
        const std::lock_guard lock(mutex_);
        enqueue(std::move(job));
    }
    /// Cancels the running job, the queue and results that were not taken. False when there was none of these.
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
    /// Takes the oldest outcome.
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
        stop_ = true;  // reset when the next job starts
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
    mutable std::mutex mutex_;  ///< guards what follows
    std::condition_variable_any job_arrived_;
    std::deque<Job> waiting_;
    std::deque<Outcome> finished_;
    bool running_ = false, replaced_ = false;  ///< a job is running; its outcome is discarded
    std::atomic<bool> stop_{false};
    std::jthread thread_;  ///< last: it has to end before the members that it uses are destroyed
};

}  // namespace neighborscope
