// `fused`: its bounds and its certificate, with ordinary and with the worst data.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

using PathOnDevice = std::tuple<DeviceKind, std::string>;

/// Each device, and on CUDA each kernel of the products.
class Fused : public testing::TestWithParam<PathOnDevice> {
protected:
    struct Asked {
        std::int64_t kept, certified, again;
    };
    static const Method& fused() { return find_method("fused"); }
    static DeviceKind device() { return std::get<0>(GetParam()); }
    void SetUp() override {
        try {
            search(fused(), device(), uniform_data(10, 1, 3, 1), 1, Metric::euclidean, {{"path", std::get<1>(GetParam())}});
        } catch (const Error& error) { GTEST_SKIP() << error.what(); }
    }
    /// Expects every list to be right, certified ones exactly; returns how queries were answered.
    Asked right(const Data& data, int k, Metric metric = Metric::euclidean) const {
        const Found found = search(fused(), device(), data, k, metric, {{"path", std::get<1>(GetParam())}}, Measure::counters);
        const Tally tally = verify_found(data, found, k, metric);
        EXPECT_EQ(tally.wrong, 0) << tally.first_reason;
        const Asked asked{counter(found.report, "candidates kept"), counter(found.report, "certified queries"),
            counter(found.report, "fallback queries")};
        EXPECT_EQ(asked.certified + asked.again, data.query_count());
        EXPECT_GE(tally.exact, asked.certified) << "no neighbour of a certified list is another's by rounding";
        EXPECT_GE(asked.kept, asked.certified * std::min<std::int64_t>(k, data.count()));
        return asked;
    }
};

TEST_P(Fused, CertifiesOrdinaryQueriesAtOnce) {
    for (const int dimension : one_for_races({20, 3, 128}))
        for (const int k : one_for_races({10, 1, 60})) {
            const Asked asked = right(uniform_data(sanitized ? 300 : 2500, 9, dimension, 1), k);
            EXPECT_EQ(asked.again, 0) << dimension << ' ' << k;
            EXPECT_LT(asked.kept, 9 * (k + 40)) << dimension << ' ' << k;
        }
}

// Rows around zero, rows far from it, and rows of very different lengths; queries of other magnitudes.
TEST_P(Fused, CertifiesInnerProducts) {
    for (const float shift : one_for_races({0.5f, -3.0f}))
        for (const float size : one_for_races({1.0f, 1e-6f, 3e4f})) {
            Data data = uniform_data(sanitized ? 300 : 2500, 9, 40, 5);
            for (float& x : data.points) x -= shift;
            for (float& x : data.queries) x = (x - 0.5f) * size;
            const Asked asked = right(data, 10, Metric::inner_product);
            EXPECT_EQ(asked.again, 0) << shift << ' ' << size;
            EXPECT_LT(asked.kept, 9 * 200) << shift << ' ' << size;
            for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] *= std::ldexp(1.0f, int(i / 40 % 30) - 25);
            right(data, 10, Metric::inner_product);
        }
}

// One searcher searches by distances and by products in turn: points are rounded anew each time.
TEST_P(Fused, GoesBetweenDistancesAndProducts) {
    const Data data = uniform_data(sanitized ? 300 : 1500, 5, 24, 6);
    const PointSet points(device(), data.points, data.dimension);
    Searcher searcher(fused(), points, Options(fused().info.options, {{"path", std::get<1>(GetParam())}}));
    for (const Metric metric : {Metric::inner_product, Metric::euclidean, Metric::inner_product, Metric::cosine, Metric::euclidean}) {
        ListSet lists(device(), data.query_count(), 8);
        Found found;
        found.report = searcher.search(QuerySet(device(), data.queries, data.dimension), 8, metric, lists);
        lists.fetch(found.index, found.distance);
        EXPECT_EQ(verify_found(data, found, 8, metric).wrong, 0) << name(metric);
    }
}

// Clusters far from each other: rounding leaves most of a cluster as candidates, and the exact distances of the nearest drop the rest.
TEST_P(Fused, TakesFarClusters) {
    for (const float apart : {50.0f, 400.0f})
        for (const int k : one_for_races({5, 1, 100})) {
            Data data = uniform_data(sanitized ? 400 : 3000, 6, 32, 21);
            for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] += apart * float(i / 32 * 7 % 25 * (i % 32 + 3) % 11);
            for (std::size_t i = 0; i < data.queries.size(); ++i)
                data.queries[i] = data.points[i + 32 * 40 * (i / 32)] + data.queries[i] * 0.1f;
            right(data, k);
            data.exclude = {0, 41, 82, 123, 164, 205};
            right(data, k);
        }
}

