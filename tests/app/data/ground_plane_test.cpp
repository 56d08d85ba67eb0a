// Longitude and latitude projected to the ground. Expected metres are from GeographicLib's geodesics on WGS 84: azimuth and distance.
#include "tests/app/data/test_file.hpp"

#include <cmath>
#include <limits>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

DataSet on_the_ground(const std::string& text, const std::string& columns = "") {
    const File file("places.csv", text);
    LoadOptions options{false, columns};
    options.metres = true;
    return load_data(file.path(), options);
}

struct Place {
    double from[2], to[2], east, north;
};

TEST(GroundPlane, DistanceAndDirectionFromTheCentreAreThoseOnTheEllipsoid) {
    for (const Place& place : {Place{{13.4, 52.5}, {13.5, 52.6}, 6775.606, 11132.471}, {{178, -18}, {-179, -17}, 319460.41, 108136.02},
             {{20, 89}, {-160, 89.5}, 0, 167540.840}, {{-119.5, 37.25}, {-116, 33}, 327317.513, -465651.598}}) {
        const auto at = GroundPlane(place.from[0], place.from[1]).place(place.to[0], place.to[1]);
        const double distance = std::hypot(place.east, place.north);
        EXPECT_NEAR(std::hypot(at[0], at[1]), distance, 2e-6 * distance);
        EXPECT_NEAR(at[0], place.east, 1e-5 * distance);
        EXPECT_NEAR(at[1], place.north, 1e-5 * distance);
    }
    EXPECT_THAT(GroundPlane(7, 46).place(7, 46), ElementsAre(0, 0));
}

TEST(GroundPlane, DistancesAreAtMostSoMuchTooLong) {
    GroundPlane plane(0, 90);
    plane.farthest = 1e6;
    EXPECT_NEAR(plane.stretch(), 1.00412, 1e-5);
    // Around the pole, 1000 km from it, distances between neighbours on a parallel are too large by the ratio of the angle to its sine.
    const double latitude = 90 - 1e6 / 6371008.8 * 57.29577951;
    const auto a = plane.place(0, latitude), b = plane.place(0.1, latitude);
    const GroundPlane nearby(0.05, latitude);
    const auto c = nearby.place(0, latitude), d = nearby.place(0.1, latitude);
    const double seen = std::hypot(a[0] - b[0], a[1] - b[1]), real = std::hypot(c[0] - d[0], c[1] - d[1]);
    EXPECT_GT(seen, real);
    EXPECT_NEAR(seen / real, plane.stretch(), 1e-4);
    plane.farthest = 2.1e7;
    EXPECT_EQ(plane.stretch(), std::numeric_limits<double>::infinity());
}

// One degree east at 60 north is half as far as one degree north, so neighbours differ from those in degrees.
TEST(GroundPlane, NeighboursAreThoseOnTheGround) {
    const DataSet data = on_the_ground("name,lon,lat\na,10,60\nb,11,60\nc,10,60.7\n");
    EXPECT_THAT(data.axes, ElementsAre("easting (m)", "northing (m)"));
    EXPECT_THAT(data.origin, ElementsAre(0, 0));
    const auto distance = [&](int a, int b) {
        return std::hypot(data.coordinate(a, 0) - data.coordinate(b, 0), data.coordinate(a, 1) - data.coordinate(b, 1));
    };
    EXPECT_NEAR(distance(0, 1), 55799.47, 0.2);
    EXPECT_NEAR(distance(0, 2), 77992.75, 0.2);
    EXPECT_EQ(distance_unit(data), "metres");
    EXPECT_THAT(distance_note(data), HasSubstr("Metres east and north of 60.23\u00b0 N, 10.34\u00b0 E."));
    EXPECT_THAT(distance_note(data), HasSubstr("at most 0.00"));
    EXPECT_FALSE(distances_doubtful(data));
    ASSERT_EQ(data.quantities.size(), 3u);
    EXPECT_EQ(data.title(), &data.quantities[0]);
    EXPECT_EQ(data.quantities[1].name, "lon") << "degrees come along";
    EXPECT_THAT(data.quantities[2].numbers()->of_point, ElementsAre(60, 60, testing::DoubleNear(60.7, 1e-6)));
}

