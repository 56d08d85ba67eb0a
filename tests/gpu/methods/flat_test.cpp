// `flat`: its certificate, by hand and with the worst data.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class Flat : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (const auto why = flat().info.unsupported_reason({.count = 1, .queries = 1, .dimension = 1, .k = 1}, GetParam()))
            GTEST_SKIP() << *why;
    }
    static const Method& flat() { return find_method("flat"); }
    std::int64_t asked_again(const Data& data, int k) const {
        const Found found = search(flat(), GetParam(), data, k, Metric::euclidean, {}, Measure::counters);
        EXPECT_EQ(verify_found(data, found, k, Metric::euclidean).wrong, 0);
        return counter(found.report, "fallback queries");
    }
};

TEST_P(Flat, CertifiesOrdinaryQueriesAtOnce) {
    for (const int dimension : {2, 20, 128})
        for (const int k : {1, 10, 60})
            EXPECT_EQ(asked_again(uniform_data(sanitized ? 300 : 2500, 9, dimension, 1), k), 0) << dimension << ' ' << k;
}

// All points are kept, so the certificate is trivial.
TEST_P(Flat, NobodyIsLeftOutOfFewPoints) {
    Data alike;
    alike.dimension = 3;
    alike.points.assign(3 * 20, 4);
    alike.queries = {1, 2, 3};
    EXPECT_EQ(asked_again(alike, 5), 0);
}

// More points at one distance than are kept: computed distances cannot tell which come first.
TEST_P(Flat, AsksAgainWhereTooManyAreAlike) {
    Data data = uniform_data(300, 4, 3, 2);
    for (int i = 0; i < 200; ++i)
        for (int d = 0; d < 3; ++d) data.points[std::size_t(3 * i + d)] = data.queries[std::size_t(d)];
    EXPECT_EQ(asked_again(data, 5), 1) << "the query in the middle of them";
}

// Distances that differ by less than the products' rounding, far from the centre.
TEST_P(Flat, IsRightWhereRoundingDecides) {
    std::mt19937 random(3);
    Data data = uniform_data(sanitized ? 200 : 800, 3, 64, 4);
    for (float& x : data.points) x = 1000 + x * 1e-3f;
    for (float& x : data.queries) x = 1000 + x * 1e-3f;
    for (int d = 0; d < 64; ++d) data.points[std::size_t(d)] = -1e6f;  // one distant outlier moves the centre
    EXPECT_GT(asked_again(data, 7), 0);
}

TEST_P(Flat, LeavesExcludedPointsOutWhenAskedAgain) {
    Data data;
    data.dimension = 2;
    data.exact = true;
    for (int i = 0; i < 2 * 400; ++i) data.points.push_back(float(i % 2));
    data.queries = {0, 1, 0, 1};
    data.exclude = {0, -1};
    expect_right(flat(), GetParam(), data, 9, Metric::euclidean);
}

TEST_P(Flat, TakesListsOfEveryLength) {
    for (const int k : {1, 16, 17, 48, 49, 112, 113, 240, 241, 496, 497, 1008, 1009, 2032})
        if (!sanitized || k % 2 == 1) expect_right(flat(), GetParam(), integers(2500, 2, 3, 5), k, Metric::euclidean);
}

INSTANTIATE_TEST_SUITE_P(Devices, Flat, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
