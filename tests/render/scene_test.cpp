#include "tests/render/small_scene.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::render {
namespace {

struct Case {
    const char* name;
    bool three_d;
    Theme theme;
    Ball ball;
    bool step = false;  // of a search: marks, its own bound and earlier ones
};
constexpr Case cases[] = {
    {"scene-2d-light", false, Theme::light, Ball::euclidean},
    {"scene-2d-dark", false, Theme::dark, Ball::euclidean},
    {"scene-3d-light", true, Theme::light, Ball::euclidean},
    {"scene-3d-dark", true, Theme::dark, Ball::euclidean},
    {"scene-2d-manhattan", false, Theme::light, Ball::manhattan},
    {"scene-2d-chebyshev", false, Theme::light, Ball::chebyshev},
    {"scene-3d-manhattan", true, Theme::light, Ball::manhattan},
    {"scene-3d-chebyshev", true, Theme::dark, Ball::chebyshev},
    {"scene-2d-step", false, Theme::light, Ball::euclidean, true},
    {"scene-3d-step", true, Theme::dark, Ball::euclidean, true},
    {"scene-2d-step-manhattan", false, Theme::dark, Ball::manhattan, true},
};

class ScenePicture : public testing::TestWithParam<Case> {
protected:
    OffscreenContext context;
    SmallScene scene{GetParam().three_d, GetParam().theme};
    void SetUp() override {
        if (!gl_is_software()) GTEST_SKIP() << "references were made with llvmpipe; this is " << gl_renderer();
        scene.state.ball = GetParam().ball;
        if (!GetParam().step) return;
        scene.camera.zoom(1.8, 0.5 * SmallScene::width, 0.5 * SmallScene::height);
        // The farthest four are found later; the fourth enters for a distant point.
        for (std::size_t rank = 8; rank < 12; ++rank) {
            scene.state.marks.push_back({scene.index[rank], Mark::later});
            scene.index[rank] = -1;
        }
        scene.index_buffer.upload(scene.index.data(), scene.index.size() * sizeof scene.index[0]);
        scene.state.marks.push_back({scene.index[3], Mark::entered});
        scene.state.marks.push_back({-1, Mark::left});
        for (int row = 0; row < 600 && scene.state.marks.back().row < 0; ++row) {
            const glm::vec3 at = {scene.positions[3 * row], scene.positions[3 * row + 1], scene.positions[3 * row + 2]};
            const float away = glm::length(at - scene.state.query) / scene.distance[11];
            if (away > 1.05f && away < 1.2f) scene.state.marks.back().row = row;
        }
        scene.state.bound = scene.distance[9];
        scene.state.earlier_bounds = {scene.distance[11], 1.3f * scene.distance[11]};
    }
};

TEST_P(ScenePicture, LooksAsItDid) {
    const Image now = scene.draw(), then = reference_picture(GetParam().name, now);
    ASSERT_GT(then.width, 0) << GetParam().name << ".png is missing; NEIGHBORSCOPE_UPDATE_PICTURES=1 makes it";
    const int different = different_pixels(now, then);
    if (different > tolerated_pixels) write_picture(std::string(GetParam().name) + "-now.png", now);
    EXPECT_LE(different, tolerated_pixels) << GetParam().name << "-now.png is in the current folder";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

/// The reference shows each layer: without any one of them the comparison above would fail.
TEST_P(ScenePicture, EveryLayerIsSeen) {
    const Image all = reference_picture(GetParam().name, scene.draw());
    ASSERT_GT(all.width, 0);
    const auto without = [&](auto change) {
        SceneState state = scene.state;
        change(state);
        return different_pixels(scene.draw(state), all);
    };
    EXPECT_GT(without([](SceneState& s) { s.layers.points = false; }), 2 * tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.layers.links = false; }), 2 * tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.layers.radius = false; }), 2 * tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.layers.neighbours = false; }), 2 * tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.layers.query = false; }), 2 * tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.selected_rank = -1; }), tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.theme = s.theme == Theme::light ? Theme::dark : Theme::light; }), 2 * tolerated_pixels);
    if (GetParam().step) {
        EXPECT_GT(without([](SceneState& s) { s.marks.clear(); }), 2 * tolerated_pixels);
        for (std::size_t mark : {std::size_t(0), std::size_t(4), std::size_t(5)})
            EXPECT_GT(without([&](SceneState& s) { s.marks.erase(s.marks.begin() + std::ptrdiff_t(mark)); }), 8) << mark;
        EXPECT_GT(without([](SceneState& s) { s.bound.reset(); }), 2 * tolerated_pixels);
        EXPECT_GT(without([](SceneState& s) { s.earlier_bounds.clear(); }), 2 * tolerated_pixels);
    }
    if (GetParam().three_d) {
        EXPECT_GT(without([](SceneState& s) { s.layers.axes = false; }), 2 * tolerated_pixels);
    }
}