TEST(GroundPlane, TheDateLineAndPolesAreNoEdges) {
    const DataSet fiji = on_the_ground("lon,lat\n179.9,-17\n-179.9,-17\n");
    // Degrees as float32 relative to 0: near the date line their step is 1.5e-5, 1.6 m.
    EXPECT_NEAR(fiji.coordinate(1, 0) - fiji.coordinate(0, 0), 21297.2, 1.6);
    const DataSet pole = on_the_ground("lat,lon\n89.9,0\n89.9,180\n89.9,90\n", "lat,lon");
    EXPECT_THAT(pole.axes, ElementsAre("northing (m)", "easting (m)"));
    EXPECT_NEAR(std::hypot(pole.coordinate(1, 0) - pole.coordinate(0, 0), pole.coordinate(1, 1) - pole.coordinate(0, 1)), 22338.8, 0.2);
}

TEST(GroundPlane, WhatSpansTheWorldIsDoubtful) {
    const DataSet far = on_the_ground("lon,lat\n0,0\n30,0\n60,0\n");
    EXPECT_TRUE(distances_doubtful(far));
    EXPECT_THAT(distance_note(far), HasSubstr("at most 5\u202f% longer than on the ground, as all points are within 3340 km of there"));
    const DataSet all = on_the_ground("lon,lat\n0,0\n0,1\n0,2\n170,0\n");
    EXPECT_THAT(distance_note(all), HasSubstr("distances far too long"));
}

TEST(GroundPlane, DegreesAreKnownByNameAndValue) {
    EXPECT_EQ(distance_unit(load_text("Longitude,Latitude\n1,2\n3,61\n")), "degrees");
    EXPECT_THAT(distance_note(load_text("lon,lat\n1,60\n3,60\n")), HasSubstr("a degree of longitude is 0.50 of one of latitude"));
    EXPECT_EQ(distance_unit(load_text("lon,lat,z\n1,2,3\n3,4,5\n")), "") << "of two units";
    for (const std::string text : {"x,y\n1,2\n", "lon,lat\n500000,5400000\n", "lon,lat\n1,91\n", "1,2\n"}) {
        EXPECT_EQ(distance_unit(load_text(text)), "") << text;
        expect_error(Failure::usage, {"no longitude and latitude in degrees", "leave metres out"}, [&] { on_the_ground(text); });
    }
    EXPECT_EQ(distance_unit(load_data("sample:earthquakes")), "degrees");
    EXPECT_EQ(distance_unit(load_data("sample:streets")), "degrees");
    expect_error(Failure::usage, {"leave metres out"}, [] {
        LoadOptions options;
        options.metres = true;
        load_data("roads:n=10", options);
    });
}

TEST(GroundPlane, StreetsAndFilesOfQueriesComeAlong) {
    LoadOptions options;
    options.metres = true;
    const DataSet streets = load_data("sample:streets", options);
    ASSERT_TRUE(streets.network);
    EXPECT_NEAR(streets.network->nodes[0], streets.coordinate(0, 0), 0.01);
    EXPECT_NEAR(streets.network->nodes[1], streets.coordinate(0, 1), 0.01);

    const DataSet data = on_the_ground("lon,lat\n10,60\n11,60\n10,60.7\n");
    const File queries("queries.csv", "lon,lat\n10,60\n10,60.7\n"), metres("metres.csv", "lon,lat\n1000,6000\n");
    const std::vector<float> asked = load_queries(queries.path(), data);
    ASSERT_EQ(asked.size(), 4u);
    for (int axis = 0; axis < 2; ++axis) {
        EXPECT_NEAR(asked[std::size_t(axis)], data.coordinates[std::size_t(axis)], 0.1);
        EXPECT_NEAR(asked[std::size_t(axis) + 2], data.coordinates[std::size_t(axis) + 4], 0.1);
    }
    expect_error(Failure::input, {"row 0 is not longitude and latitude in degrees"}, [&] { load_queries(metres.path(), data); });
}

}  // namespace
}  // namespace neighborscope::test
