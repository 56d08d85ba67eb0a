// Neighborscope's search engine, as its callers see it.
//
//   devices()                 what can search here                              gpu/device/device.hpp
//   methods(), find_method()  the registry, in the order people see             here
//   PointSet                  points resident on one device                     here
//   Searcher                  a method prepared over a PointSet: answers batches here
//   exhaustive_search(), verify()   the oracle and the exactness contract        gpu/oracle/oracle.hpp
//
// Conventions (the whole contract is in README.md beside this file): a neighbour is a pair (distance, index); ties go to the
// smaller index; lists ascend; a list is shorter than k when there are fewer points, padded with -1 and NaN, never with
// made-up neighbours. Distances handed out are true distances (Euclidean, not squared).
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/error.hpp"
#include "gpu/options.hpp"
#include "gpu/progress.hpp"
#include "gpu/record/record.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace neighborscope {

// ---- The problem ----------------------------------------------------------------------------------------------------------

/// `cosine` is half the squared Euclidean distance of the two rows at unit length (unit_row in gpu/oracle): 1 minus the cosine of their
/// angle, 0 to 2. A row of zeros has no direction: it is at 2 from every other and from itself, behind all that have one.
enum class Metric { euclidean, manhattan, chebyshev, cosine };
inline constexpr Metric all_metrics[] = {Metric::euclidean, Metric::manhattan, Metric::chebyshev, Metric::cosine};
std::string_view name(Metric);
Metric metric_named(std::string_view);  ///< usage Error with a suggestion when unknown

/// Rows of float32 in the memory of one device: coordinates[count][dimension], 16-byte aligned start, all finite.
struct Points {
    const float* coordinates = nullptr;
    std::int64_t count = 0;
    int dimension = 0;
    float largest = 0;              ///< no coordinate is greater in magnitude; at most 2^56 when a method sees it (gpu/range.hpp)
    const float* extent = nullptr;  ///< in host memory, [2][dimension]: least and greatest coordinates at all ticks; null: not known
    float smallest = 0;             ///< no coordinate but 0 is smaller in magnitude; 0: not known
};

/// Queries in the memory of the same device. `exclude[query]` is a row never to be returned, -1 for none; may be null.
struct Queries {
    Points points;
    const std::int32_t* exclude = nullptr;
    std::int64_t one_of_all = -1;  ///< see QuerySet::one_of
};

/// What one query took, in a method that goes through a tree.
struct QueryWork {
    std::uint32_t leaves = 0;     ///< visited; every query that is answered visits one at the least
    std::uint32_t distances = 0;  ///< computed, to the objects of these
};

/// Where lists are written, in the memory of the same device: both [queries][k], ascending by (distance, index);
/// -1 and NaN past the end of a short list.
struct Lists {
    std::int32_t* index = nullptr;
    float* distance = nullptr;
    QueryWork* work = nullptr;  ///< [queries], of methods that tell it; null: kernels that write nothing of it run
};

/// The size of a question, known before anything is allocated.
struct Problem {
    std::int64_t count = 0;  ///< points
    std::int64_t queries = 0;
    int dimension = 0;
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;  ///< some query names a row to exclude
    bool operator==(const Problem&) const = default;
};

// ---- What a run reports ---------------------------------------------------------------------------------------------------

/// One of the source paper's own counts, equal on every device ("heap pushes, phase 1", "distances").
struct Counter {
    std::string name;
    std::int64_t value = 0;
};

/// What a phase does on its way through an index, which no formula knows before: only the search's own counters tell how often.
struct Walked {
    std::string_view counter;                                     ///< "distances", "quadrants tested"
    std::string_view less;                                        ///< a counter to be taken off it, which is another phase's; empty: none
    double bytes = 0, operations = 0;                             ///< for each of them
    double most_bytes = std::numeric_limits<double>::infinity();  ///< all there is to read: what is read again is in caches
    std::optional<std::int64_t> times = {};                       ///< how often it was done; nothing before it is counted
};

