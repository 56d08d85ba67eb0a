// The public interface of Neighborscope's search engine.
//
//   devices()                 the devices of this machine                            gpu/device/device.hpp
//   methods(), find_method()  the registry, in display order             here
//   PointSet                  points resident on one device                     here
//   Searcher                  a method prepared over a PointSet: searches batches here
//   exhaustive_search(), verify()   the oracle and the exactness contract        gpu/oracle/oracle.hpp
//
// Conventions (the whole contract is in README.md beside this file): a neighbour is a pair (distance, index); ties go to the
// smaller index; lists ascend, with inner products they descend. With fewer than k points a list is padded with -1 and NaN, never with
// made-up neighbours. Distances are true distances (Euclidean, not squared).
//
// Stable from 0.9 on, for programs that link neighborscope::gpu (assets/packaging/README.md): what the table above names with PointSet,
// QuerySet, ListSet and Searcher, DeviceKind, DeviceInfo, Metric, Options, Error and Progress. All else is for methods and for this program,
// and may change with any version. Link the version whose headers were compiled: the name of the library holds it.
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

class RowFilter;  // gpu/row_filter.hpp
namespace stored {
struct StoredIndex;  // gpu/index/stored_index.hpp
}

// ---- The problem ----------------------------------------------------------------------------------------------------------

/// `cosine` is half the squared Euclidean distance of the two rows at unit length (unit_row in gpu/oracle): 1 minus the cosine of their
/// angle, 0 to 2. A row of zeros has no direction: its distance to every row and to itself is 2, so it comes last.
///
/// `inner_product` is the sum of the products of coordinates, from minus to plus infinity: larger is nearer. It is no distance: a row need
/// not be the nearest to itself, and there is no triangle inequality. With it, every `distance` holds the product, and lists descend.
enum class Metric { euclidean, manhattan, chebyshev, cosine, inner_product };
inline constexpr Metric all_metrics[] = {Metric::euclidean, Metric::manhattan, Metric::chebyshev, Metric::cosine, Metric::inner_product};
/// Whether lists are in descending order of `distance`.
constexpr bool larger_is_nearer(Metric metric) { return metric == Metric::inner_product; }
/// A value that ascends from the nearest to the farthest: the distance, or the product with its sign changed. The function is its own
/// inverse, and never turns 0 into -0.
template <class T>
constexpr T rank_value(Metric metric, T distance) {
    return larger_is_nearer(metric) ? T(0) - distance : distance;
}
std::string_view name(Metric);
Metric metric_named(std::string_view);  ///< usage Error with a suggestion when unknown

/// The index of another library whose vectors the points are, for the method that searches it.
struct OwnIndex {
    const stored::StoredIndex* index = nullptr;  ///< null: the points come from no index
    bool points_changed = false;                 ///< since they were read from it
    bool operator==(const OwnIndex&) const = default;
};

/// Rows of float32 in the memory of one device: coordinates[count][dimension], 16-byte aligned start, all finite.
struct Points {
    const float* coordinates = nullptr;
    std::int64_t count = 0;
    int dimension = 0;
    float largest = 0;              ///< no coordinate is greater in magnitude; at most 2^56 when a method sees it (gpu/range.hpp)
    const float* extent = nullptr;  ///< in host memory, [2][dimension]: least and greatest coordinates at all ticks; null: not known
    float smallest = 0;             ///< no coordinate but 0 is smaller in magnitude; 0: not known
    OwnIndex own = {};
    const RowFilter* filter = nullptr;    ///< in host memory: the rows that a search may return; null: all
    std::span<const float> learned = {};  ///< in host memory, if they are a part of a larger set: what Method::Learn returned for that set
};

/// Queries in the memory of the same device. `exclude[query]` is a row that is not returned, -1: none; may be null.
struct Queries {
    Points points;
    const std::int32_t* exclude = nullptr;
    std::int64_t self_join_row = -1;  ///< see QuerySet::point_of_self_join
};

/// The work of one query, in a method with a tree.
struct QueryWork {
    std::uint32_t leaves = 0;     ///< leaves visited; every query visits at least one
    std::uint32_t distances = 0;  ///< distances computed, to the points in these leaves
};

