// The leaves of a tree as pictures draw them, by hand and compared with the tree itself.
#include "gpu/cells.hpp"
#include "tests/gpu/support.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace neighborscope::test {
namespace {

class Cells : public testing::TestWithParam<DeviceKind> {
protected:
    struct Described {
        Tree tree;
        std::vector<Cell> cells;
        CellCounts counts;
    };
    static Described describe(const std::vector<float>& coordinates, int dimension, int capacity, std::array<int, 3> shown = {0, 1, 2}) {
        const Method& method = find_method("quadtree-cached");
        const PointSet points(GetParam(), coordinates, dimension);
        const Searcher searcher(method, points, Options(method.info.options, {{"leaf-capacity", std::to_string(capacity)}}));
        const std::optional<Tree> tree = searcher.tree();
        EXPECT_TRUE(tree);
        if (!tree) return {};
        Described described{*tree, std::vector<Cell>(std::size_t(tree->leaves)), count_cells(*tree, GetParam())};
        const DeviceMemory memory = cells_of(*tree, GetParam(), shown);
        EXPECT_EQ(memory.bytes(), described.cells.size() * sizeof(Cell));
        memory.to_host(described.cells.data(), memory.bytes());
        return described;
    }
};

INSTANTIATE_TEST_SUITE_P(Devices, Cells, each_device(), device_name);

struct Expected {
    std::array<float, 3> low, high;
    unsigned code;
    int objects, level;
};

void expect_cells(const std::vector<Cell>& cells, const std::vector<Expected>& expected) {
    ASSERT_EQ(cells.size(), expected.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(cells[i].low[axis], expected[i].low[axis]) << i << ' ' << axis;
            EXPECT_EQ(cells[i].high[axis], expected[i].high[axis]) << i << ' ' << axis;
        }
        EXPECT_EQ(cells[i].code, expected[i].code) << i;
        EXPECT_EQ(cells[i].objects, expected[i].objects) << i;
        EXPECT_EQ(cells[i].level, expected[i].level) << i;
    }
}

// A square of side 8. Two objects fit: the first quarter holds three and is divided once more, between (0, 0), (1, 1) and (3, 1).
const std::vector<float> square = {0, 0, 8, 0, 0, 8, 8, 8, 1, 1, 3, 1};

TEST_P(Cells, OfASmallSquareAreThoseWorkedByHand) {
    const Described found = describe(square, 2, 2);
    expect_cells(found.cells, {
                                  {{0, 0, 0}, {2, 2, 0}, 0, 2, 2},
                                  {{2, 0, 0}, {4, 2, 0}, 1, 1, 2},
                                  {{0, 2, 0}, {2, 4, 0}, 2, 0, 2},
                                  {{2, 2, 0}, {4, 4, 0}, 3, 0, 2},
                                  {{4, 0, 0}, {8, 4, 0}, 4, 1, 1},
                                  {{0, 4, 0}, {4, 8, 0}, 8, 1, 1},
                                  {{4, 4, 0}, {8, 8, 0}, 12, 1, 1},
                              });
    EXPECT_EQ(found.counts.leaves_at, (std::vector<int>{0, 3, 4}));
    std::vector<int> with(CellCounts::counted + 1, 0);
    with[0] = 2, with[1] = 4, with[2] = 1;
    EXPECT_EQ(found.counts.leaves_with, with);
    EXPECT_EQ(found.counts.most, 2);
    // Seven leaves of 13 bytes, 4^2 cells of 4, six objects of a row and two coordinates.
    EXPECT_EQ(found.tree.bytes, 7u * 13 + 16 * 4 + 6 * 12);
}

TEST_P(Cells, FollowTheAxesOfThePicture) {
    const Described found = describe(square, 2, 2, {1, 0, 2});
    ASSERT_EQ(found.cells.size(), 7u);
    expect_cells({found.cells[1], found.cells[4]}, {{{0, 2, 0}, {2, 4, 0}, 1, 1, 2}, {{0, 4, 0}, {4, 8, 0}, 4, 1, 1}});
}

