// The thread that owns points, searcher and queries on their device. It answers the newest question only, and measures and
// checks the answer when nobody asks for a while.
#pragma once
#include "app/data/place_table.hpp"
#include "app/session/loaded_data.hpp"
#include "app/session/probed_lists.hpp"
#include "app/session/reel.hpp"
#include "app/session/replay.hpp"
#include "app/session/searched_points.hpp"
#include "app/session/turns.hpp"
#include "app/session/view_model.hpp"
#include "app/session/worker.hpp"
#include "gpu/cells.hpp"
#include "gpu/query_work.hpp"

#include <array>
#include <memory>
#include <vector>

namespace neighborscope {

/// Points on a device at one tick, and which they are: what the window draws. They stay as they are while the worker goes on to others.
struct ResidentPoints {
    std::shared_ptr<const LoadedData> base;  ///< as they were loaded: what is asked about
    std::shared_ptr<const LoadedData> data;  ///< as they are at `tick`
    std::int64_t tick = 0;
    DeviceKind device = DeviceKind::host;
    Snapshot snapshot;             ///< in the memory of `device`
    std::uint64_t upload = 0;      ///< grows with other data and devices
    std::uint64_t generation = 0;  ///< grows with that and with every movement
};

/// What each point's query takes, when every point asks.
struct ResidentWork : TreeWork {
    DeviceMemory queries;  ///< QueryWork[points], on the device
    std::int64_t count = 0;
    std::uint64_t generation = 0;  ///< grows with every other work
};

/// The tree that a method made over its points: its leaves as they are drawn, on the device, and what is known of them.
struct ResidentTree {
    DeviceMemory cells;  ///< Cell[leaves] (gpu/cells.hpp); none when they are too many to be drawn
    Tree tree;           ///< its numbers; the arrays are the searcher's and not to be read
    TreeFacts facts;
    std::shared_ptr<const RecordedTree> leaves;  ///< on the host, of points at their first tick; null: others, or too many
    std::uint64_t generation = 0;                ///< grows with every other tree
    std::shared_ptr<const ResidentWork> work;    ///< added to the cells and to the facts; null: not known
};

/// The leaves of a tree on a device, for the host; null: too many.
std::shared_ptr<const RecordedTree> leaves_of(const Tree&, DeviceKind);

struct SearchRequest {
    std::shared_ptr<const LoadedData> data;
    std::string device;  ///< "", "host" or "cuda"
    const Method* method = nullptr;
    std::map<std::string, std::string> options;  ///< as typed
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;
    std::vector<double> position;  ///< true coordinates of the query
    std::int64_t row = -1;         ///< the row it was placed on and moves with, -1 unknown
    std::int64_t tick = 0;         ///< of points that move, from 0; one that there is
    std::uint64_t shape = 0;       ///< equal for questions that differ in the query only
    std::uint64_t place = 0;       ///< grows with every other query, or tick; equal for the same of one shape
    bool work = false;             ///< what it takes when every point asks this is wanted, of methods that tell it
    std::uint64_t number = 0;      ///< grows with every request
    std::uint64_t step = 0;        ///< History::step() that it was asked at

    /// What a method's index depends on; `upload` is that of its points.
    std::vector<std::string> index_key(std::uint64_t upload) const {
        std::vector<std::string> key = {std::to_string(upload), std::string(method->info.name)};
        for (const auto& [option, value] : options) key.insert(key.end(), {option, value});
        return key;
    }
    /// Of requests about the same data.
    bool has_shape_of(const SearchRequest& other) const {
        return method == other.method && device == other.device && options == other.options && k == other.k && metric == other.metric &&
               exclude_self == other.exclude_self;
    }
};

/// One answer: the lists on the device and, for the table alone, on the host.
struct Answer {
    SearchRequest request;
    std::shared_ptr<const ResidentPoints> resident;
    std::shared_ptr<const ResidentTree> tree;   ///< null: the method has none
    std::shared_ptr<const ProbedLists> probed;  ///< null: the method has no lists
    std::vector<float> query;                   ///< relative to the origin of what was searched
    std::int64_t excluded = -1;                 ///< row left out, -1 none
    ListSet lists;
    std::vector<std::int32_t> index;  ///< [k]
    std::vector<float> distance;      ///< [k]
    std::uint64_t bytes_to_host = 0;
    RecordedTicks recorded;
    std::optional<Upkeep> upkeep;
    std::vector<FarPoint> far;  ///< some of all points, for the polar view
    double milliseconds = 0;    ///< the newest run's total; an answer that was measured in phases has the one before