/// Where lists are written, in the memory of the same device: both [queries][k], ascending by (distance, index);
/// -1 and NaN past the end of a short list. A method writes inner products with their signs changed (rank_value), so that its lists ascend;
/// Searcher changes the signs back.
struct Lists {
    std::int32_t* index = nullptr;
    float* distance = nullptr;
    QueryWork* work = nullptr;  ///< [queries], of methods that count it; null: kernels that do not count run
};

/// The size of a search, known before anything is allocated.
struct Problem {
    std::int64_t count = 0;  ///< points
    std::int64_t queries = 0;
    int dimension = 0;
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;  ///< some query names a row to exclude
    OwnIndex own = {};          ///< that of the points
    bool filtered = false;      ///< not every row may be returned
    bool operator==(const Problem&) const = default;
};

// ---- What a run reports ---------------------------------------------------------------------------------------------------

/// One of the source paper's own counts, equal on every device ("heap pushes, phase 1", "distances").
struct Counter {
    std::string name;
    std::int64_t value = 0;
};

/// What a phase does while it walks through an index. No formula gives it in advance: the counters of the search tell how often.
struct TraversalCost {
    std::string_view counter;                                     ///< "distances", "quadrants tested"
    std::string_view less;                                        ///< a counter to subtract, of another phase; empty: none
    double bytes = 0, operations = 0;                             ///< for each of them
    double most_bytes = std::numeric_limits<double>::infinity();  ///< all there is to read: repeated reads hit caches
    std::optional<std::int64_t> times = {};                       ///< how often it was done; nullopt: not counted yet
};

/// The least bytes and operations of a phase (a minimum, not a measurement), with its formula. They give its "least time".
struct LowerBound {
    double bytes = 0;
    double operations = 0;
    std::string formula;                        ///< for example "4 n D bytes, 3 n D |Q| operations"
    std::vector<TraversalCost> traversal = {};  ///< of a phase that walks through an index: part of bytes and operations once counted

    /// False while the walk through an index is not counted yet: bytes and operations do not include it.
    bool is_complete() const;
};

/// The same, including the walk through an index, by the counters of the search.
LowerBound with_traversal(LowerBound, const std::vector<Counter>&);

/// A part of one kernel, seen by per-block time stamps in a timed variant of that kernel.
struct InsideKernel {
    double share = 0;              ///< of the kernel's time, median over blocks, 0..1
    double imbalance = 0;          ///< slowest block over median block
    double stamping_overhead = 0;  ///< stamped kernel over plain kernel, minus 1
};

struct PhaseTime {
    std::string name;
    double milliseconds = 0;
    LowerBound lower_bound;
    std::optional<InsideKernel> inside;  ///< set if the phase is a part of a kernel: its milliseconds are share x kernel
};

/// What a run measures besides searching. A run measures one thing, so that measurements do not disturb each other.
enum class Measure {
    total,     ///< events at start and end: the total time
    phases,    ///< events around each phase, then the timed variants of kernels that hold several phases
    counters,  ///< kernels with their counters on
    steps,     ///< kernels with counters and recorder on: one query, methods that have step_kinds
};

/// One iteration of a method that repeats until no query is active: how many queries were active, in how many blocks.
struct Iteration {
    std::string_view what;  ///< "own leaf", "left", "right"
    std::int64_t queries = 0, tasks = 0;
};

/// How the work of a search was divided into tasks (blocks): queries with the same leaf, one thread each. The weight of a task is queries
/// times points in the leaf (Lettich et al., section 4.2.2), which is the number of distances it computes.
struct TaskBalance {
    static constexpr int bins = 176;            ///< of weights: 0, 1, 2, 3, then four to each doubling
    std::vector<std::int64_t> tasks_by_weight;  ///< [bins]
    int queries_of_task = 1;                    ///< at most: threads of a block
    std::int64_t tasks = 0;
    double weight = 0, heaviest = 0;  ///< numbers of distances: of all tasks, of the heaviest