// Two clusters so far apart that the possible error of summation leaves half of one as candidates: the query is repeated with room for
// them, and later searches start with that room.
TEST_P(Fused, TakesMoreRoomWhereBoundsAreLoose) {
    if (sanitized) GTEST_SKIP() << "too many points";
    Data data = uniform_data(5000, 9, 32, 23);
    for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] += i / 32 % 2 ? 38.0f : -38.0f;
    for (std::size_t i = 0; i < data.queries.size(); ++i) data.queries[i] += i / 32 % 2 ? 38.0f : -38.0f;
    const PointSet points(device(), data.points, data.dimension);
    const QuerySet queries(device(), data.queries, data.dimension);
    Searcher searcher(fused(), points, Options(fused().info.options, {{"path", std::get<1>(GetParam())}}));
    ListSet lists(device(), 9, 5);
    for (const bool known : {false, true}) {
        Found found;
        found.report = searcher.search(queries, 5, Metric::euclidean, lists, {}, Measure::counters);
        lists.fetch(found.index, found.distance);
        EXPECT_EQ(counter(found.report, "fallback queries") == 0, known);
        EXPECT_EQ(counter(found.report, "of these exhaustively"), 0);
        EXPECT_EQ(verify_found(data, found, 5, Metric::euclidean).exact, 9);
    }
}

// The bound of rounding depends on distances, not on how far from the centre both points are: two clusters keep hardly more candidates
// than one.
TEST_P(Fused, IsNotLooserFarFromTheCentre) {
    std::int64_t kept[2];
    for (const bool far : {false, true}) {
        Data data = uniform_data(sanitized ? 400 : 3000, 8, 24, 24);
        for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] += far ? (i / 24 % 2 ? 6.0f : -6.0f) : 0;
        for (std::size_t i = 0; i < data.queries.size(); ++i) data.queries[i] += far ? (i / 24 % 2 ? 6.0f : -6.0f) : 0;
        kept[far] = right(data, 10).kept;
    }
    EXPECT_LE(kept[1], 2 * kept[0]);
}

TEST_P(Fused, TellsWhatItProved) {
    const Data data = uniform_data(sanitized ? 300 : 2500, 1, 40, 22);
    for (const Metric metric : {Metric::euclidean, Metric::cosine})
        for (const Measure measure : {Measure::counters, Measure::total}) {
            const Found found = search(fused(), device(), data, 10, metric, {{"path", std::get<1>(GetParam())}}, measure);
            ASSERT_EQ(found.report.neighbours_within.has_value(), measure == Measure::counters);
            if (!found.report.neighbours_within) continue;
            EXPECT_GE(*found.report.neighbours_within, double(found.distance.back()) * (1 - 1e-6));
            EXPECT_LT(*found.report.neighbours_within, double(found.distance.back()) * 1.05);
        }
}

// Rows with every remainder of tiles, and with the greatest dimension.
TEST_P(Fused, TakesEveryDimension) {
    for (const int dimension : {1, 2, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 100, 123, 127, 129, 191, 193, 255, 257, 300, 784, 1000, 4096})
        if (!sanitized || dimension % 3 == 0) right(uniform_data(dimension > 1000 ? 150 : 400, 3, dimension, unsigned(dimension)), 5);
}

// Several rounds, whose prefixes are random samples although the points are sorted.
TEST_P(Fused, TakesSortedClusters) {
    if (sanitized) GTEST_SKIP() << "too many points";
    std::mt19937 random(2);
    Data data = uniform_data(30000, 10, 8, 3);
    for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] = data.points[i] + float(i / 8 / 600 * (i % 8 + 1) % 53);
    for (std::size_t i = 0; i < data.queries.size(); ++i) data.queries[i] = data.points[i + 8 * 3000 * (i / 8)];
    for (const int k : {1, 30, 64}) EXPECT_EQ(right(data, k).again, 0) << k;
}

TEST_P(Fused, TakesListsOfEveryLength) {
    for (const int k : {1, 31, 32, 33, 127, 128, 129, 300, 512, 1000, 1024})
        if (!sanitized || k % 2 == 1) right(integers(sanitized ? 400 : 5000, 2, 3, 5), k);
    for (const int k : {9, 10, 11}) right(uniform_data(10, 2, 3, 6), k);
}

