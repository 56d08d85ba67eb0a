// Voronoi cells of points in the plane: by hand, and compared with their definition.
#include "gpu/voronoi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace neighborscope::test {
namespace {

using Place = Voronoi::Place;

double area(const std::vector<Place>& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Place &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        twice += a[0] * b[1] - a[1] * b[0];
    }
    return twice / 2;
}

bool holds(const std::vector<Place>& polygon, Place place) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Place &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        if ((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0]) < -1e-9) return false;
    }
    return polygon.size() >= 3;
}

std::vector<Place> sorted(std::vector<Place> places) {
    std::sort(places.begin(), places.end());
    return places;
}

TEST(Voronoi, OneSiteHasTheWholeBox) {
    const std::vector<float> sites = {3, 4};
    const Voronoi cells(sites);
    EXPECT_EQ(sorted(cells.cell(0, {0, 0}, {2, 1})), sorted({{0, 0}, {2, 0}, {2, 1}, {0, 1}}));
    EXPECT_TRUE(cells.neighbours(0).empty());
}

TEST(Voronoi, TwoSitesShareAtTheMiddle) {
    const std::vector<float> sites = {1, 0, 3, 0};
    const Voronoi cells(sites);
    EXPECT_EQ(sorted(cells.cell(0, {0, 0}, {4, 1})), sorted({{0, 0}, {2, 0}, {2, 1}, {0, 1}}));
    EXPECT_EQ(sorted(cells.cell(1, {0, 0}, {4, 1})), sorted({{2, 0}, {4, 0}, {4, 1}, {2, 1}}));
    EXPECT_TRUE(cells.cell(1, {0, 0}, {1, 1}).empty()) << "none of it lies in that box";
    EXPECT_EQ(cells.neighbours(0).front(), 1);
}

TEST(Voronoi, AGridOfSitesHasSquares) {
    std::vector<float> sites;
    for (int i = 0; i < 9; ++i) sites.insert(sites.end(), {float(i % 3), float(i / 3)});
    const Voronoi cells(sites);
    const std::vector<Place> middle = cells.cell(4, {-9, -9}, {9, 9});
    EXPECT_NEAR(area(middle), 1, 1e-9);
    for (const int other : {1, 3, 5, 7})
        EXPECT_TRUE(std::ranges::count(cells.neighbours(4), other)) << "it meets " << other << " along an edge";
}

TEST(Voronoi, OfEqualSitesTheFirstHasTheCell) {
    const std::vector<float> sites = {1, 1, 5, 5, 1, 1};
    const Voronoi cells(sites);
    EXPECT_FALSE(cells.cell(0, {0, 0}, {9, 9}).empty());
    EXPECT_TRUE(cells.cell(2, {0, 0}, {9, 9}).empty());
    EXPECT_NEAR(area(cells.cell(0, {0, 0}, {9, 9})) + area(cells.cell(1, {0, 0}, {9, 9})), 81, 1e-9);
}

TEST(Voronoi, NoSitesAreNoCells) { EXPECT_EQ(Voronoi(std::span<const float>()).count(), 0); }

// Cells fill the box, counter-clockwise, and each position is in the cell of its nearest site.
TEST(Voronoi, CellsAreWhereASiteIsNearest) {
    std::mt19937 random(1);
    const auto unit = [&] { return float(random() >> 8) * 0x1p-24f; };
    for (const float spread : {1.0f, 1e-3f}) {  // the second: nearly collinear
        std::vector<float> sites;
        for (int i = 0; i < 200; ++i) sites.insert(sites.end(), {1000 + unit(), -500 + spread * unit()});
        const Voronoi cells(sites);
        const Place low{999.8, -500.2}, high{1000.7, -499};
        double all = 0;
        std::vector<std::vector<Place>> polygons;
        for (int i = 0; i < cells.count(); ++i) {
            polygons.push_back(cells.cell(i, low, high));
            EXPECT_GE(area(polygons.back()), 0);
            all += area(polygons.back());
        }
        EXPECT_NEAR(all, (high[0] - low[0]) * (high[1] - low[1]), 1e-6);
        for (int i = 0; i < 500; ++i) {
            const Place place{low[0] + double(unit()) * (high[0] - low[0]), low[1] + double(unit()) * (high[1] - low[1])};
            int nearest = 0;
            const auto apart = [&](int site) {
                const double x = cells.site(site)[0] - place[0], y = cells.site(site)[1] - place[1];
                return x * x + y * y;
            };
            for (int site = 1; site < cells.count(); ++site)
                if (apart(site) < apart(nearest)) nearest = site;
            EXPECT_TRUE(holds(polygons[std::size_t(nearest)], place)) << place[0] << ", " << place[1];
        }
    }
}

}  // namespace
}  // namespace neighborscope::test