    double mean() const { return tasks > 0 ? weight / double(tasks) : 0; }
    /// The least weight in a bin.
    static constexpr std::uint64_t begin(int bin) { return bin < 4 ? std::uint64_t(bin) : std::uint64_t(4 + bin % 4) << (bin / 4 - 1); }
};

/// How a method that keeps its index while points move updated it for their present positions: Search::points_moved.
struct IndexUpdate {
    bool created = true;        ///< the index was rebuilt; false: points were only sorted into existing leaves
    std::string why;            ///< why it was rebuilt: "a point left the root square"; empty: not rebuilt, or the first build
    std::int64_t rebuilds = 0;  ///< how often it was rebuilt so far, without the first build
    double creation_milliseconds = 0, indexing_milliseconds = 0;  ///< their sum is the report's build_milliseconds
    /// With the rule "policy": computations per query at the last tick, their median at the ticks before, and the limit above which the
    /// index is rebuilt. All 0 if there is nothing to compare with yet, or with another rule.
    double last_computations = 0, median_computations = 0, computation_limit = 0;
};

/// What one of several devices did in a search.
struct DeviceTime {
    std::string device;        ///< "cuda:1"
    std::int64_t points = 0;   ///< in its memory
    std::int64_t queries = 0;  ///< that it answered
    double working = 0;        ///< milliseconds: searches and merges lists
    double waiting = 0;        ///< milliseconds: for the other devices
    double communicating = 0;  ///< milliseconds: receives queries and sends lists
};

struct Report {
    double total_milliseconds = 0;            ///< Measure::total only
    double build_milliseconds = 0;            ///< building the index once, not in the total; 0: nothing is built
    std::optional<IndexUpdate> index_update;  ///< of methods that keep an index while points move
    std::vector<PhaseTime> phases;            ///< Measure::phases only
    std::vector<Counter> counters;            ///< Measure::counters and Measure::steps only
    std::vector<Iteration> iterations;        ///< with counters or the work of queries; only methods that have iterations
    std::optional<TaskBalance> balance;       ///< with the work of queries
    Steps steps;                              ///< Measure::steps only
    /// The same, of methods that go through a tree: its leaves.
    std::shared_ptr<const RecordedTree> tree = nullptr;
    std::string chosen = {};  ///< of `auto`: which method searched, and why, in one sentence
    /// Measure::counters only, of methods that prove their lists: no neighbour of these queries is farther than this.
    std::optional<double> neighbours_within = {};
    /// If several devices shared the points: what each did, in order of their parts, and how they communicate ("NCCL 2.27.3").
    std::vector<DeviceTime> devices = {};
    std::string communication = {};
};

/// Adds the report on a part of the queries: times, lower bounds and counters are summed; parts of kernels are weighted by their time.
void add_report(Report& sum, const Report& part);

// ---- Methods --------------------------------------------------------------------------------------------------------------

/// How several devices share the points of a search (gpu/shards).
enum class Sharding {
    none,     ///< one device searches
    rows,     ///< each has a range of rows and answers every query
    regions,  ///< each has a region of space and answers the queries that reach into it
};

struct Supports {
    int dimension_from = 1, dimension_to = 4096;
    int k_to = std::numeric_limits<int>::max();
    bool approximate = false;                              ///< may miss neighbours; what it returns is right (gpu/oracle: recall)
    bool host = true, cuda = true;                         ///< where it runs
    bool manhattan = true, chebyshev = true;               ///< metrics beside Euclidean
    bool own_index = false;                                ///< searches Points::own, by its metric only
    std::string_view no_inner_product = {};                ///< why it cannot search by inner products; empty: it can
    std::string_view missing_package = {};                 ///< missing when this was built, so the method cannot run: "libfaiss-dev"
    Sharding sharding = Sharding::none;                    ///< how several devices share the points
    std::string_view (*missing_cuda_library)() = nullptr;  ///< a library that CUDA needs and this machine lacks; empty: none

    /// The result of missing_cuda_library, if the method is built for CUDA; else empty.
    std::string_view missing_on_cuda() const { return cuda && missing_cuda_library ? missing_cuda_library() : std::string_view(); }
};

