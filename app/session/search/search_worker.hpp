// A thread that answers the newest request only. Without a new request for a while, it measures and checks the answer.
#pragma once
#include "app/session/search/idle_plan.hpp"
#include "app/session/search/resident_search.hpp"
#include "app/session/threads/fair_mutex.hpp"
#include "app/session/threads/worker.hpp"

#include <array>
#include <memory>
#include <vector>

namespace neighborscope {

class SearchWorker {
public:
    SearchWorker(std::function<void()> wake, std::shared_ptr<SharedPoints> points) : wake_(std::move(wake)), resident_(std::move(points)) {}
    ~SearchWorker();

    void ask(SearchRequest);
    void cancel();
    void stop_self_join();  ///< cancels the self-join (SearchRequest::work) only
    bool busy() const;      ///< a request is waiting or being answered, or an answer is being recorded
    /// Switches recording on or off: the search of every answer, including the newest, is then repeated and recorded step by step.
    void record(bool);
    /// Switches to more repetitions in idle time, for timings that are compared, and to counting. Includes the newest answer.
    void measure_longer(bool longer) {
        const std::lock_guard lock(mutex_);
        repeat_idle_work_ = repeat_idle_work_ || (longer && !measure_longer_);
        measure_longer_ = longer;
        mailbox_changed_.notify_all();
    }
    /// Explains why the query of this request needs so much work (Results::explained), once it is answered.
    void explain(std::uint64_t number, QueryWork work) {
        const std::lock_guard lock(mutex_);
        explained_work_ = work;
        explained_next_ = number;
        repeat_idle_work_ = true;
        mailbox_changed_.notify_all();
    }
    /// Finds why the answer to this request misses a row (Results::reason).
    void explain_row(std::uint64_t number, std::int32_t row) {
        const std::lock_guard lock(mutex_);
        explained_row_ = row;
        explained_row_of_ = number;
        repeat_idle_work_ = true;
        mailbox_changed_.notify_all();
    }
    /// Answers and measurements exclude those of other workers with the same mutex; null: of none.
    void share_measuring_mutex(std::shared_ptr<FairMutex> measuring_mutex) {
        const std::lock_guard lock(mutex_);
        measuring_mutex_ = std::move(measuring_mutex);
    }

    /// Results since the last call, for the window's thread.
    struct Results {
        bool answered = false;                           ///< `shown` is a new answer
        std::shared_ptr<const ResidentPoints> resident;  ///< newly uploaded, before the first list
        std::vector<TimedRun> measured;
        std::optional<ExactnessResult> checked;
        std::optional<BuildResult> built;
        std::optional<SpreadResult> spread;
        std::optional<CountersResult> counted;
        std::optional<ExplanationResult> explained;
        std::optional<ReasonResult> reason;
        std::optional<RecordingResult> recorded;
        std::optional<LateResult<const ResidentTree>> work;  ///< the tree, with the work of the self-join
        std::optional<FailedSearch> error;
        std::optional<DeviceKind> device;  ///< the default device, once it is known
        std::string device_text;           ///< "" = unchanged
        int multiprocessors = 0;           ///< of that device
        double read_bytes_per_second = 0;  ///< peak bandwidth of the last answer's device; 0 = unchanged
    };
    /// Takes the results. If `can_show` returns false, the answer stays for a later call.
    Results take(const std::function<bool(const Answer&)>& can_show);
    /// The answer shown; valid and unchanged until the next take(). Null before the first.
    const Answer* shown() const { return shown_ < 0 ? nullptr : &slots_[std::size_t(shown_)]; }
    std::optional<ProgressCard> progress() const { return first_of({progress_.card(), background_progress_.card()}); }
    /// True while a request waits, is answered, or its answer is measured: other work should pause.
    const std::atomic<bool>* foreground_busy() const { return &foreground_busy_; }

private:
    void work(const std::stop_token& quit);
    void answer_waiting_request(std::unique_lock<std::mutex>&, const std::stop_token& quit);
    void answer_during_self_join(const SearchRequest& beside, double& interrupted_milliseconds);
    bool answer(const SearchRequest&);
    void answer_or_throw(const SearchRequest&);
    void show_points(const SearchRequest&);
    void publish_points();
    void publish_device(DeviceKind);
    int free_slot(const SearchRequest&);
    const Answer& newest() const { return slots_[std::size_t(newest_)]; }  ///< published, so nobody writes it

    IdlePlan::PendingWork open_steps();
    bool run_idle_step(const std::stop_token& quit);
    void run_step(IdlePlan::Step);
    void measure_again(Measure);
    void check();
    void measure_spread();
    void count();
    void explain();
    void find_reason();
    bool ceilings_due() const;
    void publish_ceilings();
    bool record_wanted() const { return recording_ && recordable_; }  ///< call with the mutex locked
    void run_self_join(const SearchRequest&);
    template <class What, class Find>
    void find_and_publish(const char* title, bool& pending, std::optional<LateResult<What>> Results::*place, Find);
    static double milliseconds_since(Clock::time_point began) { return 1e3 * seconds_since(began); }
    Progress background_progress(std::function<void()> when_newer, std::atomic<bool>& stop);
    Progress answer_progress(Clock::time_point began);
    Progress idle_progress();
    bool has_newer_request() const { return has_newer_request_.load(std::memory_order_relaxed); }
    template <class Change>
    void publish(Change);

    std::function<void()> wake_;
    SharedProgress progress_, background_progress_;  ///< of an answer; of later results

    // Triple buffer: one slot shown, one published, one being written. The mutex guards the indices; only its owner accesses a slot.
    std::array<Answer, 3> slots_;
    int shown_ = -1, published_ = -1;

    mutable std::mutex mutex_;
    std::condition_variable_any mailbox_changed_;
    std::optional<SearchRequest> waiting_request_;
    std::shared_ptr<FairMutex> measuring_mutex_;
    Results results_;
    bool running_ = false, recording_ = false, recordable_ = false, self_join_pending_ = false;
    bool repeat_idle_work_ = false;  ///< idle work starts again, if the newest request is answered
    std::atomic<bool> stop_{false}, has_newer_request_{false}, foreground_busy_{false};
    std::atomic<bool> measure_longer_{false};
    QueryWork explained_work_;          ///< of explained_next_
    std::uint64_t explained_next_ = 0;  ///< number of the request to explain; 0: none
    std::int32_t explained_row_ = -1;
    std::uint64_t explained_row_of_ = 0;        ///< number of the request that misses this row; 0: none
    std::atomic<bool> stop_background_{false};  ///< as stop_, for work during which requests are answered
    std::atomic<bool> same_settings_{false};    ///< the waiting request differs from the running one only in the query

    std::uint64_t running_settings_id_ = 0;

    // For the worker's thread only.
    ResidentSearch resident_;
    IdlePlan plan_;
    int newest_ = -1;                ///< the slot of the newest answer
    bool answered_ = false;          ///< newest_ answers the newest request
    bool idle_wanted_ = false;       ///< idle work may be left to do for it
    bool during_self_join_ = false;  ///< an answer is being computed during the self-join
    bool last_answer_was_cancelled_ = false, self_join_was_cancelled_ = false;
    std::optional<DeviceKind> default_device_, published_device_, ceilings_device_;
    Clock::time_point ceilings_at_{};  ///< when peak rates were measured last
    int ceilings_measured_ = 0;

    std::jthread thread_{[this](const std::stop_token& quit) { work(quit); }};
};

}  // namespace neighborscope
