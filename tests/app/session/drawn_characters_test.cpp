// Tests which characters the fonts of the picture have.
#include "app/session/text/drawn_characters.hpp"

#include <gtest/gtest.h>

namespace neighborscope {
namespace {

TEST(DrawnCharacters, ThoseWithoutAPictureAreNamedOnce) {
    EXPECT_EQ(characters_not_drawn("d16 = 9,5\nStraße, naïve, λ, мир – “so”…"), "");
    EXPECT_EQ(characters_not_drawn("中文, 中 and 😀"), "中文😀");
    EXPECT_EQ(characters_not_drawn(""), "");
}

}  // namespace
}  // namespace neighborscope
