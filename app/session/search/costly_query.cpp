#include "app/session/search/costly_query.hpp"

#include "app/data/points/principal_plane.hpp"
#include "app/measure/medians.hpp"
#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double max_coordinates = 4e7;  // limit for the median: about a tenth of a second
constexpr std::int64_t fewest_asked = 5, max_asked = 101;
constexpr double farther = 1.5, much_farther = 8, denser = 4;

/// Distance of the k-th neighbour of a row; NaN without one.
double kth_distance(const HostRows& points, const CostlyQuery& like, std::int64_t row, std::vector<double>& distances) {
    distances.clear();
    for (std::int64_t other = 0; other < points.count(); ++other)
        if (points.allows(other) && (other != row || !like.exclude_self))
            distances.push_back(exact_distance(points.row(other), points.row(row), points.dimension, like.metric));
    std::erase_if(distances, [](double distance) { return std::isnan(distance); });
    if (distances.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto kth = distances.begin() + std::min<std::int64_t>(like.k, std::int64_t(distances.size())) - 1;
    std::nth_element(distances.begin(), kth, distances.end());
    return *kth;
}

struct MedianDistance {
    double median = 0;
    std::string of;  ///< "all 30 points", "a sample of 101 points"
};

MedianDistance median_kth(const HostRows& points, const CostlyQuery& like, const Progress& progress) {
    const double at_once = double(points.coordinates.size());
    const auto asked = std::clamp(std::int64_t(max_coordinates / std::max(1.0, at_once)), fewest_asked, max_asked);
    std::vector<double> found, distances;
    for (const std::int64_t row : rows_to_sample(points.count(), std::min(asked, points.count()))) {
        progress.step(double(found.size()), double(asked));
        if (const double kth = kth_distance(points, like, row, distances); !std::isnan(kth)) found.push_back(kth);
    }
    const std::string some = text_of_amount(std::int64_t(found.size()), "point", "points");
    return {
        found.empty() ? 0 : percentile(found, 0.5), std::int64_t(found.size()) < points.count() ? "a sample of " + some : "all " + some};
}

/// Distance from a position to the box of a leaf.
double distance_to(const RecordedTree::Box& box, const float* place, int dimension, Metric metric) {
    double sum = 0, most = 0, squares = 0;
    for (int axis = 0; axis < dimension; ++axis) {
        const double low = box.low[std::size_t(axis)],
                     interrupted_milliseconds = std::max({0.0, low - place[axis], place[axis] - (low + box.size[std::size_t(axis)])});
        sum += interrupted_milliseconds, most = std::max(most, interrupted_milliseconds),
                                         squares += interrupted_milliseconds * interrupted_milliseconds;
    }
    return metric == Metric::manhattan ? sum : metric == Metric::chebyshev ? most : std::sqrt(squares);
}

int leaf_of(const RecordedTree& tree, const float* place) {
    const double cells = double(1u << tree.level);
    std::uint32_t code = 0;
    for (int axis = 0; axis < tree.dimension; ++axis) {
        const double at = std::floor((place[axis] - tree.low[std::size_t(axis)]) / tree.side * cells);
        const auto cell = std::uint32_t(std::clamp(at, 0.0, cells - 1));
        for (int bit = 0; bit < tree.level; ++bit) code |= (cell >> bit & 1) << (bit * tree.dimension + axis);
    }
    return tree.leaf_of(code);
}

std::string times_text(double times) { return text_of_decimals(times, times < 10 ? 1 : 0); }

}  // namespace