/// What a phase has to move and compute at the least ("minimum", never "measured"), with the formula it came from.
struct Floor {
    double bytes = 0;
    double operations = 0;
    std::string formula;              ///< for example "4 n D bytes, 3 n D |Q| operations"
    std::vector<Walked> walked = {};  ///< of a phase that goes through an index: in bytes and operations as soon as they are counted

    /// False where what it does on its way through an index is not counted yet: bytes and operations leave that out.
    bool is_whole() const;
};

/// The same with what the search did on its way through an index, as its counters tell.
Floor with_walk(Floor, const std::vector<Counter>&);

/// A part of one kernel, seen by per-block time stamps in a timed variant of that kernel.
struct InsideKernel {
    double share = 0;              ///< of the kernel's time, median over blocks, 0..1
    double imbalance = 0;          ///< slowest block over median block
    double stamping_overhead = 0;  ///< stamped kernel over plain kernel, minus 1
};

struct PhaseTime {
    std::string name;
    double milliseconds = 0;
    Floor floor;
    std::optional<InsideKernel> inside;  ///< set when the phase is a part of a kernel: its milliseconds are share x kernel
};

/// What an answer measures besides answering. A run measures one thing, so that measuring one does not disturb another.
enum class Measure {
    total,     ///< two outer events: the time people quote
    phases,    ///< events around each phase, then the timed variants of kernels that hold several phases
    counters,  ///< kernels with their counters on
    steps,     ///< kernels with counters and recorder on: one query, methods that have step_kinds
};

/// One round of a method that goes on until no query is active: how many were, and in how many blocks they worked.
struct Iteration {
    std::string_view what;  ///< "own leaf", "left", "right"
    std::int64_t queries = 0, tasks = 0;
};

/// How the work of a search was divided into tasks, which are blocks: queries with the same leaf, a thread each. A task weighs its queries
/// times the leaf's objects (Lettich et al., section 4.2.2), which are the distances it computes.
struct TaskBalance {
    static constexpr int bins = 176;           ///< of weights: 0, 1, 2, 3, then four to each doubling
    std::vector<std::int64_t> tasks_weighing;  ///< [bins]
    int queries_of_task = 1;                   ///< at most: threads of a block
    std::int64_t tasks = 0;
    double weight = 0, heaviest = 0;  ///< distances: of all tasks, of the heaviest

    double mean() const { return tasks > 0 ? weight / double(tasks) : 0; }
    /// The least weight in a bin.
    static constexpr std::uint64_t begin(int bin) { return bin < 4 ? std::uint64_t(bin) : std::uint64_t(4 + bin % 4) << (bin / 4 - 1); }
};

/// What a method that keeps its index while points move did for where they are now: Search::points_moved.
struct Upkeep {
    bool created = true;        ///< the index was made anew; false: objects were only put into the leaves there were
    std::string why;            ///< it was: "a point left the root square"; empty: it was not, or this is the first
    std::int64_t rebuilds = 0;  ///< how often it was made anew so far, the first not counted
    double creation_milliseconds = 0, indexing_milliseconds = 0;  ///< their sum is the report's build_milliseconds
    /// Where computations decide: those a query took at the tick before, their median at the ticks before that, and up to what number the
    /// index is kept. All 0 where there is nothing to compare with yet, or another rule holds.
    double last_computations = 0, usual_computations = 0, most_computations = 0;
};

struct Report {
    double total_milliseconds = 0;       ///< Measure::total only
    double build_milliseconds = 0;       ///< what building over the points as they lie took, once, not in the total; 0: nothing is built
    std::optional<Upkeep> upkeep;        ///< of methods that keep an index while points move
    std::vector<PhaseTime> phases;       ///< Measure::phases only
    std::vector<Counter> counters;       ///< Measure::counters and Measure::steps only
    std::vector<Iteration> iterations;   ///< as counters, or where the work of queries is asked for; of methods that have them
    std::optional<TaskBalance> balance;  ///< where the work of queries is asked for
    Steps steps;                         ///< Measure::steps only
    /// The same, of methods that go through a tree: its leaves.
    std::shared_ptr<const RecordedTree> tree = nullptr;
    std::string chosen = {};  ///< of a method that lets others answer: which did, and why, in one sentence
    /// Measure::counters only, of methods that prove their lists: no neighbour of these queries is farther than this.
    std::optional<double> neighbours_within = {};
};

