// A session keeps what is seen: opening it gives the same picture to the pixel. Times are hidden, since they differ from run to run.
#include "app/data/files/read_json.hpp"
#include "app/instruments/picture/picture.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_view.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

/// A window without cards unless `cards` is set, which may present.
struct Window {
    render::OffscreenContext context;
    render::Framebuffer framebuffer{width, height};
    Workbench workbench;
    Picture picture;
    bool cards = false;

    explicit Window(const SessionState& session) : workbench(session, [] {}) {
        EXPECT_TRUE(until(workbench, [&] {
            const ViewModel& view = workbench.view();
            return !workbench.busy() && view.exactness.known && !view.stepping.recording && view.opened_views > 0;
        }));
        EXPECT_FALSE(workbench.view().error);
    }
    render::Image picture_of(int seen_width = width) {
        PictureOptions options;
        options.instruments = options.tools = cards;
        options.presenter = workbench.session().presenting;
        options.layers.axes = !options.presenter;
        for (int frame = 0; frame < (cards ? 8 : 4) || picture.unfinished(); ++frame) {
            picture.apply_requests(workbench);
            framebuffer.bind();
            picture.draw(workbench, seen_width, height, 1, render::Theme::light, options);
        }
        return framebuffer.read();
    }
    /// As the windows save it.
    void save(const std::string& path) {
        workbench.note_view([&](SessionState& next) { next.camera = picture.saved_camera(next.camera); });
        save_session(workbench.session(), path);
    }
};

SessionState pinned(const std::string& data) {
    SessionState session;
    session.data = data;
    session.device = "host";
    session.k = 8;
    session.query_mode = QueryMode::pinned;
    return session;
}

/// Shows the session, moves its camera, saves it, and opens it twice: from the first file, and from the file saved by the second window.
void expect_same(const SessionState& session, const std::function<void(Window&)>& act, bool cards = false) {
    const test::TemporaryFolder folder;
    const std::string first = folder / "first.json", second = folder / "second.json";
    render::Image shown;
    {
        Window window(session);
        window.cards = cards;
        const render::Image before = window.picture_of();
        act(window);
        shown = window.picture_of();
        EXPECT_NE(before.rgb, shown.rgb) << "the test changes what is seen";
        window.save(first);
    }
    {
        Window window(load_session(first));
        window.cards = cards;
        EXPECT_EQ(window.picture_of().rgb, shown.rgb);
        EXPECT_FALSE(window.workbench.can_undo());
        window.save(second);
    }
    EXPECT_EQ(read_json(first, ""), read_json(second, ""));
    Window last(load_session(second));
    last.cards = cards;
    EXPECT_EQ(last.picture_of().rgb, shown.rgb);
}

TEST(OpenedView, IsTheSameInThePlane) {
    expect_same(pinned("hotspots:n=600"), [](Window& window) {
        window.picture.zoom(2.7, 300, 200);
        window.picture.pan(-31, 17);
    });
}

TEST(OpenedView, IsTheSameInSpace) {
    expect_same(pinned("uniform:n=600,d=3"), [](Window& window) {
        window.picture.orbit(80, -33);
        window.picture.zoom(1.4, 0, 0);
        window.picture.pan(12, 40);
    });
}

TEST(OpenedView, IsTheSameStep) {
    SessionState session = pinned("hotspots:n=600");
    session.stepping = true;
    session.step = 20;
    expect_same(session, [](Window& window) {
        window.workbench.stepping().go_to(60);
        window.picture.zoom(0.5, 100, 100);
    });
    expect_same(session, [](Window& window) { window.workbench.stepping().go_to(61); });  // as stepping placed the camera
}

TEST(OpenedView, IsTheSameTick) {
    const auto go = [](Window& window) {
        window.workbench.moving().go_to_tick(5);
        EXPECT_TRUE(until(window.workbench,
            [&] { return !window.workbench.busy() && window.workbench.session().tick == 5 && window.workbench.view().exactness.known; }));
    };
    expect_same(pinned("hotspots:n=600,d=2"), go);
    expect_same(pinned("hotspots:n=600,d=2"), [&](Window& window) { go(window), window.picture.zoom(2, 400, 300); });
}

