// A thread with a mailbox. It keeps the newest question only and answers it; when nobody asks for a while it measures and checks the answer.
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
    void stop_self_join();  ///< what it takes when every point asks is not wanted any longer (SearchRequest::work); all else goes on
    bool busy() const;      ///< a question is waiting or being answered, or an answer recorded
    /// From now on every answer's question is recorded, step by step, as soon as it is answered; that of the newest answer, too.
    void record(bool);
    /// Repeats the questions from now on more often while nothing else is asked: for timings that are compared.
    /// It also counts what they do; of the newest answer, too.
    void measure_longer(bool longer) {
        const std::lock_guard lock(mutex_);
        repeat_idle_work_ = repeat_idle_work_ || (longer && !measure_longer_);
        measure_longer_ = longer;
        mailbox_changed_.notify_all();
    }
    /// The question of that number, as soon as it is answered: why its query takes so much (Results::explained), which is `work`.
    void explain(std::uint64_t number, QueryWork work) {
        const std::lock_guard lock(mutex_);
        explained_work_ = work;
        explained_next_ = number;
        repeat_idle_work_ = true;
        mailbox_changed_.notify_all();
    }
    /// From now on answers and measurements wait for those of other workers that take the same turns; null: for nobody's.
    void share_measuring_mutex(std::shared_ptr<FairMutex> measuring_mutex) {
        const std::lock_guard lock(mutex_);
        measuring_mutex_ = std::move(measuring_mutex);
    }

    /// What happened since the last call, for the window's thread.
    struct Results {
        bool answered = false;                           ///< `shown` is another answer than before
        std::shared_ptr<const ResidentPoints> resident;  ///< newly uploaded, before the first list
        std::vector<TimedRun> measured;
        std::optional<ExactnessResult> checked;
        std::optional<BuildResult> built;
        std::optional<SpreadResult> spread;
        std::optional<CountersResult> counted;
        std::optional<ExplanationResult> explained;
        std::optional<RecordingResult> recorded;
        std::optional<LateResult<const ResidentTree>> work;  ///< the tree, with what every point's query takes
        std::optional<FailedSearch> error;
        std::optional<DeviceKind> device;  ///< the default device, once it is known
        std::string device_text;           ///< "" = no news
        int multiprocessors = 0;           ///< of that device
        double read_bytes_per_second = 0;  ///< the ceiling of the device of the last answer; 0 = no news
    };
    /// An answer that `can_show` denies waits for a later call.
    Results take(const std::function<bool(const Answer&)>& can_show);
    /// The answer the window shows: stays valid and unchanged until the next take(). Null before the first.
    const Answer* shown() const { return shown_ < 0 ? nullptr : &slots_[std::size_t(shown_)]; }
    std::optional<ProgressCard> progress() const { return first_of({progress_.card(), background_progress_.card()}); }
    /// True while a question waits or is answered, and its answer measured: other work should pause.
    const std::atomic<bool>* foreground_busy() const { return &foreground_busy_; }

private:
    void work(const std::stop_token& quit);
    void answer_waiting_request(std::unique_lock<std::mutex>&, const std::stop_token& quit);
    void answer_during_self_join(const SearchRequest& beside, double& interrupted_milliseconds);
    bool answer(const SearchRequest&);
    void answer_or_throw(const SearchRequest&);
    void publish_device(DeviceKind);
    int free_slot(const SearchRequest&);
    const Answer& newest() const { return slots_[std::size_t(newest_)]; }  ///< published: nobody writes it

    IdlePlan::PendingWork open_steps();
    bool run_idle_step(const std::stop_token& quit);
    void run_step(IdlePlan::Step);
    void measure_again(Measure);
    void check();
    void measure_spread();
    void count();
    void explain();
    bool ceilings_due() const;
    void publish_ceilings();
    bool record_wanted() const { return recording_ && recordable_; }  ///< with the mutex
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
    SharedProgress progress_, background_progress_;  ///< of an answer; of what is found of it later

    // Three slots: one shown, one published, one being written. Indices under the mutex, contents by their owner alone.
    std::array<Answer, 3> slots_;
    int shown_ = -1, published_ = -1;

    mutable std::mutex mutex_;
    std::condition_variable_any mailbox_changed_;
    std::optional<SearchRequest> waiting_request_;
    std::shared_ptr<FairMutex> measuring_mutex_;
    Results results_;
    bool running_ = false, recording_ = false, recordable_ = false, self_join_pending_ = false;
    bool repeat_idle_work_ = false;  ///< idle work begins again, where the newest question is answered
    std::atomic<bool> stop_{false}, has_newer_request_{false}, foreground_busy_{false};
    std::atomic<bool> measure_longer_{false};
    QueryWork explained_work_;                  ///< that goes with it
    std::uint64_t explained_next_ = 0;          ///< the question whose cost is to be explained; 0: none
    std::atomic<bool> stop_background_{false};  ///< as stop_, for what goes on while questions are answered in between
    std::atomic<bool> same_settings_{false};    ///< the waiting question differs from the running one in the query only

    std::uint64_t running_settings_id_ = 0;

    // The thread's own.
    ResidentSearch resident_;
    IdlePlan plan_;
    int newest_ = -1;                ///< the slot of the newest answer
    bool answered_ = false;          ///< that is the newest question's
    bool idle_wanted_ = false;       ///< something may be left to be done for it
    bool during_self_join_ = false;  ///< an answer is given while every point asks
    bool last_answer_was_cancelled_ = false, self_join_was_cancelled_ = false;
    std::optional<DeviceKind> default_device_, published_device_, ceilings_device_;
    Clock::time_point ceilings_at_{};  ///< when they were measured last
    int ceilings_measured_ = 0;

    std::jthread thread_{[this](const std::stop_token& quit) { work(quit); }};
};

}  // namespace neighborscope