TEST_P(Fused, CertifiesLongLists) {
    if (sanitized) GTEST_SKIP() << "too many points";
    EXPECT_EQ(right(uniform_data(40000, 2, 16, 7), 1000).again, 0);
}

// Numbers that FP16 represents: nothing is rounded, so that hardly more are kept than wanted.
TEST_P(Fused, RoundsNothingOfWholeNumbers) {
    const Asked asked = right(integers(sanitized ? 300 : 3000, 8, 50, 8, 256), 10);
    EXPECT_EQ(asked.again, 0);
    EXPECT_LT(asked.kept, 8 * 13);
}

// More points at one distance than fit: no threshold separates them.
TEST_P(Fused, AsksAgainWhereThousandsAreAlike) {
    Data data = uniform_data(4000, 4, 3, 9);
    for (int i = 500; i < 3500; ++i)
        for (int d = 0; d < 3; ++d) data.points[std::size_t(3 * i + d)] = data.queries[std::size_t(d)];
    EXPECT_GE(right(data, 5).again, 1);
    Data alike;
    alike.dimension = 2;
    alike.exact = true;
    alike.points.assign(2 * 5000, 7.0f);
    alike.queries = {7, 7, 8, 9};
    EXPECT_EQ(right(alike, 100).again, 2);
}

// Duplicates that fit: ties go to the smaller index.
TEST_P(Fused, KeepsTies) {
    Data data = integers(sanitized ? 300 : 3000, 6, 3, 10, 5);
    for (const int k : {1, 7, 50}) right(data, k);
}

// Distances that differ by less than FP16 and products in FP32 can distinguish.
TEST_P(Fused, IsRightWhereRoundingDecides) {
    std::mt19937 random(11);
    Data data = uniform_data(sanitized ? 200 : 1500, 3, 64, 12);
    for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] = float(i % 64) + data.points[i] * 1e-6f;
    for (std::size_t i = 0; i < data.queries.size(); ++i) data.queries[i] = float(i % 64) + 0.5f + data.queries[i] * 1e-6f;
    right(data, 7);
    // All at one distance from the query, except for the last digits.
    Data ring;
    ring.dimension = 2;
    for (int i = 0; i < 700; ++i)
        for (const float x : {float(std::cos(i * 0.01)), float(std::sin(i * 0.01))}) ring.points.push_back(x);
    ring.queries = {0, 0, 1e-7f, 0, 100, 100};
    right(ring, 9);
}

// Far from the origin, with an outlier that takes the range of FP16, and with norms of all magnitudes.
TEST_P(Fused, TakesEveryRange) {
    Data data = uniform_data(sanitized ? 200 : 1500, 4, 24, 13);
    right(data, 7);
    const Data ordinary = data;
    for (float& x : data.points) x = 1000 + x * 1e-3f;
    for (float& x : data.queries) x = 1000 + x * 1e-3f;
    right(data, 7);
    for (const float outlier : {-1e5f, 1e9f, 1e15f}) {
        data = ordinary;
        data.points[24 * 7 + 3] = outlier;
        EXPECT_EQ(right(data, 7).again, 0) << "one outlier costs the others nothing";
        for (int i = 0; i < 24; ++i) data.queries[std::size_t(i)] = data.points[std::size_t(24 * 7 + i)];
        right(data, 7);
    }
    for (const float scale : {1e-38f, 1e-30f, 1e30f, 5e37f})
        for (const bool alike : {false, true}) {  // one coordinate of all
            data = ordinary;
            for (std::vector<float>* rows : {&data.points, &data.queries})
                for (std::size_t i = 0; i < rows->size(); ++i) (*rows)[i] = alike && i % 24 == 5 ? 1e30f : (*rows)[i] * scale;
            right(data, 7);
        }
    data = ordinary;
    for (std::size_t i = 0; i < data.points.size(); ++i) data.points[i] *= std::ldexp(1.0f, int(i / 24 % 60) - 30);
    right(data, 7);
    data = ordinary;
    for (std::size_t i = 0; i < data.queries.size(); ++i) data.queries[i] *= i < 24 ? 1e12f : i < 48 ? 1e3f : i < 72 ? 1e-6f : 1;
    right(data, 7);
}