/// Adds what one part of the queries reports: times, floors and counters sum; parts of kernels are weighed by their time.
void add_report(Report& sum, const Report& part);

// ---- Methods --------------------------------------------------------------------------------------------------------------

struct Supports {
    int dimension_from = 1, dimension_to = 4096;
    int k_to = std::numeric_limits<int>::max();
    bool approximate = false;                       ///< may miss neighbours; what it gives is true all the same (gpu/oracle: recall)
    bool host = true, cuda = true;                  ///< where it runs
    bool manhattan = true, chebyshev = true;        ///< metrics beside Euclidean
    std::string_view missing_package = {};          ///< this build was made without it, and cannot run the method: "libfaiss-dev"
    std::string_view (*lacks_on_cuda)() = nullptr;  ///< a library that it needs on CUDA and that is not on this machine; empty: none

    /// What lacks_on_cuda says, of a method that is built for CUDA; else empty.
    std::string_view missing_on_cuda() const { return cuda && lacks_on_cuda ? lacks_on_cuda() : std::string_view(); }
};

/// What a method says about itself.
struct MethodInfo {
    std::string_view name;      ///< as typed: "ppw"
    std::string_view title;     ///< "One point per warp"
    std::string_view group;     ///< "Exhaustive"
    std::string_view citation;  ///< authors, year, title, section
    std::string_view help;      ///< one sentence: how it searches
    Supports supports;
    std::vector<OptionSpec> options;
    std::vector<std::string_view> phases;            ///< in order, the names used in reports
    std::vector<std::string_view> pseudo_code = {};  ///< its paper's, line by line, leading spaces kept, corrected where methods.md says
    std::vector<std::string_view> structures = {};   ///< what holds neighbours while it searches: "heap of a thread", "list of a block"
    std::vector<StepKind> step_kinds = {};           ///< what it records; empty: it cannot be stepped through

    bool tells_work = false;        ///< writes what each query took: Lists::work
    bool answers_together = false;  ///< when many ask, what a query does depends on those beside it: QuerySet::one_of

    bool records_steps() const { return !step_kinds.empty(); }

    /// Why it cannot answer, in few words ("k = 1 only", "at most 4096 dimensions"); empty when it can. A k beyond the points counts as
    /// their number.
    std::optional<std::string> refuses(const Problem&, DeviceKind) const;
    /// What to do about that: "ask for k up to 1024, or choose serial, heap", the methods that can.
    std::string instead(const Problem&, DeviceKind) const;
};

/// The leaves of a quadtree (2-D) or octree (3-D). Cells are those of the grid at the tree's deepest level, in Morton order: bit d of a
/// code, and every dimension-th after it, is of axis d.
struct MortonGrid {
    float low[3] = {}, side = 0;                           ///< of the square or cube it divides
    const unsigned* leaf_code = nullptr;                   ///< [leaves + 1] first cell of each, ascending; then the number of cells
    const unsigned char* leaf_level = nullptr;             ///< [leaves]
    const int *leaf_begin = nullptr, *leaf_end = nullptr;  ///< [leaves] places in `object`
    const int *leaf_of_cell = nullptr, *object = nullptr;  ///< [cells]; [points] rows in the order of leaves
};

/// Leaves that are equally many points in a row along a curve, but for the last, and boxes that fit tightly round these and may overlap.
struct LeafBoxes {
    static constexpr int capacity = 32;  ///< points of a leaf, and children of each node above
    int points = 0;
    const float* corner = nullptr;  ///< [leaves][low, high][2-D: 2, 3-D: 4]
    const int* row = nullptr;       ///< [points] in the order of leaves
};

