// Tests the probed lists in the picture.
#include "small_view.hpp"

#include "app/session/search/probed_lists.hpp"

namespace neighborscope {
namespace {

class ListsView {
public:
    explicit ListsView(const std::string& data, bool three_d = false) : view(data, three_d) {
        view.workbench().change([&](SessionState& state) {
            state.method = "ivf";
            state.k = 30;
            state.options["ivf"] = {{"lists", "30"}, {"probes", "3"}};
        });
        answered([](const ViewModel& now) { return now.probed != nullptr && now.exactness.known; });
    }
    void answered(const std::function<bool(const ViewModel&)>& there) {
        view.idle_until([&] { return there(view.workbench().view()); });
    }
    /// Number of pixels that lists change, without the edges of the picture.
    int pixels_of_lists(render::Theme theme = render::Theme::light) {
        const render::Image with = settled(theme);
        view.workbench().change([](SessionState& state) { state.cells = CellsShown::none; });
        const render::Image without = settled(theme);
        view.workbench().change([](SessionState& state) { state.cells = CellsShown::outlines; });
        return differing(with, without, 64, width - 190, 60, height - 140);
    }
    View view;

private:
    render::Image settled(render::Theme theme) {
        view.settle();
        return view.frame({}, theme);
    }
};

TEST(ProbedRegions, AreDrawnInThePlane) {
    ListsView lists("hotspots:n=2000");
    ASSERT_TRUE(lists.view.workbench().view().probed->cells);
    const int light = lists.pixels_of_lists(), dark = lists.pixels_of_lists(render::Theme::dark);
    EXPECT_GT(light, 2000) << "lines of all lists and the fill of three";
    EXPECT_GT(dark, 2000);
}

/// More probed lists fill more of the picture.
TEST(ProbedRegions, DoNotTintTheQuery) {
    ListsView lists("hotspots:n=2000");
    const render::Image image = lists.view.settle();
    const std::vector<double>& query = lists.view.workbench().view().query;
    const DataSet& data = *lists.view.workbench().drawable().data;
    const glm::dvec3 at = lists.view.picture().camera().to_pixels({query[0] - data.origin[0], query[1] - data.origin[1], 0});
    const std::uint8_t* const pixel = &image.rgb[3 * (std::size_t(at.y) * width + std::size_t(at.x))];
    const render::Colour& wanted = render::palette(render::Theme::light).query;
    EXPECT_NEAR(pixel[0], 255 * wanted.r, 3);
    EXPECT_NEAR(pixel[1], 255 * wanted.g, 3);
    EXPECT_NEAR(pixel[2], 255 * wanted.b, 3);
}

TEST(ProbedRegions, MoreProbesFillMore) {
    ListsView lists("hotspots:n=2000");
    const int few = lists.pixels_of_lists();
    lists.view.workbench().change([](SessionState& state) { state.options["ivf"]["probes"] = "30"; });
    lists.answered([](const ViewModel& now) { return now.probed && now.probed->probed() == 30 && now.exactness.known; });
    EXPECT_GT(lists.pixels_of_lists(), 2 * few);
}

TEST(ProbedRegions, AreBoxesInSpace) {
    ListsView lists("hotspots:n=2000,d=3", true);
    EXPECT_GT(lists.pixels_of_lists(), 100);
}

}  // namespace
}  // namespace neighborscope