// Outliers are not in the product: they occur in lists once, also if lists contain nearly all points.
TEST_P(Fused, HasOutliersOnce) {
    Data data = uniform_data(300, 5, 16, 25);
    for (int i = 0; i < 16; ++i) data.points[std::size_t(21 * 16 + i)] = data.points[std::size_t(35 * 16 + i)] = 1e6f;
    std::copy_n(data.points.begin() + 21 * 16, 16, data.queries.begin());
    for (const int k : {10, 297, 298, 299, 300}) right(data, k);
    data.exclude = {21, 3, -1, 5, 6};
    for (const int k : {297, 299}) right(data, k);
}

// More points than a few are so distant that their differences from the centre reach the end of FP16's range.
TEST_P(Fused, TakesManyThatLieFarOut) {
    if (watches_races) GTEST_SKIP() << "no other threads meet";
    const std::int64_t count = 2000, sampled = 1024;
    const float far = std::nextafter(2048.0f, 0.0f);
    Data data = uniform_data(count, 40, 2, 26);
    for (std::int64_t i = 0, left = 100; i < count; ++i) {
        const std::int64_t next = (i * sampled + count - 1) / count;  // of the sample whose mean is the centre
        const bool is_far = next * count / sampled != i && left-- > 0;
        data.points[std::size_t(2 * i)] -= 0.5f;
        data.points[std::size_t(2 * i + 1)] = is_far ? -far : far;
    }
    for (int i = 0; i < 40; ++i) data.queries[std::size_t(2 * i + 1)] = i % 2 ? far : -far;
    right(data, 10);
}

TEST_P(Fused, LeavesExcludedPointsOut) {
    Data data = uniform_data(sanitized ? 300 : 3000, 3, 6, 14);
    for (int i = 0; i < 3 * 6; ++i) data.queries[std::size_t(i)] = data.points[std::size_t(i)];
    data.exclude = {0, -1, 2};
    for (const int k : {1, 20}) EXPECT_EQ(right(data, k).again, 0);
    data.points.resize(6 * 3);
    for (const int k : {1, 2, 3, 4}) right(data, k);
}

TEST_P(Fused, AnswersMoreThanOneTileOfQueries) {
    if (sanitized) GTEST_SKIP() << "too many queries";
    for (const int queries : {257, 384, 700, 1025})  // tiles have 256; halves of the last one are a separate case
        for (const int dimension : {5, 100, 130})
            EXPECT_EQ(right(uniform_data(queries == 257 ? 9000 : 1000, queries, dimension, 15), 3).again, 0);
}

std::vector<PathOnDevice> paths_on_devices() {
    std::vector<PathOnDevice> all;
    for (const DeviceKind device : devices_under_test())
        for (const char* path : {"portable", "hopper"})
            if (device == DeviceKind::cuda || std::string(path) == "portable") all.emplace_back(device, path);
    return all;
}
INSTANTIATE_TEST_SUITE_P(Devices, Fused, testing::ValuesIn(paths_on_devices()), [](const testing::TestParamInfo<PathOnDevice>& info) {
    return std::string(name(std::get<0>(info.param))) + "_" + std::get<1>(info.param);
});

TEST(FusedPreparation, TellsHowFarItIsAndStopsWithinATile) {
    const ExecutorOrder one_core(0, 1);
    const int cores = device_info(DeviceKind::host).units;  // a launch has work for all of them
    if (cores > 16 || (sanitized && cores > 4)) GTEST_SKIP() << "too many points for several launches";
    const Data data = uniform_data((sanitized ? 10000 : 25000) * std::max(2, cores), 1, 128, 3);
    const PointSet points(DeviceKind::host, data.points, data.dimension);
    std::atomic<bool> stop{false};
    double last = 0, of = 0;
    int reports = 0;
    Progress progress{.report =
                          [&](double done, double total) {
                              EXPECT_GT(done, last);
                              last = done, of = total, ++reports;
                          },
        .stop = &stop};
    const Searcher whole(find_method("fused"), points, {}, progress);
    EXPECT_GT(reports, 1);
    EXPECT_EQ(last, of);
    reports = 0;
    progress.report = [&](double, double) { ++reports, stop = true; };
    EXPECT_THROW(Searcher(find_method("fused"), points, {}, progress), Cancelled);
    EXPECT_EQ(reports, 1);
}

}  // namespace
}  // namespace neighborscope::test