/// The description of a method.
struct MethodInfo {
    std::string_view name;      ///< as typed: "ppw"
    std::string_view title;     ///< "One point per warp"
    std::string_view group;     ///< "Exhaustive"
    std::string_view citation;  ///< authors, year, title, section
    std::string_view help;      ///< one sentence: how it searches
    Supports supports;
    std::vector<OptionSpec> options;
    std::vector<std::string_view> phases;            ///< in order, the names used in reports
    std::vector<std::string_view> pseudo_code = {};  ///< of its paper, line by line, indented; errors are corrected
    std::vector<std::string_view> structures = {};   ///< what holds neighbours while it searches: "heap of a thread", "list of a block"
    std::vector<StepKind> step_kinds = {};           ///< the kinds of steps it records; empty: no stepping

    bool counts_query_work = false;          ///< counts the work of each query: Lists::work
    bool searches_queries_together = false;  ///< a query's steps depend on the queries searched with it: QuerySet::point_of_self_join

    bool records_steps() const { return !step_kinds.empty(); }

    /// Why it cannot answer, in few words ("k = 1 only", "at most 4096 dimensions"); empty when it can. A larger k than points counts as
    /// their number.
    std::optional<std::string> unsupported_reason(const Problem&, DeviceKind) const;
    /// What to do then: "ask for k up to 1024, or choose serial, heap", the methods that can.
    std::string suggest_alternatives(const Problem&, DeviceKind) const;
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

/// Leaves with equally many consecutive points along a curve (except the last), and their tight bounding boxes, which may overlap.
struct LeafBoxes {
    static constexpr int capacity = 32;  ///< points of a leaf, and children of each node above
    int points = 0;
    const float* corner = nullptr;  ///< [leaves][low, high][2-D: 2, 3-D: 4]
    const int* row = nullptr;       ///< [points] in the order of leaves
};

/// The tree that a method built over its points, in the memory of their device, for drawing and checking: the form of its
/// leaves, and what all trees have in common. Valid until the next search.
struct Tree {
    int dimension = 2;
    int level = 0;  ///< of the deepest leaf
    int leaves = 0;
    std::uint64_t bytes = 0;  ///< size of the index on its device
    std::variant<MortonGrid, LeafBoxes> form;

    const MortonGrid* grid() const { return std::get_if<MortonGrid>(&form); }
    const LeafBoxes* boxes() const { return std::get_if<LeafBoxes>(&form); }
};

/// Why an approximate method missed a neighbour, if it can tell.
struct MissReason {
    std::string what;                     ///< "skipped"
    std::string sentence;                 ///< with the numbers that explain it; both "": unknown
    std::string option = {}, value = {};  ///< the least value of an option with which the search finds it; "": no option does
};

struct InvertedLists;  // gpu/inverted_lists.hpp

/// Which of the devices that share points holds each row.
struct DevicesOfRows {
    static constexpr std::uint8_t none = 255;  ///< of a row that is not searched
    std::vector<std::string> names;            ///< "cuda:1"
    std::vector<std::uint8_t> of_row;          ///< [points] index into `names`, or none
    bool operator==(const DevicesOfRows&) const = default;
};

/// A method prepared over one point set on one device. Used by one thread at a time. Methods implement it; callers use Searcher.
class Search {
public:
    virtual ~Search() = default;
    /// Called when the same number of points has new positions in the same memory. True: ready to search. False: prepare the method again.
    virtual bool points_moved() { return false; }
    /// Time of building the index, milliseconds; 0 when nothing is built. Not part of the time of a search.
    virtual double build_milliseconds() const { return 0; }
    /// Builds again over points that have not moved, into the same memory. False: prepare the method again.
    virtual bool rebuild_index(const Progress&) { return false; }
    /// What the last search did to its index, for a method that keeps an index while points move.
    virtual std::optional<IndexUpdate> index_update() const { return std::nullopt; }
    /// The tree it searches, when it is one.
    virtual std::optional<Tree> tree() const { return std::nullopt; }
    /// Its inverted lists, if it has them, for the present positions of the points. Computed on request.
    virtual std::shared_ptr<const InvertedLists> inverted_lists() { return nullptr; }
    /// [points] The device that holds each row, if several share the points; else null. Computed on request.
    virtual std::shared_ptr<const DevicesOfRows> devices_of_rows() { return nullptr; }
    /// Why the result for `query` ([dimension], in host memory) misses each of these rows, if the method is approximate and can tell.
    virtual std::vector<MissReason> miss_reasons(const float* /*query*/, std::span<const std::int32_t> rows) {
        return std::vector<MissReason>(rows.size());
    }
    /// Device memory one `answer` to such a problem takes beyond points, queries and lists, counted before any launch.
    virtual std::size_t bytes_needed(const Problem&) const = 0;
    /// Fills the lists and waits for them. Launches nothing for zero queries. Calls `progress.step` once per tile.
    virtual Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure) = 0;
};

