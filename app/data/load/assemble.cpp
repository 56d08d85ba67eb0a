#include "app/data/load/assemble.hpp"

#include "app/data/load/float_ranges.hpp"
#include "app/data/load/origin.hpp"
#include "app/data/memory.hpp"
#include "app/data/parallel.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace neighborscope {
namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

/// What all pieces together say about the axes; the first value is that of the earliest piece that took a row.
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

/// Guesses the origin of a large file from three of its pieces, or its first, so that it need not be read twice. A wrong guess costs time
/// only.
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
    } catch (const Error&) {  // the reading proper finds the first error of the file
        return none;
    }
    return origin_for(merge(collectors), dimension);
}

std::int64_t rows_of(const std::vector<RowCollector>& pieces) {
    return std::accumulate(
        pieces.begin(), pieces.end(), std::int64_t(0), [](std::int64_t sum, const RowCollector& piece) { return sum + piece.taken(); });
}

/// What was read of `sampled_rows`, [axis][row of the sample]: one sample whatever the pieces are. Only of axes that float32 does not
/// hold; the others stay empty.
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

/// The points of `data` that are too far from its origin to keep the digits that others have.
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

/// Makes room for the rows of a piece, when those before it have theirs: it is met with zeros while other pieces are read, and still in
/// the cache when its own rows come.
void grow(DataSet& data, std::size_t first_row, std::size_t rows, std::size_t piece, Turns& turns, const Progress& progress) {
    const std::size_t dimension = std::size_t(data.dimension), last = (first_row + rows) * dimension;
    populate(data.coordinates, first_row * dimension, last);
    turns.take(piece, [&] {
        for (std::size_t size = first_row * dimension; size < last;) {  // a few milliseconds at a time, so that it can be stopped
            size = std::min(last, size + (1 << 20));
            data.coordinates.resize(size);
            Progress{{}, progress.stop}.step(0, 0);
        }
    });
}

/// Closes the gaps between the pieces' rows and notes which rows were left out.
void close_gaps(
    DataSet& data, const std::vector<std::size_t>& first_rows, const std::vector<RowCollector>& pieces, const Progress& progress) {
    const std::size_t dimension = std::size_t(data.dimension);
    std::size_t taken = 0;
    std::int64_t file_rows = 0;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        const std::size_t rows = std::size_t(pieces[piece].taken());
        if (taken != first_rows[piece] && rows)
            std::memmove(
                &data.coordinates[taken * dimension], &data.coordinates[first_rows[piece] * dimension], rows * dimension * sizeof(float));
        if (!pieces[piece].left_out().empty()) {
            if (data.skipped.count == 0) data.skipped.first_row = file_rows + pieces[piece].left_out().front();
            data.skipped.count += std::int64_t(pieces[piece].left_out().size());
        }
        progress.step(0, 0);
        taken += rows;
        file_rows += pieces[piece].rows();
    }
    data.coordinates.resize(taken * dimension);
    if (data.skipped.count == 0) return;

    data.skipped.why = "NaN, infinity or a missing value";
    data.file_rows.reserve(taken);
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

}  // namespace

RowCollector::RowCollector(const std::vector<double>& origin, float* destination, bool blank)
    : origin_(origin.data()),
      destination_(destination),
      has_origin_(std::any_of(origin.begin(), origin.end(), [](double o) { return o != 0; })),
      blank_(blank),
      axes_(origin.size()) {}

RowCollector::Verdict RowCollector::add(const double* values) {
    const std::size_t dimension = axes_.size();
    bool finite = true;
    for (std::size_t a = 0; a < dimension; ++a) finite &= std::fabs(values[a]) <= largest_float;
    if (!finite) {
        for (std::size_t a = 0; a < dimension; ++a) {
            if (std::isfinite(values[a])) continue;
            offending_axis_ = a;
            left_out_.push_back(rows_++);
            return Verdict::left_out;
        }
        offending_axis_ =
            std::size_t(std::find_if(values, values + dimension, [](double v) { return std::fabs(v) > largest_float; }) - values);
        return Verdict::too_large;
    }
    if (taken() == 0)
        for (std::size_t a = 0; a < dimension; ++a) axes_[a] = {values[a], values[a], values[a], false, 0};
    if (last_.empty()) last_.assign(values, values + dimension);
    for (std::size_t a = 0; a < dimension; ++a) {
        const double value = values[a];
        Axis& axis = axes_[a];
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
        axis.inexact |= double(float(value)) != value;
        // The difference of two float32-sized numbers may still leave float32.
        const double relative = value - origin_[a];
        if (!(std::fabs(relative) <= largest_float)) {
            offending_axis_ = a;
            return Verdict::too_large;
        }
        destination_[a] = float(relative);
        axis.merged += value != last_[a] && destination_[a] == float(last_[a] - origin_[a]);
        last_[a] = value;
    }
    destination_ += dimension;
    ++rows_;
    return Verdict::taken;
}

