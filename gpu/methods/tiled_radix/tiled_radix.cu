// `tiled-radix`: Q. Kuang, L. Zhao, "A Practical GPU Based KNN Algorithm", 2009, section III. T1: the matrix of distances in tiles, which
// are staged in shared memory (gpu/kernels/distance_tiles.cuh). T2: each of its rows is sorted completely, by a radix sort of 4 bits per
// pass. T3, the decision about labels, runs on the CPU: see `classify`.
//
// With sort=cub the same rows are sorted by gpu/device/primitives.hpp, one after another.
#include "gpu/device/primitives.hpp"
#include "gpu/kernels/distance_tiles.cuh"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/tiled_radix/radix.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::tiled_radix {

namespace {

constexpr std::string_view distances_phase = "T1 distances", sort_phase = "T2 sort";
constexpr std::int64_t most_rows = 65504;  ///< limit of the grid's second dimension, in whole tiles of either shape

struct Settings {
    std::string tile;  ///< "auto", "16x16", "8x32"
    bool cub;
};

class TiledRadix final : public Search {
public:
    TiledRadix(const Points& points, const Settings& settings)
        : points_(points),
          square_(settings.tile == "auto" ? square_tile_suits(points.dimension) : settings.tile == "16x16"),
          cub_(settings.cub) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const std::size_t rows = std::size_t(at_once(problem.queries)), n = std::size_t(points_.count);
        return keys_.more_for(rows * n) + indices_.more_for(cub_ ? n : rows * n) + other_keys_.more_for(rows * n) +
               other_indices_.more_for(rows * n) + table_.more_for(table_entries(std::int64_t(rows))) + scratch_.more_for(scratch_bytes()) +
               chosen_.more_for(std::size_t(problem.queries) * std::size_t(problem.k)) +
               finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int k = problem.k;
        if (count == 0) return Run(stream_, progress, measure).finish();
        const std::int64_t rows = at_once(count);
        keys_.at_least(stream_, std::size_t(rows * n), "tiled-radix: matrix of distances");
        indices_.at_least(stream_, std::size_t(cub_ ? n : rows * n), "tiled-radix: indices");
        other_keys_.at_least(stream_, std::size_t(rows * n), "tiled-radix: distances, the other half");
        other_indices_.at_least(stream_, std::size_t(rows * n), "tiled-radix: indices, the other half");
        table_.at_least(stream_, table_entries(rows), "tiled-radix: histograms of digits");
        scratch_.at_least(stream_, scratch_bytes(), "tiled-radix: scratch memory of the library's sort");
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(k), "tiled-radix: chosen neighbours");
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, k), "tiled-radix: exact distances");

        Run run(stream_, progress, measure);
        run.record_steps(problem.metric, steps_at_most(n, k));
        const Counts counts{nullptr, run.recorder()};  // the host computes the counts itself
        std::int64_t tiles = 0;
        for (std::int64_t first = 0; first < count; first += rows) {
            const Batch batch{run, double(first), double(count), std::min(rows, count - first)};
            const RowStore store{keys_.data(), n, queries.exclude ? queries.exclude + first : nullptr};
            with_metric(problem.metric, [&](auto metric) {
                with_tile(square_, [&](auto tile) {
                    tiles +=
                        compute<decltype(metric), decltype(tile)>(batch, queries.points.coordinates + first * points_.dimension, store);
                });
            });
            {
                const auto phase = run.phase(sort_phase, cub_ ? cub_lower_bound(batch.rows) : radix_lower_bound(batch.rows));
                const Pairs sorted = cub_ ? sort_by_library(batch) : sort(batch, counts);
                const std::int64_t entries = batch.rows * k;
                const Shape shape{unsigned((entries + scan_threads - 1) / scan_threads), scan_threads};
                Key* const own = chosen + first * k;
                if (counts.recorder.steps) launch(stream_, shape, KERNEL(take<Counts>), sorted, n, batch.rows, k, own, counts);
                else launch(stream_, shape, KERNEL(take<NoCounts>), sorted, n, batch.rows, k, own, NoCounts{});
            }
            run.tile_done(double(first + batch.rows), double(count));
        }
        run.count("distances", count * n);
        run.count("tiles", tiles);
        if (!cub_) {
            run.count("radix passes", count * passes);
            run.count("splits of a tile", count * passes * digit_bits * sort_tiles_of_row());
            run.count("keys scattered", count * passes * n);
        }
        finish_lists(run, points_, queries, k, problem.metric, chosen, lists, scratch, finish_steps);
        return run.finish();
    }

