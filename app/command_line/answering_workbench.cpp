#include "app/command_line/answering_workbench.hpp"

#include "app/command_line/console.hpp"
#include "app/lessons/facts.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/timing_controls.hpp"

#include <algorithm>

namespace neighborscope::shell {
namespace {

/// The limit of waiting for measurements and the exactness check, which follow the search.
constexpr auto answer_timeout = std::chrono::milliseconds(1500);
constexpr auto facts_timeout = std::chrono::minutes(2);
constexpr auto roofline_timeout = std::chrono::seconds(20);  // peak rates of a device that were never measured take seconds

}  // namespace

AnsweringWorkbench::AnsweringWorkbench(const SessionState& session)
    : workbench_(session, [this] {
          std::lock_guard lock(mutex_);
          woken_ = true;
          changed_.notify_one();
      }) {}

template <class Done>
void AnsweringWorkbench::wait(const Progress& progress, Done done) {
    while (true) {
        workbench_.poll();
        if (done()) return;
        if (const auto card = workbench_.progress()) progress.step(card->done, card->total);
        else progress.step(0, 0);
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return woken_; });
        woken_ = false;
    }
}

void AnsweringWorkbench::wait_until_idle() {
    ProgressBar bar("Working");
    wait(bar.progress(), [this] { return !workbench_.busy(); });
}

Workbench& AnsweringWorkbench::wait_for_answer() {
    ProgressBar bar("Working");
    const Progress progress = bar.progress();
    wait(progress, [this] { return !workbench_.busy() && !workbench_.view().stepping.recording; });
    const bool draws_roofline = workbench_.session().chart == ChartShown::roofline;
    const auto limit = std::chrono::steady_clock::now() + (draws_roofline ? std::chrono::milliseconds(roofline_timeout) : answer_timeout);
    wait(progress, [&] {
        const ViewModel& view = workbench_.view();
        const bool roof = !draws_roofline || view.timings.fp32_operations_per_second > 0;
        return view.error || view.neighbours.empty() ||
               (roof && !view.timings.phases.empty() && !view.timings.previous && view.timings.runs > 2 && view.exactness.known) ||
               std::chrono::steady_clock::now() > limit;
    });
    return workbench_;
}

void AnsweringWorkbench::wait_for_race(int runs) {
    ProgressBar bar("Measuring");
    const std::vector<ShownSearch*> other_contenders = workbench_.race().other_contenders();
    const auto measured = [&](const ShownSearch& one) {
        const ViewModel& view = one.view();
        return view.error || (!view.timings.previous && std::min(view.timings.runs, view.timings.phase_runs) >= runs &&
                                 view.exactness.known && !view.counters.empty() && !view.counters_previous);
    };
    const auto limit = std::chrono::steady_clock::now() + answer_timeout * (1 + std::ssize(other_contenders));
    wait(bar.progress(), [&] {
        return (measured(workbench_) && std::all_of(other_contenders.begin(), other_contenders.end(), [&](const ShownSearch* one) {
            return measured(*one);
        })) || std::chrono::steady_clock::now() > limit;
    });
}

Workbench& AnsweringWorkbench::wait_for_facts() {
    ProgressBar bar("Searching");
    workbench_.timings().count_work();
    const auto limit = std::chrono::steady_clock::now() + facts_timeout;
    wait(bar.progress(), [&] {
        const ViewModel& view = workbench_.view();
        if (view.error) throw Error(view.error->kind, view.error->title, view.error->remedy);
        if (!workbench_.busy() && lessons::has_all_facts(workbench_.session(), view)) return true;
        if (!workbench_.busy() && std::chrono::steady_clock::now() > limit)
            throw Error(
                Failure::input, "the search was not checked and counted within two minutes", "choose fewer points or another method");
        return false;
    });
    return workbench_;
}

void AnsweringWorkbench::go_to_tick(std::int64_t tick) {
    ProgressBar bar("Moving");
    workbench_.moving().go_to_tick(tick);
    wait(bar.progress(), [&] {
        const ViewModel& view = workbench_.view();
        if (view.error) throw Error(view.error->kind, view.error->title, view.error->remedy);
        return view.moving.tick == tick && !workbench_.busy();
    });
}

}  // namespace neighborscope::shell