TEST(OpenedView, HasTheSameCardsAndTitle) {
    SessionState session = pinned("hotspots:n=600");
    session.method = "quadtree-cached";
    session.timings = false;
    session.title = "What a quadtree skips";
    const auto change = [](const char* name, SavedCard card) {
        return [=](Window& window) { window.workbench.cards().change(name, card); };
    };
    expect_same(session, change("legend", {false, {}}), true);
    expect_same(session, change("index", {{}, std::array{0.2, 0.9}}), true);
    expect_same(session, change("legend", {false, std::array{0.5, 0.3}}), true);
    session.stepping = true;
    session.step = 20;
    expect_same(session, change("timeline", {false, {}}), true);
    session.presenting = true;
    expect_same(session, change("legend", {{}, std::array{0.1, 0.9}}), true);
}

TEST(OpenedView, LeavesUndoAlone) {
    Window window(pinned("hotspots:n=600"));
    window.workbench.change([](SessionState& next) { next.k = 9; });
    window.picture_of();
    window.picture.zoom(2, 10, 10);
    window.workbench.note_view([&](SessionState& next) { next.camera = window.picture.saved_camera(next.camera); });
    const auto camera = window.workbench.session().camera;
    ASSERT_TRUE(camera);
    EXPECT_EQ(window.workbench.undo_kind(), "change k");
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().k, 8);
    EXPECT_EQ(window.workbench.session().camera, camera) << "undo does not move the camera";
    EXPECT_FALSE(window.workbench.can_undo());
}

TEST(OpenedView, StaysWhilePresenting) {
    SessionState session = pinned("hotspots:n=600");
    session.presenting = session.stepping = true;
    session.step = -1;
    session.method = "quadtree-cached";
    session.camera = SavedCamera{false, {1, 2, 0}, 3, 0, 0, {}};
    Window window(session);
    window.picture_of();
    EXPECT_GT(window.picture.magnification(), 0.5);
    EXPECT_EQ(window.picture.saved_camera({}), session.camera) << "not zoomed to the query";
    window.workbench.note_view([](SessionState& next) { next.presenting = false; });
    window.picture_of();
    EXPECT_NE(window.picture.saved_camera({}), session.camera) << "without presenting all data are seen again";
}

TEST(OpenedView, IsOfTheDataThatWereSaved) {
    SessionState session = pinned("hotspots:n=600");
    session.camera = SavedCamera{false, {1, 2, 0}, 3, 0, 0, {}};
    Window window(session);
    window.picture_of();
    EXPECT_EQ(window.picture.saved_camera({}), session.camera);
    EXPECT_NEAR(window.picture.place_at(0.5 * width, 0.5 * height)[0], 1, 1e-6);
    EXPECT_NEAR(window.picture.place_at(0, 0)[1] - window.picture.place_at(0, height)[1], 3, 1e-6);
    window.picture_of(width / 2);  // a window of another size shows the same place, as high
    EXPECT_NEAR(window.picture.place_at(0.25 * width, 0.5 * height)[0], 1, 1e-6);
    window.workbench.open_data("uniform:n=300,d=2");
    EXPECT_FALSE(window.workbench.session().camera);
}

TEST(OpenedView, IsNotOfADocumentThatCannotBeOpened) {
    Window window(pinned("hotspots:n=600"));
    window.picture_of();
    window.picture.zoom(2, 10, 10);
    const auto camera = window.picture.saved_camera({});
    ASSERT_TRUE(camera);
    SessionState missing = pinned("no-such-file.csv");
    missing.camera = SavedCamera{false, {1, 2, 0}, 3, 0, 0, {}};
    missing.tick = 3;
    missing.presenting = true;
    window.workbench.replace(missing);
    ASSERT_TRUE(until(window.workbench, [&] { return !window.workbench.busy() && window.workbench.view().error; }));
    window.picture_of();
    EXPECT_EQ(window.picture.saved_camera({}), camera) << "the camera stays where the user put it";
    EXPECT_FALSE(window.workbench.session().camera);
    EXPECT_EQ(window.workbench.session().tick, 0);
    EXPECT_FALSE(window.workbench.session().presenting);
}

TEST(OpenedView, HasNoCameraThatNobodyMoved) {
    Window window(pinned("hotspots:n=600,d=2"));
    ASSERT_TRUE(window.workbench.view().moving.available);
    window.picture_of();
    EXPECT_FALSE(window.picture.saved_camera({}));
}

TEST(OpenedView, KeepsItsCameraUntilPointsAreDrawn) {
    const SavedCamera camera{false, {1, 2, 0}, 3, 0, 0, {}};
    Window window(pinned("hotspots:n=600"));
    EXPECT_EQ(window.picture.saved_camera(camera), camera);
}

}  // namespace
}  // namespace neighborscope