private:
    /// Queries that are answered together, one row each.
    struct Batch {
        Run& run;
        double first, all;  ///< queries before these, and in total: for progress
        std::int64_t rows;

        void done(double share) const { run.tile_done(first + double(rows) * share, all); }
    };

    /// Launches the tiles; returns their number.
    template <class Metric, class Tile>
    std::int64_t compute(const Batch& batch, const float* queries, const RowStore& store) {
        const std::int64_t n = points_.count, padded = (batch.rows + Tile::height - 1) / Tile::height * Tile::height;
        const std::int64_t fit = points_per_launch(n, padded, points_.dimension);
        const std::int64_t piece = std::max<std::int64_t>(fit / Tile::width, 1) * Tile::width;
        const auto phase = batch.run.phase(distances_phase, tile_distances_lower_bound(points_, batch.rows, 4));
        std::int64_t count = 0;
        for (std::int64_t begin = 0; begin < n; begin += piece) {
            const Side across{points_.coordinates, begin, std::min(n, begin + piece)}, down{queries, 0, batch.rows};
            launch_tiles<Metric, Tile>(stream_, across, down, points_.dimension, store);
            count += tiles<Tile>(across, down);
            if (across.end < n) batch.done(0.5 * double(across.end) / double(n));
        }
        return count;
    }

    Pairs sort(const Batch& batch, const Counts& counts) {
        const std::int64_t n = points_.count;
        const Pairs own{keys_.data(), indices_.data()}, other{other_keys_.data(), other_indices_.data()};
        const unsigned in_row = unsigned(sort_tiles_of_row()), rows = unsigned(batch.rows);
        for (int pass = 0; pass < passes && n > 0; ++pass) {
            const Pairs unsorted{own.keys, pass > 0 ? own.indices : nullptr};
            launch(stream_, {{in_row, rows}, sort_threads}, KERNEL(sort_tiles), Pass{unsorted, other, n, pass * digit_bits, table_.data()});
            const std::int64_t entries = std::int64_t(digits) * in_row;
            if (counts.recorder.steps)
                launch(stream_, {rows, scan_threads}, KERNEL(add_up<Counts>), table_.data(), entries, pass, n, counts);
            else launch(stream_, {rows, scan_threads}, KERNEL(add_up<NoCounts>), table_.data(), entries, pass, n, NoCounts{});
            launch(stream_, {{in_row, rows}, sort_threads}, KERNEL(scatter), Pass{other, own, n, pass * digit_bits, table_.data()});
            if (pass + 1 < passes) batch.done(0.5 + 0.5 * (pass + 1) / passes);
        }
        return own;
    }

    Pairs sort_by_library(const Batch& batch) {
        const std::int64_t n = points_.count;
        launch(stream_, {unsigned((n + scan_threads - 1) / scan_threads), scan_threads}, KERNEL(number), indices_.data(), n);
        for (std::int64_t row = 0; row < batch.rows && n > 0; ++row) {
            sort_pairs(stream_, keys_.data() + row * n, other_keys_.data() + row * n, indices_.data(), other_indices_.data() + row * n,
                std::size_t(n), 32, scratch_.all());
            if (row + 1 < batch.rows) batch.done(0.5 + 0.5 * double(row + 1) / double(batch.rows));
        }
        return {other_keys_.data(), other_indices_.data()};
    }

    LowerBound radix_lower_bound(std::int64_t rows) const {
        const double entries = double(points_.count) * double(rows);
        return {(passes * 32 - 4) * entries, passes * digit_bits * entries,
            "(8 passes of 32, less 4) n |Q| bytes, 32 n |Q| splits by a bit, for each batch of queries"};
    }
    LowerBound cub_lower_bound(std::int64_t rows) const {
        const double entries = double(points_.count) * double(rows);
        return {16 * entries, entries, "16 n |Q| bytes, n |Q| digits: every pair is read and written once at the least"};
    }

    std::int64_t sort_tiles_of_row() const { return (points_.count + tile_keys - 1) / tile_keys; }
    std::size_t table_entries(std::int64_t rows) const { return cub_ ? 0 : std::size_t(rows * digits * sort_tiles_of_row()); }
    std::size_t scratch_bytes() const { return cub_ ? sort_pairs_bytes(std::size_t(points_.count)) : 0; }

    /// As many as fit into half of the free memory (including memory already held), and as one launch of a search that can be cancelled
    /// allows; whole tiles if there are several.
    std::int64_t at_once(std::int64_t queries) const {
        const std::int64_t height = square_ ? SquareTile::height : TallTile::height;
        const double n = double(points_.count), bytes = 4.0 * (cub_ ? 3 * n : 4 * n + double(table_entries(1)));
        const std::size_t held =
            keys_.bytes_held() + indices_.bytes_held() + other_keys_.bytes_held() + other_indices_.bytes_held() + table_.bytes_held();
        const double fit = (double(free_bytes()) + double(held)) / 2 / std::max(bytes, 1.0);
        const double in_time = std::max(work_per_launch() / std::max(n * work_of_pair(0), 1.0), double(height));
        const double most = double(std::min(queries, most_rows));
        const auto rows = std::int64_t(std::clamp(std::min(fit, in_time), 1.0, most));
        return rows < queries && rows > height ? rows / height * height : rows;
    }

    Points points_;
    bool square_, cub_;
    Stream stream_;  // declared before the memory allocated on it
    Scratch<unsigned> keys_, indices_, other_keys_, other_indices_, table_;
    Scratch<Key> chosen_;
    Scratch<unsigned char> scratch_, finish_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "tiled-radix",
        .title = "Tiles and radix sort",
        .group = "Exhaustive",
        .citation = "Q. Kuang, L. Zhao: A Practical GPU Based KNN Algorithm, 2009, section III",
        .help = "Blocks compute the matrix of distances in tiles staged in shared memory. Then a radix sort puts each row in order.",
        .supports = {},
        .options =
            {
                {"tile", std::string("auto"), Choice{{"auto", "16x16", "8x32"}},
                    "points x queries whose distances a block computes; auto: 8x32 below 16 dimensions, else 16x16"},
                {"sort", std::string("radix"), Choice{{"radix", "cub"}},
                    "radix is the paper's own, 4 bits a pass; cub sorts row by row with the device's library, to compare"},
            },
        .phases = {distances_phase, sort_phase, exact_distances_phase, order_phase},
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<TiledRadix>(points, Settings{options.get<std::string>("tile"), options.get<std::string>("sort") == "cub"});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::tiled_radix