struct Method {
    using Prepare = std::unique_ptr<Search> (*)(const Points&, const Options&, const Progress&);
    using Learn = std::vector<float> (*)(const Points&, const Options&, const Progress&);
    MethodInfo info;
    Prepare on_host = nullptr;
    Prepare on_cuda = nullptr;
    /// Of a method whose index learns from the points: what it learns from all of them, for indexes over parts of them (Points::learned).
    Learn learn_on_host = nullptr, learn_on_cuda = nullptr;
};

std::span<const Method> methods();                 ///< in display order
const Method& find_method(std::string_view name);  ///< unknown: usage Error that suggests the nearest name
/// Usage Error that names the methods that support stepping, if this one does not.
void check_steps(const Method&, DeviceKind);
void add_method(Method);  ///< for tests: call before anything reads the registry

// ---- Searching ------------------------------------------------------------------------------------------------------------

/// Points resident on one device, uploaded once (on the host device: copied once, so that rows are aligned).
class PointSet {
public:
    /// `coordinates` is [count][dimension]; input Error when one is not finite, memory Error with the numbers when they do not fit.
    PointSet(DeviceKind device, std::span<const float> coordinates, int dimension, const Progress& = {});

    /// Rows in the device's memory that outlive this: [count][dimension], finite, 16-byte aligned, with these magnitudes.
    static PointSet over(DeviceKind device, const float* rows, std::int64_t count, int dimension, float largest, float smallest);

    /// New positions of the same points, [count][dimension], into the same memory: then Searcher::points_moved, before any search.
    /// Usage Error for another count, input Error when one is not finite; the points then keep their positions.
    void move(std::span<const float> coordinates);
    /// The same, of finite positions that are in the device's memory already; `largest` and `smallest` as in Points.
    void move(const DeviceMemory& coordinates, float largest, float smallest);
    /// The box of all positions while points move: [2][dimension], least and greatest coordinates. Call before making a Searcher; an index
    /// then divides this box. Points may still leave it. Usage Error unless these are that many finite numbers.
    void set_extent(std::span<const float> extent);
    /// The points are the vectors of this index, or were before they changed. Call before making a Searcher. Null: they come from none.
    void attach(std::shared_ptr<const stored::StoredIndex>, bool points_changed = false);
    /// Searches return only rows that the filter allows. Call before making a Searcher. Null: all rows. Usage Error for another number of
    /// rows.
    void set_filter(std::shared_ptr<const RowFilter>);

    DeviceKind device() const { return memory_.device(); }
    const Points& points() const { return points_; }
    /// How many entries a list of the k nearest can have: k, at most the number of points; at least 1.
    int list_width(int k) const { return int(std::clamp<std::int64_t>(points_.count, 1, std::max(k, 1))); }

private:
    PointSet() = default;
    DeviceMemory memory_;
    Points points_;
    std::vector<float> extent_;
    std::shared_ptr<const stored::StoredIndex> index_;
    std::shared_ptr<const RowFilter> filter_;
};

