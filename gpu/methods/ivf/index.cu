#include "gpu/methods/ivf/centroids.cuh"

#include "gpu/device/primitives.hpp"
#include "gpu/sample_rows.hpp"

#include <numeric>
#include <queue>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf {

namespace {

constexpr std::uint64_t sample_seed = 1, begin_seed = 2;

/// Terms (rows x centroids x dimensions) of one launch, so that it can be cancelled in time (gpu/kernels/tile.hpp): these
/// kernels process more terms in that time than others.
double terms_per_launch() {
#if defined(__CUDACC__)
    return 0x1p26 * limits().multiprocessors;
#else
    return 0x1p25 * limits().multiprocessors;
#endif
}

int bits_for(int lists) { return std::max(1, int(std::bit_width(unsigned(lists - 1)))); }

}  // namespace

std::size_t Index::bytes_needed(std::int64_t points, int dimension, int lists) {
    const auto n = std::size_t(points), L = std::size_t(lists), row = std::size_t(dimension) * sizeof(float);
    return (2 * L + panel) * row + n * (row + row_multiple * sizeof(float)) + (4 * n + 3 * L + 1) * sizeof(unsigned) + sort_pairs_bytes(n);
}

Index::Index(Stream& stream, const Points& points, int lists, const Progress& progress)
    : Index(stream, points, lists, progress, Part::all) {}

Index::Index(Stream& stream, const Points& points, int lists, const Progress& progress, Part part)
    : lists_(lists), dimension_(points.dimension), stride_((points.dimension + row_multiple - 1) / row_multiple * row_multiple) {
    const bool learns = points.learned.empty(), fills = part == Part::all;
    const std::int64_t n = points.count, sample_size = learns ? std::min(n, most_rows_per_list * lists_) : 0;
    const auto D = std::size_t(dimension_), sorted = std::size_t(fills ? n : sample_size);
    work_ = double(iterations) * double(sample_size) + (fills ? double(n) : 0);
    centroids_ = Buffer<float>(stream, std::size_t(lists_) * D, "ivf: centroids");
    panels_ = Buffer<float>(stream, std::size_t((lists_ + panel - 1) / panel * panel) * D, "ivf: centroids");
    rows_ = Buffer<float>(stream, std::max(fills ? sorted * std::size_t(stride_) : 0, std::size_t(sample_size) * D),
        "ivf: its copy of the points, list by list");
    nearest_ = Buffer<unsigned>(stream, sorted, "ivf: lists of points");
    sorted_ = Buffer<unsigned>(stream, sorted, "ivf: lists of points");
    place_ = Buffer<unsigned>(stream, sorted, "ivf: lists of points");
    order_ = Buffer<unsigned>(stream, sorted, "ivf: points of lists");
    begin_ = Buffer<unsigned>(stream, std::size_t(lists_) + 1, "ivf: lists");
    sorting_ = Buffer<unsigned char>(stream, sort_pairs_bytes(sorted), "ivf: sorting points by list");
    std::vector<unsigned> places(sorted);
    std::iota(places.begin(), places.end(), 0u);
    place_.from_host(stream, places);

    double done = 0;
    if (learns) find_centroids(stream, points, sample_size, progress, done);
    else centroids_.from_host(stream, points.learned);
    if (!fills) return;
    assign(stream, points.coordinates, n, nearest_.data(), progress, done);
    sort_by_list(stream, n);
    launch(stream, shape_for_lanes(n, lanes_of_row, row_threads), KERNEL(gather_rows), points.coordinates, dimension_,
        static_cast<const unsigned*>(order_.data()), n, rows_.data(), stride_);
    for (Buffer<unsigned>* const spent : {&nearest_, &sorted_, &place_}) *spent = Buffer<unsigned>();
    sorting_ = Buffer<unsigned char>();
}

std::vector<float> Index::learn(Stream& stream, const Points& points, int lists, const Progress& progress) {
    const Index learned(stream, points, lists, progress, Part::centroids);
    std::vector<float> centroids(learned.centroids_.size());
    learned.centroids_.to_host(stream, std::span(centroids));
    return centroids;
}

/// k-means over a sample of the rows.
void Index::find_centroids(Stream& stream, const Points& points, std::int64_t sample_size, const Progress& progress, double& done) {
    const std::int64_t n = points.count;
    const auto gather = [&](const float* from, const std::vector<unsigned>& rows, float* to) {
        nearest_.from_host(stream, rows);
        launch(stream, shape_for_lanes(std::int64_t(rows.size()), lanes_of_row, row_threads), KERNEL(gather_rows), from, dimension_,
            static_cast<const unsigned*>(nearest_.data()), std::int64_t(rows.size()), to, dimension_);
    };
    const float* sample = points.coordinates;
    const std::vector<unsigned> sampled = sample_rows(n, sample_size, sample_seed);
    if (sample_size < n) {  // memory of the rows that are gathered later
        gather(points.coordinates, sampled, rows_.data());
        sample = rows_.data();
    }
    gather(sample, sample_rows(sample_size, lists_, begin_seed), centroids_.data());
    for (int iteration = 0; iteration < iterations; ++iteration) {
        assign(stream, sample, sample_size, nearest_.data(), progress, done);
        sort_by_list(stream, sample_size);
        launch(stream, {dim3(unsigned(lists_), unsigned((dimension_ + mean_dimensions - 1) / mean_dimensions)), list_threads},
            KERNEL(find_means), sample, dimension_, static_cast<const unsigned*>(order_.data()),
            static_cast<const unsigned*>(begin_.data()), centroids_.data());
        fill_empty(stream, sample);
    }
}

