// The hash table compared with a linear search.
#include "app/data/points/coordinate_hash_table.hpp"

#include "app/data/points/coincident_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace neighborscope {
namespace {

std::int64_t first_of(const std::vector<float>& rows, int dimension, const float* place, std::int64_t among) {
    for (std::int64_t row = 0; row < among; ++row)
        if (std::equal(place, place + dimension, rows.data() + row * dimension)) return row;
    return -1;
}

TEST(CoordinateHashTable, KnowsTheFirstOfRowsThatAreEqualAsSoonAsItHasLearnedIt) {
    std::mt19937 random(1);
    for (const int dimension : {1, 2, 3, 17}) {
        std::vector<float> rows(std::size_t(400 * dimension));
        for (float& one : rows) one = float(int(random() % 5) - 2) * (dimension > 3 && random() % 40 ? 0.0f : 1.0f);  // also -0
        CoordinateHashTable table(rows, dimension);
        for (const std::int64_t known : {0, 1, 150, 399, 400}) {
            table.insert_rows(known - table.known());
            EXPECT_EQ(table.known(), known);
            EXPECT_EQ(table.complete(), known == 400);
            for (std::int64_t row = 0; row < 400; ++row)
                EXPECT_EQ(
                    table.first_row_at(rows.data() + row * dimension), first_of(rows, dimension, rows.data() + row * dimension, known));
        }
        table.insert_rows(7);
        EXPECT_EQ(table.known(), 400);
        const std::vector<float> elsewhere(std::size_t(dimension), 0.5f);
        EXPECT_EQ(table.first_row_at(elsewhere.data()), -1);
    }
}

TEST(CoordinateHashTable, MinusNothingIsNothingAndWhatIsNoNumberIsNowhere) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> rows{1, nan, -0.0f, 3, 0.0f, 3, infinity, 1e-45f, infinity, 0};
    CoordinateHashTable table(rows, 2);
    table.insert_rows(5);
    const auto at = [&](float x, float y) { return table.first_row_at(std::vector{x, y}.data()); };
    EXPECT_EQ(at(0.0f, 3), 1);
    EXPECT_EQ(at(-0.0f, 3), 1);
    EXPECT_EQ(at(1, nan), -1);
    EXPECT_EQ(at(infinity, 1e-45f), 3) << "nothing is rounded";
    EXPECT_EQ(at(infinity, -0.0f), 4);
    EXPECT_EQ(CoordinateHashTable({}, 2).first_row_at(rows.data()), -1);
}

TEST(CoordinateHashTable, TellsOfManyQueriesAtOnce) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    DataSet data;
    data.dimension = 2;
    data.coordinates = {1, 2, -0.0f, 3, 1, 2, 0, 3};
    EXPECT_EQ(coincident_rows(data, {0, 3, 1, 2, 9, 9, -0.0f, 3, nan, 2}), (std::vector<std::int32_t>{1, 0, -1, 1, -1}));
    EXPECT_TRUE(coincident_rows(data, {9, 9, nan, nan}).empty()) << "none stands on any";
    EXPECT_TRUE(coincident_rows(data, {}).empty());
}

}  // namespace
}  // namespace neighborscope