/// Lists in the memory of one device, as a Searcher fills them.
class ListSet {
public:
    ListSet() = default;
    /// Lists of `k` entries each: if k may be far above the number of points, give PointSet::list_width(k). Memory Error with the numbers.
    ListSet(DeviceKind device, std::int64_t queries, int k);
    /// Allocates again if these are fewer, of another length or on another device. Their content is then lost.
    void ensure_capacity(DeviceKind device, std::int64_t queries, int k);

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

/// Queries on a device: from host memory, or all points of a set (all-points query, self-join).
class QuerySet {
public:
    /// `coordinates` is [queries][dimension], finite (else input Error); `exclude` is empty or one row (or -1) per query.
    QuerySet(DeviceKind device, std::span<const float> coordinates, int dimension, std::span<const std::int32_t> exclude = {});
    /// Every point of `points` is a query (self-join), in order, at its position when a search begins; no copy. `points` must outlive this.
    static QuerySet self_join(const PointSet& points, bool exclude_self);
    static QuerySet self_join(const PointSet&&, bool exclude_self) = delete;
    /// The same for `count` points from row `first` on.
    static QuerySet point_range(const PointSet& points, std::int64_t first, std::int64_t count, bool exclude_self);
    static QuerySet point_range(const PointSet&&, std::int64_t first, std::int64_t count, bool exclude_self) = delete;
    /// One point, whose steps (Measure::steps) are those within a self-join: for methods that search queries together
    /// (MethodInfo::searches_queries_together), including the queries searched with it. The result is the same.
    static QuerySet point_of_self_join(const PointSet& points, std::int64_t row, bool exclude_self);
    static QuerySet point_of_self_join(const PointSet&&, std::int64_t row, bool exclude_self) = delete;
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
    std::int64_t self_join_row_ = -1;
};

/// A method prepared over a point set: this does the search. Used by one thread at a time.
///
/// Methods compute in float32. Where that is not enough, Searcher still makes the lists right:
/// - points whose squares float32 does not hold are searched multiplied by a power of two, and queries that are much greater than
///   the points apart from the others, at a scale of their own (gpu/range.hpp); distances then come from the unscaled coordinates;
/// - lists of inner products, which methods write with their signs changed, get the products;
/// - the cosine distance is Euclidean for a method: it searches a second copy of the points, at unit length;
///   the method `own` searches an index by the metric of this index, and gets neither scaled points nor points at unit length;
/// - with a filter (PointSet::set_filter) a method searches a copy of the allowed rows. `own` gets the filter, and rejects rows while it
///   walks, as its library does. Queries are not filtered: in a self-join every point asks, and allowed ones are found;
/// - lists whose last distance is too small to distinguish in float32 (gpu/range.hpp) are searched again in double precision, by
///   an exhaustive search on the host: slow but right. Data of ordinary magnitudes never need this, and no time is spent to check.
class Searcher {
public:
    /// Usage Error with the limit named when the method cannot take these points. The points must outlive this.
    Searcher(const Method&, const PointSet&, const Options&, const Progress& = {});
    Searcher(const Method&, const PointSet&&, const Options&, const Progress& = {}) = delete;

    /// Searches for every query. In tiles of queries when memory is short; memory Error with the numbers when one query does not
    /// fit; usage Error when the method's limits (k, metric) do not allow the problem. Reports of tiles are added up.
    /// The lists are of k entries or of PointSet::list_width(k); no work is done for entries beyond that.
    /// `work`: [queries] in the memory of the points' device, receives the work of each query; usage Error if the method does not count it.
    Report search(const QuerySet&, int k, Metric, ListSet&, const Progress& = {}, Measure = Measure::total, QueryWork* work = nullptr);

    /// Call after PointSet::move. Updates the method's index, or prepares the method again.
    void points_moved(const Progress& = {});
    /// Builds the index of the last search again, over points that have not moved since its first build, and returns the time in
    /// milliseconds (the first build also starts the device and allocates memory). 0: nothing is built.
    double rebuild_index(const Progress& = {});

