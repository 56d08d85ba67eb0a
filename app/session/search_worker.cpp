#include "app/session/search_worker.hpp"

#include "app/data/for_metric.hpp"
#include "app/data/memory.hpp"
#include "app/session/costly_query.hpp"
#include "app/session/exactness_check.hpp"
#include "app/session/sorting.hpp"
#include "app/session/timing_statistics.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/device/cuda_probe.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double most_spread_coordinates = 5e7;
constexpr auto idle_after = std::chrono::milliseconds(30);
constexpr double always_finishes = 100;     // milliseconds a search may take however often the mouse moves
constexpr double finishes_once_cut = 2000;  // and one after a search that was cut short, so that the picture keeps following
/// Repeated runs for better medians: of either measure, and milliseconds in all.
struct Repeats {
    int runs;
    double budget;
};
constexpr Repeats usual_repeats{8, 300}, many_repeats{50, 4000};
constexpr double short_search = 20;  // milliseconds; to measure the phases of a search takes two or three times as long
constexpr int phases_every = 8;      // longer searches
constexpr std::int64_t learned_with_answer = 1 << 15, learned_at_once = 1 << 18;  // coordinates: one millisecond, and ten

}  // namespace

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

bool SearchWorker::record_wanted() const { return recording_ && recordable_; }

SearchWorker::News SearchWorker::take(const std::function<bool(const Answer&)>& may_show) {
    std::lock_guard lock(mutex_);
    if (news_.answered && !may_show(slots_[std::size_t(published_)])) return {};
    if (news_.answered) shown_ = published_;
    return std::exchange(news_, News{});
}

template <class Change>
void SearchWorker::tell(Change change) {
    {
        std::lock_guard lock(mutex_);
        change(news_);
    }
    wake_();
}

/// Progress that the window sees: cut short for a newer question when it `makes_way`.
Progress SearchWorker::watched(SharedProgress& card, std::function<bool()> makes_way) {
    return {[this, &card, makes_way = std::move(makes_way)](double done, double total) {
                if (card.report(done, total)) wake_();
                if (newer() && makes_way()) stop_ = true;
            },
        &stop_};
}

/// Of an answer: cut short for a newer question only when it is long, and not twice in a row for mouse moves.
Progress SearchWorker::grace(Clock::time_point began) {
    return watched(progress_, [this, began] {
        const bool must_finish = same_shape_ && last_was_cut_;
        return milliseconds_since(began) > (must_finish ? finishes_once_cut : always_finishes);
    });
}

/// Progress of idle work: makes way at once.
Progress SearchWorker::at_once() {
    return {[this](double, double) {
                if (newer()) stop_ = true;
            },
        &stop_};
}

