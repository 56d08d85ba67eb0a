#include "app/data/faces/eigenfaces.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "gpu/error.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace neighborscope::faces {
namespace {

using Index = Eigen::Index;
using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using DoubleRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MappedRows = Eigen::Map<const FloatRows>;
constexpr Index rows_a_piece = 64;
/// Up to this size the full decomposition takes less than a second.
constexpr Index largest_full = 700;

/// Calls `work(first, count)` for pieces of [0, count), in parallel.
template <class Work>
void in_blocks(Index count, const Progress& progress, const Work& work, Index step = rows_a_piece) {
    parallel_pieces(std::size_t((count + step - 1) / step), 1, progress, [&](std::size_t piece) {
        const Index first = Index(piece) * step;
        work(first, std::min(step, count - first));
    });
}

/// Any rows of a matrix, or columns of it, in place.
template <class Rows>
using PartOf = Eigen::Ref<const Rows, 0, Eigen::OuterStride<>>;
template <class Rows>
using PartTo = Eigen::Ref<Rows, 0, Eigen::OuterStride<>>;

// Every product of matrices is one of these: each form of operands that Eigen multiplies takes a second to compile.
template <class Rows>
void multiply(const PartOf<Rows>& left, const PartOf<Rows>& right, PartTo<Rows> result) {
    result.noalias() = left * right;
}
template <class Rows>
void multiply_transposed(const PartOf<Rows>& left, const PartOf<Rows>& right, PartTo<Rows> result) {
    result.noalias() = left.transpose() * right;
}
template <class Rows>
void multiply_by_transposed(const PartOf<Rows>& left, const PartOf<Rows>& right, PartTo<Rows> result) {
    result.noalias() = left * right.transpose();
}

/// Pictures minus their mean; products are computed without storing the difference.
struct Centred {
    MappedRows rows;
    Eigen::RowVectorXf mean;
    const Progress& progress;

