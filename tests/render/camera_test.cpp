#include "render/camera.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::render {
namespace {

constexpr Box box{{-40, 10, -5}, {60, 90, 25}};
constexpr Rectangle free_part{200, 50, 500, 400};

Camera fitted(bool three_d) {
    Camera camera;
    camera.three_d = three_d;
    camera.fit(box, free_part, 900, 600);
    return camera;
}

glm::dvec3 corner(int i) { return {i & 1 ? box.high.x : box.low.x, i & 2 ? box.high.y : box.low.y, i & 4 ? box.high.z : box.low.z}; }

TEST(Camera, FitShowsEveryCornerInTheFreePart) {
    for (bool three_d : {false, true}) {
        const Camera camera = fitted(three_d);
        double widest = 0;
        for (int i = 0; i < 8; ++i) {
            const glm::dvec3 pixel = camera.to_pixels(corner(i));
            EXPECT_GE(pixel.x, free_part.x) << three_d << i;
            EXPECT_LE(pixel.x, free_part.x + free_part.width) << three_d << i;
            EXPECT_GE(pixel.y, free_part.y) << three_d << i;
            EXPECT_LE(pixel.y, free_part.y + free_part.height) << three_d << i;
            widest = std::max({widest, std::abs(pixel.x - 450) / 250, std::abs(pixel.y - 250) / 200});
        }
        EXPECT_GT(widest, 0.85) << "and fills it";
    }
}

TEST(Camera, FitOfOnePointIsFinite) {
    for (bool three_d : {false, true})
        for (double at : {0.0, 1e6}) {
            Camera camera;
            camera.three_d = three_d;
            camera.fit({{at, at, at}, {at, at, at}}, free_part, 900, 600);
            const glm::dvec3 pixel = camera.to_pixels({at, at, three_d ? at : 0});
            EXPECT_NEAR(pixel.x, 450, 1e-6);
            EXPECT_NEAR(pixel.y, 250, 1e-6);
            EXPECT_TRUE(std::isfinite(camera.pixels_per_unit()) && camera.pixels_per_unit() > 0);
        }
}

TEST(Camera, UpIsUp) {
    const Camera flat = fitted(false), space = fitted(true);
    EXPECT_LT(flat.to_pixels({0, 90, 0}).y, flat.to_pixels({0, 10, 0}).y);
    EXPECT_GT(flat.to_pixels({60, 10, 0}).x, flat.to_pixels({-40, 10, 0}).x);
    EXPECT_LT(space.to_pixels({10, 50, 25}).y, space.to_pixels({10, 50, -5}).y);
}

TEST(Camera, ZoomKeepsThePointUnderTheCursor) {
    Camera camera = fitted(false);
    const glm::dvec3 before = camera.to_world(321, 123);
    camera.zoom(7, 321, 123);
    const glm::dvec3 after = camera.to_world(321, 123);
    EXPECT_NEAR(before.x, after.x, 1e-9);
    EXPECT_NEAR(before.y, after.y, 1e-9);
    const double pixels = camera.pixels_per_unit();
    camera.zoom(0, 0, 0);
    EXPECT_EQ(camera.pixels_per_unit(), pixels) << "a factor of 0 means nothing";
}

TEST(Camera, ZoomInSpaceComesNearer) {
    Camera camera = fitted(true);
    const double before = glm::length(camera.eye() - camera.focus());
    camera.zoom(2, 10, 10);
    EXPECT_NEAR(glm::length(camera.eye() - camera.focus()), before / 2, 1e-9);
}

TEST(Camera, ZoomHasBounds) {
    for (bool three_d : {false, true}) {
        Camera camera = fitted(three_d);
        for (int i = 0; i < 500; ++i) camera.zoom(2, 450, 250);
        EXPECT_TRUE(std::isfinite(camera.pixels_per_unit()));
        for (int i = 0; i < 1000; ++i) camera.zoom(0.5, 450, 250);
        EXPECT_GT(camera.pixels_per_unit(), 0);
        for (float value : {camera.view_projection()[0][0], camera.view_projection()[3][2]}) EXPECT_TRUE(std::isfinite(value));
    }
}

TEST(Camera, PanMovesWhatIsSeenWithTheMouse) {
    for (bool three_d : {false, true}) {
        Camera camera = fitted(three_d);
        const glm::dvec3 grabbed = camera.to_world(400, 300);
        camera.pan(30, -20);
        const glm::dvec3 pixel = camera.to_pixels(grabbed);
        EXPECT_NEAR(pixel.x, 430, 1e-6);
        EXPECT_NEAR(pixel.y, 280, 1e-6);
    }
}

TEST(Camera, PixelsAndWorldAreInverse) {
    for (bool three_d : {false, true}) {
        const Camera camera = fitted(three_d);
        const glm::dvec3 pixel = camera.to_pixels(camera.to_world(123, 456));
        EXPECT_NEAR(pixel.x, 123, 1e-6);
        EXPECT_NEAR(pixel.y, 456, 1e-6);
    }
}

TEST(Camera, APlaceUnderAPixelCanLieAsDeepAsAnother) {
    Camera camera = fitted(true);
    camera.orbit(40, 25);
    const glm::dvec3 toward = glm::normalize(camera.eye() - camera.focus());
    for (const double nearer : {-0.3, 0.0, 0.4}) {
        const glm::dvec3 through =
            camera.focus() + nearer * glm::length(camera.eye() - camera.focus()) * toward + glm::cross(toward, {0, 0, 1});
        const glm::dvec3 place = camera.to_world(300, 200, through), pixel = camera.to_pixels(place);
        EXPECT_NEAR(pixel.x, 300, 1e-6);
        EXPECT_NEAR(pixel.y, 200, 1e-6);
        EXPECT_NEAR(glm::dot(place - through, toward), 0, 1e-9 * glm::length(camera.eye() - camera.focus()));
    }
    const glm::dvec3 behind = camera.eye() + toward;
    EXPECT_NEAR(glm::length(camera.to_world(300, 200, behind) - camera.to_world(300, 200)), 0, 1e-9) << "nothing there can be seen";
}

TEST(Camera, OrbitIsNeverUpsideDown) {
    Camera camera = fitted(true);
    for (double dy : {5000.0, -5000.0, 300.0}) {
        camera.orbit(77, dy);
        const glm::dvec3 focus = camera.focus();
        EXPECT_LT(camera.to_pixels(focus + glm::dvec3(0, 0, 1)).y, camera.to_pixels(focus).y);
    }
}

TEST(Camera, OrbitKeepsTheFocusWhereItIs) {
    Camera camera = fitted(true);
    const glm::dvec3 before = camera.to_pixels(camera.focus());
    camera.orbit(120, 45);
    EXPECT_NEAR(camera.to_pixels(camera.focus()).x, before.x, 1e-6);
    EXPECT_NEAR(camera.to_pixels(camera.focus()).y, before.y, 1e-6);
}

TEST(Camera, NearIsNearerInDepthAndInsideTheVolume) {
    const Camera camera = fitted(true);
    const glm::dvec3 towards = glm::normalize(camera.eye() - camera.focus());
    const double near = camera.to_pixels(camera.focus() + 10.0 * towards).z, far = camera.to_pixels(camera.focus() - 10.0 * towards).z;
    EXPECT_LT(near, far);
    for (int i = 0; i < 8; ++i) {
        EXPECT_GE(camera.to_pixels(corner(i)).z, -1);
        EXPECT_LE(camera.to_pixels(corner(i)).z, 1);
    }
    EXPECT_GT(camera.to_pixels(camera.eye() + towards).z, 1) << "behind the eye is not in the picture";
}

TEST(Camera, TheMatrixIsOfPositionsMinusTheFocus) {
    for (bool three_d : {false, true}) {
        const Camera camera = fitted(three_d);
        for (int i = 0; i < 8; ++i) {
            const glm::vec4 clip = camera.view_projection() * glm::vec4(glm::vec3(corner(i) - camera.focus()), 1);
            EXPECT_NEAR((0.5 + 0.5 * clip.x / clip.w) * 900, camera.to_pixels(corner(i)).x, 0.01);
            EXPECT_NEAR((0.5 - 0.5 * clip.y / clip.w) * 600, camera.to_pixels(corner(i)).y, 0.01);
        }
        EXPECT_NEAR((camera.view_projection() * glm::vec4(0, 0, 0, 1)).w, 1, 1e-6);
    }
}

}  // namespace
}  // namespace neighborscope::render