RowCollector::Verdict RowCollector::add_sparse(const std::vector<std::size_t>& slots, const std::vector<double>& values) {
    const std::size_t dimension = axes_.size();
    const bool finite = std::all_of(values.begin(), values.end(), [](double value) { return std::fabs(value) <= largest_float; });
    if (has_origin_ || !finite) {  // with an origin the rest is not 0; what is wrong with a value `add` says
        row_.assign(dimension, 0);
        for (std::size_t i = 0; i < slots.size(); ++i) row_[slots[i]] = values[i];
        return add(row_.data());
    }
    if (sparse_.empty()) sparse_.resize(dimension);
    if (!blank_) std::memset(destination_, 0, dimension * sizeof(float));
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const double value = values[i];
        Axis& axis = axes_[slots[i]];
        if (sparse_[slots[i]]++ == 0) axis.minimum = axis.maximum = value;
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
        if (taken() == 0) axis.first = value;
        axis.inexact |= double(float(value)) != value;
        destination_[slots[i]] = float(value);
    }
    destination_ += dimension;
    ++rows_;
    return Verdict::taken;
}

std::vector<RowCollector::Axis> RowCollector::axes() const {
    std::vector<Axis> axes = axes_;
    for (std::size_t a = 0; a < sparse_.size(); ++a) {
        if (sparse_[a] == taken()) continue;  // named in every row
        axes[a].minimum = std::min(axes[a].minimum, 0.0);
        axes[a].maximum = std::max(axes[a].maximum, 0.0);
    }
    return axes;
}

bool RowCollector::take(std::size_t rows) {
    const std::size_t dimension = axes_.size();
    std::vector<FloatRange> ranges(dimension);
    if (rows == 0) return true;
    if (!ranges_of(destination_, rows, ranges)) return false;
    for (std::size_t a = 0; a < dimension; ++a) {
        const auto minimum = double(ranges[a].minimum), maximum = double(ranges[a].maximum);
        if (taken() == 0) axes_[a] = {minimum, maximum, double(destination_[a]), false, 0};
        axes_[a].minimum = std::min(axes_[a].minimum, minimum);
        axes_[a].maximum = std::max(axes_[a].maximum, maximum);
    }
    destination_ += rows * dimension;
    rows_ += std::int64_t(rows);
    return true;
}

DataSet assemble(const std::string& path, int dimension, const Pieces& pieces, const ReadOptions& options, const Progress& progress) {
    if (options.origin && int(options.origin->size()) != dimension)
        throw Error(Failure::usage,
            path + " has " + std::to_string(dimension) + (dimension == 1 ? " dimension" : " dimensions") + ", the data has " +
                std::to_string(options.origin->size()),
            "give queries of as many columns as the data's");
    DataSet data;
    data.dimension = dimension;
    std::vector<std::size_t> first_rows(pieces.most_rows.size());
    std::size_t bound = 0;
    for (std::size_t piece = 0; piece < first_rows.size(); ++piece) {
        first_rows[piece] = bound;
        bound += pieces.most_rows[piece];
    }
    require_memory(
        double(bound) * dimension * sizeof(float), "loading " + path, "read fewer columns with --columns, or a part of the file");
    data.origin = options.origin ? *options.origin : probe_origin(std::size_t(dimension), pieces, progress);
    reserve_large(data.coordinates, bound * std::size_t(dimension));

    std::vector<RowCollector> collectors(first_rows.size());
    std::vector<RowCollector::Axis> axes;
    std::vector<std::vector<float>> sample;
    int inner = 0;  // how often the inner values were asked for an origin
    Turns growth(progress.stop);
    for (bool blank = true;; blank = false) {
        if (pieces.restart) pieces.restart();
        if (pieces.fill) pieces.fill(data.coordinates);
        parallel_pieces(first_rows.size(), pieces.bytes_each, progress, [&](std::size_t piece) {
            if (blank && !pieces.fill) grow(data, first_rows[piece], pieces.most_rows[piece], piece, growth, progress);
            RowCollector collector(
                data.origin, data.coordinates.data() + first_rows[piece] * std::size_t(dimension), blank && !pieces.fill);
            pieces.read(piece, collector);
            collectors[piece] = std::move(collector);
        });
        if (options.origin) break;
        axes = merge(collectors);
        sample = sample_of(data, first_rows, collectors, axes);
        std::vector<double> origin = origin_for(axes, std::size_t(dimension));
        // Asked of points read with the outermost values' origin, so that its answer does not depend on the guess; then again, as
        // the median of far points is only known coarsely.
        if (inner || origin == data.origin) {
            ++inner;
            origin = data.origin;
            for (std::size_t a = 0; a < axes.size(); ++a)
                origin[a] = origin_of_bulk(axes[a], data.origin[a], sample[a], rows_of(collectors));
        }
        if (origin == data.origin || inner == 4) break;
        data.origin = std::move(origin);
    }
    close_gaps(data, first_rows, collectors, Progress{{}, progress.stop});
    if (!options.origin && !axes.empty()) data.coarse = find_coarse(data, axes, sample);
    if (data.count() == 0) {
        if (data.skipped.count == 0) throw Error(Failure::input, path + " holds no rows of numbers", "name a file with at least one point");
        throw Error(Failure::input, path + ": all " + std::to_string(data.skipped.count) + " rows hold NaN, infinity or a missing value",
            "choose other columns with --columns");
    }
    if (data.count() > std::numeric_limits<std::int32_t>::max())
        throw Error(Failure::input, path + " holds " + std::to_string(data.count()) + " rows, more than the 2147483647 an index can name",
            "split the file");
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