    /// [count][columns] = pictures x right
    FloatRows times(const FloatRows& right) const {
        FloatRows result(rows.rows(), right.cols());
        FloatRows shift(1, right.cols());
        multiply<FloatRows>(mean, right, shift);
        in_blocks(rows.rows(), progress, [&](Index first, Index count) {
            multiply<FloatRows>(rows.middleRows(first, count), right, result.middleRows(first, count));
            result.middleRows(first, count).rowwise() -= shift.row(0);
        });
        return result;
    }
    /// [pixels][columns] = transposed pictures x right
    FloatRows transposed_times(const FloatRows& right) const {
        FloatRows result(rows.cols(), right.cols());
        const Eigen::RowVectorXf sum = right.colwise().sum();
        in_blocks(rows.cols(), progress, [&](Index first, Index count) {
            multiply_transposed<FloatRows>(rows.middleCols(first, count), right, result.middleRows(first, count));
            for (Index pixel = first; pixel < first + count; ++pixel) result.row(pixel) -= mean[pixel] * sum;
        });
        return result;
    }
};

/// Products of all pairs of columns, in double precision.
DoubleRows products_of_columns(const FloatRows& columns) {
    DoubleRows all = DoubleRows::Zero(columns.cols(), columns.cols()), some(columns.cols(), columns.cols());
    for (Index first = 0; first < columns.rows(); first += rows_a_piece) {
        const DoubleRows rows = columns.middleRows(first, std::min(rows_a_piece, columns.rows() - first)).cast<double>();
        multiply_transposed<DoubleRows>(rows, rows, some);
        all += some;
    }
    return all;
}

/// Reads the lower half of the matrix. The eigenvalues ascend.
Eigen::SelfAdjointEigenSolver<DoubleRows> eigenvectors_of(const DoubleRows& symmetric) {
    return Eigen::SelfAdjointEigenSolver<DoubleRows>(symmetric);
}

/// An orthonormal basis of the space of `columns`, by the eigenvectors of their products (Stathopoulos & Wu 2002, SVQB). Directions whose
/// length is only rounding are left out. Twice, because the first pass leaves an error of rounding over the ratio of the lengths.
FloatRows orthonormal(FloatRows columns) {
    for (int pass = 0; pass < 2; ++pass) {
        const auto solver = eigenvectors_of(products_of_columns(columns));
        const Eigen::VectorXd& squares = solver.eigenvalues();  // ascending
        Index kept = 1;
        while (kept < squares.size() && squares[squares.size() - 1 - kept] > 1e-14 * squares[squares.size() - 1]) ++kept;
        const FloatRows basis =
            (solver.eigenvectors().rightCols(kept) * squares.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal()).cast<float>();
        FloatRows turned(columns.rows(), kept);
        multiply<FloatRows>(columns, basis, turned);
        columns = std::move(turned);
    }
    return columns;
}

/// Products of all pairs of rows, below the diagonal: of pictures, or of pixels if these are fewer. In double precision, because small
/// components are differences.
template <class Block>
DoubleRows products(Index count, const Progress& progress, const Block& block) {
    DoubleRows all(count, count);
    constexpr Index step = 64;
    in_blocks(
        count, progress,
        [&](Index first, Index some) {
            const DoubleRows left = block(first, some);
            for (Index other = 0; other <= first; other += step) {
                const Index others = std::min(step, count - other);
                multiply_by_transposed<DoubleRows>(left, block(other, others), all.block(first, other, some, others));
            }
        },
        step);
    return all;
}

struct Found {
    Eigen::VectorXd squares;  ///< descending
    FloatRows components;     ///< [count][pixels]
};

Found full(const Centred& pictures, Index wanted) {
    const Index count = pictures.rows.rows(), pixels = pictures.rows.cols();
    const bool small = count <= pixels;  // Turk & Pentland's small matrix
    DoubleRows centred = pictures.rows.cast<double>();
    centred.rowwise() -= pictures.mean.cast<double>();
    if (!small) centred = DoubleRows(centred.transpose());
    const auto solver = eigenvectors_of(
        products(centred.rows(), pictures.progress, [&](Index first, Index some) { return centred.middleRows(first, some); }));
    const Index size = centred.rows(), kept = std::min(wanted, size);
    Found found;
    found.squares = solver.eigenvalues().reverse().head(kept);
    const DoubleRows vectors = solver.eigenvectors().rowwise().reverse().leftCols(kept).transpose();
    if (small) {
        DoubleRows components(kept, pixels);
        multiply<DoubleRows>(vectors, centred, components);
        found.components = components.cast<float>();
    } else {
        found.components = vectors.cast<float>();
    }
    return found;
}

Found randomised(const Centred& pictures, Index wanted) {
    constexpr int power_iterations = 2, more = 10;
    const Index count = pictures.rows.rows(), pixels = pictures.rows.cols(), kept = std::min({wanted + more, count, pixels});
    std::mt19937_64 random(1);
    std::normal_distribution<float> normal;
    FloatRows directions(pixels, kept);
    for (Index i = 0; i < directions.size(); ++i) directions.data()[i] = normal(random);
    FloatRows range = orthonormal(pictures.times(directions));
    for (int i = 0; i < power_iterations; ++i) range = orthonormal(pictures.times(orthonormal(pictures.transposed_times(range))));
    const FloatRows within = pictures.transposed_times(range);  // [pixels][kept]
    const auto solver = eigenvectors_of(products_of_columns(within));
    Found found;
    found.squares = solver.eigenvalues().reverse().head(std::min(wanted, within.cols()));
    const FloatRows vectors = solver.eigenvectors().rowwise().reverse().leftCols(found.squares.size()).cast<float>();
    FloatRows components(pixels, vectors.cols());
    multiply<FloatRows>(within, vectors, components);
    found.components = components.transpose();
    return found;
}

}  // namespace

Basis fit_basis(std::span<const float> pictures, int pixels, int components, const Progress& progress, Decomposition decomposition) {
    const Index count = pixels ? Index(pictures.size()) / pixels : 0;
    if (count < 2)
        throw Error(Failure::input, "eigenfaces need at least two pictures; there is " + std::to_string(count), "give a folder with more");
    const Index smaller = std::min<Index>(count, pixels), wanted = std::min<Index>(components, std::min<Index>(count - 1, pixels));
    const bool whole = decomposition == Decomposition::full || (decomposition == Decomposition::automatic && smaller <= largest_full);
    const double columns = double(wanted) + 10;
    require_memory(whole ? 8.0 * (double(count) * pixels + 3.0 * double(smaller) * double(smaller) + columns * pixels)
                         : 4.0 * 4 * columns * (double(count) + pixels),
        "eigenfaces of " + std::to_string(count) + " pictures", "choose fewer components, a smaller --size or fewer pictures");

    Basis basis;
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(pixels);
    const MappedRows rows(pictures.data(), count, pixels);
    for (Index row = 0; row < count; ++row) {
        if (row % 256 == 0) progress.step(0, 0);
        mean += rows.row(row).cast<double>();
    }
    mean /= double(count);
    const Centred centred{rows, mean.cast<float>(), progress};
    std::vector<double> squares(static_cast<std::size_t>(count));
    in_blocks(count, progress, [&](Index first, Index some) {
        for (Index row = first; row < first + some; ++row)
            squares[std::size_t(row)] = (rows.row(row) - centred.mean).cast<double>().squaredNorm();
    });
    double total = 0;
    for (const double each : squares) total += each;
    if (!(total > 1e-12 * double(count) * pixels))
        throw Error(
            Failure::input, "all " + std::to_string(count) + " pictures are equal: they have no components", "give different pictures");

    Found found = whole ? full(centred, wanted) : randomised(centred, wanted);
    progress.step(0, 0);
    Index kept = 0;
    while (kept < found.squares.size() && found.squares[kept] > 1e-10 * found.squares[0]) ++kept;
    basis.mean.assign(centred.mean.data(), centred.mean.data() + pixels);
    basis.total_variance = total / double(count - 1);
    basis.components.resize(std::size_t(kept) * std::size_t(pixels));
    for (Index i = 0; i < kept; ++i) {
        basis.variance.push_back(found.squares[i] / double(count - 1));
        Index largest = 0;
        found.components.row(i).cwiseAbs().maxCoeff(&largest);
        const float scale = (found.components(i, largest) < 0 ? -1.0f : 1.0f) / found.components.row(i).norm();
        Eigen::Map<Eigen::RowVectorXf>(basis.components.data() + i * pixels, pixels) = found.components.row(i) * scale;
    }
    return basis;
}

