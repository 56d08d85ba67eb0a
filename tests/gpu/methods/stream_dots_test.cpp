// `stream` with distances from dot products: lists are exact for any data; and the bound that ensures it.
#include "tests/gpu/support.hpp"

#include "gpu/methods/stream/forms.cuh"

namespace neighborscope::test {
namespace {

using std::size_t;

class StreamDots : public testing::TestWithParam<DeviceKind> {
protected:
    const Method& stream = find_method("stream");

    /// Every list must equal the oracle's: the last step computes exact distances of all points that may be neighbours.
    void expect_exact(const Data& data, int k, std::map<std::string, std::string> options = {}) {
        options["form"] = "dots";
        const Found found = search(stream, GetParam(), data, k, Metric::euclidean, options);
        const Tally tally = verify_found(data, found, k, Metric::euclidean);
        EXPECT_EQ(tally.exact, data.query_count()) << "dimension " << data.dimension << ", k = " << k << ", " << data.count() << " points, "
                                                   << data.query_count() << " queries: " << tally.first_reason;
    }
};

Data uniform(int points, int queries, int dimension, double from = 0, double upto = 1) {
    std::mt19937 random(static_cast<unsigned>(points + queries + dimension));
    std::uniform_real_distribution<float> value{float(from), float(upto)};
    Data data;
    data.dimension = dimension;
    for (int i = 0; i < points * dimension; ++i) data.points.push_back(value(random));
    for (int i = 0; i < queries * dimension; ++i) data.queries.push_back(value(random));
    return data;
}

const std::map<std::string, std::string> small{{"threads", "64"}, {"blocks", "3"}, {"form", "dots"}};

TEST_P(StreamDots, TakesAnyNumberOfQueriesAndDimensions) {
    for (int queries : one_for_races({29, 5, 6, 7, 8, 9, 11, 12, 13, 17})) expect_exact(uniform(200, queries, 32), 9, small);
    for (int dimension : one_for_races({100, 5, 28, 33, 36, 60, 64, 128, 300, 784, 1028}))
        expect_exact(uniform(sanitized ? 70 : 150, 6, dimension), 9, small);
}

TEST_P(StreamDots, TakesListsOfEveryLength) {
    for (int k : one_for_races({257, 1, 2, 31, 64, 192, 256, 700})) expect_exact(uniform(600, 5, 32), k, small);
    expect_exact(uniform(100, 5, 32), 99, small);  // and more than fit, or than exist
    expect_exact(uniform(100, 5, 32), 100, small);
    expect_exact(uniform(100, 5, 32), 130, small);
    expect_exact(uniform(3, 5, 32), 2, small);
}

// Coordinates with few values: almost every distance occurs many times, and the smallest indices must be found.
TEST_P(StreamDots, KeepsTheSmallestIndicesAmongTies) {
    for (unsigned values : one_for_races({2u, 1u, 3u, 20u}))
        for (int k : one_for_races({100, 1, 10})) expect_exact(integers(sanitized ? 400 : 1500, 7, 32, 1, values), k, small);
    Data data = uniform(40, 5, 36);
    const std::vector<float> once = data.points;
    for (int copy = 0; copy < 20; ++copy) data.points.insert(data.points.end(), once.begin(), once.end());
    for (int k : one_for_races({30, 3, 60})) expect_exact(data, k, small);
}

// Digits that |p|^2 - 2 p q + |q|^2 loses far from the origin are not lost around the queries' mean.
TEST_P(StreamDots, IsRightFarFromTheOrigin) {
    expect_exact(uniform(300, 6, 32, 1e6, 1e6 + 1), 12, small);
    expect_exact(uniform(300, 6, 32, -1e30, 1e30), 12, small);
    expect_exact(uniform(300, 6, 32, 0, 1e-30), 12, small);
}

// Queries and points in clusters that are tiny and far apart: around one mean no digit of a distance remains, and the difference form
// answers, whose lists are right within rounding.
TEST_P(StreamDots, IsRightWhereNormsDwarfDistances) {
    for (double apart : one_for_races({1e3, 10.0, 1e5})) {
        Data data = uniform(sanitized ? 300 : 900, 8, 32);
        for (size_t i = 0; i < data.points.size(); ++i) data.points[i] += float(double(i / 32 % 4) * apart);
        for (size_t i = 0; i < data.queries.size(); ++i) data.queries[i] += float(double(i / 32 % 4) * apart);
        for (int k : one_for_races({90, 5})) expect_right(stream, GetParam(), data, k, Metric::euclidean, small);
    }
}

// Each row is nearer than all before it, so that candidates come faster than limits decrease.
TEST_P(StreamDots, IsRightUnderTheWorstOrder) {
    const int count = sanitized ? 1500 : 6000;
    Data data = uniform(count, 5, 32, 0, 1e-3);
    for (size_t i = 0; i < data.points.size(); ++i) data.points[i] += float(count - int(i / 32)) * 0.01f;
    expect_right(stream, GetParam(), data, 20, Metric::euclidean, small);
    for (size_t i = 0; i < data.points.size(); ++i)  // at first there seem to be few
        if (int(i / 32) % (count / 3) < count / 6) data.points[i] += 1000;
    expect_right(stream, GetParam(), data, 20, Metric::euclidean, {{"threads", "32"}, {"blocks", "3"}});
}

TEST_P(StreamDots, GivesTheSameListsInAnyOrderOfBlocks) {
    const int count = watches_races ? 400 : 1000;
    const Data data = uniform(count, 9, 64), ties = integers(count, 9, 32, 1, 3);
    for (std::uint64_t seed : {0, 1, 2, 3}) {
        const ExecutorOrder order(seed, seed % 2 ? 1 : 2);
        for (int k : one_for_races({40, 8})) {
            expect_exact(data, k, {{"threads", "64"}, {"blocks", "20"}});
            expect_exact(ties, k, {{"threads", "64"}, {"blocks", "20"}});
        }
        if (sanitized && seed > 0) break;
    }
}

// One Searcher, data for which Dots fails and other data, alternately, with excluded rows.
TEST_P(StreamDots, ForgetsWhatFailed) {
    Data data = integers(700, 6, 32, 1, 50);
    std::fill(data.points.begin() + 350 * 32, data.points.end(), 1000.0f);
    const PointSet points(GetParam(), data.points, 32);
    Searcher searcher(stream, points, Options(stream.info.options, small));
    ListSet lists(GetParam(), 6, 15);
    for (float at : {0.0f, 1000.0f, 0.0f, 1000.0f}) {
        Data asked = data;
        asked.exclude = {-1, 3, 350, -1, 351, 699};
        for (float& x : asked.queries) x += at;
        searcher.search(QuerySet(GetParam(), asked.queries, 32, asked.exclude), 15, Metric::euclidean, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        EXPECT_EQ(verify_found(asked, found, 15, Metric::euclidean).exact, 6) << at;
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, StreamDots, each_device(), device_name);

// forms.cuh: the error of a computed square is at most 2 g (P^2 + Q^2), and that of no neighbour is above certain_limit of the k-th.
TEST(DotForm, IsOffByNoMoreThanItsBound) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    using namespace host::stream;
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    for (int dimension : {32, 300, 2828}) {
        const int chain = (dimension + 31) / 32 * 4;
        const double g = double(dots_margin(chain)) / 16;
        EXPECT_LE(g, 0x1p-15);
        double worst = 0;
        for (int trial = 0; trial < 400; ++trial) {
            const float spread = std::ldexp(1.0f, trial % 20), offset = trial % 3 ? 1e4f : 0;
            double true_square = 0, p_square = 0, q_square = 0;
            float squares[8] = {}, dots[8] = {}, q_sum = 0;
            for (int d = 0; d < dimension; ++d) {
                const float c = offset + normal(random), q = c + spread * normal(random), p = q + normal(random);
                const float pc = p - c, qc = q - c;
                true_square += (double(p) - q) * (double(p) - q);
                p_square += (double(p) - c) * (double(p) - c);
                q_square += (double(q) - c) * (double(q) - c);
                float &square = squares[d / 4 % 8], &dot = dots[d / 4 % 8];
                square = std::fma(pc, pc, square);
                dot = std::fma(pc, qc, dot);
                q_sum = std::fma(qc, qc, q_sum);
            }
            for (int m = 4; m >= 1; m /= 2)
                for (int i = 0; i < m; ++i) {
                    squares[i] += squares[i + m];
                    dots[i] += dots[i + m];
                }
            const double computed = std::max(0.0f, std::fma(-2.0f, dots[0], squares[0]) + q_sum);
            worst = std::max(worst, std::fabs(computed - true_square) / (2 * g * (p_square + q_square)));
            EXPECT_LE(computed, certain_limit(float(true_square), q_sum, dots_margin(chain)));
        }
        EXPECT_LE(worst, 1) << dimension;
        EXPECT_GT(worst, 1e-4) << dimension;  // the test is not trivial
    }
}

}  // namespace
}  // namespace neighborscope::test