std::string explain_costly_query(const HostRows& points, const RecordedTree& tree, const CostlyQuery& query, const Progress& progress) {
    if (query.row < 0 || query.row >= points.count() || tree.leaves() == 0 || std::isnan(query.kth)) return {};
    const float* const place = points.row(query.row);
    const std::string nth = query.k == 1 ? "nearest neighbour" : "neighbour " + text_of_count(query.k);
    std::int64_t on_it = -1;  // the query itself
    for (std::int64_t row = 0; row < points.count(); ++row) on_it += std::equal(place, place + points.dimension, points.row(row));
    const int own = leaf_of(tree, place);
    const std::int64_t held = tree.objects[std::size_t(own)];
    const double own_side = tree.box(tree.quadrant_of(own)).size[0];
    if (query.kth == 0)
        return text_of_amount(on_it, "other point lies", "other points lie") + " at exactly the same place: its " +
               text_of_amount(query.k, "neighbour is", "neighbours are") + " at distance 0, so none of the " + text_of_count(held) +
               " points of its leaf can be skipped before its distance is computed.";
    std::int64_t reached = 0, in_reach = 0;
    double most_dense = 0, dense_side = 0;
    std::int64_t dense_holds = 0;
    for (int leaf = 0; leaf < tree.leaves(); ++leaf) {
        const std::int64_t holds = tree.objects[std::size_t(leaf)];
        if (holds == 0) continue;
        const RecordedTree::Box box = tree.box(tree.quadrant_of(leaf));
        if (distance_to(box, place, tree.dimension, query.metric) > query.kth) continue;
        ++reached, in_reach += holds;
        if (const double density = double(holds) / std::pow(box.size[0], tree.dimension); leaf != own && density > most_dense)
            most_dense = density, dense_side = box.size[0], dense_holds = holds;
    }
    const auto [median, of] = median_kth(points, query, progress);
    const double times = median > 0 ? query.kth / median : 0;
    const double extent = 100 * std::max(query.kth, median);
    const char* const round = tree.dimension == 2 ? "circle" : "sphere";
    const std::string far = text_of_coordinate(query.kth, extent), usual = text_of_coordinate(median, extent);
    std::string explanation;
    if (times >= farther)
        explanation = std::string(times >= much_farther ? "It lies far from the other points: its " : "Few points lie around it: its ") +
                      nth + " is " + far + " away, " + times_text(times) + " times the median of " + of + ", which is " + usual;
    else explanation = "Its " + nth + " is " + far + " away, no farther than usual (the median of " + of + " is " + usual + ")";
    explanation += ", and the " + std::string(round) + " of that radius overlaps " +
                   text_of_amount(reached, "leaf with points", "leaves with points") + " (" + text_of_amount(in_reach, "point", "points") +
                   " in all); its own leaf holds " + text_of_count(held) + ".";
    const std::int64_t more = query.work.leaves - reached, more_points = query.work.distances - in_reach;
    if (more > 0 && more_points > 0)
        explanation += (query.together ? " Before the bound became that small, or for other queries of its warp, it visited "
                                       : " Before the bound became that small, it visited ") +
                       text_of_count(more) + (more == 1 ? " more leaf with " : " more leaves with ") +
                       text_of_amount(more_points, "point", "points") + ".";
    const double own_density = double(held) / std::pow(own_side, tree.dimension), ratio = own_density > 0 ? most_dense / own_density : 0;
    if (ratio >= denser) {
        const double room = std::pow(own_side / dense_side, tree.dimension);
        const char* const measure = tree.dimension == 2 ? "area" : "volume";
        explanation += " It lies beside a dense region: one leaf within this distance holds " + text_of_count(dense_holds) + " points in ";
        explanation += room > 1.5    ? "1/" + text_of_count(std::llround(room)) + " of the " + measure + " of the query's own leaf: "
                       : room > 0.75 ? "the same " + std::string(measure) + ": "
                                     : text_of_count(std::llround(1 / room)) + " times the " + measure + " of the query's own leaf: ";
        explanation += times_text(ratio) + " times as dense.";
    } else if (times < farther) {
        const double mean =
            double(points.count()) / double(std::count_if(tree.objects.begin(), tree.objects.end(), [](int n) { return n; }));
        explanation += " These leaves hold " + times_text(double(in_reach) / double(std::max<std::int64_t>(1, reached))) +
                       " points on average; all leaves with points hold " + times_text(mean) + ".";
    }
    if (on_it > 0) explanation += " " + text_of_amount(on_it, "other point lies", "other points lie") + " at exactly the same place.";
    return explanation;
}

std::string explain_costliest_query(const TreeWork& all, const QueryWork& own, std::int64_t file_row, bool by_leaves, bool together) {
    const Distribution& spread = by_leaves ? all.leaves : all.distances;
    const auto said = [](unsigned distances, unsigned leaves) {
        return text_of_amount(distances, "distance", "distances") + " and " + text_of_amount(leaves, "leaf", "leaves") + " visited";
    };
    std::string text = "Of " + text_of_amount(spread.count, "query", "queries") + ", one at each point, the query at row " +
                       text_of_count(file_row) + " needs the most " + (by_leaves ? "leaves: " : "distances: ") +
                       said(own.distances, own.leaves) + ". The median is " + said(all.distances.median, all.leaves.median);
    if (spread.median > 0 && spread.most > spread.median) {
        char times[32];
        std::snprintf(times, sizeof times, "%.1f", double(spread.most) / double(spread.median));
        text += std::string("; this query needs ") + times + " times as many " + (by_leaves ? "leaves" : "distances");
    }
    if (together)
        text +=
            ". A warp searches for 32 queries together, so the others of its warp need as many, unless this query was searched again alone";
    return text + ".";
}

}  // namespace neighborscope
