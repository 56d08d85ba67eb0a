#include "app/data/load/assemble.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/origin.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <shared_mutex>

namespace neighborscope {
namespace {

/// Merges the statistics of the axes of all pieces.
std::vector<RowCollector::Axis> merge(const std::vector<RowCollector>& pieces) {
    std::vector<RowCollector::Axis> all;
    for (const RowCollector& piece : pieces) {
        if (piece.taken() == 0) continue;
        const std::vector<RowCollector::Axis> axes = piece.axes();
        if (all.empty()) {
            all = axes;
            continue;
        }
        for (std::size_t a = 0; a < all.size(); ++a) {
            all[a].minimum = std::min(all[a].minimum, axes[a].minimum);
            all[a].maximum = std::max(all[a].maximum, axes[a].maximum);
            all[a].inexact |= axes[a].inexact;
            all[a].rounding = std::max(all[a].rounding, axes[a].rounding);
            all[a].merged += axes[a].merged;
        }
    }
    return all;
}

std::vector<double> origin_for(const std::vector<RowCollector::Axis>& axes, std::size_t dimension) {
    std::vector<double> origin(dimension, 0.0);
    std::transform(axes.begin(), axes.end(), origin.begin(), choose_origin);
    return origin;
}

/// Estimates the origin of a large file from three of its pieces, or its first, to avoid a second pass. A wrong estimate only costs time.
std::vector<double> probe_origin(std::size_t dimension, const Pieces& pieces, const Progress& progress) {
    std::vector<double> none(dimension, 0.0);
    const std::size_t count = pieces.most_rows.size();
    if (count <= 8 || pieces.fill) return none;
    const std::size_t chosen[] = {0, count / 2, count - 1};
    std::vector<RowCollector> collectors(pieces.restart ? 1 : 3);
    try {
        if (pieces.restart) pieces.restart();
        parallel_pieces(collectors.size(), 0, Progress{{}, progress.stop}, [&](std::size_t i) {
            std::vector<float> scratch(pieces.most_rows[chosen[i]] * dimension);
            RowCollector collector(none, scratch.data(), true);
            pieces.read(chosen[i], collector);
            collectors[i] = std::move(collector);
        });
    } catch (const Error&) {  // the actual reading reports the first error of the file
        return none;
    }
    return origin_for(merge(collectors), dimension);
}

/// The same from the first piece of a stream.
std::vector<double> probe_origin(std::size_t dimension, const StreamedPieces& pieces) {
    std::vector<double> none(dimension, 0.0);
    std::vector<RowCollector> collectors;
    try {
        StreamedPiece first;
        pieces.restart();
        if (!pieces.next(first)) return none;
        std::vector<float> scratch(first.most_rows * dimension);
        collectors.emplace_back(none, scratch.data());
        first.read(collectors.front());
    } catch (const Error&) { return none; }
    return origin_for(merge(collectors), dimension);
}

std::int64_t rows_of(const std::vector<RowCollector>& pieces) {
    return std::accumulate(
        pieces.begin(), pieces.end(), std::int64_t(0), [](std::int64_t sum, const RowCollector& piece) { return sum + piece.taken(); });
}

/// Returns the values of `sampled_rows`, [axis][row of the sample]: the same sample for any pieces. Only for axes that are not exact in
/// float32; the others are empty.
std::vector<std::vector<float>> sample_of(const DataSet& data, const std::vector<std::size_t>& first_rows,
    const std::vector<RowCollector>& pieces, const std::vector<RowCollector::Axis>& axes) {
    const std::size_t dimension = std::size_t(data.dimension);
    std::vector<std::vector<float>> sample(dimension);
    if (std::none_of(axes.begin(), axes.end(), [](const RowCollector::Axis& axis) { return axis.inexact; })) return sample;
    std::size_t piece = 0, before = 0;
    for (const std::size_t row : sampled_rows(std::size_t(rows_of(pieces)), dimension)) {
        while (row - before >= std::size_t(pieces[piece].taken())) before += std::size_t(pieces[piece++].taken());
        const float* values = &data.coordinates[(first_rows[piece] + row - before) * dimension];
        for (std::size_t a = 0; a < dimension; ++a)
            if (axes[a].inexact) sample[a].push_back(values[a]);
    }
    return sample;
}

/// Returns the points of `data` that are too far from the origin to keep as many digits as the others.
CoarsePoints find_coarse(const DataSet& data, const std::vector<RowCollector::Axis>& axes, const std::vector<std::vector<float>>& sample) {
    CoarsePoints coarse;
    std::vector<double> from;
    for (std::size_t a = 0; a < axes.size(); ++a) {
        const double farthest = std::max(std::fabs(axes[a].minimum - data.origin[a]), std::fabs(axes[a].maximum - data.origin[a]));
        if (sample[a].empty() || !(farthest < std::numeric_limits<double>::infinity())) continue;
        const double distance = coarse_from(sample[a]);
        if (farthest < distance) continue;
        coarse.axes.push_back({int(a), float_step(farthest)});
        from.push_back(distance);
    }
    if (coarse.axes.empty()) return coarse;
    for (std::size_t row = 0; row < data.coordinates.size(); row += std::size_t(data.dimension)) {
        bool far = false;
        for (std::size_t i = 0; i < from.size(); ++i)
            far |= std::fabs(double(data.coordinates[row + std::size_t(coarse.axes[i].axis)])) >= from[i];
        coarse.count += far;
    }
    return coarse.count ? coarse : CoarsePoints{};
}

/// Allocates the rows of a piece after those of all earlier pieces: zeroing runs in parallel with reading, and the memory is still in the
/// cache when its rows are written.
void grow(DataSet& data, std::size_t first_row, std::size_t rows, std::size_t piece, PieceSequencer& turns, const Progress& progress) {
    const std::size_t dimension = std::size_t(data.dimension), last = (first_row + rows) * dimension;
    populate(data.coordinates, first_row * dimension, last);
    turns.take(piece, [&] {
        for (std::size_t size = first_row * dimension; size < last;) {  // a few milliseconds at a time, to allow cancellation
            size = std::min(last, size + (1 << 20));
            data.coordinates.resize(size);
            Progress{{}, progress.stop}.step(0, 0);
        }
    });
}

/// Bytes per coordinate, including the file's number if it is kept.
double value_bytes(const std::vector<double>* numbers) { return sizeof(float) + (numbers ? sizeof(double) : 0); }

/// Memory for an unknown number of rows. Reserves as much as the part of the file that was read suggests; this takes only address space.
class Growth {
public:
    /// `numbers` grows in parallel; may be null.
    Growth(const std::string& path, DataSet& data, std::vector<double>* numbers, const StreamedPieces& pieces, const Progress& progress)
        : path_(path), data_(data), numbers_(numbers), sequencer_(progress.stop), least_(pieces.bytes < (64 << 20) ? 1 << 20 : 64 << 20) {}