/// Finds nearest[row] of rows [0, count), in pieces.
void Index::assign(Stream& stream, const float* rows, std::int64_t count, unsigned* nearest, const Progress& progress, double& done) {
    launch(stream, shape_for_lanes((lists_ + panel - 1) / panel * panel, lanes_of_row, row_threads), KERNEL(fill_panels),
        static_cast<const float*>(centroids_.data()), lists_, dimension_, panels_.data());
    const double fit = terms_per_launch() / (double(lists_) * (dimension_ + 2));
    const std::int64_t piece = std::max<std::int64_t>(std::int64_t(std::min(fit, 1e9)) / tile_rows, 1) * tile_rows;
    for (std::int64_t first = 0; first < count; first += piece) {
        const std::int64_t end = std::min(first + piece, count);
        launch(stream, {unsigned((end - first + tile_rows - 1) / tile_rows), tile_threads}, KERNEL(find_nearest_centroids), rows, first,
            end, dimension_, Centroids{panels_.data(), lists_, dimension_}, nearest);
        done += double(end - first);
        if (progress.stop || progress.report) stream.wait();
        progress.step(done, work_);
    }
}

/// Computes order_ and begin_ from nearest_.
void Index::sort_by_list(Stream& stream, std::int64_t count) {
    sort_pairs(stream, nearest_.data(), sorted_.data(), place_.data(), order_.data(), std::size_t(count), bits_for(lists_),
        std::span(sorting_.data(), sorting_.size()));
    launch(stream, shape_for_lanes(lists_ + 1, 1, each_threads), KERNEL(find_list_begins), static_cast<const unsigned*>(sorted_.data()),
        count, lists_, begin_.data());
}

/// Replaces the centroid of each empty list by a row of the largest list, which then counts as half as large. (FAISS also halves such a
/// list, but moves two copies of its centroid apart by a fraction of the coordinates, which has little effect far from the origin.)
void Index::fill_empty(Stream& stream, const float* rows) {
    std::vector<unsigned> begin(std::size_t(lists_) + 1);
    begin_.to_host(stream, std::span(begin));
    std::vector<unsigned> empty, place;
    for (unsigned list = 0; list < unsigned(lists_); ++list)
        if (begin[list] == begin[list + 1]) empty.push_back(list);
    if (empty.empty()) return;
    struct Piece {
        unsigned rows, first;
        bool operator<(const Piece& other) const { return rows < other.rows || (rows == other.rows && first > other.first); }
    };
    std::priority_queue<Piece> pieces;
    for (unsigned list = 0; list < unsigned(lists_); ++list)
        if (begin[list] < begin[list + 1]) pieces.push({begin[list + 1] - begin[list], begin[list]});
    while (place.size() < empty.size()) {
        const Piece most = pieces.top();
        pieces.pop();
        const unsigned half = most.rows / 2;  // at least 1, because there are at least as many rows as lists
        pieces.push({most.rows - half, most.first});
        pieces.push({half, most.first + most.rows - half});
        place.push_back(most.first + most.rows - half + half / 2);
    }
    Buffer<unsigned> of_empty(stream, 2 * empty.size(), "ivf: empty lists");
    empty.insert(empty.end(), place.begin(), place.end());
    of_empty.from_host(stream, empty);
    launch(stream, shape_for_lanes(std::int64_t(place.size()), lanes_of_row, row_threads), KERNEL(place_centroids), rows, dimension_,
        static_cast<const unsigned*>(order_.data()), static_cast<const unsigned*>(of_empty.data()),
        static_cast<const unsigned*>(of_empty.data() + place.size()), int(place.size()), centroids_.data());
}

void Index::compare(Stream& stream, const float* queries, std::int64_t count, Key* keys) const {
    const dim3 grid(unsigned((count + tile_rows - 1) / tile_rows), unsigned((lists_ + tile_lists - 1) / tile_lists));
    launch(stream, {grid, tile_threads}, KERNEL(find_centroid_distances), queries, count, dimension_,
        Centroids{panels_.data(), lists_, dimension_}, keys);
}

void Index::pad(Stream& stream, const float* queries, std::int64_t count, float* padded) const {
    launch(stream, shape_for_lanes(count, lanes_of_row, row_threads), KERNEL(gather_rows), queries, dimension_,
        static_cast<const unsigned*>(nullptr), count, padded, stride_);
}

InvertedLists Index::copy_to_host(Stream& stream, int probes) const {
    InvertedLists lists{.dimension = dimension_, .probes = probes, .centroids = {}, .begin = {}, .rows = {}, .boxes = {}};
    const auto fetch = [&](const auto& from, auto& to) {
        to.resize(from.size());
        from.to_host(stream, std::span(to));
    };
    fetch(centroids_, lists.centroids);
    fetch(begin_, lists.begin);
    fetch(order_, lists.rows);
    lists.complete();
    if (dimension_ > 3) return lists;
    std::vector<float> rows;
    fetch(rows_, rows);
    for (std::size_t list = 0; list < std::size_t(lists_); ++list) {
        InvertedLists::Box box;
        for (std::size_t axis = 0; axis < std::size_t(dimension_); ++axis) {
            box.low[axis] = box.high[axis] = lists.centroids[list * std::size_t(dimension_) + axis];
            for (std::size_t i = lists.begin[list]; i < lists.begin[list + 1]; ++i) {
                const float x = rows[i * std::size_t(stride_) + axis];
                if (i == lists.begin[list]) box.low[axis] = box.high[axis] = x;
                box.low[axis] = std::min(box.low[axis], x), box.high[axis] = std::max(box.high[axis], x);
            }
        }
        lists.boxes.push_back(box);
    }
    return lists;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf
