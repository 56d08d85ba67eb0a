// The context without a window, and pictures written in it.
#include "render/offscreen.hpp"
#include "render/scene.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

namespace neighborscope::render {
namespace {

TEST(Offscreen, TheRendererHasAName) {
    OffscreenContext context;
    EXPECT_FALSE(gl_renderer().empty());
}

TEST(Offscreen, ContextsComeAndGo) {
    for (int i = 0; i < 3; ++i) {
        OffscreenContext context;
        Framebuffer framebuffer(8, 4);
        framebuffer.bind();
        glViewport(0, 0, 8, 4);
        glClearColor(1, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 3, 8, 1);
        glClearColor(0, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        const Image image = framebuffer.read();
        EXPECT_EQ(image.rgb[2], 255) << "the first row is the top";
        EXPECT_EQ(image.rgb[8 * 3], 255);
    }
}

TEST(Offscreen, APictureTooLargeForPngSaysItsSize) {
    try {
        png_of(Image{65536, 65536, {}});
        FAIL();
    } catch (const std::exception& error) { EXPECT_NE(std::string(error.what()).find("65536 x 65536"), std::string::npos); }
}

}  // namespace
}  // namespace neighborscope::render