INSTANTIATE_TEST_SUITE_P(All, ScenePicture, testing::ValuesIn(cases), [](const auto& info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

/// The colour in the middle of a logical pixel.
Colour at(const Image& image, double x, double y) {
    const auto pixel = 3 * (std::size_t(std::floor(y)) * std::size_t(image.width) + std::size_t(std::floor(x)));
    return {float(image.rgb[pixel]) / 255, float(image.rgb[pixel + 1]) / 255, float(image.rgb[pixel + 2]) / 255};
}

double away(const Colour& a, const Colour& b) { return std::hypot(a.r - b.r, a.g - b.g, a.b - b.b); }

TEST(Scene, NeighboursAreFoundByIndexAndHaveTheirRanksColours) {
    OffscreenContext context;
    SmallScene small(false, Theme::light);
    small.state.query_shown = true;
    small.state.layers.query = false;
    small.state.selected_rank = -1;
    const Image image = small.draw();
    int seen = 0;
    for (int rank = 0; rank < small.state.k; ++rank) {
        const std::size_t row = 3 * std::size_t(small.index[std::size_t(rank)]);
        const glm::dvec3 pixel = small.camera.to_pixels({small.positions[row], small.positions[row + 1], 0});
        seen += away(at(image, pixel.x, pixel.y), rank_colour(Theme::light, rank, small.state.k)) < 0.05;
    }
    EXPECT_GE(seen, small.state.k - 2) << "nearer ones may lie over farther ones";
}

/// A link is a line under the points between two of them; one that goes one way fades towards its end.
TEST(Scene, LinksOfAGraphJoinTheirRows) {
    OffscreenContext context;
    SmallScene small(false, Theme::light);
    small.state.layers = {.points = false, .links = false, .radius = false, .neighbours = false, .query = false, .axes = false};
    small.state.selected_rank = -1;
    small.state.graph_opacity = 1;
    const std::int32_t a = small.index[0], b = small.index[11];
    const auto pixel_of = [&](std::int32_t row, std::int32_t other, double share) {
        const auto along = [&](std::size_t axis) {
            return double(small.positions[3 * std::size_t(row) + axis]) * (1 - share) +
                   double(small.positions[3 * std::size_t(other) + axis]) * share;
        };
        return small.camera.to_pixels({along(0), along(1), 0});
    };
    const auto darkness = [&](const Image& image, double share) {  // the darkest of the pixels around
        const glm::dvec3 middle = pixel_of(a, b, share);
        double most = 0;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) most = std::max(most, 1 - double(at(image, middle.x + dx, middle.y + dy).r));
        return most;
    };
    const Image nothing = small.draw();
    Extras extras;
    Buffer both_ways(8), one_way(8);
    const std::int32_t ends[] = {a, b}, faded[] = {a, ~b};
    both_ways.upload(ends, sizeof ends);
    one_way.upload(faded, sizeof faded);
    extras.graph = &both_ways;
    extras.graph_links = 1;
    small.state.graph_version = 1;
    const Image link = small.draw(small.state, extras);
    for (const double share : {0.1, 0.5, 0.9}) {
        EXPECT_LT(darkness(nothing, share), 0.01) << share;
        EXPECT_GT(darkness(link, share), 0.15) << share;
    }
    extras.graph = &one_way;
    small.state.graph_version = 2;
    const Image fading = small.draw(small.state, extras);
    EXPECT_GT(darkness(fading, 0.1), 1.5 * darkness(fading, 0.9));
    small.state.layers.graph = false;
    EXPECT_EQ(different_pixels(small.draw(small.state, extras), nothing), 0);
}

TEST(Scene, TheCircleHasTheRadiusOfTheLastNeighbour) {
    OffscreenContext context;
    SmallScene small(false, Theme::light);
    small.state.layers = {.points = false, .links = false, .radius = true, .neighbours = false, .query = false, .axes = false};
    small.state.selected_rank = -1;
    const Image image = small.draw();
    const glm::dvec3 centre = small.camera.to_pixels(glm::dvec3(small.state.query));
    const double radius = double(small.distance.back()) * small.camera.pixels_per_unit();
    ASSERT_GT(radius, 10);
    for (double angle : {0.1, 1.3, 2.9, 4.4}) {
        const auto colour_at = [&](double share) {
            return at(image, centre.x + share * radius * std::cos(angle), centre.y + share * radius * std::sin(angle));
        };
        EXPECT_LT(colour_at(1).r, 0.5) << angle;
        EXPECT_GT(colour_at(0.9).r, 0.9) << angle;
        EXPECT_GT(colour_at(1.1).r, 0.9) << angle;
    }
}

TEST(Scene, AShortListShowsWhatThereIs) {
    OffscreenContext context;
    SmallScene few(false, Theme::light, 3, 12), same(false, Theme::light, 3, 3);
    few.state.selected_rank = same.state.selected_rank = -1;
    for (SmallScene* scene : {&few, &same}) scene->state.layers.links = scene->state.layers.neighbours = false;  // coloured by rank of k
    EXPECT_EQ(different_pixels(few.draw(), same.draw()), 0);
    SceneState without = few.state;
    without.layers.radius = false;
    EXPECT_GT(different_pixels(few.draw(), few.draw(without)), 20);
}

TEST(Scene, NothingIsDrawnOfNothing) {
    OffscreenContext context;
    SmallScene empty(true, Theme::dark, 0, 4);
    empty.state.layers.query = false;
    empty.state.selected_rank = -1;
    const Image image = empty.draw();
    for (std::size_t pixel = 0; pixel < image.rgb.size(); pixel += 3) ASSERT_EQ(image.rgb[pixel], 0x0E);
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

/// Coordinates of a million with unit spacing, zoomed in until a unit is 100 pixels: float32 still represents each of them.
TEST(Scene, FarFromTheOriginNothingJitters) {
    OffscreenContext context;
    Framebuffer framebuffer(400, 300);
    Scene scene;
    std::vector<float> positions;
    for (int i = 0; i < 4; ++i) positions.insert(positions.end(), {1'000'000.0f + float(i), 2'000'000.0f + float(i % 2), 0.0f});
    Buffer position_buffer(positions.size() * 4), none(16);
    glNamedBufferSubData(position_buffer.name(), 0, GLsizeiptr(position_buffer.bytes()), positions.data());
    Camera camera;
    camera.fit({{1'000'000, 2'000'000, 0}, {1'000'003, 2'000'001, 0}}, {50, 50, 300, 200}, 400, 300);
    SceneState state;
    state.count = 4;
    for (double shift : {0.0, 0.37, 11.21}) {
        camera.pan(shift, shift);
        framebuffer.bind();
        scene.draw(position_buffer, none, none, camera, state);
        const Image image = framebuffer.read();
        for (int i = 0; i < 4; ++i) {
            const glm::dvec3 pixel = camera.to_pixels({positions[std::size_t(3 * i)], positions[std::size_t(3 * i + 1)], 0});
            EXPECT_LT(away(at(image, pixel.x, pixel.y), palette(Theme::light).point), 0.02);
            EXPECT_LT(away(at(image, pixel.x - 1.5, pixel.y), palette(Theme::light).point), 0.3);
            EXPECT_LT(away(at(image, pixel.x + 1.5, pixel.y), palette(Theme::light).point), 0.3);
            EXPECT_GT(away(at(image, pixel.x + 4.5, pixel.y), palette(Theme::light).point), 0.5);
        }
    }
}

TEST(Scene, PaintsEveryPixelOfAViewThatIsNoWholeNumberHigh) {
    OffscreenContext context;
    SmallScene scene(false, Theme::light);
    Framebuffer odd(400, 286);
    scene.camera.resize(320, 228.4);
    scene.state.scale = 1.25;  // 285.5 pixels
    odd.bind();
    scene.scene.draw(scene.position_buffer, scene.index_buffer, scene.distance_buffer, scene.camera, scene.state);
    const Image image = odd.read();
    const auto row = [&](int y) { return std::vector(image.rgb.begin() + 3 * 400 * y, image.rgb.begin() + 3 * 400 * y + 3); };
    EXPECT_EQ(row(0), row(1));
    EXPECT_EQ(row(285), row(284));
}

TEST(Scene, ScaleEnlargesTheMarks) {
    OffscreenContext context;
    SmallScene small(false, Theme::light);
    Framebuffer large(800, 600);
    SceneState state = small.state;
    state.scale = 2;
    large.bind();
    small.scene.draw(small.position_buffer, small.index_buffer, small.distance_buffer, small.camera, state);
    const Image twice = large.read();
    Image halved{400, 300, std::vector<std::uint8_t>(400 * 300 * 3)};
    for (int y = 0; y < 300; ++y)
        for (int x = 0; x < 1200; ++x) {
            const int column = x / 3, channel = x % 3;
            int sum = 0;
            for (int dy = 0; dy < 2; ++dy)
                for (int dx = 0; dx < 2; ++dx) sum += twice.rgb[std::size_t(((2 * y + dy) * 800 + 2 * column + dx) * 3 + channel)];
            halved.rgb[std::size_t(y * 1200 + x)] = std::uint8_t(sum / 4);
        }
    // The same picture at higher resolution: only soft edges differ.
    EXPECT_LT(different_pixels(halved, small.draw()), 400 * 300 / 50);
}

/// If OpenGL runs on a GPU the host has no access to the points.
bool works_here(Splatting splatting) { return splatting != Splatting::on_host || gl_is_software(); }

class ManyPoints : public testing::TestWithParam<Splatting> {
protected:
    OffscreenContext context;
    void SetUp() override {
        if (!works_here(GetParam())) GTEST_SKIP() << "this is " << gl_renderer();
    }
};
INSTANTIATE_TEST_SUITE_P(All, ManyPoints, testing::Values(Splatting::on_gpu, Splatting::on_host),
    [](const auto& of) { return of.param == Splatting::on_gpu ? "on_gpu" : "on_host"; });

/// Splatted points have no soft edges, but the positions of rasterised ones, and the nearest is on top.
TEST_P(ManyPoints, ShowsWhatTheRasteriserShows) {
    for (bool three_d : {false, true}) {
        SmallScene small(three_d, Theme::light);
        small.state.layers = {.points = true, .links = false, .radius = false, .neighbours = false, .query = false, .axes = true};
        small.state.selected_rank = -1;
        SceneState without = small.state;
        without.layers.points = false;
        const Image empty = small.draw(without), rasterised = small.draw();
        small.scene.set_splat(GetParam());
        const Image splatted = small.draw();
        const int all = different_pixels(rasterised, empty);
        ASSERT_GT(all, 1000);
        EXPECT_NEAR(different_pixels(splatted, empty), all, 0.25 * all) << three_d;
        EXPECT_LT(different_pixels(splatted, rasterised), all / 2) << three_d << ": only edges and overlaps differ";
        EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
    }
}

int pixels_of_colour(const Image& image, int r, int g, int b) {
    int count = 0;
    for (std::size_t at = 0; at + 2 < image.rgb.size(); at += 3)
        count += std::abs(image.rgb[at] - r) < 6 && std::abs(image.rgb[at + 1] - g) < 6 && std::abs(image.rgb[at + 2] - b) < 6;
    return count;
}

/// Two colours that nothing else has, for alternate points: with the rasteriser and the compute shader.
TEST(PointColours, AreThoseOfTheirRows) {
    const OffscreenContext context;
    for (const Splatting splatting : {Splatting::none, Splatting::on_gpu, Splatting::on_host}) {
        if (!works_here(splatting)) continue;
        const int splat = int(splatting);
        SmallScene small(false, Theme::light, 2, 0);
        small.state.query_shown = false;
        small.state.selected_rank = -1;
        const float positions[] = {-10, 0, 0, 10, 0, 0};
        small.position_buffer.upload(positions, sizeof positions);
        small.camera.fit(
            {{-20, -15, 0}, {20, 15, 0}}, {0, 0, SmallScene::width, SmallScene::height}, SmallScene::width, SmallScene::height);
        small.scene.set_splat(splatting);
        const std::uint32_t colours[] = {0xff0000c8, 0xff00c800};  // red, green
        Buffer buffer(sizeof colours);
        buffer.upload(colours, sizeof colours);
        Extras extras;
        extras.colours = &buffer;
        const Image image = small.draw(small.state, extras);
        EXPECT_GT(pixels_of_colour(image, 200, 0, 0), 4) << splat;
        EXPECT_GT(pixels_of_colour(image, 0, 200, 0), 4) << splat;
        for (int y = 0; y < SmallScene::height; ++y)
            for (int x = 0; x < SmallScene::width; ++x) {
                const std::uint8_t* pixel = &image.rgb[3 * (std::size_t(y) * SmallScene::width + std::size_t(x))];
                const bool red = pixel[0] > 190 && pixel[1] < 10;
                EXPECT_FALSE(red && x >= SmallScene::width / 2) << splat << ": the first row is red and left";
            }
        const Image plain = small.draw(small.state);
        EXPECT_EQ(pixels_of_colour(plain, 200, 0, 0), 0) << splat;
        EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
    }
}

TEST(Network, LiesUnderThePointsAndIsSwitched) {
    const OffscreenContext context;
    for (const Theme theme : {Theme::light, Theme::dark}) {
        SmallScene small(false, theme);
        const Image without = small.draw();
        const glm::dvec3 low = small.camera.to_world(0, SmallScene::height / 2.0 + 0.5),
                         high = small.camera.to_world(SmallScene::width, SmallScene::height / 2.0 + 0.5);
        const float line[] = {float(low.x), float(low.y), 0, float(high.x), float(high.y), 0};  // across the middle
        Buffer buffer(sizeof line);
        buffer.upload(line, sizeof line);
        Extras extras;
        extras.lines = &buffer;
        extras.line_count = 1;
        const Image with = small.draw(small.state, extras);
        EXPECT_GT(different_pixels(with, without), SmallScene::width / 2) << "one pixel high, all across";
        EXPECT_LT(different_pixels(with, without), 3 * SmallScene::width);
        SceneState off = small.state;
        off.layers.network = false;
        EXPECT_EQ(different_pixels(small.draw(off, extras), without), 0);
    }
}

TEST_P(ManyPoints, IsPickedFromItsOwnImage) {
    for (bool three_d : {false, true}) {
        SmallScene small(three_d, Theme::dark);
        small.scene.set_splat(GetParam());
        const auto pick = [&](double x, double y) {
            small.scene.request_pick(x, y);
            small.draw();
            glFinish();
            return small.scene.picked();
        };
        int right = 0, visible = 0;
        for (int row = 0; row < 40; ++row) {
            const glm::dvec3 pixel = small.camera.to_pixels({small.positions[std::size_t(3 * row)],
                small.positions[std::size_t(3 * row + 1)], small.positions[std::size_t(3 * row + 2)]});
            if (pixel.x < 0 || pixel.x >= SmallScene::width || pixel.y < 0 || pixel.y >= SmallScene::height || pixel.z > 1) continue;
            ++visible;
            right += pick(pixel.x, pixel.y) == row;
        }
        ASSERT_GT(visible, 5);
        EXPECT_GT(right, visible * 3 / 4) << three_d << ": others are hidden by nearer points";
        EXPECT_FALSE(pick(-30, 5).has_value());
    }
}

/// A cluster of 400 000 points, denser towards its centre.
struct Cloud {
    explicit Cloud(int count) : positions(std::size_t(count) * 3) {
        for (int i = 0; i < count; ++i)
            for (int axis = 0; axis < 2; ++axis) {
                double sum = 0;
                for (int t = 0; t < 4; ++t) sum += fraction(std::uint64_t(8 * i + 4 * axis + t));
                positions[std::size_t(3 * i + axis)] = float(sum - 2);
            }
        buffer = Buffer(positions.size() * sizeof(float));
        buffer.upload(positions.data(), buffer.bytes());
        state.count = count;
        state.box = {{-2, -2, 0}, {2, 2, 0}};
        state.data_version = 1;
        camera.fit(state.box, {0, 0, 400, 300}, 400, 300);
    }
    Image draw() {
        framebuffer.bind();
        scene.draw(buffer, none, none, camera, state);
        return framebuffer.read();
    }
    std::vector<float> positions;
    Buffer buffer, none{16};
    Camera camera;
    SceneState state;
    Scene scene;
    Framebuffer framebuffer{400, 300};
};

float lightness(const Image& image, int x, int y) {
    float sum = 0;
    for (int dy = -5; dy <= 5; ++dy)
        for (int dx = -5; dx <= 5; ++dx) sum += at(image, x + dx, y + dy).g / 121;
    return sum;
}

TEST_P(ManyPoints, ManyPointsShowHowDenselyTheyLie) {
    Cloud cloud(400'000);
    cloud.scene.set_splat(GetParam());
    const Image image = cloud.draw();
    EXPECT_TRUE(cloud.scene.density().shaded);
    EXPECT_LT(lightness(image, 200, 150), lightness(image, 240, 150) - 0.03f);
    EXPECT_LT(lightness(image, 240, 150), lightness(image, 280, 150) - 0.03f);
    cloud.draw();  // by now the greatest number is known on a GPU too
    EXPECT_GT(cloud.scene.density().most, 20u);
    EXPECT_LT(cloud.scene.density().most, 400u);
    // In a close view they are dots again, larger than a pixel.
    cloud.camera.zoom(40, 200, 150);
    for (int frame = 0; frame < 3; ++frame) cloud.draw();
    EXPECT_FALSE(cloud.scene.density().shaded);
    EXPECT_GT(pixels_of_colour(cloud.draw(), 0x8B, 0x92, 0x9C), 200);
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST(ManyPointsOnTheHost, OnTheHostIsTheSameAsOnAGpu) {
    OffscreenContext context;
    if (!works_here(Splatting::on_host)) GTEST_SKIP() << "this is " << gl_renderer();
    Cloud one(150'000), other(150'000);
    one.scene.set_splat(Splatting::on_gpu);
    other.scene.set_splat(Splatting::on_host);
    EXPECT_LT(different_pixels(one.draw(), other.draw()), 20) << "rounding at the edges of pixels";
}

/// Without time for it a frame shows a sample, and later frames the rest.
TEST(ManyPointsOnTheHost, ComesInPiecesOnTheHost) {
    OffscreenContext context;
    if (!works_here(Splatting::on_host)) GTEST_SKIP() << "this is " << gl_renderer();
    Cloud whole(1'100'000), pieces(1'100'000);
    for (Cloud* cloud : {&whole, &pieces}) cloud->scene.set_splat(Splatting::on_host);
    const Image wanted = whole.draw();
    EXPECT_FALSE(whole.scene.unfinished());
    pieces.state.milliseconds_for_data = 0;
    const Image first = pieces.draw();
    EXPECT_TRUE(pieces.scene.unfinished());
    EXPECT_GT(different_pixels(first, wanted), 1000);
    int frames = 1;
    Image last = first;
    for (; pieces.scene.unfinished() && frames < 100; ++frames) last = pieces.draw();
    EXPECT_EQ(frames, 16) << "slices of at most 100 000";
    EXPECT_EQ(different_pixels(last, wanted), 0);
}

/// Outlines of a list as long as the data would cover the picture.
TEST(Neighbours, OfALongListDoNotEraseTheMap) {
    OffscreenContext context;
    SmallScene small(false, Theme::light, 6000, 5000);
    small.state.layers.links = small.state.layers.radius = false;
    small.state.selected_rank = -1;
    small.camera.fit(small.state.box, {0, 0, SmallScene::width, SmallScene::height}, SmallScene::width, SmallScene::height);
    SceneState points_alone = small.state;
    points_alone.layers.neighbours = false;
    const auto white = [&](const Image& image) { return pixels_of_colour(image, 255, 255, 255); };
    EXPECT_LT(white(small.draw()), white(small.draw(points_alone)) * 1.05);
}

TEST(PointPicture, IsKeptWhilePointsAndCameraStay) {
    OffscreenContext context;
    for (const Splatting splatting : {Splatting::none, Splatting::on_gpu, Splatting::on_host}) {
        if (!works_here(splatting)) continue;
        Cloud cloud(2000);
        cloud.scene.set_splat(splatting);
        const Image before = cloud.draw();
        for (float& x : cloud.positions) x *= 0.5f;
        cloud.buffer.upload(cloud.positions.data(), cloud.buffer.bytes());
        EXPECT_EQ(different_pixels(cloud.draw(), before), 0) << "nobody said that they moved";
        ++cloud.state.data_version;
        EXPECT_GT(different_pixels(cloud.draw(), before), 500);
        const Image half = cloud.draw();
        cloud.camera.zoom(2, 200, 150);
        EXPECT_GT(different_pixels(cloud.draw(), half), 500) << "the camera moved";
        const Image light = cloud.draw();
        cloud.state.theme = Theme::dark;
        EXPECT_GT(different_pixels(cloud.draw(), light), 500);
    }
}

TEST(Picking, FindsTheRowUnderTheMouseAndNothingBesideIt) {
    OffscreenContext context;
    for (bool three_d : {false, true}) {
        SmallScene small(three_d, Theme::light);
        const auto pick = [&](double x, double y) {
            small.scene.request_pick(x, y);
            small.draw();
            glFinish();
            return small.scene.picked();
        };
        for (int row : {int(small.index[0]), int(small.index[5]), int(small.index[11])}) {
            const glm::dvec3 pixel = small.camera.to_pixels({small.positions[std::size_t(3 * row)],
                small.positions[std::size_t(3 * row + 1)], small.positions[std::size_t(3 * row + 2)]});
            const auto exact = pick(pixel.x, pixel.y);
            ASSERT_TRUE(exact.has_value()) << three_d << row;
            EXPECT_EQ(*exact, row) << three_d;
        }
        EXPECT_FALSE(pick(1, 1).has_value()) << three_d << ": no point lies in the corner";
        EXPECT_FALSE(pick(-50, 900).has_value()) << "outside the picture";
    }
}

TEST(Picking, ReachesSixPixels) {
    OffscreenContext context;
    SmallScene one(false, Theme::light, 1, 1);
    const glm::dvec3 pixel = one.camera.to_pixels({one.positions[0], one.positions[1], 0});
    const auto pick = [&](double dx) {
        one.scene.request_pick(pixel.x + dx, pixel.y);
        one.draw();
        glFinish();
        return one.scene.picked().has_value();
    };
    EXPECT_TRUE(pick(5.4));
    EXPECT_TRUE(pick(-5.4));
    EXPECT_FALSE(pick(7.5));
    EXPECT_FALSE(pick(-7.5));
}

TEST(Picking, LeavesThePictureAlone) {
    OffscreenContext context;
    SmallScene small(true, Theme::dark);
    const Image before = small.draw();
    small.scene.request_pick(200, 150);
    EXPECT_EQ(different_pixels(before, small.draw()), 0);
    EXPECT_EQ(different_pixels(before, small.draw()), 0);
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

}  // namespace
}  // namespace neighborscope::render
