// Runs a workbench on this thread until its results are ready: for pictures and lessons without a window.
#pragma once
#include "app/session/workbench/workbench.hpp"
#include "gpu/progress.hpp"

#include <condition_variable>
#include <mutex>

namespace neighborscope::shell {

class AnsweringWorkbench {
public:
    explicit AnsweringWorkbench(const SessionState&);

    /// Waits until work that was started later has ended.
    void wait_until_idle();
    /// Waits until the session's search has a result or an error, and a moment longer for its timings.
    Workbench& wait_for_answer();
    /// Waits until the timings of all contenders are medians of `runs` runs and their work is counted, or until a timeout.
    void wait_for_race(int runs);
    /// Waits until the answer is compared with the truth and its work is counted, and, where the picture shows them, until the work of all
    /// points as queries is counted and all rows are classified. Throws the error of the search, if it has one; an input
    /// Error if that takes more than two minutes.
    Workbench& wait_for_facts();
    /// Moves the points to a tick and waits until it is searched.
    void go_to_tick(std::int64_t);

private:
    template <class Done>
    void wait(const Progress&, Done);

    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
    Workbench workbench_;  // last member: its workers wake this until it is destroyed
};

}  // namespace neighborscope::shell
