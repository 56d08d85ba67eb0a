// The nearest neighbour by one thread per query, as in N. Mohammadi's two kernels ("Presentation of a Parallel Algorithm for
// Nearest Neighbor Search on GPU Using CUDA", figures 3 and 4): a loop over all points in ascending order. `nn-global` reads
// global memory, `nn-shared` reads stages in shared memory; everything else is here.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::nearest {

constexpr int most_threads = 1024;
constexpr int rows_at_once = 8;  ///< rows of unknown dimension that are compared together, so that the query is read once for all of them

enum Slot { slot_distances, slot_stages };

/// The work of one launch: points [begin, end) for all of `queries`.
struct Task {
    Points points;
    int begin, end;
    Queries queries;
    Key* nearest;  ///< [queries] before: the nearest among the points before `begin`, if any; after: among those before `end`
};

/// The nearest so far of one thread. Points come in ascending order, so that the first of equally distant ones is kept.
template <class Metric>
class Nearest {
public:
    /// Continues from the previous launch's result; initially from infinity: figure 4's -1 would be nearer than every point.
    __device__ explicit Nearest(Key found) {
        distance_ = found == no_key ? __uint_as_float(0x7f800000u) : Metric::of_key(__uint_as_float(unsigned(found >> 32)));
        index_ = index_of(found);
    }

    __device__ __forceinline__ void offer(float distance, int index, int excluded) {
        const bool nearer = distance < distance_ && index != excluded;
        distance_ = nearer ? distance : distance_;
        index_ = nearer ? index : index_;
    }
    __device__ Key key() const { return index_ < 0 ? no_key : make_key(Metric::in_key(distance_), unsigned(index_)); }

private:
    float distance_;
    int index_;
};

/// Where rows are stored, and the stride of rows of known dimension: in shared memory three coordinates are read as four.
struct GlobalMemory {
    template <class T>
    __device__ static __forceinline__ T load(const T* p) {
        return __ldg(p);
    }
    static constexpr int stride(int dimension) { return dimension; }
};
struct SharedMemory {
    template <class T>
    __device__ static __forceinline__ T load(const T* p) {
        return *p;
    }
    static constexpr int stride(int dimension) { return dimension == 3 ? 4 : dimension; }
};

/// A row whose dimension the compiler knows, in registers.
template <int Dimension>
struct Row {
    static_assert(Dimension == 2 || Dimension == 3);
    float at[Dimension];

    template <class Memory>
    __device__ static __forceinline__ Row load(const float* p) {
        if constexpr (Dimension == 2) {
            const float2 row = Memory::load(reinterpret_cast<const float2*>(p));
            return {{row.x, row.y}};
        } else if constexpr (Memory::stride(Dimension) == 4) {
            const float4 row = Memory::load(reinterpret_cast<const float4*>(p));
            return {{row.x, row.y, row.z}};
        } else {
            return {{Memory::load(p), Memory::load(p + 1), Memory::load(p + 2)}};
        }
    }
    /// Stores it into a stage in shared memory.
    __device__ __forceinline__ void store(float* p) const {
        if constexpr (Dimension == 2) *reinterpret_cast<float2*>(p) = make_float2(at[0], at[1]);
        else *reinterpret_cast<float4*>(p) = make_float4(at[0], at[1], at[2], 0);
    }
};

/// A thread's query: in registers if the dimension is known, else in memory.
template <int Dimension>
struct Query {
    Row<Dimension> row;
    __device__ explicit Query(const float* p) : row(Row<Dimension>::template load<GlobalMemory>(p)) {}
};
template <>
struct Query<0> {
    const float* row;
    __device__ explicit Query(const float* p) : row(p) {}
};

/// Compares the query with rows[0 .. count), the points from `first` on.
template <class Metric, class Memory, int Dimension>
__device__ __forceinline__ void scan_rows(
    const float* rows, int, int count, int first, const Query<Dimension>& query, int excluded, Nearest<Metric>& nearest) {
#pragma unroll 8
    for (int i = 0; i < count; ++i) {
        const Row<Dimension> row = Row<Dimension>::template load<Memory>(rows + std::size_t(i) * Memory::stride(Dimension));
        float s = 0;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) s = Metric::join(s, Metric::term(row.at[d], query.row.at[d]));
        nearest.offer(s, first + i, excluded);
    }
}

