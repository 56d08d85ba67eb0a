#include "app/session/search/search_worker.hpp"

#include "app/session/search/costly_query.hpp"
#include "app/session/search/exactness_check.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/device/cuda_probe.hpp"

namespace neighborscope {
namespace {

constexpr double most_spread_coordinates = 5e7;
constexpr auto idle_after = std::chrono::milliseconds(30);
constexpr double always_finishes = 100;     // milliseconds a search may take however often the mouse moves
constexpr double finishes_once_cut = 2000;  // and one after a search that was cut short, so that the picture keeps following

/// Why the query of this answer takes so much; "" where that cannot be told. `tree`: of the index; `work`: what the query took.
std::string why_costly(const Answer& answer, const std::optional<Tree>& tree, const QueryWork& work, const Progress& progress) {
    const SearchRequest& request = answer.request;
    if (!tree || request.row < 0 || answer.distance.empty()) return {};
    const std::shared_ptr<const RecordedTree> leaves = leaves_of(*tree, answer.resident->device);
    if (!leaves) return {};
    double kth = std::numeric_limits<double>::quiet_NaN();
    for (const float distance : answer.distance)
        if (!std::isnan(distance)) kth = distance;
    const DataSet& set = answer.resident->data->set;
    return told_of_costly_query({set.coordinates, set.dimension}, *leaves,
        {request.row, request.k, request.metric, request.exclude_self, kth, work, request.method->info.answers_together}, progress);
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
        same_shape_ = running_ && request.shape == running_shape_;
        wanted_ = std::move(request);
        newer_ = in_front_ = true;
    }
    asked_.notify_all();
}

void SearchWorker::cancel() {
    std::lock_guard lock(mutex_);
    wanted_.reset();
    work_pending_ = false;
    newer_ = in_front_ = false;
    stop_ = stop_later_ = true;  // set back when the next question is taken, or what is to be found later begins
}

void SearchWorker::stop_work() {
    std::lock_guard lock(mutex_);
    work_pending_ = false;
    stop_later_ = true;  // set back when what is to be found later begins
}

bool SearchWorker::busy() const {
    std::lock_guard lock(mutex_);
    return running_ || wanted_ || news_.answered || news_.recorded || news_.work || work_pending_ || record_wanted();
}

void SearchWorker::record(bool on) {
    {
        std::lock_guard lock(mutex_);
        recording_ = on;
    }
    asked_.notify_all();
}

SearchWorker::News SearchWorker::take(const std::function<bool(const Answer&)>& may_show) {
    std::lock_guard lock(mutex_);
    if (news_.answered && !may_show(slots_[std::size_t(published_)])) return {};
    if (news_.answered) shown_ = published_;
    return std::exchange(news_, News{});
}

// ---- The thread -----------------------------------------------------------------------------------------------------------

template <class Change>
void SearchWorker::tell(Change change) {
    {
        std::lock_guard lock(mutex_);
        change(news_);
    }
    wake_();
}

/// Of an answer: cut short for a newer question only when it is long, and not twice in a row for mouse moves.
Progress SearchWorker::grace(Clock::time_point began) {
    return {[this, began](double done, double total) {
                if (progress_.report(done, total)) wake_();
                const bool must_finish = same_shape_ && last_was_cut_;
                if (newer() && milliseconds_since(began) > (must_finish ? finishes_once_cut : always_finishes)) stop_ = true;
            },
        &stop_};
}

/// Of idle work: makes way at once.
Progress SearchWorker::at_once() {
    return {[this](double, double) {
                if (newer()) stop_ = true;
            },
        &stop_};
}

/// Of what is found later, which the window sees; `stop` ends it.
Progress SearchWorker::later(std::function<void()> when_newer, std::atomic<bool>& stop) {
    return {[this, when_newer = std::move(when_newer)](double done, double total) {
                if (later_.report(done, total)) wake_();
                if (newer()) when_newer();
            },
        &stop};
}

void SearchWorker::work(const std::stop_token& quit) {
    default_device_ = default_device();  // may take a CUDA driver's start-up time: not on the window's thread
    tell([this](News& news) { news.device = default_device_; });
    std::unique_lock lock(mutex_);
    while (true) {
        const auto called = [this] { return wanted_ || work_pending_ || record_wanted() || (again_ && answered_); };
        in_front_ = wanted_ || idle_wanted_;
        if (idle_wanted_) asked_.wait_for(lock, quit, idle_after, called);
        else asked_.wait(lock, quit, called);
        if (quit.stop_requested()) return;
        if (wanted_) {
            work_pending_ = false;
            serve(lock, quit);
        } else {
            stop_ = stop_later_ = again_ = false;
            lock.unlock();
            bool more = true;
            while (more && answered_ && !newer() && !stop_) more = idle_step(quit);
            idle_wanted_ = more && newer();
            lock.lock();
        }
    }
}

/// Answers the question that waits; the mutex is held before and after. In between other work of its own it has the turn already.
void SearchWorker::serve(std::unique_lock<std::mutex>& lock, const std::stop_token& quit) {
    const SearchRequest request = *std::exchange(wanted_, std::nullopt);
    running_ = true;
    running_shape_ = request.shape;
    recordable_ = false;
    newer_ = false;
    stop_ = false;
    const std::shared_ptr<Turns> turns = in_between_ ? nullptr : turns_;
    lock.unlock();
    const bool done = [&] {
        const auto turn = Turns::wait(turns, quit);
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

/// False when there is no answer: cut short, or an error was told.
bool SearchWorker::answer(const SearchRequest& request) {
    progress_.begin("Searching", "");
    bool done = false;
    try {
        answer_or_throw(request);
        done = true;
        last_was_cut_ = false;
    } catch (const Cancelled&) { last_was_cut_ = true; } catch (...) {
        const FailedSearch failed{request.number, card_of_current_exception()};
        resident_.forget_index();
        tell([&](News& news) { news.error = failed; });
    }
    progress_.end();
    return done;
}

/// What there is to say of the device that searches, once.
void SearchWorker::tell_device(DeviceKind device) {
    if (told_device_ == device) return;
    const DeviceInfo info = device_info(device);
    std::string text = device == DeviceKind::cuda ? "CUDA, " + info.name : info.name;
    if (device == DeviceKind::host && !built_with_cuda()) text += " (built for CPU only)";
    if (device == DeviceKind::host && has_unusable_cuda()) text += " (" + why_no_cuda() + ")";
    told_device_ = device;
    told_ceilings_.reset();
    tell([&](News& news) { news.device_text = text, news.multiprocessors = info.units, news.read_bytes_per_second = 0; });
}

/// One that is neither shown nor published. Points that the question is not about are let go of: nobody shows them.
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

void SearchWorker::answer_or_throw(const SearchRequest& request) {
    const Progress progress = grace(Clock::now());
    const int slot = free_slot(request);
    const DeviceKind device = request.device.empty() ? *default_device_ : device_named(request.device);
    resident_.prepare(
        request, device, [this] { tell([this](News& news) { news.resident = resident_.points(); }); }, progress);
    tell_device(device);
    plan_.ask(request.shape);
    const Measure measure = plan_.measure_of_next_answer();
    SearchRequest asked = request;
    asked.work = request.work && !in_between_;  // every point asks already
    Answer& answer = slots_[std::size_t(slot)];
    const Report report = resident_.answer(asked, answer, progress, measure);
    if (asked.work && !resident_.lacks_work(asked)) work_was_cut_ = false;
    plan_.answered(request.place, measure, report.total_milliseconds);
    answer.milliseconds = plan_.milliseconds();
    newest_ = slot;
    {
        std::lock_guard lock(mutex_);
        published_ = slot;
        work_pending_ = work_pending_ || (!stop_ && resident_.lacks_work(asked));
        news_.answered = true;
        news_.error.reset();
        news_.checked.reset();
        news_.recorded.reset();
        news_.work.reset();
        news_.measured.push_back({request.shape, request.place, measure, report, false});
        news_.built = Built{request.shape, resident_.builds().times()};
    }
    wake_();
}

// ---- Idle moments ---------------------------------------------------------------------------------------------------------

IdlePlan::Open SearchWorker::open_steps() {
    IdlePlan::Open open;
    {
        std::lock_guard lock(mutex_);
        open.record = record_wanted();
        open.every_point = work_pending_;
        open.explain = explained_next_ == newest().request.number;
    }
    open.learn_places = resident_.has_places_to_learn();
    open.build = resident_.builds().wants_another();
    open.ceilings = ceilings_due();
    open.measure_longer = measure_longer_;
    return open;
}

/// One piece of idle work, when this worker has the turn; false when all is done.
bool SearchWorker::idle_step(const std::stop_token& quit) {
    std::shared_ptr<Turns> turns;
    {
        std::lock_guard lock(mutex_);
        turns = turns_;
    }
    const auto turn = Turns::wait(turns, quit);
    if (quit.stop_requested()) return false;
    const IdlePlan::Step step = plan_.next(open_steps());
    if (step == IdlePlan::Step::nothing) return false;
    try {
        do_step(step);
        return true;
    } catch (const Cancelled&) { return true; } catch (...) {
        const FailedSearch failed{newest().request.number, card_of_current_exception()};
        tell([&](News& news) { news.error = failed; });
        return false;
    }
}

void SearchWorker::do_step(IdlePlan::Step step) {
    using Step = IdlePlan::Step;
    switch (step) {
        case Step::record:
            return find_later("Recording", recordable_, &News::recorded,
                [this] { return resident_.record(newest(), later([this] { stop_ = true; }, stop_)); });
        case Step::every_point:
            return find_later("Every point is a query", work_pending_, &News::work, [this] {
                find_work(SearchRequest(newest().request));
                return resident_.tree();
            });
        case Step::explain: return explain();
        case Step::phases: return measure_again(Measure::phases);
        case Step::total: return measure_again(Measure::total);
        case Step::check: return check();
        case Step::learn_places: return resident_.learn_places(ResidentSearch::learned_at_once);
        case Step::count: return count();
        case Step::spread: return measure_spread();
        case Step::build:
            if (resident_.builds().build_again(resident_.searcher(), at_once()))
                tell([this](News& news) { news.built = Built{newest().request.shape, resident_.builds().times()}; });
            return;
        case Step::ceilings: return tell_ceilings();
        case Step::nothing: return;
    }
}

void SearchWorker::measure_again(Measure measure) {
    const SearchRequest& request = newest().request;
    const auto began = Clock::now();
    Report report = resident_.repeat(request, at_once(), measure);
    plan_.measured(measure, report, milliseconds_since(began));
    tell([&](News& news) { news.measured.push_back({request.shape, request.place, measure, std::move(report), true}); });
}

void SearchWorker::check() {
    const Answer& answer = newest();
    const DataSet& set = answer.resident->data->set;
    if (double(set.coordinates.size()) <= most_checked_coordinates) {
        const auto began = Clock::now();
        Exactness exactness = check_exactness(resident_.rows(), answer.query, answer.index, answer.distance, answer.request.metric,
            answer.excluded, at_once(), answer.request.method->info.supports.approximate);
        exactness.milliseconds = milliseconds_since(began);
        if (!exactness.missed.empty())
            describe_missed(exactness.missed, set, resident_.searcher().why_missed(answer.query, indices_of(exactness.missed)));
        tell([&](News& news) { news.checked = Checked{answer.request.number, exactness}; });
    }
    plan_.checked();
}

void SearchWorker::measure_spread() {
    const Answer& answer = newest();
    if (double(answer.resident->data->set.coordinates.size()) <= most_spread_coordinates) {
        const DistanceSpread spread = spread_of(resident_.rows(), answer.query.data(), answer.request.metric, answer.own_row(), at_once());
        tell([&](News& news) { news.spread = SpreadFound{answer.request.number, spread}; });
    }
    plan_.spread_measured();
}

/// The newest answer's question once more, with the counters on.
void SearchWorker::count() {
    const SearchRequest& request = newest().request;
    Report report = resident_.repeat(request, at_once(), Measure::counters);
    tell([&](News& news) { news.counted = Counted{request.number, std::move(report.counters), report.neighbours_within}; });
    plan_.counted();
}

/// Why the newest answer's query takes so much.
void SearchWorker::explain() {
    QueryWork work;
    {
        std::lock_guard lock(mutex_);
        work = explained_work_;
    }
    const std::uint64_t number = newest().request.number;
    std::string why = why_costly(newest(), resident_.searcher().tree(), work, at_once());
    tell([&](News& news) {
        news.explained = Explained{number, std::move(why)};
        const bool same = explained_work_.leaves == work.leaves && explained_work_.distances == work.distances;
        if (explained_next_ == number && same) explained_next_ = 0;  // else it was asked again meanwhile
    });
}

/// What the device can do is measured when nothing else is to be done: at first, and again in later such moments, as a machine is busy now
/// and then.
bool SearchWorker::ceilings_due() const {
    constexpr int most = 6;
    constexpr double apart = 5000;  // milliseconds
    return told_ceilings_ != resident_.points()->device || (ceilings_measured_ < most && milliseconds_since(ceilings_at_) >= apart);
}

void SearchWorker::tell_ceilings() {
    const DeviceKind device = resident_.points()->device;
    const bool first = told_ceilings_ != device;
    try {
        if (first) ceilings_measured_ = 0;
        const Ceilings best = first ? ceilings(device, at_once()) : improve_ceilings(device, at_once());
        told_ceilings_ = device;
        tell([&](News& news) { news.read_bytes_per_second = best.read_bytes_per_second; });
    } catch (const Error&) { told_ceilings_ = device; }  // too little memory for that: floors stay bytes
    ceilings_at_ = Clock::now();
    ++ceilings_measured_;
}

/// Of the newest answer: what `find` returns goes to `place` of the news, unless another question is asked that it would not fit. There may
/// be a newer answer by then.
template <class What, class Find>
void SearchWorker::find_later(const char* title, bool& pending, std::optional<FoundLater<What>> News::*place, Find find) {
    FoundLater<What> found;
    later_.begin(title, "");
    try {
        found.what = find();
    } catch (const Cancelled&) {
    } catch (...) { found.error = card_of_current_exception(); }
    later_.end();
    const SearchRequest& request = newest().request;
    found.number = request.number;
    {
        std::lock_guard lock(mutex_);
        pending = false;
        const bool fits = wanted_ && wanted_->shape == request.shape && (found.what || found.error);
        if (!wanted_ || fits) news_.*place = std::move(found);
    }
    wake_();
}

/// Every point asks the question of the newest answer. Questions that differ in the query alone are answered in between. But an index that
/// has followed points has a history that another has not: there it makes way and begins again.
void SearchWorker::find_work(const SearchRequest& request) {
    constexpr double before_making_way = 100;  // milliseconds it goes on when something newer is asked
    constexpr double once_cut = 2000;          // and after it was cut short, so that it is not cut short for ever
    const auto began = Clock::now();
    double away = 0;
    if (!resident_.index_followed()) {
        in_front_ = false;
        resident_.find_work(request, later([&] { serve_in_between(request, away); }, stop_later_), away);
        work_was_cut_ = false;
        return;
    }
    const double goes_on = work_was_cut_ ? once_cut : before_making_way;
    try {
        const auto make_way = [&] {
            if (milliseconds_since(began) > goes_on) stop_later_ = true;
        };
        resident_.find_work(request, later(make_way, stop_later_), away);
        work_was_cut_ = false;
    } catch (const Cancelled&) {
        work_was_cut_ = newer();
        throw;
    }
}

/// While every point asks as in `beside`: answers what waits, or stops that when the answer would need other points or another index.
void SearchWorker::serve_in_between(const SearchRequest& beside, double& away) {
    std::unique_lock lock(mutex_);
    if (!wanted_) return;
    if (wanted_->data != beside.data || wanted_->tick != beside.tick || wanted_->shape != beside.shape || !wanted_->work) {
        stop_later_ = true;
        return;
    }
    const auto began = Clock::now();
    in_between_ = true;
    serve(lock, thread_.get_stop_token());
    lock.unlock();
    if (idle_wanted_ && !newer()) try {
            check();
        } catch (const Cancelled&) {}
    in_between_ = false;
    lock.lock();
    in_front_ = wanted_.has_value();
    away += milliseconds_since(began);
}

}  // namespace neighborscope