    const Method& method() const { return *method_; }
    /// For methods with a tree, if the last search used the points unscaled, and not their directions (cosine). With a filter its leaves
    /// have allowed points only; their rows are those of the point set.
    std::optional<Tree> tree() const;
    /// The inverted lists, under the same conditions, for methods that have them; else null.
    std::shared_ptr<const InvertedLists> inverted_lists() const;
    /// For points that several devices share, by the last search; else null. Those at unit length or in another scale are divided likewise.
    std::shared_ptr<const DevicesOfRows> devices_of_rows() const;
    /// For each of `rows`, which the result for `query` ([dimension], in host memory) misses, the reason in the last search; unknown for
    /// points in another scale.
    std::vector<MissReason> miss_reasons(std::span<const float> query, std::span<const std::int32_t> rows);

private:
    /// The points multiplied by 2^exponent and the method prepared over them: only for coordinates that float32 cannot square.
    struct ScaledPoints {
        int exponent = 0;
        DeviceMemory memory;
        Points points;
        std::unique_ptr<Search> search;
        bool stale = false;  ///< the points have moved since
    };
    /// The points at unit length and the method prepared over them: for the cosine distance only.
    struct UnitPoints {
        std::unique_ptr<PointSet> points;
        std::unique_ptr<Searcher> searcher;
        bool stale = false;  ///< the points have moved since
    };
    /// The rows that a filter allows, and the method prepared over them.
    struct AllowedPoints {
        std::vector<std::int32_t> rows;  ///< [allowed] ascending, so that ties keep their order
        DeviceMemory row, place;         ///< the same; [points] where a row is among them, -1: nowhere
        std::unique_ptr<PointSet> points;
        std::unique_ptr<Searcher> searcher;
        DeviceMemory row_of_leaf;  ///< [allowed] of the tree: rows of the point set in the order of leaves
        bool tree_is_known = false;
        std::shared_ptr<const InvertedLists> lists, renamed_lists;      ///< of allowed points; the same with rows of the point set
        std::shared_ptr<const DevicesOfRows> devices, devices_of_rows;  ///< of allowed points; of the point set
    };
    /// Queries and the settings of their search; k is the width of the lists.
    struct BatchRequest {
        Queries queries;
        int k = 1;
        Metric metric = Metric::euclidean;
        Measure measure = Measure::total;
        QueryWork* work = nullptr;

        Problem problem(const Points&) const;
    };
    void check(const BatchRequest&, int k, const ListSet&) const;
    Report search(const BatchRequest&, int k, ListSet&, const Progress&);
    void make_allowed_points(const Progress&);
    void move_allowed_points(const Progress&);
    std::vector<float> allowed_coordinates(const Progress&) const;
    Report answer_among_allowed(const BatchRequest&, ListSet&, const Progress&);
    std::vector<MissReason> miss_reasons_among_allowed(std::span<const float> query, std::span<const std::int32_t> rows);
    Tree renamed(Tree) const;
    Report answer(const BatchRequest&, ListSet&, const Progress&);
    void give_products(ListSet&, std::int64_t queries) const;
    Report answer_cosine(const BatchRequest&, int k, ListSet&, const Progress&);
    void make_unit_points(const Progress&);
    Report answer_by_magnitude(const BatchRequest&, ListSet&, const Progress&);
    Report answer_at_scale(int exponent, const BatchRequest&, ListSet&, const Progress&);
    std::int64_t tile_for(const Search&, const BatchRequest&, std::size_t bytes_of_query) const;
    Report repeat_unreliable_lists(int exponent, const BatchRequest&, ListSet&, const Progress&) const;
    std::vector<std::int64_t> lists_of_small_distances(int exponent, const BatchRequest&, const ListSet&) const;
    std::vector<std::int64_t> queries_of_small_products(int exponent, const BatchRequest&) const;
    Search& prepared_search(int exponent, const Progress&);
    int exponent_of_points() const;
    void scale_points();
    std::unique_ptr<Search> prepare(const Points&, const Progress&) const;

    const Method* method_;
    const PointSet* points_;
    Options options_;
    std::unique_ptr<Search> search_;
    ScaledPoints scaled_;
    UnitPoints unit_;
    std::unique_ptr<AllowedPoints> allowed_;  ///< null: all rows are allowed, or the method rejects rows itself
    bool searched_unit_points_ = false;       ///< the last search was by the cosine distance, over points at unit length
};

}  // namespace neighborscope