    /// Grows to `rows` rows in all, after the earlier pieces; `share` of the file was read for them.
    void grow(std::size_t piece, std::size_t rows, double share) {
        sequencer_.take(piece, [&] {
            std::vector<float>& values = data_.coordinates;
            const std::size_t size = rows * std::size_t(data_.dimension);
            if (size > values.capacity()) {
                const double expected = 1.1 * double(size) / std::max(share, 1e-6);
                const auto most = double(std::max(16 * size, least_));
                require_memory(double(size - values.size()) * value_bytes(numbers_), "loading " + path_,
                    "read fewer columns with --columns, or a part of the file");
                const std::unique_lock moves(moving_);
                reserve_large(values, std::max(size, std::size_t(std::min(expected, most))));
                if (numbers_) reserve_large(*numbers_, values.capacity());
            }
            if ((size >> 24) != (values.size() >> 24))  // every 64 MB
                require_memory(double(16 << 20) * value_bytes(numbers_), "loading " + path_,
                    "read fewer columns with --columns, or a part of the file");
            values.resize(size);
            if (numbers_) numbers_->resize(size);
        });
    }
    /// While this lock is held, the points are not reallocated.
    std::shared_lock<std::shared_mutex> stay() { return std::shared_lock(moving_); }

private:
    const std::string& path_;
    DataSet& data_;
    std::vector<double>* numbers_;
    PieceSequencer sequencer_;
    std::shared_mutex moving_;
    std::size_t least_;
};

/// Closes the gaps between the pieces' rows, in values of [rows][dimension].
template <class Value>
void close_gaps(std::vector<Value>& values, std::size_t dimension, const std::vector<std::size_t>& first_rows,
    const std::vector<RowCollector>& pieces, const Progress& progress) {
    std::size_t taken = 0;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        const std::size_t rows = std::size_t(pieces[piece].taken());
        if (taken != first_rows[piece] && rows)
            std::memmove(&values[taken * dimension], &values[first_rows[piece] * dimension], rows * dimension * sizeof(Value));
        progress.step(0, 0);
        taken += rows;
    }
    values.resize(taken * dimension);
}

/// Records which rows were left out.
void note_left_out(DataSet& data, const std::vector<RowCollector>& pieces, const Progress& progress) {
    const std::size_t dimension = std::size_t(data.dimension);
    std::int64_t file_rows = 0;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        if (!pieces[piece].left_out().empty()) {
            if (data.skipped.count == 0) data.skipped.first_row = file_rows + pieces[piece].left_out().front();
            data.skipped.count += std::int64_t(pieces[piece].left_out().size());
            data.skipped.missing_values.resize(dimension);
            for (std::size_t a = 0; a < dimension; ++a) data.skipped.missing_values[a] += pieces[piece].missing_values()[a];
        }
        file_rows += pieces[piece].rows();
    }
    if (data.skipped.count == 0) return;

