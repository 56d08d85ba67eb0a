// Metrics that change under a shift use true coordinates in float32.
#include "tests/app/data/test_file.hpp"

#include "app/data/points/file_numbers.hpp"
#include "app/data/points/metric_coordinates.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

const std::vector<float> far_floats = {1000000.25f, 1, 1000001.5f, 2, 1000002.75f, -3};

std::shared_ptr<const DataSet> loaded(const std::string& name, const std::string& content) {
    const File file(name, content);
    return std::make_shared<const DataSet>(load_data(file.path()));
}

TEST(MetricCoordinates, FloatsOfAFileAreSearchedAsTheyStandInIt) {
    const auto data = loaded("points.npy", npy(npy_header("<f4", "(3, 2)"), far_floats));
    ASSERT_NE(data->origin[0], 0) << "else this test shows nothing";
    const auto searched = data_for_metric(Metric::cosine, data);
    EXPECT_THAT(searched->coordinates, ElementsAreArray(far_floats));
    EXPECT_THAT(searched->origin, ElementsAre(0, 0));
    EXPECT_THAT(searched->rounding, IsEmpty());
    EXPECT_THAT(searched->relative({1000000.25, 1}), ElementsAre(1000000.25f, 1));
    DataSet taken = *data;
    convert_to_true_coordinates(taken, Metric::cosine);
    EXPECT_EQ(taken.coordinates, searched->coordinates);
    EXPECT_EQ(taken.hash, searched->hash);
}

TEST(MetricCoordinates, NothingIsCopiedWhereTheCoordinatesWillDo) {
    const auto far = loaded("points.npy", npy(npy_header("<f4", "(3, 2)"), far_floats));
    for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev}) EXPECT_EQ(data_for_metric(metric, far), far);
    const auto near = loaded("points.csv", "0,1\n2,3\n");
    EXPECT_EQ(data_for_metric(Metric::cosine, near), near);
    DataSet same = *far;
    convert_to_true_coordinates(same, Metric::euclidean);
    EXPECT_EQ(same.coordinates, far->coordinates);
    EXPECT_EQ(same.origin, far->origin);
}

TEST(MetricCoordinates, RoundingToFloatsIsNoted) {
    const File file("points.csv", "x,y\n1000000.31,1\n1000000.12,2\n1000000.97,-3\n");
    DataSet data = load_data(file.path());
    convert_to_true_coordinates(data, Metric::cosine);
    EXPECT_THAT(data.coordinates, ElementsAre(1000000.31f, 1, 1000000.12f, 2, 1000000.97f, -3));
    EXPECT_THAT(data.rounding, ElementsAre(testing::DoubleNear(.03, .002), 0)) << ".97 becomes 1.0";
    EXPECT_THAT(numbers_of_file(data, {}).values, ElementsAre(1000000.31, 1, 1000000.12, 2, 1000000.97, -3));
}

TEST(MetricCoordinates, MotionFollows) {
    DataSet data = load_text("t,id,x,y\n1,p,4000000.25,1\n2,p,4000001.5,1\n2,q,4000000.75,2\n");
    ASSERT_NE(data.origin[0], 0);
    convert_to_true_coordinates(data, Metric::cosine);
    EXPECT_THAT(data.coordinates, ElementsAre(4000000.25f, 1, 4000000.75f, 2));
    EXPECT_EQ(data.motion->ticks(), 2);
    EXPECT_EQ(data.motion->tick_number(1), 2);
    std::vector<float> next(4);
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    ASSERT_TRUE(tick_cursor->next(next));
    EXPECT_THAT(next, ElementsAre(4000001.5f, 1, 4000000.75f, 2));
    EXPECT_FALSE(tick_cursor->next(next));
    EXPECT_THAT(data.motion->extent(), ElementsAre(4000000.25f, 1, 4000001.5f, 2));
}

}  // namespace
}  // namespace neighborscope::test