void SearchWorker::work(const std::stop_token& quit) {
    default_device_ = default_device();  // may take a CUDA driver's start-up time: not on the window's thread
    tell([this](News& news) { news.device = default_device_; });
    std::unique_lock lock(mutex_);
    while (true) {
        const auto called = [this] { return wanted_ || work_pending_ || record_wanted() || (again_ && idle_.answered); };
        in_front_ = wanted_ || idle_.wanted;
        if (idle_.wanted) asked_.wait_for(lock, quit, idle_after, called);
        else asked_.wait(lock, quit, called);
        if (quit.stop_requested()) return;
        if (wanted_) {
            work_pending_ = false;
            serve(lock, quit);
        } else {
            stop_ = stop_later_ = again_ = false;
            const std::shared_ptr<Turns> turns = turns_;
            lock.unlock();
            bool more = true;
            while (more && !newer() && !stop_) {
                const auto turn = Turns::wait(turns, quit);
                more = !quit.stop_requested() && idle_step();
            }
            idle_.wanted = more && newer();
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
    idle_.wanted = idle_.answered = done;
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
        searcher_.reset();
        tell([&](News& news) { news.error = failed; });
    }
    progress_.end();
    return done;
}

/// The points asked about, at their tick, on the device: moved where they lie when only the tick is another.
void SearchWorker::place_points(const SearchRequest& request, DeviceKind device, const Progress& progress) {
    const bool lie_there = resident_ && resident_->base == request.data && resident_->device == device;
    if (lie_there && (resident_->tick == request.tick || !request.data->set.motion)) return;
    if (from_zero_) searcher_.reset(), from_zero_.reset();
    const std::shared_ptr<const LoadedData> data = reel_.at(request.data, request.tick, progress);
    ResidentPoints next{request.data, data, request.tick, device, {}, 0, ++generations_};
    if (lie_there) {
        points_->move(*data);
        next.snapshot = points_->snapshot();
        next.upload = resident_->upload;
        resident_ = std::make_shared<const ResidentPoints>(std::move(next));
        tree_.reset();  // its leaves hold others now
        index_followed_ = true;
        if (searcher_) searcher_->points_moved(progress);
        return;
    }
    searcher_.reset();  // points into the point set
    forget_places();
    queries_.reset();
    resident_.reset();
    points_.reset();
    points_ = std::make_unique<SearchedPoints>(device, data->set, progress);
    next.snapshot = points_->snapshot();
    next.upload = ++uploads_;
    resident_ = std::make_shared<const ResidentPoints>(std::move(next));
    tell([this](News& news) { news.resident = resident_; });
}

void SearchWorker::prepare(const SearchRequest& request, const Progress& progress) {
    const DeviceKind device = request.device.empty() ? *default_device_ : device_named(request.device);
    place_points(request, device, progress);
    if (told_device_ != device) {
        std::string text = device_info(device).name;
        if (device == DeviceKind::cuda) text = "CUDA, " + text;
        if (device == DeviceKind::host && !built_with_cuda()) text += " (built for CPU only)";
        if (device == DeviceKind::host && has_unusable_cuda()) text += " (" + why_no_cuda() + ")";
        told_device_ = device;
        told_ceilings_.reset();
        const int units = device_info(device).units;
        tell([&](News& news) { news.device_text = text, news.multiprocessors = units, news.read_bytes_per_second = 0; });
    }
    const std::shared_ptr<const DataSet> shown(resident_->data, &resident_->data->set);
    if (const bool wanted = needs_true_coordinates(*shown, request.metric); wanted != bool(from_zero_)) {
        searcher_.reset();
        queries_.reset();
        from_zero_.reset();
        if (wanted) {
            std::shared_ptr<const DataSet> searched = searched_with(request.metric, shown, progress);
            PointSet points(device, searched->coordinates, searched->dimension, progress);
            from_zero_ = std::make_unique<FromZero>(FromZero{std::move(searched), std::move(points)});
        }
    }
    std::vector<std::string> key = request.index_key(resident_->upload);
    if (!searcher_ || key != searcher_key_) {
        searcher_.reset();
        searcher_ = std::make_unique<Searcher>(
            *request.method, searched_points(), Options(request.method->info.options, request.options), progress);
        searcher_key_ = std::move(key);
        index_followed_ = built_warm_ = false;
        builds_ = {};
        building_ = 0;
        tree_.reset();
    }
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

/// The row the query stands on: where it was placed, else the first with equal coordinates; -1 when it stands on none. All rows are gone
/// through when these points are asked for the first time, and ticks go by; then there is a table, which learns some with each answer.
std::int64_t SearchWorker::row_under(const SearchRequest& request, const std::vector<float>& query) {
    const DataSet& set = searched_data();
    const auto stands_on = [&](std::int64_t row) {
        return std::equal(query.begin(), query.end(), set.coordinates.begin() + std::ptrdiff_t(row * set.dimension));
    };
    if (request.row >= 0 && request.row < set.count() && stands_on(request.row)) return request.row;
    if (places_of_ != searched_generation()) forget_places(), places_of_ = searched_generation();
    else learn_places(learned_with_answer);
    if (const std::int64_t row = places_ ? places_->first_at(query.data()) : -1; row >= 0) return row;
    for (std::int64_t row = places_ ? places_->known() : 0; row < set.count(); ++row)
        if (stands_on(row)) return row;
    return -1;
}

/// False when there is nothing more to learn, or no memory for it.
bool SearchWorker::learn_places(std::int64_t coordinates) {
    const DataSet& set = searched_data();
    if (places_of_ != searched_generation() || (places_ && places_->complete())) return false;
    if (!places_ && PlaceTable::bytes_for(set.count()) > double(available_memory()) / 4) return false;
    if (!places_) places_.emplace(set.coordinates, set.dimension);
    places_->learn(std::max<std::int64_t>(1, coordinates / set.dimension));
    return true;
}

void SearchWorker::answer_or_throw(const SearchRequest& request) {
    const Progress progress = grace(Clock::now());
    const int slot = free_slot(request);
    prepare(request, progress);
    Answer& answer = slots_[std::size_t(slot)];
    if (answer.resident != resident_) answer = Answer();
    if (!answer.resident || answer.lists.k() != request.k) answer.lists = ListSet(resident_->device, 1, request.k);
    const DataSet& set = resident_->data->set;
    answer.request = request;
    answer.resident = resident_;
    if (request.row >= 0 && request.row < set.count() && request.tick > 0)
        for (int axis = 0; axis < set.dimension; ++axis) answer.request.position[std::size_t(axis)] = set.coordinate(request.row, axis);
    answer.query = searched_data().relative(answer.request.position);
    answer.excluded = request.exclude_self ? row_under(request, answer.query) : -1;
    if (!request.exclude_self) forget_places();
    const std::int32_t exclude[] = {std::int32_t(answer.excluded)};
    queries_ = std::make_unique<QuerySet>(resident_->device, answer.query, set.dimension,
        answer.excluded < 0 ? std::span<const std::int32_t>() : std::span<const std::int32_t>(exclude));
    if (idle_.shape != request.shape) idle_ = {};
    idle_.shape = request.shape;
    const Measure measure = measure_of_next_answer();
    std::uint64_t before = transferred().to_host;
    const Report report = searcher_->search(*queries_, request.k, request.metric, answer.lists, progress, measure);
    if (measure == Measure::phases) before = transferred().to_host;  // time stamps are no part of the answer
    answer.lists.fetch(answer.index, answer.distance);
    answer.bytes_to_host = transferred().to_host - before;
    if (measure == Measure::total) idle_.milliseconds = report.total_milliseconds;
    std::string by = report.chosen.substr(0, report.chosen.find(':'));
    if (by != built_by_) built_by_ = std::move(by), built_warm_ = false, building_ = 0;
    if (index_followed_ || !built_warm_) builds_ = {report.build_milliseconds, {}};
    answer.milliseconds = idle_.milliseconds;
    describe_tree(request);
    describe_work(request, progress);
    answer.tree = tree_;
    answer.probed = probed_ = probed_lists(searcher_->inverted_lists(), answer.query.data(), probed_.get());
    answer.recorded = reel_.recorded();
    answer.upkeep = report.upkeep;
    answer.far = sample_distances(searched_rows(), answer.query.data(), request.metric, answer.own_row());
    idle_.slot = slot;
    idle_.checked = idle_.spread = idle_.counted = false;
    idle_.spent = 0;
    ++idle_.answers;
    idle_.newest = measure;
    ++(measure == Measure::total ? idle_.totals : idle_.phases);
    {
        std::lock_guard lock(mutex_);
        published_ = slot;
        news_.answered = true;
        news_.error.reset();
        news_.checked.reset();
        news_.recorded.reset();
        news_.work.reset();
        news_.measured.push_back({request.shape, request.place, measure, report, false});
        news_.built = Built{request.shape, builds_};
    }
    wake_();
}

/// While the query moves, answers themselves are measured in turn as a whole and in phases. A repetition right after an answer
/// would find caches and clocks warm that the answer did not, and its phases would not add up to the answers' totals.
Measure SearchWorker::measure_of_next_answer() const {
    const int turn = idle_.milliseconds < short_search ? 2 : phases_every;
    return idle_.answers % turn == turn - 1 ? Measure::phases : Measure::total;
}

ListSet& SearchWorker::scratch_for(const SearchRequest& request) {
    if (scratch_.k() != request.k || scratch_device_ != resident_->device) {
        scratch_ = ListSet(resident_->device, 1, request.k);
        scratch_device_ = resident_->device;
    }
    return scratch_;
}

void SearchWorker::measure_again(Measure measure) {
    const SearchRequest& request = slots_[std::size_t(idle_.slot)].request;
    const auto began = Clock::now();
    Report report = searcher_->search(*queries_, request.k, request.metric, scratch_for(request), at_once(), measure);
    idle_.spent += milliseconds_since(began);
    ++(measure == Measure::total ? idle_.totals : idle_.phases);
    if (measure == Measure::total) idle_.milliseconds = report.total_milliseconds;
    for (const PhaseTime& phase : report.phases) idle_.walks = idle_.walks || !phase.floor.walked.empty();
    tell([&](News& news) { news.measured.push_back({request.shape, request.place, measure, std::move(report), true}); });
}

void SearchWorker::check() {
    const Answer& answer = slots_[std::size_t(idle_.slot)];  // published: nobody writes it
    const DataSet& set = answer.resident->data->set;
    if (double(set.coordinates.size()) <= most_checked_coordinates) {
        const auto began = Clock::now();
        Exactness exactness = check_exactness(searched_rows(), answer.query, answer.index, answer.distance, answer.request.metric,
            answer.excluded, at_once(), answer.request.method->info.supports.approximate);
        exactness.milliseconds = milliseconds_since(began);
        if (!exactness.missed.empty())
            describe_missed(exactness.missed, set, searcher_->why_missed(answer.query, indices_of(exactness.missed)));
        tell([&](News& news) { news.checked = Checked{answer.request.number, exactness}; });
    }
    idle_.checked = true;
}

void SearchWorker::measure_spread() {
    const Answer& answer = slots_[std::size_t(idle_.slot)];  // published: nobody writes it
    const DataSet& set = answer.resident->data->set;
    if (double(set.coordinates.size()) <= most_spread_coordinates) {
        const DistanceSpread spread = spread_of(searched_rows(), answer.query.data(), answer.request.metric, answer.own_row(), at_once());
        tell([&](News& news) { news.spread = SpreadFound{answer.request.number, spread}; });
    }
    idle_.spread = true;
}

/// The newest answer's question once more, with the counters on.
void SearchWorker::count() {
    const SearchRequest& request = slots_[std::size_t(idle_.slot)].request;
    Report report = searcher_->search(*queries_, request.k, request.metric, scratch_for(request), at_once(), Measure::counters);
    tell([&](News& news) { news.counted = Counted{request.number, std::move(report.counters), report.neighbours_within}; });
    idle_.counted = true;
}

/// Whether the index is quick enough to be built once more, to be timed warm. The mouse waits for that in libraries, and where it is built in
/// place: one that is left half built would have to be built anew for the next answer. One that followed points was made of them elsewhere.
bool SearchWorker::builds_again() const {
    constexpr double unnoticed = 50;  // milliseconds: a tile of a search on the host
    return !index_followed_ && builds_.first > 0 && builds_.first < unnoticed && building_ < measure::patience_of_builds &&
           int(builds_.again.size()) < measure::most_builds;
}

void SearchWorker::build_again() {
    const auto began = Clock::now();
    double milliseconds = 0;
    try {
        milliseconds = searcher_->build_again(at_once());
    } catch (const Error& error) {
        if (error.kind != Failure::memory) throw;
        building_ = measure::patience_of_builds;  // there is no room for another beside the one that answers
        return;
    }
    building_ += milliseconds_since(began);
    // The first of them warms up, unless it alone takes all the time there is.
    if (!std::exchange(built_warm_, true) && building_ < measure::patience_of_builds) return;
    builds_.again.push_back(milliseconds);
    tell([this](News& news) { news.built = Built{slots_[std::size_t(idle_.slot)].request.shape, builds_}; });
}

/// Why the newest answer's query takes so much.
void SearchWorker::explain(const QueryWork& work) {
    const Answer& answer = slots_[std::size_t(idle_.slot)];  // published: nobody writes it
    const SearchRequest& request = answer.request;
    const DataSet& set = answer.resident->data->set;
    std::string why;
    if (const std::optional<Tree> tree = searcher_->tree(); tree && request.row >= 0 && !answer.distance.empty()) {
        const std::shared_ptr<const RecordedTree> leaves = leaves_of(*tree, answer.resident->device);
        double kth = std::numeric_limits<double>::quiet_NaN();
        for (const float distance : answer.distance)
            if (!std::isnan(distance)) kth = distance;
        if (leaves)
            why = told_of_costly_query({set.coordinates, set.dimension}, *leaves,
                {request.row, request.k, request.metric, request.exclude_self, kth, work, request.method->info.answers_together},
                at_once());
    }
    tell([&](News& news) {
        news.explained = Explained{request.number, std::move(why)};
        const bool same = explained_work_.leaves == work.leaves && explained_work_.distances == work.distances;
        if (explained_next_ == request.number && same) explained_next_ = 0;  // else it was asked again meanwhile
    });
}

/// The newest answer's question once more, with the recorder on. Makes way for a newer question, and stops when cancelled.
std::shared_ptr<Replay> SearchWorker::recorded_answer(const Answer& answer) {
    const SearchRequest& request = answer.request;
    // A query from a point is one of all that ask, of methods that answer these together.
    const bool from_row = request.row >= 0 && request.row < answer.resident->data->set.count() && request.method->info.answers_together &&
                          (answer.excluded < 0 || answer.excluded == request.row);
    const std::optional<QuerySet> one_of_all =
        from_row ? std::optional(QuerySet::one_of(searched_points(), request.row, answer.excluded >= 0)) : std::nullopt;
    Report report = searcher_->search(one_of_all ? *one_of_all : *queries_, request.k, request.metric, scratch_for(request),
        watched(later_, [] { return true; }), Measure::steps);
    double farthest = 0;
    for (const float distance : answer.distance) farthest = std::max(farthest, std::isnan(distance) ? 0.0 : double(distance));
    Recording recording{
        std::move(report.steps), request.method, answer.resident->data, request.k, farthest, {}, {}, std::move(report.tree)};
    recording.counters = std::move(report.counters);
    if (sorts_whole_rows(request.method->info)) {
        const DataSet& set = searched_data();
        recording.sorted = sorted_keys(
            set.coordinates, set.dimension, answer.query.data(), request.metric, answer.excluded, watched(later_, [] { return true; }));
    }
    return std::make_shared<Replay>(std::move(recording));
}

/// Of the newest answer: what `find` returns goes to `place` of the news, unless another question is asked that it would not fit. There may
/// be a newer answer by then.
template <class What, class Find>
void SearchWorker::find_later(const char* title, bool& pending, std::optional<FoundLater<What>> News::*place, Find find) {
    FoundLater<What> found;
    later_.begin(title, "");
    try {
        found.what = find(slots_[std::size_t(idle_.slot)]);  // published: nobody writes it
    } catch (const Cancelled&) {
    } catch (...) { found.error = card_of_current_exception(); }
    later_.end();
    const SearchRequest& request = slots_[std::size_t(idle_.slot)].request;
    found.number = request.number;
    {
        std::lock_guard lock(mutex_);
        pending = false;
        const bool fits = wanted_ && wanted_->shape == request.shape && (found.what || found.error);
        if (!wanted_ || fits) news_.*place = std::move(found);
    }
    wake_();
}

/// What the device can read a second, measured when nothing else is to be done: at first, and again in later such moments, as a machine is
/// busy now and then. False when there is nothing to tell.
bool SearchWorker::tell_ceilings() {
    constexpr int most = 6;
    constexpr double apart = 5000;  // milliseconds
    const DeviceKind device = resident_->device;
    const bool first = told_ceilings_ != device;
    if (!first && (ceilings_measured_ >= most || milliseconds_since(ceilings_at_) < apart)) return false;
    try {
        if (first) ceilings_measured_ = 0;
        const Ceilings best = first ? ceilings(device, at_once()) : improve_ceilings(device, at_once());
        told_ceilings_ = device;
        tell([&](News& news) { news.read_bytes_per_second = best.read_bytes_per_second; });
    } catch (const Error&) { told_ceilings_ = device; }  // too little memory for that: floors stay bytes
    ceilings_at_ = Clock::now();
    ++ceilings_measured_;
    return true;
}

/// One piece of idle work; false when all is done.
bool SearchWorker::idle_step() {
    bool record = false, work = false;
    std::optional<QueryWork> to_explain;
    {
        std::lock_guard lock(mutex_);
        record = record_wanted();
        work = work_pending_;
        if (explained_next_ == slots_[std::size_t(idle_.slot)].request.number) to_explain = explained_work_;
    }
    if (record) find_later("Recording", recordable_, &News::recorded, [this](const Answer& answer) { return recorded_answer(answer); });
    else if (work)
        find_later("Every point asks", work_pending_, &News::work, [this](const Answer& answer) { return found_work(answer.request); });
    if (record || work) return true;
    if (const std::uint64_t place = slots_[std::size_t(idle_.slot)].request.place; idle_.rested_at != place) {
        // The query has come to rest at another place, which is measured anew: of the runs before, its answer's alone is one of them.
        idle_.rested_at = place;
        idle_.totals = idle_.newest == Measure::total;
        idle_.phases = idle_.newest == Measure::phases;
    }
    const Repeats& repeats = measure_longer_ ? many_repeats : usual_repeats;
    const bool slow = idle_.milliseconds >= TimingStatistics::warm_up_matters;
    const int least = slow ? 1 : 2;
    try {
        // In turn, so that both see the same moment.
        const Measure next = idle_.phases <= idle_.totals ? Measure::phases : Measure::total;
        if (to_explain) explain(*to_explain);
        else if (idle_.phases < least) measure_again(Measure::phases);
        else if (idle_.totals < least) measure_again(Measure::total);
        else if (!idle_.checked) check();
        else if (learn_places(learned_at_once)) return true;
        else if ((measure_longer_ || idle_.walks) && !idle_.counted) count();
        else if (!idle_.spread) measure_spread();
        else if (builds_again()) build_again();
        else if (std::min(idle_.phases, idle_.totals) < repeats.runs && idle_.spent < repeats.budget) measure_again(next);
        else return tell_ceilings();
        return true;
    } catch (const Cancelled&) { return true; } catch (...) {
        const FailedSearch failed{slots_[std::size_t(idle_.slot)].request.number, card_of_current_exception()};
        tell([&](News& news) { news.error = failed; });
        return false;
    }
}

}  // namespace neighborscope