    data.skipped.why = "NaN, infinity or a missing value";
    data.skipped.rows = file_rows;
    data.file_rows.reserve(std::size_t(data.count()));
    std::int64_t first = 0;
    for (const RowCollector& piece : pieces) {
        auto next = piece.left_out().begin();
        for (std::int64_t row = 0; row < piece.rows(); ++row) {
            if (next != piece.left_out().end() && *next == row) ++next;
            else data.file_rows.push_back(first + row);
        }
        progress.step(0, 0);
        first += piece.rows();
    }
}

/// The rows of all pieces: the beginning of each piece in the points, and its statistics.
struct Rows {
    std::vector<std::size_t> first;
    std::vector<RowCollector> collectors;
};

void check_origin(const std::string& path, int dimension, const ReadOptions& options) {
    if (options.origin && int(options.origin->size()) != dimension)
        throw Error(Failure::usage,
            path + " has " + std::to_string(dimension) + (dimension == 1 ? " dimension" : " dimensions") + ", the data has " +
                std::to_string(options.origin->size()),
            "give queries with as many columns as the data");
}

/// Reads everything by `pass`, again if another origin is needed, and completes the data.
void finish(const std::string& path, DataSet& data, Rows& rows, const std::function<void(bool first)>& pass, const ReadOptions& options,
    const Progress& progress) {
    const auto dimension = std::size_t(data.dimension);
    std::vector<RowCollector::Axis> axes;
    std::vector<std::vector<float>> sample;
    int inner = 0;  // how often the inner values determined the origin
    for (bool first = true;; first = false) {
        pass(first);
        axes = merge(rows.collectors);
        if (options.origin) break;
        sample = sample_of(data, rows.first, rows.collectors, axes);
        std::vector<double> origin = origin_for(axes, dimension);
        // Uses points read with the outermost values' origin, so that the result does not depend on the estimate; then repeats, because the
        // middle of distant points is only known coarsely.
        if (inner || origin == data.origin) {
            ++inner;
            origin = data.origin;
            for (std::size_t a = 0; a < axes.size(); ++a)
                origin[a] = origin_of_most_points(axes[a], data.origin[a], sample[a], rows_of(rows.collectors));
        }
        if (origin == data.origin || inner == 4) break;
        data.origin = std::move(origin);
    }
    const Progress quiet{{}, progress.stop};
    close_gaps(data.coordinates, dimension, rows.first, rows.collectors, quiet);
    if (options.numbers) close_gaps(*options.numbers, dimension, rows.first, rows.collectors, quiet);
    note_left_out(data, rows.collectors, quiet);
    if (std::any_of(axes.begin(), axes.end(), [](const RowCollector::Axis& axis) { return axis.rounding > 0; }))
        for (const RowCollector::Axis& axis : axes) data.rounding.push_back(axis.rounding);
    if (!options.origin && !axes.empty()) data.coarse = find_coarse(data, axes, sample);
    if (data.count() == 0) {
        if (data.skipped.count == 0) throw Error(Failure::input, path + " holds no rows of numbers", "name a file with at least one point");
        throw NoPoints(Failure::input, path + ": all " + std::to_string(data.skipped.count) + " rows hold NaN, infinity or a missing value",
            "choose other columns with --columns");
    }
    if (data.count() > std::numeric_limits<std::int32_t>::max())
        throw Error(Failure::input,
            path + " holds " + std::to_string(data.count()) + " rows, more than the 2147483647 that an index can number", "split the file");
}

}  // namespace

void refuse_row(RowCollector::Outcome outcome, const RowRules& rules, const std::string& subject) {
    if (outcome == RowCollector::Outcome::too_large)
        throw Error(Failure::input, subject + " is outside the range of float32", "scale " + std::string(rules.to_scale));
    throw Error(Failure::input, subject + " is " + std::string(rules.non_finite_text), std::string(rules.remedy));
}

std::vector<std::size_t> rows_in_pieces(std::size_t rows, std::size_t step) {
    std::vector<std::size_t> pieces;
    for (std::size_t first = 0; first < rows; first += step) pieces.push_back(std::min(step, rows - first));
    return pieces;
}