TEST_P(Cells, OfACubeAreItsEighths) {
    std::vector<float> corners;
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis) corners.push_back(float(10 + 4 * (corner >> axis & 1)));
    const Described found = describe(corners, 3, 1);
    ASSERT_EQ(found.cells.size(), 8u);
    for (int leaf = 0; leaf < 8; ++leaf)
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(found.cells[std::size_t(leaf)].low[axis], float(10 + 2 * (leaf >> axis & 1)));
            EXPECT_EQ(found.cells[std::size_t(leaf)].high[axis], float(12 + 2 * (leaf >> axis & 1)));
        }
    EXPECT_EQ(found.counts.leaves_at, (std::vector<int>{0, 8}));
}

TEST_P(Cells, OneLeafIsTheWholeSquare) {
    const Described found = describe(square, 2, 64);
    expect_cells(found.cells, {{{0, 0, 0}, {8, 8, 0}, 0, 6, 0}});
    EXPECT_EQ(found.counts.leaves_at, std::vector<int>{1});
}

TEST_P(Cells, CoverTheSquareOnceAndHoldTheirObjects) {
    for (const int dimension : {2, 3}) {
        std::mt19937 random(7);
        std::vector<float> coordinates;
        for (int i = 0; i < 600 * dimension; ++i) {
            const float a = float(random() >> 8) * 0x1p-24f, b = float(random() >> 8) * 0x1p-24f;
            coordinates.push_back(100 * a * b);
        }
        const Described found = describe(coordinates, dimension, 5);
        double volume = 0;
        std::int64_t objects = 0;
        int most = 0;
        std::vector<int> at(std::size_t(found.tree.level) + 1, 0), with(CellCounts::counted + 1, 0);
        for (const Cell& cell : found.cells) {
            double one = 1;
            for (int axis = 0; axis < dimension; ++axis) one *= double(cell.high[axis]) - double(cell.low[axis]);
            volume += one;
            objects += cell.objects;
            most = std::max(most, cell.objects);
            ++at[std::size_t(cell.level)];
            ++with[std::size_t(cell.objects)];
            if (dimension == 2) {
                EXPECT_EQ(cell.low[2], 0) << "no third axis";
                EXPECT_EQ(cell.high[2], 0) << "no third axis";
            }
            int inside = 0;
            for (std::size_t row = 0; row < coordinates.size(); row += std::size_t(dimension)) {
                bool in = true;
                for (int axis = 0; axis < dimension; ++axis) {
                    const float x = coordinates[row + std::size_t(axis)];
                    const bool last =
                        cell.high[axis] >= found.tree.grid()->low[axis] + found.tree.grid()->side;  // the far edge belongs to it
                    in = in && x >= cell.low[axis] && (x < cell.high[axis] || last);
                }
                inside += in;
            }
            EXPECT_LE(std::abs(inside - cell.objects), 1) << "but for one that rounding puts over an edge";
        }
        const double whole = std::pow(double(found.tree.grid()->side), dimension);
        EXPECT_NEAR(volume, whole, 1e-5 * whole);
        EXPECT_EQ(objects, 600);
        EXPECT_EQ(found.counts.most, most);
        EXPECT_EQ(found.counts.leaves_at, at);
        EXPECT_EQ(found.counts.leaves_with, with);
    }
}

TEST_P(Cells, OfManyObjectsInOnePlaceAreCountedTogether) {
    const std::vector<float> coordinates(2 * 5000, 3.0f);
    const Described found = describe(coordinates, 2, 64);
    EXPECT_EQ(found.counts.most, 5000);
    EXPECT_EQ(found.counts.leaves_with.back(), 1) << "beyond those with a number of their own";
    EXPECT_EQ(std::accumulate(found.counts.leaves_with.begin(), found.counts.leaves_with.end(), 0), int(found.cells.size()));
}

}  // namespace
}  // namespace neighborscope::test