/// The tree that a method has made over its points, in the memory of their device, for those who draw or check it: of which form its
/// leaves are, and what all trees have. Valid until the next answer.
struct Tree {
    int dimension = 2;
    int level = 0;  ///< of the deepest leaf
    int leaves = 0;
    std::uint64_t bytes = 0;  ///< that the index takes on its device
    std::variant<MortonGrid, LeafBoxes> form;

    const MortonGrid* grid() const { return std::get_if<MortonGrid>(&form); }
    const LeafBoxes* boxes() const { return std::get_if<LeafBoxes>(&form); }
};

/// Why an approximate method missed a neighbour, as far as it can tell.
struct WhyMissed {
    std::string what;                     ///< "skipped"
    std::string sentence;                 ///< with the numbers that decided; both "": it cannot tell
    std::string option = {}, value = {};  ///< the least value of an option that finds it; "": no option does
};

struct InvertedLists;  // gpu/inverted_lists.hpp

/// A method prepared over one point set on one device. Used by one thread at a time. Written by methods; callers use Searcher.
class Search {
public:
    virtual ~Search() = default;
    /// The points lie elsewhere in the same memory, as many as before: whether the next answer can be right. False: prepare me anew.
    virtual bool points_moved() { return false; }
    /// What building over the points as they lie took; 0 when nothing is built. No part of any answer's time.
    virtual double build_milliseconds() const { return 0; }
    /// Builds once more over points that have not moved, into the same memory. False: prepare me anew.
    virtual bool build_again(const Progress&) { return false; }
    /// What the last answer did to keep its index up, where a method keeps one while points move.
    virtual std::optional<Upkeep> upkeep() const { return std::nullopt; }
    /// The tree it searches, when it is one.
    virtual std::optional<Tree> tree() const { return std::nullopt; }
    /// The lists that it searches some of, when there are such; of the points as they lie. Made when it is asked for.
    virtual std::shared_ptr<const InvertedLists> inverted_lists() { return nullptr; }
    /// Why answers to `query` ([dimension], in host memory) lack each of these rows, where the method is approximate and can tell.
    virtual std::vector<WhyMissed> why_missed(const float* /*query*/, std::span<const std::int32_t> rows) {
        return std::vector<WhyMissed>(rows.size());
    }
    /// Device memory one `answer` to such a problem takes beyond points, queries and lists, counted before any launch.
    virtual std::size_t bytes_needed(const Problem&) const = 0;
    /// Fills the lists and waits for them. Launches nothing for zero queries. Calls `progress.step` once per tile.
    virtual Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure) = 0;
};

struct Method {
    using Prepare = std::unique_ptr<Search> (*)(const Points&, const Options&, const Progress&);
    MethodInfo info;
    Prepare on_host = nullptr;
    Prepare on_cuda = nullptr;
};

std::span<const Method> methods();                 ///< in the order people see
const Method& find_method(std::string_view name);  ///< unknown: usage Error that suggests the nearest name
/// Usage Error that names the methods which can, when this one cannot be stepped through.
void check_steps(const Method&, DeviceKind);
void add_method(Method);  ///< for tests: call before anything reads the registry

// ---- Searching ------------------------------------------------------------------------------------------------------------

/// Points resident on one device, uploaded once (on the host device: copied once, so that rows are aligned).
class PointSet {
public:
    /// `coordinates` is [count][dimension]; input Error when one is not finite, memory Error with the numbers when they do not fit.
    PointSet(DeviceKind device, std::span<const float> coordinates, int dimension, const Progress& = {});

    /// New positions of the same points, [count][dimension], into the same memory: then Searcher::points_moved, before any search.
    /// Usage Error for another count, input Error when one is not finite; the points then lie where they lay.
    void move(std::span<const float> coordinates);
    /// The same, of finite positions that are in the device's memory already; `largest` and `smallest` as in Points.
    void move(const DeviceMemory& coordinates, float largest, float smallest);
    /// Where they will be whenever they move: [2][dimension], least and greatest coordinates. Before a Searcher is made; an index then
    /// divides all of it. Points may leave it all the same. Usage Error when these are not as many finite numbers.
    void stays_within(std::span<const float> extent);