DataSet assemble(const std::string& path, int dimension, const Pieces& pieces, const ReadOptions& options, const Progress& progress) {
    check_origin(path, dimension, options);
    DataSet data;
    data.dimension = dimension;
    Rows rows;
    rows.collectors.resize(pieces.most_rows.size());
    std::size_t bound = 0;
    for (const std::size_t most : pieces.most_rows) {
        rows.first.push_back(bound);
        bound += most;
    }
    require_memory(double(bound) * dimension * value_bytes(options.numbers), "loading " + path,
        "read fewer columns with --columns, or fewer rows with --every");
    data.origin = options.origin ? *options.origin : probe_origin(std::size_t(dimension), pieces, progress);
    reserve_large(data.coordinates, bound * std::size_t(dimension));
    if (options.numbers) resize_large(*options.numbers, bound * std::size_t(dimension), progress);
    PieceSequencer growth(progress.stop);
    const auto pass = [&](bool first) {
        if (pieces.restart) pieces.restart();
        if (pieces.fill) pieces.fill(data.coordinates);
        const bool blank = first && !pieces.fill;
        parallel_pieces(rows.first.size(), pieces.bytes_each, progress, [&](std::size_t piece) {
            if (blank) grow(data, rows.first[piece], pieces.most_rows[piece], piece, growth, progress);
            const std::size_t at = rows.first[piece] * std::size_t(dimension);
            RowCollector collector(
                data.origin, data.coordinates.data() + at, blank, options.numbers ? options.numbers->data() + at : nullptr);
            pieces.read(piece, collector);
            rows.collectors[piece] = std::move(collector);
        });
    };
    finish(path, data, rows, pass, options, progress);
    return data;
}

DataSet assemble_with(const std::string& path, int dimension, Pieces pieces, const std::vector<Quantity>& plan,
    const std::function<void(std::size_t piece, RowCollector&, QuantityCollector*)>& read, const ReadOptions& options,
    const Progress& progress) {
    const std::vector<std::int64_t> all_rows;
    const std::size_t most = std::accumulate(pieces.most_rows.begin(), pieces.most_rows.end(), std::size_t(0));
    require_memory(double(most) * (double(dimension) * sizeof(float) + quantity_bytes(plan)),
        "loading " + path + " with its further columns", "read a part of the file");
    QuantityJoin join(plan, most, all_rows);
    pieces.read = [&](std::size_t piece, RowCollector& rows) {
        if (plan.empty() || join.has(piece)) return read(piece, rows, nullptr);
        QuantityCollector further = join.collector();
        read(piece, rows, &further);
        join.add(piece, std::move(further), rows.left_out());
    };
    DataSet data = assemble(path, dimension, pieces, options, progress);
    join.move_into(data);
    return data;
}

DataSet assemble_stream(
    const std::string& path, int dimension, const StreamedPieces& pieces, const ReadOptions& options, const Progress& progress) {
    check_origin(path, dimension, options);
    DataSet data;
    data.dimension = dimension;
    data.origin = options.origin ? *options.origin : probe_origin(std::size_t(dimension), pieces);
    Rows rows;
    Growth growth(path, data, options.numbers, pieces, progress);
    const auto pass = [&](bool first) {
        std::mutex collectors;
        std::size_t bound = 0;
        pieces.restart();
        if (first) rows = {};
        parallel_stream(
            progress,
            [&](std::size_t piece) -> std::function<void()> {
                auto part = std::make_shared<StreamedPiece>();
                if (!pieces.next(*part)) return {};
                const std::size_t row = bound;
                bound += part->most_rows;
                const double share = pieces.taken() / pieces.bytes;
                if (first) {
                    const std::lock_guard lock(collectors);
                    rows.first.push_back(row);
                    rows.collectors.emplace_back();
                }
                return [&, part, piece, row, share] {
                    if (first) growth.grow(piece, row + part->most_rows, share);
                    const auto stays = growth.stay();
                    const std::size_t at = row * std::size_t(dimension);
                    RowCollector collector(
                        data.origin, data.coordinates.data() + at, false, options.numbers ? options.numbers->data() + at : nullptr);
                    part->read(collector);
                    const std::lock_guard lock(collectors);
                    rows.collectors[piece] = std::move(collector);
                };
            },
            [&] { progress.step(pieces.taken(), pieces.bytes); });
    };
    finish(path, data, rows, pass, options, progress);
    return data;
}

std::vector<std::string> plain_axes(int dimension) {
    if (dimension == 1) return {"x"};
    if (dimension == 2) return {"x", "y"};
    if (dimension == 3) return {"x", "y", "z"};
    std::vector<std::string> axes;
    axes.reserve(std::size_t(dimension));
    for (int a = 1; a <= dimension; ++a) axes.push_back(std::to_string(a));
    return axes;
}

void check_dimension(const std::string& path, std::uint64_t dimension) {
    if (dimension < 1) throw Error(Failure::input, path + " holds rows without coordinates", "save an array of shape (points, dimensions)");
    if (dimension > std::uint64_t(largest_dimension))
        throw Error(Failure::input,
            path + " has " + std::to_string(dimension) + " dimensions, more than the " + std::to_string(largest_dimension) +
                " there may be",
            "choose columns with --columns, for example --columns 1-" + std::to_string(largest_dimension) + ", or transpose the array");
}

}  // namespace neighborscope
