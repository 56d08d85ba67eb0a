// `fused`: many queries in many dimensions. Tensor cores compute products of rows rounded to FP16; while values are still in registers they
// are compared with a threshold of the query, and few are kept. Bounds on what rounding can have done (bounds.cuh) tell which points cannot
// be neighbours; the others get exact distances. Lists are exact, and a certificate says so; queries without one are asked again.
//
//   bounds.cuh                         the claims and their proof
//   rows.cuh, rounding.cuh             what is multiplied
//   product.*, epilogue.cuh, hopper/    values, and what is done to them in registers
//   select.cuh                         thresholds, survivors, the last step
#include "gpu/kernels/centre.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/fused/rounding.cuh"
#include "gpu/methods/fused/select.cuh"
#include "gpu/methods/stream/again.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

namespace {

constexpr std::string_view rounding_phase = "rounding", first_phase = "first bound", product_phase = "matrix product",
                           selection_phase = "selection", again_phase = "asked again";
constexpr std::array<std::string_view, 1> counter_names{"candidates kept"};
constexpr std::int64_t most_queries = 40 * 256;  ///< of a batch
constexpr int most_k = 1024;
constexpr int least_chunks = 16, most_chunks = 132;
constexpr std::int64_t least_seed = 4096, most_seed = 65536;  ///< points of the seed
constexpr int least_groups = 512, groups_of_rank = 4;         ///< of the seed: so many times k
constexpr int least_room = 2048, least_capacity = 64;         ///< candidates

enum class Path { automatic, portable, hopper };

Path path_named(const std::string& name) {
    const Path path = name == "portable" ? Path::portable : name == "hopper" ? Path::hopper : Path::automatic;
#if defined(__CUDACC__)
    const int capability = limits().compute_capability;
#if defined(NEIGHBORSCOPE_WITH_HOPPER)
    const bool hopper = capability == 90;
#else
    const bool hopper = false;
#endif
    if (path == Path::hopper && !hopper)
        throw Error(Failure::device,
            "fused: path=hopper needs a GPU of compute capability 9.0, and a build for it; this is " + std::to_string(capability / 10) +
                "." + std::to_string(capability % 10),
            "leave path at automatic");
    if (path == Path::automatic) return hopper ? Path::hopper : Path::portable;
#endif
    return path;
}

class Fused final : public Search {
public:
    Fused(const Points& points, Path path)
        : points_(points), path_(path), again_(stream_, points), width_((points.dimension + 15) / 16 * 16) {
        if (points.count == 0) return;
        if (const std::size_t needed = bytes_of_index(), free = free_bytes(); needed > free)
            throw Error(Failure::memory,
                "fused: an index over " + std::to_string(points.count) + " points needs " + std::to_string(needed) +
                    " bytes of device memory, " + std::to_string(free) + " are free",
                "use fewer points or another method");
        round_points();
    }

    double build_milliseconds() const override { return build_milliseconds_; }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0 || points_.count == 0) return 0;
        const Plan plan = cut(problem);
        const auto queries = std::size_t(plan.queries), padded = std::size_t(plan.padded);
        Problem again = problem;
        again.queries = plan.queries;
        return asked_.more_for(padded * std::size_t(width_)) + bounds_.more_for(padded) + thresholds_.more_for(padded) +
               squares_.more_for(padded) + maxima_.more_for(padded * std::size_t(plan.groups())) +
               segments_.more_for(queries * plan.segment()) + counts_.more_for(padded * std::size_t(plan.chunks)) +
               lists_.more_for(queries * std::size_t(plan.list_room)) + lengths_.more_for(queries) + again_.bytes_needed(again);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int D = points_.dimension, k = problem.k;
        if (count == 0) return Run(stream_, progress, measure).finish();
        if (n == 0) return again_.ask_all(queries, lists, problem, progress, measure);
        const Plan plan = cut(problem);
        prepare(plan);
        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        std::int64_t asked_again = 0;
        for (std::int64_t first = 0; first < count; first += plan.queries) {
            Queries some = queries;
            some.points.count = std::min(plan.queries, count - first);
            some.points.coordinates += first * D;
            if (some.exclude) some.exclude += first;
            const Lists out{lists.index + first * k, lists.distance + first * k};
            const auto done = [&](double share) { run.tile_done(double(first) + double(some.points.count) * share, double(count)); };
            round_queries(run, some);
            seed(run, plan, some);
            go_through(run, plan, some, done);
            unsigned* const failed = again_.failed(plan.queries);
            finish(run, plan, some, k, out, failed, counters);
            run.end_here();
            if (const std::int64_t these = ask_again(run, some, problem, progress, out); these > 0) {
                asked_again += these;
                run.end_here();
            }
            done(1);
        }
        run.count("products", n * count);
        run.count("certified at once", count - asked_again);
        run.count("queries asked again", asked_again);
        return run.finish();
    }