    DeviceKind device() const { return memory_.device(); }
    const Points& points() const { return points_; }
    /// How many entries a list of the k nearest can have: k, or as many as there are points; at least 1.
    int list_width(int k) const { return int(std::clamp<std::int64_t>(points_.count, 1, std::max(k, 1))); }

private:
    DeviceMemory memory_;
    Points points_;
    std::vector<float> extent_;
};

/// Lists in the memory of one device, as a Searcher fills them.
class ListSet {
public:
    ListSet() = default;
    /// Lists of `k` entries each: where k may be far beyond the points, give PointSet::list_width(k). Memory Error with the numbers.
    ListSet(DeviceKind device, std::int64_t queries, int k);
    /// Makes others where these are fewer, of another length or on another device. What they hold is lost then.
    void make_room(DeviceKind device, std::int64_t queries, int k);

    Lists lists() const { return {static_cast<std::int32_t*>(index_.data()), static_cast<float*>(distance_.data())}; }
    std::int64_t queries() const { return queries_; }
    int k() const { return k_; }
    /// Copies to the host: [queries][k] each.
    void fetch(std::vector<std::int32_t>& index, std::vector<float>& distance) const;
    /// Copies lists from the host, those of query `first` and the ones after it.
    void write(std::int64_t first, std::span<const std::int32_t> index, std::span<const float> distance);

private:
    DeviceMemory index_, distance_;
    std::int64_t queries_ = 0;
    int k_ = 0;
};

/// Queries brought to a device: from host memory, or all points of a set asking for their own neighbours.
class QuerySet {
public:
    /// `coordinates` is [queries][dimension], finite (else input Error); `exclude` is empty or one row (or -1) per query.
    QuerySet(DeviceKind device, std::span<const float> coordinates, int dimension, std::span<const std::int32_t> exclude = {});
    /// Every point of `points` is a query, in order, from where it is when a search begins; nothing is copied. `points` must outlive this.
    static QuerySet every_point(const PointSet& points, bool exclude_self);
    static QuerySet every_point(const PointSet&&, bool exclude_self) = delete;
    /// The same of `count` points from row `first` on.
    static QuerySet points_from(const PointSet& points, std::int64_t first, std::int64_t count, bool exclude_self);
    static QuerySet points_from(const PointSet&&, std::int64_t first, std::int64_t count, bool exclude_self) = delete;
    /// One point, whose steps (Measure::steps) are those it takes while every point asks: of methods that answer queries together
    /// (MethodInfo::answers_together), beside those that are answered with it. Its answer is the same.
    static QuerySet one_of(const PointSet& points, std::int64_t row, bool exclude_self);
    static QuerySet one_of(const PointSet&&, std::int64_t row, bool exclude_self) = delete;
    /// Places of a grid in the plane, written by the device: those from `first` on, in rows of across.size(). Place i lies at
    /// across[i % across.size()] along the first of `axes` (0 and 1, or 1 and 0) and at up[i / across.size()] along the other; all finite.
    static QuerySet places(DeviceKind, std::span<const float> across, std::span<const float> up, std::array<int, 2> axes,
        std::int64_t first, std::int64_t count);

    Queries queries() const;

private:
    QuerySet() = default;
    DeviceMemory memory_, exclude_memory_;
    Points points_;
    const PointSet* every_ = nullptr;
    std::int64_t first_ = 0, count_ = 0;  ///< of `every_`; all of them when count_ is below 0
    std::int64_t one_of_all_ = -1;
};

