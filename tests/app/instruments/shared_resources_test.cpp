// Tests that pictures side by side share positions, colours and pictures of rows.
#include "app/instruments/scene/shared_resources.hpp"
#include "app/session/points/resident.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "race_view.hpp"

namespace neighborscope {
namespace {

TEST(SharedObjectPool, ThoseWhoNeedTheSameHoldTheSame) {
    SharedObjectPool<int, std::string> all;
    std::shared_ptr<std::string> first, second;
    const auto make = [](std::string& one) { one += "x"; };
    EXPECT_TRUE(all.acquire(first, 1, make));
    EXPECT_TRUE(all.acquire(second, 1, make));
    EXPECT_FALSE(all.acquire(second, 1, make));
    EXPECT_EQ(first, second);
    EXPECT_EQ(*first, "x");
    EXPECT_EQ(all.creation_count(), 1u);

    EXPECT_TRUE(all.acquire(first, 2, make));
    EXPECT_NE(first, second) << "the other still needs what it has";
    EXPECT_EQ(all.count(), 2u);
    EXPECT_TRUE(all.acquire(second, 2, make));
    EXPECT_EQ(all.count(), 1u) << "what nobody holds goes";
    EXPECT_EQ(all.creation_count(), 2u);
}

TEST(SharedObjectPool, OneAloneIsMadeAnewInItsPlace) {
    SharedObjectPool<int, std::string> all;
    std::shared_ptr<std::string> only;
    const auto make = [](std::string& one) { one += "x"; };
    all.acquire(only, 1, make);
    const std::string* const place = only.get();
    EXPECT_TRUE(all.acquire(only, 2, make));
    EXPECT_EQ(only.get(), place);
    EXPECT_EQ(*only, "xx");
    EXPECT_EQ(all.count(), 1u);
}

TEST(SharedObjectPool, ASpareOneIsNoLongerWhatItWas) {
    SharedObjectPool<int, std::string> all;
    std::shared_ptr<std::string> first, second;
    const auto make = [](std::string& one) { one += "x"; };
    all.acquire(first, 1, make, true), all.acquire(second, 1, make, true);
    all.acquire(first, 2, make, true), all.acquire(second, 2, make, true);
    EXPECT_EQ(all.count(), 2u);
    all.acquire(first, 1, make, true);
    EXPECT_EQ(*first, "xx") << "made anew, in the spare place";
    EXPECT_EQ(all.count(), 2u);
    all.acquire(second, 1, make);
    EXPECT_EQ(all.count(), 1u);
}

TEST(SharedObjectPool, WhatCouldNotBeMadeIsTriedAgain) {
    SharedObjectPool<int, std::string> all;
    std::shared_ptr<std::string> one;
    EXPECT_THROW(all.acquire(one, 1, [](std::string&) { throw std::bad_alloc(); }), std::bad_alloc);
    EXPECT_TRUE(all.acquire(one, 1, [](std::string& creation_count) { creation_count = "made"; }));
    EXPECT_EQ(*one, "made");
    EXPECT_EQ(all.count(), 1u);
}

TEST(SharedResources, ContendersWithoutAnIndexTakeHardlyAnyMemoryOfOpenGL) {
    constexpr std::size_t points = 20000, positions = points * 12;
    RaceView view({}, "uniform:n=20000,d=3");
    view.frame();
    const std::size_t alone = render::bytes_in_buffers();
    EXPECT_GT(alone, positions);
    for (const char* contender : {"insertion", "bulk-heap", "stream"}) view.workbench().race().add(contender);
    ASSERT_TRUE(view.settles());
    view.frame();
    ASSERT_EQ(view.picture().count(), 4u);
    EXPECT_LT(render::bytes_in_buffers() - alone, positions / 4) << "four contenders hold one buffer of positions";
    EXPECT_EQ(view.picture().shared().points.count(), 1u);
    EXPECT_EQ(view.picture().shared().points.creation_count(), 1u) << "published once";
    view.workbench().race().end();
    ASSERT_TRUE(view.settles());
    view.frame();
    EXPECT_EQ(view.picture().shared().points.creation_count(), 1u) << "the first one's stay as they are";
}

TEST(SharedResources, AMethodWithoutAnIndexHasNoCells) {
    RaceView view({"quadtree-cached"}, "hotspots:n=20000");
    view.workbench().change([](SessionState& state) { state.cells = CellsShown::outlines; });
    ASSERT_TRUE(until(view.workbench(), [&] {
        const Drawable drawable = view.workbench().race().other_contenders().front()->drawable();
        return drawable.tree && drawable.tree->cells.data();
    }));
    view.frame();
    const std::size_t with_tree = render::bytes_in_buffers();
    view.workbench().change([](SessionState& state) { state.compared = {"insertion"}; });
    ASSERT_TRUE(view.settles());
    view.frame();
    EXPECT_LT(render::bytes_in_buffers() + 4800, with_tree) << "a hundred cells and more";
}

TEST(SharedResources, AnotherProjectionIsPublishedOnceForAll) {
    RaceView view({"insertion", "bulk-heap", "stream"}, "vectors:n=2000,d=6");
    view.frame();
    const auto& points = view.picture().shared().points;
    EXPECT_EQ(points.creation_count(), 1u);
    std::uint64_t creation_count = 1;
    const auto changes = [&](const std::function<void(SessionState&)>& change) {
        view.workbench().change(change);
        EXPECT_TRUE(view.settles());
        const render::Image seen = view.frame();
        EXPECT_EQ(points.creation_count(), ++creation_count);
        EXPECT_EQ(points.count(), 1u);
        return seen;
    };
    const render::Image axes = changes([](SessionState& state) { state.projection = "2,5"; });
    const render::Image others = changes([](SessionState& state) { state.projection = "1,3"; });
    EXPECT_NE(axes.rgb, others.rgb);
    changes([](SessionState& state) { state.three_d = true; });
    changes([](SessionState& state) { state.three_d = false; });
}

TEST(SharedResources, PointsThatMoveArePublishedOnceForEachTick) {
    RaceView view({"insertion", "stream"}, "uniform:n=3000,speed=200");
    view.frame();
    const auto& points = view.picture().shared().points;
    for (std::int64_t tick : {1, 2, 5, 4}) {
        const std::uint64_t before = points.creation_count();
        view.workbench().moving().go_to_tick(tick);
        const auto there = [&] {
            view.draw();  // while some contenders are at the previous tick
            if (view.workbench().busy() || view.workbench().view().moving.tick != tick) return false;
            const std::vector<ShownSearch*> other_contenders = view.workbench().race().other_contenders();
            return std::all_of(
                other_contenders.begin(), other_contenders.end(), [&](const ShownSearch* one) { return one->drawable().tick == tick; });
        };
        ASSERT_TRUE(until(view.workbench(), there)) << tick;
        view.frame();
        EXPECT_EQ(points.creation_count(), before + 1) << tick;
        EXPECT_LE(points.count(), 2u) << "and a spare one";
    }
}

TEST(SharedResources, ColoursAndPicturesOfRowsAreMadeOnce) {
    RaceView iris({"insertion", "stream"}, "sample:iris");
    iris.frame();
    const auto& colours = iris.picture().shared().point_layer_resources.colours;
    EXPECT_EQ(colours.count(), 1u);
    EXPECT_EQ(colours.creation_count(), 1u);
    iris.workbench().change([](SessionState& state) { state.colour_by = "plain"; });
    ASSERT_TRUE(iris.settles());
    iris.frame();
    EXPECT_EQ(colours.count(), 1u);
    EXPECT_EQ(colours.creation_count(), 2u);

    RaceView digits({"insertion", "stream"}, "sample:digits");
    digits.frame();
    EXPECT_EQ(digits.picture().shared().atlases.count(), 1u);
    EXPECT_EQ(digits.picture().shared().atlases.creation_count(), 1u);
}

TEST(SharedResources, EveryPictureOfARaceLooksAsItWouldAlone) {
    for (const auto& [data, three_d] : {std::pair("hotspots:n=5000", false), std::pair("uniform:n=5000,d=3", true),
             std::pair("sample:iris", false), std::pair("sample:streets", false)}) {
        RaceView view({"insertion", "quadtree-cached", "stream"}, data, three_d);
        view.frame();
        const render::Image all = view.frame();
        const std::vector<ShownSearch*> other_contenders = view.workbench().race().other_contenders();
        ASSERT_EQ(other_contenders.size(), 3u);
        for (std::size_t i = 0; i < other_contenders.size(); ++i) {
            const render::Rectangle pane = view.pane(i + 1);
            const int left = int(std::lround(pane.x)), top = int(std::lround(pane.y)), wide = int(std::lround(pane.x + pane.width)) - left,
                      high = int(std::lround(pane.y + pane.height)) - top;
            PictureOptions options;
            options.compared = true;
            options.instruments = options.tools = false;
            options.camera = &view.picture().picture().camera();
            Picture alone;
            render::Framebuffer framebuffer(wide, high);
            for (int frame = 0; frame < 3; ++frame) {
                framebuffer.bind();
                alone.draw(*other_contenders[i], pane.width, pane.height, 1, render::Theme::light, options);
            }
            const render::Image image = framebuffer.read();
            int others = 0;
            for (int y = 2; y < high - 2; ++y)
                for (int x = 6; x < 3 * (wide - 2); ++x)  // within the lines between pictures
                    others += image.rgb[std::size_t(y) * std::size_t(3 * wide) + std::size_t(x)] !=
                              all.rgb[std::size_t(y + top) * std::size_t(3 * width) + std::size_t(3 * left + x)];
            EXPECT_EQ(others, 0) << data << ", contender " << i + 1;
        }
    }
}

}  // namespace
}  // namespace neighborscope
