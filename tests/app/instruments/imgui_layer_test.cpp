#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/imgui_layer.hpp"
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/instruments/imgui/panel_rows.hpp"
#include "render/offscreen.hpp"
#include "tests/gpu/resource_limit.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <new>

namespace neighborscope {
namespace {

/// One button of 100 x 40 at (50, 50), drawn by hand.
class Layer : public testing::Test {
protected:
    render::OffscreenContext context;
    render::Framebuffer framebuffer{400, 300};
    ImGuiLayer gui;
    int clicks = 0;

    void frame(double scale = 1) {
        framebuffer.bind();
        gui.begin_frame(400 / scale, 300 / scale, scale, render::Theme::light);
        ImGui::SetNextWindowPos({40, 40});
        ImGui::SetNextWindowSize({120, 60});
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
        ImGui::SetCursorPos({10, 10});
        clicks += ImGui::Button("press", {100, 40});
        ImGui::End();
        gui.end_frame();
    }
    void SetUp() override { frame(); }
};

TEST_F(Layer, SentencesThatWouldBeCutAreLeftOut) {
    const auto lines = [&](const std::string& text, const char* widest, int most) {
        return wrapped_sentences(gui, FontRole::small, text, text_size(gui, FontRole::small, widest).x, most);
    };
    const std::string all = "It takes 1.5 ms. It reads more; the cache is small. So it waits.";
    using Lines = std::vector<std::string>;
    gui.begin_frame(400, 300, 1, render::Theme::light);  // texts are shortened while something is drawn
    EXPECT_EQ(lines(all, all.c_str(), 1), Lines{all});
    EXPECT_EQ(lines(all, "It takes 1.5 ms. It reads more; the", 1), Lines{"It takes 1.5 ms. It reads more."});
    EXPECT_EQ(lines(all, "It takes 1.5 ms. It", 1), Lines{"It takes 1.5 ms."});
    EXPECT_EQ(lines(all, "It takes 1.5 ms. It", 2), (Lines{"It takes 1.5 ms. It", "reads more."}));
    EXPECT_TRUE(lines(all, "It takes", 1).back().ends_with("\u2026")) << "the first is never left out";
    gui.end_frame();
}

TEST_F(Layer, AClickBetweenTwoFramesIsAClick) {
    EXPECT_TRUE(gui.mouse_move(80, 70));
    EXPECT_TRUE(gui.mouse_button(0, true));
    EXPECT_TRUE(gui.mouse_button(0, false));
    for (int i = 0; i < 4; ++i) frame();
    EXPECT_EQ(clicks, 1);
}

TEST_F(Layer, AClickCountsWhereItHappened) {
    gui.mouse_move(80, 70);
    gui.mouse_button(0, true);
    gui.mouse_button(0, false);
    gui.mouse_move(300, 200);  // moves on before the next frame
    frame();
    gui.mouse_move(80, 70);
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(clicks, 1);
}

TEST_F(Layer, ASlowClickIsOneClick) {
    gui.mouse_move(80, 70);
    gui.mouse_button(0, true);
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(clicks, 0);
    gui.mouse_button(0, false);
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(clicks, 1);
}

TEST_F(Layer, BesideTheInstrumentsEverythingIsTheViews) {
    EXPECT_FALSE(gui.mouse_move(300, 200));
    EXPECT_FALSE(gui.mouse_button(0, true));
    EXPECT_FALSE(gui.mouse_move(80, 70)) << "a drag that began in the view stays the view's";
    frame();
    EXPECT_FALSE(gui.mouse_button(0, false));
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(clicks, 0);
    EXPECT_FALSE(gui.over_instrument(300, 200));
    EXPECT_TRUE(gui.over_instrument(80, 70));
}

TEST_F(Layer, TheWheelBelongsToWhatLiesUnderIt) {
    gui.mouse_move(80, 70);
    EXPECT_TRUE(gui.mouse_wheel(0, 1));
    gui.mouse_move(300, 200);
    EXPECT_FALSE(gui.mouse_wheel(0, 1));
}

TEST_F(Layer, KeysAreTheWindowsUnlessSomethingIsTyped) {
    EXPECT_FALSE(gui.key(ImGuiKey_Space, true, false, false, false));
    EXPECT_FALSE(gui.text("a"));
}

TEST_F(Layer, ThreeFramesPerEvent) {
    while (gui.wants_another_frame()) frame();
    gui.mouse_move(10, 10);
    int frames = 0;
    while (gui.wants_another_frame() && frames < 10) frame(), ++frames;
    EXPECT_EQ(frames, 3);
}

TEST_F(Layer, AWindowThatFindsItsSizeIsSeenWithoutAnEvent) {
    while (gui.wants_another_frame()) frame();
    const auto frame_with_card = [&] {
        framebuffer.bind();
        gui.begin_frame(400, 300, 1, render::Theme::light);
        ImGui::SetNextWindowPos({10, 10});
        ImGui::Begin("card", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
        ImGui::TextUnformatted("what went wrong");
        ImGui::End();
        gui.end_frame();
    };
    frame_with_card();
    EXPECT_TRUE(gui.wants_another_frame());
    for (int i = 0; i < 5 && gui.wants_another_frame(); ++i) frame_with_card();
    EXPECT_FALSE(gui.wants_another_frame());
    EXPECT_TRUE(gui.over_instrument(15, 15));
}

TEST_F(Layer, TheMouseIsForgottenWhenItLeaves) {
    gui.mouse_move(80, 70);
    ASSERT_TRUE(gui.mouse().has_value());
    EXPECT_EQ(gui.mouse()->first, 80);
    gui.mouse_leave();
    EXPECT_FALSE(gui.mouse().has_value());
    frame();
    EXPECT_LT(ImGui::GetIO().MousePos.x, -1000);
}

TEST_F(Layer, TheFontHasWhatNumbersNeed) {
    for (FontRole role : {FontRole::small, FontRole::body, FontRole::bold, FontRole::caption})
        for (unsigned character : {0x202Fu, 0x2212u, 0x2013u, 0x00B5u, 0x00B2u, 0x2026u, 0x00E9u, 0x2190u, 0x2264u, 0x2265u})
            EXPECT_NE(gui.font(role)->FindGlyphNoFallback(ImWchar(character)), nullptr) << std::hex << character;
    const float zero = gui.font(FontRole::body)->GetCharAdvance('0');
    for (char digit = '1'; digit <= '9'; ++digit) EXPECT_EQ(gui.font(FontRole::body)->GetCharAdvance(ImWchar(digit)), zero) << digit;
}

TEST_F(Layer, EmphasisIsSlanted) {
    PanelDrawer drawer;
    const auto drawn = [&](panels::Prose::Style style) {
        panels::Prose prose;
        prose.spans = {{"HIH", style}};
        render::Image image;
        for (int i = 0; i < 2; ++i) {
            framebuffer.bind();
            gui.begin_frame(400, 300, 1, render::Theme::light);
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({400, 300});
            ImGui::Begin("prose", nullptr, ImGuiWindowFlags_NoDecoration);
            drawer.begin(gui, render::Theme::light, 120);
            drawer.draw_row({"prose", {}, {}, prose});
            ImGui::End();
            gui.end_frame();
            image = framebuffer.read();
        }
        int dark = 0;  // lines with a pixel of full ink: strokes of a slanted letter have few
        for (int x = 0; x < 100; ++x)
            for (int y = 0; y < 40; ++y) dark += image.rgb[3 * (std::size_t(y) * 400 + std::size_t(x))] < 80;
        return dark;
    };
    EXPECT_LT(drawn(panels::Prose::Style::emphasis), 0.8 * drawn(panels::Prose::Style::plain));
}

TEST_F(Layer, TheFontIsMadeAnewForAnotherScale) {
    const float before = gui.font(FontRole::body)->FontSize;
    frame(2);
    EXPECT_NEAR(gui.font(FontRole::body)->FontSize, 2 * before, 1.01);
    EXPECT_NEAR(gui.font(FontRole::body)->FontSize * ImGui::GetIO().FontGlobalScale, before, 0.51);
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers end the program without memory
TEST_F(Layer, FontsThatFindNoMemorySaySo) {
    ImFontAtlas atlas;
    ImFont* fonts[font_roles] = {};
    const test::ResourceLimit limited(RLIMIT_AS, 1 << 20);
    std::vector<void*> blocks;  // first uses up free blocks of earlier tests
    blocks.reserve(4096);
    while (blocks.size() < blocks.capacity() && (blocks.push_back(std::malloc(1 << 20)), blocks.back())) {}
    EXPECT_THROW(load_fonts(atlas, 8, fonts), std::bad_alloc);
    for (void* const block : blocks) std::free(block);
}
#endif

}  // namespace
}  // namespace neighborscope