private:
    struct Plan {
        std::int64_t queries, padded;  ///< of a batch
        int rank;                      ///< of the threshold
        int seed_tiles, groups_of_run;
        struct Stretch {
            int end, chunks;
        };
        std::vector<Stretch> rounds;            ///< ends in tiles
        int chunks, capacity, room, list_room;  ///< chunks: the most of a round

        int groups() const { return seed_tiles * 4 * groups_of_run; }
        std::size_t segment() const { return std::size_t(chunks) * std::size_t(capacity); }  ///< candidates of a query
    };

    int tiles() const { return int((points_.count + tile_points - 1) / tile_points); }

    /// Chunks of so many tiles: as many as let multiprocessors end together.
    static int chunks_for(int query_tiles, int tiles) {
        const int at_once = limits().multiprocessors;
        int best = std::min(tiles, least_chunks);
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (int chunks = best; chunks <= std::min(tiles, most_chunks); ++chunks) {
            const std::int64_t turns = (std::int64_t(query_tiles) * chunks + at_once - 1) / at_once, each = (tiles + chunks - 1) / chunks;
            if (turns * each < least) least = turns * each, best = chunks;
        }
        return best;
    }

    /// Point tiles of one launch for so many queries.
    int most_tiles(std::int64_t queries) const {
#if defined(__CUDACC__)
        // Tensor cores do more in the time; what they are kept from by the selection counts as 32 dimensions.
        const double work = work_per_launch() * (path_ == Path::hopper ? 64 : 16) / (double(queries) * (width_ + 32));
#else
        const double work = work_per_launch() / (double(tile_queries) * work_of_own_pair(width_));
#endif
        return int(std::clamp(work / tile_points, 1.0, 1e9));
    }

    Plan cut(const Problem& problem) const {
        const std::int64_t n = points_.count;
        Plan plan{};
        const std::int64_t batches = (problem.queries + most_queries - 1) / most_queries;
        plan.queries = (problem.queries + batches - 1) / batches;
        plan.padded = (plan.queries + tile_queries - 1) / tile_queries * tile_queries;
        plan.rank = problem.k + (problem.exclude_self ? 1 : 0);  // the point that is left out may be one of them
        double growth = 1, rounds = 1;                           // of the points seen, from one round to the next
        if (plan.rank >= n) {                                    // everybody is a neighbour
            plan.rank = std::numeric_limits<int>::max();
        } else {
            const std::int64_t wanted = std::max<std::int64_t>(least_groups, std::int64_t(groups_of_rank) * plan.rank);
            const std::int64_t points = std::min(n, std::max(wanted, std::clamp(n / 32, least_seed, most_seed)));
            plan.seed_tiles = int((points + tile_points - 1) / tile_points);
            plan.groups_of_run = points / 32 >= wanted ? 1 : points / 8 >= wanted ? 4 : 32;
            const double all = double(n) / double(points);
            rounds = std::max(1.0, std::floor(std::log(all) / std::log(plan.rank <= 128 ? 4 : 2.5) + 0.6));
            growth = std::pow(all, 1 / rounds);
        }
        const int most = most_tiles(plan.padded);
        for (int round = 1, from = 0; round <= int(rounds); ++round) {
            const int end = round == int(rounds) ? tiles() : int(std::ceil(tiles() / std::pow(growth, rounds - round)));
            while (from < end) {
                const int next = std::min(end, from + most), chunks = chunks_for(int(plan.padded / tile_queries), next - from);
                plan.rounds.push_back({next, chunks});
                plan.chunks = std::max(plan.chunks, chunks);
                from = next;
            }
        }
        const double found = 1.5 * growth * double(std::min<std::int64_t>(plan.rank, n));  // of a round, as a rule
        plan.capacity = std::max(least_capacity, int(2 * found / std::min(least_chunks, tiles()) + 48 + 31) / 32 * 32);
        if (plan.rank > n) plan.capacity = tile_points;
        plan.room = least_room;
        while (plan.room < found + 1.5 * double(std::min<std::int64_t>(plan.rank, n))) plan.room *= 2;
        while (
            std::max(selecting_bytes(plan.room, plan.chunks), settling_bytes(plan.room / 2 - most_outliers)) > limits().shared_bytes_block)
            plan.room /= 2;
        plan.list_room = plan.room / 2 - most_outliers;
        return plan;
    }

    void prepare(const Plan& plan) {
        const auto queries = std::size_t(plan.queries), padded = std::size_t(plan.padded);
        asked_.at_least(stream_, padded * std::size_t(width_), "fused: rounded queries");
        bounds_.at_least(stream_, padded, "fused: bounds of the queries");
        thresholds_.at_least(stream_, padded, "fused: thresholds");
        squares_.at_least(stream_, padded, "fused: squares of the queries");
        maxima_.at_least(stream_, padded * std::size_t(plan.groups()), "fused: greatest values of groups");
        segments_.at_least(stream_, queries * plan.segment(), "fused: candidates of the chunks");
        counts_.at_least(stream_, padded * std::size_t(plan.chunks), "fused: numbers of candidates");
        lists_.at_least(stream_, queries * std::size_t(plan.list_room), "fused: candidates");
        lengths_.at_least(stream_, queries, "fused: numbers of candidates");
    }

    void launch_rounding(Rounding rounding) {
        rounding.dimension = points_.dimension;
        rounding.width = width_;
        rounding.centre = centre_.data();
        rounding.scale = scale_;
        // Few queries are spread over many blocks.
        rounding.rows_of_block = rounding.records ? tile_points : rounding_threads / lanes;
        const std::int64_t blocks = (rounding.padded + rounding.rows_of_block - 1) / rounding.rows_of_block;
        const auto piece =
            std::max<std::int64_t>(1, std::int64_t(work_per_launch() / (rounding.rows_of_block * work_of_own_pair(4 * width_))));
        for (std::int64_t first = 0; first < blocks; first += piece) {
            rounding.first_block = first;
            launch(stream_, {unsigned(std::min(piece, blocks - first)), rounding_threads}, KERNEL(round_rows), rounding);
        }
    }

    std::size_t bytes_of_index() const {
        const std::size_t of_tile = tile_points * std::size_t(width_) * sizeof(Rounded) + record_floats * sizeof(float);
        return std::size_t(tiles()) * of_tile + 2 * std::size_t(points_.dimension) * sizeof(float) +
               (1 + most_outliers) * sizeof(std::int32_t);
    }

    void round_points() {
        const std::int64_t padded = std::int64_t(tiles()) * tile_points;
        const auto D = std::size_t(points_.dimension);
        scatter_ = Scatter::over(points_.count);
        centre_ = Buffer<float>(stream_, D, "fused: centre");
        rounded_ = Buffer<Rounded>(stream_, std::size_t(padded) * std::size_t(width_), "fused: rounded points");
        records_ = Buffer<float>(stream_, std::size_t(tiles()) * record_floats, "fused: bounds of the points");
        outliers_ = Buffer<std::int32_t>(stream_, 1 + most_outliers, "fused: outliers");
        const Buffer<float> spread(stream_, D, "fused: spread of the points");
        Event begin, end;
        begin.record(stream_);
        find_centre(stream_, points_, centre_.data(), spread.data());
        std::vector<float> centre(D), deviations(D);
        centre_.to_host(stream_, centre);
        spread.to_host(stream_, deviations);
        const float deviation = *std::max_element(deviations.begin(), deviations.end());
        // Differences from the centre are then some 2^6; below 2^-14 FP16 loses digits, from 2^15 on they are outliers.
        const int exponent = deviation > 0 ? std::ilogb(deviation) : points_.largest > 0 ? std::ilogb(points_.largest) : 0;
        scale_ = std::ldexp(1.0, 6 - exponent);
        // Whole numbers of ordinary size, and less the centre, are what FP16 has: then nothing is rounded.
        const double unit = std::ldexp(1.0, exponent - 8);
        for (float& c : centre) c = float(std::rint(double(c) / unit) * unit);
        centre_.from_host(stream_, centre);
        const auto round = [&] {
            outliers_.zero(stream_);
            launch_rounding({.rows = points_.coordinates,
                .count = points_.count,
                .padded = padded,
                .scatter = scatter_,
                .rounded = rounded_.data(),
                .records = records_.data(),
                .outliers = outliers_.data()});
            std::int32_t outliers = 0;
            outliers_.to_host(stream_, std::span(&outliers, 1));
            return outliers;
        };
        if (round() > most_outliers) {  // numbers of all sizes: nobody is beyond
            scale_ = std::ldexp(1.0, 13 - std::ilogb(points_.largest));
            round();
        }
        end.record(stream_);
        stream_.wait();
        build_milliseconds_ = Event::milliseconds(begin, end);
    }

    void round_queries(Run& run, const Queries& some) {
        const double Q = double(some.points.count), D = points_.dimension;
        const auto phase = run.phase(rounding_phase, {6 * Q * D, 8 * Q * D, "6 D |Q| bytes, 8 D |Q| operations"});
        const std::int64_t padded = (some.points.count + tile_queries - 1) / tile_queries * tile_queries;
        launch_rounding({.rows = some.points.coordinates,
            .count = some.points.count,
            .padded = padded,
            .rounded = asked_.data(),
            .bounds = bounds_.data(),
            .thresholds = thresholds_.data(),
            .squares = squares_.data()});
    }

    Round round_of(const Queries& some) const {
        Round round{};
        round.queries = asked_.data();
        round.points = rounded_.data();
        round.width = width_;
        round.query_tiles = int((some.points.count + tile_queries - 1) / tile_queries);
        round.records = records_.data();
        round.bounds = bounds_.data();
        round.kappa = kappa_of(width_);
        return round;
    }

    void multiply_by_path(const Round& round) {
#if defined(__CUDACC__) && defined(NEIGHBORSCOPE_WITH_HOPPER)
        if (path_ == Path::hopper) return multiply_on_hopper(stream_, round);
#endif
        multiply(stream_, round);
    }

    static Floor floor_of_product(double points, double queries, double dimension) {
        return {2 * dimension * (points + queries), 2 * dimension * points * queries, "2 (n + |Q|) D bytes, 2 n D |Q| operations"};
    }

    void seed(Run& run, const Plan& plan, const Queries& some) {
        const double Q = double(some.points.count), points = double(plan.seed_tiles) * tile_points;
        Floor floor = floor_of_product(points, Q, points_.dimension);
        floor.formula = "2 (m + |Q|) D bytes, 2 m D |Q| operations, m points of the seed";
        const auto phase = run.phase(first_phase, floor);
        if (plan.seed_tiles == 0) return;
        Round round = round_of(some);
        round.tiles = plan.seed_tiles;
        round.chunks = chunks_for(round.query_tiles, plan.seed_tiles);
        round.groups_of_run = plan.groups_of_run;
        round.maxima = maxima_.data();
        multiply_by_path(round);
        const Seeding seeding{maxima_.data(), plan.groups(), 4 * plan.groups_of_run, plan.rank, records_.data(), bounds_.data(),
            round.kappa, thresholds_.data()};
        launch(stream_, {unsigned(some.points.count), lanes, sizeof(unsigned) * std::size_t(plan.groups())}, KERNEL(first_thresholds),
            seeding);
    }

    template <class Done>
    void go_through(Run& run, const Plan& plan, const Queries& some, Done done) {
        const double Q = double(some.points.count);
        int from = 0;
        for (const auto& [end, chunks] : plan.rounds) {
            Round round = round_of(some);
            round.first_tile = from;
            round.tiles = end - from;
            round.chunks = chunks;
            round.thresholds = thresholds_.data();
            round.segments = segments_.data();
            round.counts = counts_.data();
            round.capacity = plan.capacity;
            {
                const double points = double(std::min(points_.count, std::int64_t(end) * tile_points) - std::int64_t(from) * tile_points);
                const auto phase = run.phase(product_phase, floor_of_product(points, Q, points_.dimension));
                multiply_by_path(round);
            }
            {
                const double kept = Q * double(std::min<std::int64_t>(plan.rank, points_.count));
                const auto phase = run.phase(selection_phase, {16 * kept, 32 * kept, "16 k |Q| bytes, 32 k |Q| operations a round"});
                const Selecting selecting{segments_.data(), counts_.data(), round.chunks, plan.capacity, points_.count, plan.rank,
                    plan.room, plan.list_room, records_.data(), bounds_.data(), round.kappa, lists_.data(), lengths_.data(),
                    thresholds_.data(), from == 0};
                launch(stream_, {unsigned(some.points.count), lanes, selecting_bytes(plan.room, round.chunks)}, KERNEL(select_candidates),
                    selecting);
            }
            from = end;
            if (end < tiles()) done(0.9 * end / tiles());
        }
    }

    void finish(Run& run, const Plan& plan, const Queries& some, int k, const Lists& out, unsigned* failed, unsigned long long* counters) {
        const double row = 4.0 * points_.dimension;
        const auto phase =
            run.phase(exact_distances_phase, {.bytes = row * double(some.points.count),
                                                 .formula = "4 D |Q| bytes, 4 D bytes and 3 D operations a candidate kept",
                                                 .walked = {{counter_names[0], {}, row, 0.75 * row, row * double(points_.count)}}});
        const Settling settling{points_, some, k, plan.list_room, lists_.data(), lengths_.data(), outliers_.data(), scatter_,
            squares_.data(), bounds_.data(), thresholds_.data(), scale_, out, failed, counters};
        launch(stream_, {unsigned(some.points.count), settle_threads, settling_bytes(plan.list_room)}, KERNEL(settle), settling);
    }

    std::int64_t ask_again(Run& run, const Queries& some, const Problem& problem, const Progress& progress, const Lists& out) {
        const auto phase = run.phase(again_phase, {0, 0, "nothing, where all are certified"});
        return again_.ask(some, problem, progress, out);
    }

    Points points_;
    Path path_;
    Stream stream_;  // before what is allocated from it
    stream::Again again_;
    int width_;  ///< of rounded rows: D up to a multiple of 16
    double scale_ = 1, build_milliseconds_ = 0;
    Scatter scatter_{};
    Buffer<float> centre_, records_;
    Buffer<Rounded> rounded_;
    Buffer<std::int32_t> outliers_;
    Scratch<Rounded> asked_;
    Scratch<QueryBound> bounds_;
    Scratch<float> thresholds_, maxima_;
    Scratch<double> squares_;
    Scratch<Candidate> segments_, lists_;
    Scratch<int> counts_, lengths_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "fused",
        .title = "Certified tensor-core search",
        .group = "Exhaustive",
        .citation = "Neighborscope's own method, for the case of FAISS's IndexFlat: many queries, many dimensions",
        .help =
            "Tensor cores multiply rows rounded to FP16. Bounds on the rounding tell which points cannot be neighbours; the others get "
            "exact distances.",
        .supports = {.k_to = most_k, .manhattan = false, .chebyshev = false},
        .options = {{"path", std::string("automatic"), Choice{{"automatic", "portable", "hopper"}},
            "on a GPU: hopper uses the instructions of compute capability 9.0, portable those of 7.5"}},
        .phases = {rounding_phase, first_phase, product_phase, selection_phase, exact_distances_phase, again_phase},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Fused>(points, path_named(options.get<std::string>("path")));
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