    /// The point that the query stands on, -1 on none.
    std::int64_t own_row() const {
        if (excluded >= 0 || request.row >= 0) return excluded >= 0 ? excluded : request.row;
        return !index.empty() && distance.front() == 0 ? index.front() : -1;
    }
};

/// What was found of a question after its answer.
template <class What>
struct FoundLater {
    std::uint64_t number = 0;    ///< of the question
    std::shared_ptr<What> what;  ///< null: it is not known, see `error`; without one it was cancelled
    std::optional<ErrorCard> error;
};
using Recorded = FoundLater<Replay>;

struct Measured {
    std::uint64_t shape = 0, place = 0;  ///< SearchRequest's
    Measure measure = Measure::total;
    Report report;
    bool idle = false;  ///< a repetition while nothing else was asked
};
struct Built {
    std::uint64_t shape = 0;  ///< SearchRequest's
    BuildTimes times;         ///< of the index that answered it
};
/// What went wrong with one question.
struct FailedSearch {
    std::uint64_t number = 0;
    ErrorCard card;
};
struct Checked {
    std::uint64_t number = 0;
    Exactness exactness;
};
struct Counted {
    std::uint64_t number = 0;
    std::vector<Counter> counters;
    std::optional<double> neighbours_within;  ///< as in Report
};
struct Explained {
    std::uint64_t number = 0;
    std::string why;  ///< its query takes so much
};
struct SpreadFound {
    std::uint64_t number = 0;
    DistanceSpread spread;
};

class SearchWorker {
public:
    explicit SearchWorker(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~SearchWorker();

    void ask(SearchRequest);
    void cancel();
    void stop_work();   ///< what it takes when every point asks is not wanted any longer (SearchRequest::work); all else goes on
    bool busy() const;  ///< a question is waiting or being answered, or an answer recorded
    /// From now on every answer's question is recorded, step by step, as soon as it is answered; that of the newest answer, too.
    void record(bool);
    /// Repeats the questions from now on more often while nothing else is asked: for timings that are compared.
    /// It also counts what they do; of the newest answer, too.
    void measure_longer(bool longer) {
        const std::lock_guard lock(mutex_);
        again_ = again_ || (longer && !measure_longer_);
        measure_longer_ = longer;
        asked_.notify_all();
    }
    /// The question of that number, as soon as it is answered: why its query takes so much (News::explained), which is `work`.
    void explain(std::uint64_t number, QueryWork work) {
        const std::lock_guard lock(mutex_);
        explained_work_ = work;
        explained_next_ = number;
        again_ = true;
        asked_.notify_all();
    }
    /// From now on answers and measurements wait for those of other workers that take the same turns; null: for nobody's.
    void take_turns(std::shared_ptr<Turns> turns) {
        const std::lock_guard lock(mutex_);
        turns_ = std::move(turns);
    }

    /// What happened since the last call, for the window's thread.
    struct News {
        bool answered = false;                           ///< `shown` is another answer than before
        std::shared_ptr<const ResidentPoints> resident;  ///< newly uploaded, before the first list
        std::vector<Measured> measured;
        std::optional<Checked> checked;
        std::optional<Built> built;
        std::optional<SpreadFound> spread;
        std::optional<Counted> counted;
        std::optional<Explained> explained;
        std::optional<Recorded> recorded;
        std::optional<FoundLater<const ResidentTree>> work;  ///< the tree, with what every point's query takes
        std::optional<FailedSearch> error;
        std::optional<DeviceKind> device;  ///< the default device, once it is known
        std::string device_text;           ///< "" = no news
        int multiprocessors = 0;           ///< of that device
        double read_bytes_per_second = 0;  ///< the ceiling of the device of the last answer; 0 = no news
    };
    /// An answer that `may_show` denies waits for a later call.
    News take(const std::function<bool(const Answer&)>& may_show);
    /// The answer the window shows: stays valid and unchanged until the next take(). Null before the first.
    const Answer* shown() const { return shown_ < 0 ? nullptr : &slots_[std::size_t(shown_)]; }
    std::optional<ProgressCard> progress() const { return first_of({progress_.card(), later_.card()}); }
    /// True while a question waits or is answered, and its answer measured: other work should pause.
    const std::atomic<bool>* in_front() const { return &in_front_; }

private:
    void work(const std::stop_token& quit);
    void serve(std::unique_lock<std::mutex>&, const std::stop_token& quit);
    void serve_in_between(const SearchRequest& beside, double& away);
    bool answer(const SearchRequest&);
    void answer_or_throw(const SearchRequest&);
    void prepare(const SearchRequest&, const Progress&);
    void place_points(const SearchRequest&, DeviceKind, const Progress&);
    int free_slot(const SearchRequest&);
    std::int64_t row_under(const SearchRequest&, const std::vector<float>& query);
    bool learn_places(std::int64_t coordinates);
    void forget_places() { places_.reset(), places_of_ = 0; }
    std::uint64_t searched_generation() const { return resident_->generation << 1 | std::uint64_t(from_zero_ != nullptr); }
    const PointSet& searched_points() const { return from_zero_ ? from_zero_->points : points_->set(); }
    const DataSet& searched_data() const { return from_zero_ ? *from_zero_->data : resident_->data->set; }
    HostRows searched_rows() const { return {searched_data().coordinates, searched_data().dimension}; }
    Measure measure_of_next_answer() const;
    void describe_tree(const SearchRequest&);
    void describe_work(const SearchRequest&, const Progress&);
    void add_work(const SearchRequest&, EveryoneAsks::Answer, double milliseconds);
    std::shared_ptr<const ResidentTree> found_work(SearchRequest);
    std::vector<std::string> work_key_of(const SearchRequest&) const;
    void measure_again(Measure);
    bool idle_step();
    void check();
    void measure_spread();
    void count();
    bool builds_again() const;
    void build_again();
    void explain(const QueryWork&);
    bool record_wanted() const;  ///< with the mutex
    std::shared_ptr<Replay> recorded_answer(const Answer&);
    template <class What, class Find>
    void find_later(const char* title, bool& pending, std::optional<FoundLater<What>> News::*place, Find);
    ListSet& scratch_for(const SearchRequest&);
    bool tell_ceilings();
    static double milliseconds_since(Clock::time_point began) { return 1e3 * seconds_since(began); }
    Progress watched(SharedProgress&, std::function<bool()> makes_way);
    Progress grace(Clock::time_point began);
    Progress at_once();
    bool newer() const { return newer_.load(std::memory_order_relaxed); }
    template <class Change>
    void tell(Change);

    std::function<void()> wake_;
    SharedProgress progress_, later_;  ///< of an answer; of what is found of it later

    // Three slots: one shown, one published, one being written. Indices under the mutex, contents by their owner alone.
    std::array<Answer, 3> slots_;
    int shown_ = -1, published_ = -1;

    mutable std::mutex mutex_;
    std::condition_variable_any asked_;
    std::optional<SearchRequest> wanted_;
    std::shared_ptr<Turns> turns_;
    News news_;
    bool running_ = false, recording_ = false, recordable_ = false, work_pending_ = false;
    bool again_ = false;  ///< idle work begins again, where the newest question is answered
    std::atomic<bool> stop_{false}, newer_{false}, in_front_{false};
    std::atomic<bool> measure_longer_{false};
    QueryWork explained_work_;             ///< that goes with it
    std::uint64_t explained_next_ = 0;     ///< the question whose cost is to be explained; 0: none
    std::atomic<bool> stop_later_{false};  ///< as stop_, for what goes on while questions are answered in between
    std::atomic<bool> same_shape_{false};  ///< the waiting question differs from the running one in the query only

    std::uint64_t running_shape_ = 0;

    // The worker's own.
    Reel reel_;
    std::unique_ptr<SearchedPoints> points_;
    std::shared_ptr<const ResidentPoints> resident_;  ///< of points_
    /// What is searched instead of points_ where the metric needs true coordinates (searched_with); null where it does not.
    struct FromZero {
        std::shared_ptr<const DataSet> data;
        PointSet points;
    };
    std::unique_ptr<FromZero> from_zero_;
    std::optional<PlaceTable> places_;  ///< of what is searched, while the query's own point is left out
    std::uint64_t places_of_ = 0;       ///< searched_generation() of what it knows, or would; 0: of nothing
    std::unique_ptr<Searcher> searcher_;
    std::vector<std::string> searcher_key_;
    bool index_followed_ = false;                ///< the searcher's points have moved since its index was made
    BuildTimes builds_;                          ///< of that index; first 0: not known yet
    bool built_warm_ = false;                    ///< it was built a second time, which is not counted
    std::string built_by_;                       ///< of a method that lets others answer: which did
    double building_ = 0;                        ///< milliseconds, building it again
    std::shared_ptr<const ResidentTree> tree_;   ///< of the searcher; null: it has none, or it is not described yet
    std::shared_ptr<const ProbedLists> probed_;  ///< of the last answer
    std::uint64_t trees_ = 0, works_ = 0;
    EveryoneAsks everyone_;
    std::vector<std::string> work_key_;  ///< what the work of tree_ depends on beside the tree
    double work_milliseconds_ = -1;      ///< that finding it took last; below 0: never
    bool work_was_cut_ = false;
    bool in_between_ = false;  ///< an answer is given while every point asks
    std::optional<DeviceKind> default_device_, told_device_, told_ceilings_;
    Clock::time_point ceilings_at_{};  ///< when they were measured last
    int ceilings_measured_ = 0;
    std::unique_ptr<QuerySet> queries_;  ///< of the last answer
    ListSet scratch_;                    ///< for runs that only measure
    DeviceKind scratch_device_ = DeviceKind::host;
    std::uint64_t uploads_ = 0, generations_ = 0;
    bool last_was_cut_ = false;
    /// What was measured of the present shape, and what an idle moment has still to do for the last answer.
    struct {
        std::uint64_t shape = 0;
        int totals = 0, phases = 0, answers = 0;
        std::uint64_t rested_at = 0;      ///< SearchRequest::place that is measured in idle moments: runs of another do not count
        Measure newest = Measure::total;  ///< of the last answer
        double milliseconds = 0;          ///< the newest run's total
        double spent = 0;
        bool answered = false;  ///< the newest question: the slot is its
        bool wanted = false, checked = false, spread = false, counted = false, walks = false;
        int slot = -1;
    } idle_;

    std::jthread thread_{[this](const std::stop_token& quit) { work(quit); }};
};

}  // namespace neighborscope
