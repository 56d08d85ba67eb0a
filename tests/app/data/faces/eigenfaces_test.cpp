#include "app/data/faces/eigenfaces.hpp"

#include "tests/app/data/test_file.hpp"

#include <cmath>
#include <numeric>
#include <random>

namespace neighborscope::faces {
namespace {

using testing::ElementsAre;
using testing::FloatNear;

/// Pictures that vary along a few smooth directions, with a little noise.
std::vector<float> made_pictures(int count, int pixels) {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    std::vector<float> pictures(std::size_t(count) * std::size_t(pixels));
    for (int i = 0; i < count; ++i) {
        float along[12];
        for (int j = 0; j < 12; ++j) along[j] = normal(random) * 2 / float(1 + j);
        for (int p = 0; p < pixels; ++p) {
            float value = 0.5f + 0.001f * normal(random);
            for (int j = 0; j < 12; ++j) value += 0.1f * along[j] * std::cos(3.14159f * float(j + 1) * (float(p) + 0.5f) / float(pixels));
            pictures[std::size_t(i) * std::size_t(pixels) + std::size_t(p)] = value;
        }
    }
    return pictures;
}

double dot(const Basis& basis, int a, int b) {
    const float *first = basis.components.data() + a * basis.pixels(), *second = basis.components.data() + b * basis.pixels();
    return std::inner_product(first, first + basis.pixels(), second, 0.0);
}

TEST(Eigenfaces, OfThreePicturesAreThoseOfACalculationByHand) {
    // Mean (2, 0); centred (-2, 0), (2, 0), (0, 0) and, orthogonal to it in the second pixel, 1, 1, -2.
    const std::vector<float> pictures{0, 1, 4, 1, 2, -2};
    const Basis basis = fit_basis(pictures, 2, 5);
    EXPECT_THAT(basis.mean, ElementsAre(2, 0));
    ASSERT_EQ(basis.count(), 2);
    EXPECT_NEAR(basis.variance[0], 4, 1e-9);
    EXPECT_NEAR(basis.variance[1], 3, 1e-9);
    EXPECT_NEAR(basis.explained(0), 4.0 / 7, 1e-9);
    EXPECT_THAT(basis.components, ElementsAre(FloatNear(1, 1e-6f), FloatNear(0, 1e-6f), FloatNear(0, 1e-6f), FloatNear(1, 1e-6f)));
    EXPECT_THAT(project(basis, pictures), ElementsAre(FloatNear(-2, 1e-6f), FloatNear(1, 1e-6f), FloatNear(2, 1e-6f), FloatNear(1, 1e-6f),
                                              FloatNear(0, 1e-6f), FloatNear(-2, 1e-6f)));
    EXPECT_THAT(whitened(basis, {2, 3}), ElementsAre(FloatNear(1, 1e-6f), FloatNear(float(std::sqrt(3)), 1e-6f)));
    const Basis one = fit_basis(pictures, 2, 1);
    EXPECT_THAT(distances_to_face_space(one, pictures, project(one, pictures)),
        ElementsAre(FloatNear(1, 1e-6f), FloatNear(1, 1e-6f), FloatNear(2, 1e-6f)));
}

TEST(Eigenfaces, AreOrthonormalFromEitherOfTheTwoMatrices) {
    for (const auto& [count, pixels] : {std::pair(40, 300), std::pair(300, 40)}) {
        const Basis basis = fit_basis(made_pictures(count, pixels), pixels, 20);
        ASSERT_EQ(basis.count(), 20);
        for (int a = 0; a < basis.count(); ++a)
            for (int b = 0; b <= a; ++b) EXPECT_NEAR(dot(basis, a, b), a == b, 1e-4) << a << " " << b;
    }
}

TEST(Eigenfaces, FromRandomDirectionsAreThoseOfTheFullDecomposition) {
    const int count = 500, pixels = 600, wanted = 12;
    const std::vector<float> pictures = made_pictures(count, pixels);
    const Basis full = fit_basis(pictures, pixels, wanted, {}, Decomposition::full);
    const Basis quick = fit_basis(pictures, pixels, wanted, {}, Decomposition::randomised);
    ASSERT_EQ(quick.count(), full.count());
    EXPECT_EQ(quick.mean, full.mean);
    for (int i = 0; i < wanted; ++i) {
        EXPECT_NEAR(quick.variance[std::size_t(i)] / full.variance[std::size_t(i)], 1, 1e-4) << i;
        const float *a = full.components.data() + i * pixels, *b = quick.components.data() + i * pixels;
        EXPECT_NEAR(std::inner_product(a, a + pixels, b, 0.0), 1, 1e-3) << i;
    }
}

TEST(Eigenfaces, AreNoMoreThanPicturesDifferIn) {
    EXPECT_EQ(fit_basis(made_pictures(5, 100), 100, 64).count(), 4);
    // A picture and its copy.
    const std::vector<float> pictures{0, 0, 0, 1, 1, 0, 1, 1, 0};
    EXPECT_EQ(fit_basis(pictures, 3, 3).count(), 1);
}

TEST(Eigenfaces, OfOnePictureOrOfOneAgainAndAgainAreRefused) {
    test::expect_error(Failure::input, {"need at least two pictures; there is 1"}, [] { fit_basis(std::vector<float>{1, 2}, 2, 1); });
    test::expect_error(Failure::input, {"all 3 pictures are equal"}, [] { fit_basis(std::vector<float>{1, 2, 1, 2, 1, 2}, 2, 1); });
}

TEST(Eigenfaces, StopWhenAsked) {
    const std::atomic<bool> stop{true};
    EXPECT_THROW(fit_basis(made_pictures(20, 30), 30, 4, {{}, &stop}), Cancelled);
}

}  // namespace
}  // namespace neighborscope::faces