std::vector<float> project(const Basis& basis, std::span<const float> pictures, const Progress& progress) {
    const Index pixels = basis.pixels(), count = Index(pictures.size()) / pixels;
    std::vector<float> vectors;
    resize_large(vectors, std::size_t(count) * std::size_t(basis.count()), progress);
    const MappedRows rows(pictures.data(), count, pixels), components(basis.components.data(), basis.count(), pixels);
    const Eigen::Map<const Eigen::RowVectorXf> mean(basis.mean.data(), pixels);
    Eigen::Map<FloatRows> result(vectors.data(), count, basis.count());
    in_blocks(count, progress, [&](Index first, Index some) {
        const FloatRows centred = rows.middleRows(first, some).rowwise() - mean;
        multiply_by_transposed<FloatRows>(centred, components, result.middleRows(first, some));
    });
    return vectors;
}

std::vector<float> distances_to_face_space(
    const Basis& basis, std::span<const float> pictures, std::span<const float> vectors, const Progress& progress) {
    const Index pixels = basis.pixels(), count = Index(pictures.size()) / pixels;
    std::vector<float> distances(static_cast<std::size_t>(count));
    const MappedRows rows(pictures.data(), count, pixels), components(basis.components.data(), basis.count(), pixels);
    const MappedRows places(vectors.data(), count, basis.count());
    const Eigen::Map<const Eigen::RowVectorXf> mean(basis.mean.data(), pixels);
    in_blocks(count, progress, [&](Index first, Index some) {
        FloatRows rest = rows.middleRows(first, some).rowwise() - mean;
        FloatRows seen(some, pixels);
        multiply<FloatRows>(places.middleRows(first, some), components, seen);
        rest -= seen;
        for (Index i = 0; i < some; ++i) distances[std::size_t(first + i)] = rest.row(i).norm();
    });
    return distances;
}

std::vector<float> reconstructed(const Basis& basis, std::span<const double> vector) {
    const MappedRows components(basis.components.data(), basis.count(), basis.pixels());
    std::vector<float> picture = basis.mean;
    Eigen::Map<Eigen::RowVectorXf> sum(picture.data(), basis.pixels());
    for (Index i = 0; i < std::min(Index(vector.size()), Index(basis.count())); ++i)
        sum += float(vector[std::size_t(i)]) * components.row(i);
    return picture;
}

namespace {

/// Returns the divisors of the vectors: [count]. Infinite along a component whose variance is only rounding, so that it has no effect.
std::vector<double> deviations(const Basis& basis) {
    std::vector<double> all;
    for (const double variance : basis.variance)
        all.push_back(variance > 1e-12 * basis.variance.front() ? std::sqrt(variance) : std::numeric_limits<double>::infinity());
    return all;
}

}  // namespace

std::vector<float> whitened(const Basis& basis, std::vector<float> vectors) {
    const std::vector<double> by = deviations(basis);
    for (std::size_t i = 0; i < vectors.size(); ++i) vectors[i] = float(double(vectors[i]) / by[i % by.size()]);
    return vectors;
}

std::vector<double> unwhitened(const Basis& basis, std::vector<double> vector) {
    const std::vector<double> by = deviations(basis);
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = std::isinf(by[i % by.size()]) ? 0 : vector[i] * by[i % by.size()];
    return vector;
}

}  // namespace neighborscope::faces
