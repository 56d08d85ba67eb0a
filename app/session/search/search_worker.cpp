#include "app/session/search/search_worker.hpp"

#include "app/session/search/costly_query.hpp"
#include "app/session/search/exactness_check.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/device/cuda_probe.hpp"

namespace neighborscope {
namespace {

constexpr double max_spread_coordinates = 5e7;
constexpr auto idle_after = std::chrono::milliseconds(30);
constexpr double uncancelled_milliseconds = 100;   // milliseconds that a search may take before a newer request cancels it
constexpr double uncancelled_after_cancel = 2000;  // the same after a cancelled search, so that the picture is updated

/// Explains why the query of this answer needs so much work; "": not known. `tree`: of the index; `work`: of the query.
std::string why_costly(const Answer& answer, const std::optional<Tree>& tree, const QueryWork& work, const Progress& progress) {
    const SearchRequest& request = answer.request;
    if (!tree || request.row < 0 || answer.distance.empty()) return {};
    const std::shared_ptr<const RecordedTree> leaves = leaves_of(*tree, answer.resident->device);
    if (!leaves) return {};
    double kth = std::numeric_limits<double>::quiet_NaN();
    for (const float distance : answer.distance)
        if (!std::isnan(distance)) kth = distance;
    const DataSet& set = answer.resident->data->set;
    return explain_costly_query({set.coordinates, set.dimension}, *leaves,
        {request.row, request.k, request.metric, request.exclude_self, kth, work, request.method->info.searches_queries_together},
        progress);
}

}  // namespace

// ---- The mailbox: for the window's thread ---------------------------------------------------------------------------------

SearchWorker::~SearchWorker() {
    thread_.request_stop();
    cancel();
}

void SearchWorker::ask(SearchRequest request) {
    {
        std::lock_guard lock(mutex_);
        same_settings_ = running_ && request.settings_id == running_settings_id_;
        waiting_request_ = std::move(request);
        has_newer_request_ = foreground_busy_ = true;
    }
    mailbox_changed_.notify_all();
}

void SearchWorker::cancel() {
    std::lock_guard lock(mutex_);
    waiting_request_.reset();
    self_join_pending_ = false;
    has_newer_request_ = foreground_busy_ = false;
    stop_ = stop_background_ = true;  // reset with the next request or background work
}

void SearchWorker::stop_self_join() {
    std::lock_guard lock(mutex_);
    self_join_pending_ = false;
    stop_background_ = true;  // reset with the next background work
}

bool SearchWorker::busy() const {
    std::lock_guard lock(mutex_);
    return running_ || waiting_request_ || results_.answered || results_.recorded || results_.work || self_join_pending_ || record_wanted();
}

void SearchWorker::record(bool on) {
    {
        std::lock_guard lock(mutex_);
        recording_ = on;
    }
    mailbox_changed_.notify_all();
}

SearchWorker::Results SearchWorker::take(const std::function<bool(const Answer&)>& can_show) {
    std::lock_guard lock(mutex_);
    if (results_.answered && !can_show(slots_[std::size_t(published_)])) return {};
    if (results_.answered) shown_ = published_;
    return std::exchange(results_, Results{});
}

// ---- The thread -----------------------------------------------------------------------------------------------------------

template <class Change>
void SearchWorker::publish(Change change) {
    {
        std::lock_guard lock(mutex_);
        change(results_);
    }
    wake_();
}

/// Progress of an answer. A newer request cancels it only if it takes long, and mouse moves not twice in a row.
Progress SearchWorker::answer_progress(Clock::time_point began) {
    return {[this, began](double done, double total) {
                if (progress_.report(done, total)) wake_();
                const bool must_finish = same_settings_ && last_answer_was_cancelled_;
                if (has_newer_request() && milliseconds_since(began) > (must_finish ? uncancelled_after_cancel : uncancelled_milliseconds))
                    stop_ = true;
            },
        &stop_};
}

/// Progress of idle work, which a newer request cancels at once, and a wish for the steps, too: an exhaustive check of many rows takes
/// seconds and can be repeated after the recording.
Progress SearchWorker::idle_progress() {
    return {[this](double, double) {
                if (has_newer_request()) stop_ = true;
                std::lock_guard lock(mutex_);
                if (record_wanted()) stop_ = true;
            },
        &stop_};
}

/// Progress of background work, which the window shows. `stop` cancels it.
Progress SearchWorker::background_progress(std::function<void()> when_newer, std::atomic<bool>& stop) {
    return {[this, when_newer = std::move(when_newer)](double done, double total) {
                if (background_progress_.report(done, total)) wake_();
                if (has_newer_request()) when_newer();
            },
        &stop};
}

void SearchWorker::work(const std::stop_token& quit) {
    default_device_ = default_device();  // may wait for the CUDA driver to start: not on the window's thread
    publish([this](Results& results) { results.device = default_device_; });
    std::unique_lock lock(mutex_);
    while (true) {
        const auto called = [this] {
            return waiting_request_ || self_join_pending_ || record_wanted() || (repeat_idle_work_ && answered_);
        };
        foreground_busy_ = waiting_request_ || idle_wanted_;
        if (idle_wanted_) mailbox_changed_.wait_for(lock, quit, idle_after, called);
        else mailbox_changed_.wait(lock, quit, called);
        if (quit.stop_requested()) return;
        if (waiting_request_) {
            self_join_pending_ = false;
            answer_waiting_request(lock, quit);
        } else {
            stop_ = stop_background_ = repeat_idle_work_ = false;
            lock.unlock();
            bool more = true;
            while (more && answered_ && !has_newer_request() && !stop_) more = run_idle_step(quit);
            idle_wanted_ = more && has_newer_request();
            lock.lock();
        }
    }
}

/// Answers the waiting request. mutex_ is locked before and after. During a self-join this worker holds the measuring mutex already.
void SearchWorker::answer_waiting_request(std::unique_lock<std::mutex>& lock, const std::stop_token& quit) {
    const SearchRequest request = *std::exchange(waiting_request_, std::nullopt);
    running_ = true;
    running_settings_id_ = request.settings_id;
    recordable_ = false;
    has_newer_request_ = false;
    stop_ = false;
    const std::shared_ptr<FairMutex> measuring_mutex = during_self_join_ ? nullptr : measuring_mutex_;
    lock.unlock();
    const bool done = [&] {
        const auto turn = FairMutex::wait(measuring_mutex, quit);
        return !quit.stop_requested() && answer(request);
    }();
    lock.lock();
    running_ = false;
    recordable_ = done && request.method->info.records_steps();
    idle_wanted_ = answered_ = done;
    lock.unlock();
    wake_();
    lock.lock();
}

/// False: no answer, since it was cancelled or failed with a published error.
bool SearchWorker::answer(const SearchRequest& request) {
    progress_.begin("Searching", "");
    bool done = false;
    try {
        if (request.method) answer_or_throw(request);
        else show_points(request);
        done = request.method != nullptr;
        last_answer_was_cancelled_ = false;
    } catch (const Cancelled&) { last_answer_was_cancelled_ = true; } catch (...) {
        const FailedSearch failed{request.number, card_of_current_exception()};
        resident_.forget_index();
        publish([&](Results& results) { results.error = failed; });
    }
    progress_.end();
    return done;
}

/// Publishes facts about the device, once.
void SearchWorker::publish_device(DeviceKind device) {
    if (published_device_ == device) return;
    const DeviceInfo info = device_info(device);
    std::string text = device == DeviceKind::cuda ? "CUDA, " + info.name : info.name;
    if (device == DeviceKind::host && !built_with_cuda()) text += " (built for CPU only)";
    if (device == DeviceKind::host && has_unusable_cuda()) text += " (" + why_no_cuda() + ")";
    published_device_ = device;
    ceilings_device_.reset();
    publish([&](Results& results) { results.device_text = text, results.multiprocessors = info.units, results.read_bytes_per_second = 0; });
}

/// A slot that is neither shown nor published. Frees points that the request is not about.
int SearchWorker::free_slot(const SearchRequest& request) {
    int slot = 0;
    {
        const std::lock_guard lock(mutex_);
        while (slot == shown_ || slot == published_) ++slot;
    }
    Answer& answer = slots_[std::size_t(slot)];
    if (answer.resident && (answer.resident->base != request.data || answer.resident->tick != request.tick)) answer = Answer();
    return slot;
}

void SearchWorker::publish_points() {
    publish([this](Results& results) { results.resident = resident_.points(); });
}

void SearchWorker::show_points(const SearchRequest& request) {
    free_slot(request);
    const DeviceKind device = request.device.empty() ? *default_device_ : device_named(request.device);
    resident_.upload_points(
        request, device, [this] { publish_points(); }, answer_progress(Clock::now()));
    publish_device(device);
}

void SearchWorker::answer_or_throw(const SearchRequest& request) {
    const Progress progress = answer_progress(Clock::now());
    const int slot = free_slot(request);
    const DeviceKind device = request.device.empty() ? *default_device_ : device_named(request.device);
    resident_.prepare(
        request, device, [this] { publish_points(); }, progress);
    publish_device(device);
    plan_.ask(request.settings_id);
    const Measure measure = plan_.measure_of_next_answer();
    SearchRequest asked = request;
    asked.work = request.work && !during_self_join_;  // the self-join is running already
    Answer& answer = slots_[std::size_t(slot)];
    const Report report = resident_.answer(asked, answer, progress, measure);
    if (asked.work && !resident_.needs_self_join(asked)) self_join_was_cancelled_ = false;
    plan_.answered(request.place, measure, report.total_milliseconds);
    answer.milliseconds = plan_.milliseconds();
    newest_ = slot;
    {
        std::lock_guard lock(mutex_);
        published_ = slot;
        self_join_pending_ = self_join_pending_ || (!stop_ && resident_.needs_self_join(asked));
        results_.answered = true;
        results_.error.reset();
        results_.checked.reset();
        results_.recorded.reset();
        results_.work.reset();
        results_.measured.push_back({request.settings_id, request.place, measure, report, false});
        results_.built = BuildResult{request.settings_id, resident_.builds().times()};
    }
    wake_();
}

// ---- Idle moments ---------------------------------------------------------------------------------------------------------

IdlePlan::PendingWork SearchWorker::open_steps() {
    IdlePlan::PendingWork open;
    {
        std::lock_guard lock(mutex_);
        open.record = record_wanted();
        open.self_join = self_join_pending_;
        open.explain = explained_next_ == newest().request.number;
        open.reason = explained_row_of_ == newest().request.number;
    }
    open.extend_hash_table = resident_.can_extend_hash_table();
    open.build = resident_.builds().wants_another();
    open.ceilings = ceilings_due();
    open.measure_longer = measure_longer_;
    return open;
}

/// Does one step of idle work with the measuring mutex; false: all is done.
bool SearchWorker::run_idle_step(const std::stop_token& quit) {
    std::shared_ptr<FairMutex> measuring_mutex;
    {
        std::lock_guard lock(mutex_);
        measuring_mutex = measuring_mutex_;
    }
    const auto turn = FairMutex::wait(measuring_mutex, quit);
    if (quit.stop_requested()) return false;
    const IdlePlan::Step step = plan_.next(open_steps());
    if (step == IdlePlan::Step::nothing) return false;
    try {
        run_step(step);
        return true;
    } catch (const Cancelled&) { return true; } catch (...) {
        const FailedSearch failed{newest().request.number, card_of_current_exception()};
        publish([&](Results& results) { results.error = failed; });
        return false;
    }
}

void SearchWorker::run_step(IdlePlan::Step step) {
    using Step = IdlePlan::Step;
    switch (step) {
        case Step::record:
            return find_and_publish("Recording", recordable_, &Results::recorded,
                [this] { return resident_.record(newest(), background_progress([this] { stop_ = true; }, stop_)); });
        case Step::self_join:
            return find_and_publish("Every point is a query", self_join_pending_, &Results::work, [this] {
                run_self_join(SearchRequest(newest().request));
                return resident_.tree();
            });
        case Step::explain: return explain();
        case Step::reason: return find_reason();
        case Step::phases: return measure_again(Measure::phases);
        case Step::total: return measure_again(Measure::total);
        case Step::check: return check();
        case Step::extend_hash_table: return resident_.extend_hash_table(ResidentSearch::idle_hash_coordinates);
        case Step::count: return count();
        case Step::spread: return measure_spread();
        case Step::build:
            if (resident_.builds().rebuild_index(resident_.searcher(), idle_progress()))
                publish([this](Results& results) {
                    results.built = BuildResult{newest().request.settings_id, resident_.builds().times()};
                });
            return;
        case Step::ceilings: return publish_ceilings();
        case Step::nothing: return;
    }
}

void SearchWorker::measure_again(Measure measure) {
    const SearchRequest& request = newest().request;
    const auto began = Clock::now();
    Report report = resident_.repeat(request, idle_progress(), measure);
    plan_.measured(measure, report, milliseconds_since(began));
    publish([&](Results& results) { results.measured.push_back({request.settings_id, request.place, measure, std::move(report), true}); });
}

void SearchWorker::check() {
    const Answer& answer = newest();
    const DataSet& set = answer.resident->data->set;
    if (double(set.coordinates.size()) <= max_checked_coordinates) {
        const auto began = Clock::now();
        Exactness exactness = check_exactness(resident_.rows(), answer.query, answer.index, answer.distance, answer.request.metric,
            answer.excluded, idle_progress(), answer.request.method->info.supports.approximate);
        exactness.milliseconds = milliseconds_since(began);
        if (!exactness.missed.empty())
            describe_missed(exactness.missed, set, resident_.searcher().miss_reasons(answer.query, indices_of(exactness.missed)));
        if (auto& confused = exactness.confused)
            confused->listed_row = set.file_row(confused->listed_row), confused->right_row = set.file_row(confused->right_row);
        exactness.unfiltered = resident_.found_without_filter(answer, idle_progress());
        publish([&](Results& results) { results.checked = ExactnessResult{answer.request.number, exactness}; });
    }
    plan_.checked();
}

void SearchWorker::measure_spread() {
    const Answer& answer = newest();
    if (double(answer.resident->data->set.coordinates.size()) <= max_spread_coordinates) {
        const DistanceSpread spread =
            spread_of(resident_.rows(), answer.query.data(), answer.request.metric, answer.own_row(), idle_progress());
        publish([&](Results& results) { results.spread = SpreadResult{answer.request.number, spread}; });
    }
    plan_.spread_measured();
}

/// Repeats the search of the newest answer with counters.
void SearchWorker::count() {
    const SearchRequest& request = newest().request;
    Report report = resident_.repeat(request, idle_progress(), Measure::counters);
    publish([&](Results& results) {
        results.counted = CountersResult{request.number, std::move(report.counters), report.neighbours_within};
    });
    plan_.counted();
}

/// Explains why the newest answer's query needs so much work.
void SearchWorker::explain() {
    QueryWork work;
    {
        std::lock_guard lock(mutex_);
        work = explained_work_;
    }
    const std::uint64_t number = newest().request.number;
    std::string why = why_costly(newest(), resident_.searcher().tree(), work, idle_progress());
    publish([&](Results& results) {
        results.explained = ExplanationResult{number, std::move(why)};
        const bool same = explained_work_.leaves == work.leaves && explained_work_.distances == work.distances;
        if (explained_next_ == number && same) explained_next_ = 0;  // else it was requested again meanwhile
    });
}

/// Finds why the newest answer misses a row.
void SearchWorker::find_reason() {
    ReasonResult found{newest().request.number, -1, {}};
    {
        std::lock_guard lock(mutex_);
        found.row = explained_row_;
        explained_row_of_ = 0;
    }
    const std::int32_t rows[] = {found.row};
    found.reason = resident_.searcher().miss_reasons(newest().query, rows).front();
    publish([&](Results& results) { results.reason = std::move(found); });
}

/// Peak rates of the device are measured when nothing else is to be done, and repeated later, since the machine may be busy at times.
bool SearchWorker::ceilings_due() const {
    constexpr int most = 6;
    constexpr double apart = 5000;  // milliseconds
    return ceilings_device_ != resident_.points()->device || (ceilings_measured_ < most && milliseconds_since(ceilings_at_) >= apart);
}

void SearchWorker::publish_ceilings() {
    const DeviceKind device = resident_.points()->device;
    const bool first = ceilings_device_ != device;
    try {
        if (first) ceilings_measured_ = 0;
        const Ceilings best = first ? ceilings(device, idle_progress()) : improve_ceilings(device, idle_progress());
        ceilings_device_ = device;
        publish([&](Results& results) { results.read_bytes_per_second = best.read_bytes_per_second; });
    } catch (const Error&) { ceilings_device_ = device; }  // too little memory: lower bounds remain in bytes
    ceilings_at_ = Clock::now();
    ++ceilings_measured_;
}

/// Publishes the result of `find` for the newest answer at `place` of the results, unless a request with other settings has arrived. There
/// may be a newer answer by then.
template <class What, class Find>
void SearchWorker::find_and_publish(const char* title, bool& pending, std::optional<LateResult<What>> Results::*place, Find find) {
    LateResult<What> found;
    background_progress_.begin(title, "");
    try {
        found.what = find();
    } catch (const Cancelled&) {
    } catch (...) { found.error = card_of_current_exception(); }
    background_progress_.end();
    const SearchRequest& request = newest().request;
    found.number = request.number;
    {
        std::lock_guard lock(mutex_);
        pending = false;
        const bool fits = waiting_request_ && waiting_request_->settings_id == request.settings_id && (found.what || found.error);
        if (!waiting_request_ || fits) results_.*place = std::move(found);
    }
    wake_();
}

/// Runs the self-join of the newest answer's request. Requests that differ only in the query are answered in between. If points have moved
/// since the build, a second index would differ: the self-join is then cancelled and restarted.
void SearchWorker::run_self_join(const SearchRequest& request) {
    constexpr double before_making_way = 100;  // milliseconds before a newer request cancels it
    constexpr double after_cancel = 2000;      // the same after a cancelled one, so that it ends eventually
    const auto began = Clock::now();
    double interrupted_milliseconds = 0;
    if (!resident_.points_moved_since_build()) {
        foreground_busy_ = false;
        resident_.run_self_join(request,
            background_progress([&] { answer_during_self_join(request, interrupted_milliseconds); }, stop_background_),
            interrupted_milliseconds);
        self_join_was_cancelled_ = false;
        return;
    }
    const double goes_on = self_join_was_cancelled_ ? after_cancel : before_making_way;
    try {
        const auto make_way = [&] {
            if (milliseconds_since(began) > goes_on) stop_background_ = true;
        };
        resident_.run_self_join(request, background_progress(make_way, stop_background_), interrupted_milliseconds);
        self_join_was_cancelled_ = false;
    } catch (const Cancelled&) {
        self_join_was_cancelled_ = has_newer_request();
        throw;
    }
}

/// During the self-join of `beside`: answers the waiting request, or cancels the self-join if the answer needs other points or another
/// index.
void SearchWorker::answer_during_self_join(const SearchRequest& beside, double& interrupted_milliseconds) {
    std::unique_lock lock(mutex_);
    if (!waiting_request_) return;
    if (waiting_request_->data != beside.data || waiting_request_->tick != beside.tick ||
        waiting_request_->settings_id != beside.settings_id || !waiting_request_->work) {
        stop_background_ = true;
        return;
    }
    const auto began = Clock::now();
    during_self_join_ = true;
    answer_waiting_request(lock, thread_.get_stop_token());
    lock.unlock();
    if (idle_wanted_ && !has_newer_request()) try {
            check();
        } catch (const Cancelled&) {}
    during_self_join_ = false;
    lock.lock();
    foreground_busy_ = waiting_request_.has_value();
    interrupted_milliseconds += milliseconds_since(began);
}

}  // namespace neighborscope