template <class Metric, class Memory>
__device__ __forceinline__ void scan_rows(
    const float* rows, int dimension, int count, int first, const Query<0>& query, int excluded, Nearest<Metric>& nearest) {
    for (int base = 0; base < count; base += rows_at_once) {
        float s[rows_at_once];
        const float* row[rows_at_once];
#pragma unroll
        for (int j = 0; j < rows_at_once; ++j) {
            s[j] = 0;
            row[j] = rows + std::size_t(min(base + j, count - 1)) * dimension;
        }
        if (dimension % 4 == 0) {  // then every row starts at a multiple of 16 bytes
            for (int d = 0; d < dimension; d += 4) {
                const float4 q = __ldg(reinterpret_cast<const float4*>(query.row + d));
#pragma unroll
                for (int j = 0; j < rows_at_once; ++j)
                    s[j] = join_four<Metric>(s[j], Memory::load(reinterpret_cast<const float4*>(row[j] + d)), q);
            }
        } else {
            for (int d = 0; d < dimension; ++d) {
                const float q = __ldg(query.row + d);
#pragma unroll
                for (int j = 0; j < rows_at_once; ++j) s[j] = Metric::join(s[j], Metric::term(Memory::load(row[j] + d), q));
            }
        }
#pragma unroll
        for (int j = 0; j < rows_at_once; ++j)
            if (base + j < count) nearest.offer(s[j], first + base + j, excluded);
    }
}

/// Calls f(std::integral_constant of 2 or 3, or of 0 for any other dimension).
template <class F>
void with_dimension(int dimension, F f) {
    if (dimension == 2) f(std::integral_constant<int, 2>());
    else if (dimension == 3) f(std::integral_constant<int, 3>());
    else f(std::integral_constant<int, 0>());
}

/// The host side of both methods. `Kernel` has `name`, `phase`, `counters`, stage(dimension, threads): points compared between two
/// barriers, lower_bound(points, queries, threads), and launch<Metric, Dimension, Counting>(stream, blocks, threads, task, counts).
template <class Kernel>
class NearestSearch final : public Search {
public:
    NearestSearch(const Points& points, const Options& options) : points_(points), threads_(int(options.get<std::int64_t>("threads"))) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override { return nearest_.more_for(std::size_t(problem.queries)); }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        if (count == 0) return Run(stream_, progress, measure).finish();
        Key* const nearest = nearest_.at_least(stream_, std::size_t(count), std::string(Kernel::name) + ": nearest of the queries");
        const Tile tile = make_tile(count);
        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(Kernel::counters);
        {
            const auto phase = run.phase(Kernel::phase, Kernel::lower_bound(points_, count, threads_));
            with_metric(problem.metric, [&](auto metric) {
                with_dimension(points_.dimension, [&](auto dimension) {
                    using M = decltype(metric);
                    constexpr int D = decltype(dimension)::value;
                    for (std::int64_t first = 0; first < count; first += tile.queries) {
                        Queries some = queries;
                        some.points.count = std::min(tile.queries, count - first);
                        some.points.coordinates += first * points_.dimension;
                        if (some.exclude) some.exclude += first;
                        const unsigned blocks = unsigned((some.points.count + threads_ - 1) / threads_);
                        std::int64_t begin = 0;
                        do {  // once even without points: then nothing is found
                            const std::int64_t end = std::min(n, begin + tile.points);
                            const Task task{points_, int(begin), int(end), some, nearest + first};
                            if (counters) Kernel::template launch<M, D>(stream_, blocks, unsigned(threads_), task, Counts{counters});
                            else Kernel::template launch<M, D>(stream_, blocks, unsigned(threads_), task, NoCounts{});
                            const double part = n > 0 ? double(end) / double(n) : 1;
                            run.tile_done(double(first) + double(some.points.count) * part, double(count));
                            begin = end;
                        } while (begin < n);
                    }
                });
            });
        }
        finish_lists(run, points_, queries, 1, problem.metric, nearest, lists, nullptr);
        return run.finish();
    }

private:
    struct Tile {
        std::int64_t queries, points;  ///< of a launch: whole blocks and whole stages, so that the numbers do not depend on the device
    };
    Tile make_tile(std::int64_t count) const {
        const std::int64_t stage = Kernel::stage(points_.dimension, threads_);
        const double pair = work_of_own_pair(points_.dimension), pairs = work_per_launch() / pair;
        const auto whole = [](double wanted, std::int64_t unit, std::int64_t most) {
            const std::int64_t units = std::int64_t(std::min(wanted, double(most)) / double(unit));
            return std::max<std::int64_t>(units, 1) * unit;
        };
        const std::int64_t points = whole(std::min(pairs / double(count), work_per_thread() / pair), stage, points_.count + stage);
        return {whole(pairs / double(points), threads_, count + threads_), points};
    }

    Points points_;
    int threads_;
    Stream stream_;  // declared before the memory allocated on it
    Scratch<Key> nearest_;
};

inline OptionSpec threads_option() {
    return {"threads", std::int64_t(320), IntegerRange{1, most_threads}, "threads per block, one query per thread (in the paper: 320)"};
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::nearest