/// A method prepared over a point set: the way to search. Used by one thread at a time.
///
/// Methods compute in float32. Where that is not enough, Searcher sees to it that lists are right all the same:
/// - points whose squares float32 does not hold are searched multiplied by a power of two, and queries that are much greater than
///   the points apart from the others, at a scale of their own (gpu/range.hpp); distances then come from the unscaled coordinates;
/// - the cosine distance is Euclidean for a method: it searches a second copy of the points, at unit length;
/// - lists whose last distance is too small to be told from others in float32 (gpu/range.hpp) are found again in double precision, by
///   an exhaustive search on the host: slow and right. Data of ordinary magnitudes have none, which is known without looking.
class Searcher {
public:
    /// Usage Error with the limit named when the method cannot take these points. The points must outlive this.
    Searcher(const Method&, const PointSet&, const Options&, const Progress& = {});
    Searcher(const Method&, const PointSet&&, const Options&, const Progress& = {}) = delete;

    /// Answers every query. In tiles of queries when memory is short; memory Error with the numbers when one query does not
    /// fit; usage Error when the method's limits (k, metric) do not allow the problem. Reports of tiles are added up.
    /// The lists are of k entries or of PointSet::list_width(k); no work is done for entries beyond that.
    /// `work`: [queries] in the memory of the points' device, where what each query took goes; usage Error of methods that do not tell.
    Report search(const QuerySet&, int k, Metric, ListSet&, const Progress& = {}, Measure = Measure::total, QueryWork* work = nullptr);

    /// After PointSet::move. Methods that keep something of the points follow, or are prepared anew here.
    void points_moved(const Progress& = {});
    /// Builds what the last search went through once more, over points that have not moved since it was first built, and returns what that
    /// took, milliseconds: the first time starts the device and finds memory, too. 0: nothing is built.
    double build_again(const Progress& = {});

    const Method& method() const { return *method_; }
    /// Of methods over a tree, when the last search was in the points' own scale, and not of their directions (cosine).
    std::optional<Tree> tree() const { return search_ && !of_directions_ ? search_->tree() : std::nullopt; }
    /// The same of methods over inverted lists; else null.
    std::shared_ptr<const InvertedLists> inverted_lists() const { return search_ && !of_directions_ ? search_->inverted_lists() : nullptr; }
    /// For each of `rows`, which an answer to `query` ([dimension], in host memory) lacks, why, as the last search went; nothing known of
    /// points in another scale.
    std::vector<WhyMissed> why_missed(std::span<const float> query, std::span<const std::int32_t> rows);

private:
    /// The points multiplied by 2^exponent and the method prepared over them: only for coordinates that float32 cannot square.
    struct Scaled {
        int exponent = 0;
        DeviceMemory memory;
        Points points;
        std::unique_ptr<Search> search;
        bool stale = false;  ///< the points have moved since
    };
    /// The points at unit length and the method prepared over them: for the cosine distance only.
    struct Unit {
        std::unique_ptr<PointSet> points;
        std::unique_ptr<Searcher> searcher;
        bool stale = false;  ///< the points have moved since
    };
    /// Queries and what is asked about them, k being the width of the lists.
    struct Asked {
        Queries queries;
        int k = 1;
        Metric metric = Metric::euclidean;
        Measure measure = Measure::total;
        QueryWork* work = nullptr;

        Problem problem(const Points&) const;
    };
    void check(const Asked&, int k, const ListSet&) const;
    Report answer(const Asked&, ListSet&, const Progress&);
    Report answer_cosine(const QuerySet&, const Asked&, int k, ListSet&, const Progress&);
    void make_unit(const Progress&);
    Report answer_by_magnitude(const Asked&, ListSet&, const Progress&);
    Report answer_at(int exponent, const Asked&, ListSet&, const Progress&);
    std::int64_t tile_for(const Search&, const Asked&, std::size_t bytes_of_query) const;
    Report search_unsure_again(int exponent, const Asked&, ListSet&, const Progress&) const;
    Search& search_at(int exponent, const Progress&);
    void scale_points();
    std::unique_ptr<Search> prepare(const Points&, const Progress&) const;

    const Method* method_;
    const PointSet* points_;
    Options options_;
    std::unique_ptr<Search> search_;
    Scaled scaled_;
    Unit unit_;
    bool of_directions_ = false;  ///< the last search was by the cosine distance, over points at unit length
};

}  // namespace neighborscope
