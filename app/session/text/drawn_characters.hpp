// The characters that the fonts of the picture have, for texts of people such as notes.
#pragma once
#include <string>
#include <string_view>

namespace neighborscope {

/// Ranges of code points, both ends included, and a 0 at the end: Latin, Greek and Cyrillic, and characters of numbers and units.
inline constexpr unsigned short drawn_characters[] = {0x0020, 0x017F, 0x0391, 0x03C9, 0x0400, 0x045F, 0x2009, 0x200A, 0x2013, 0x2014,
    0x2018, 0x201D, 0x2022, 0x2022, 0x2026, 0x2026, 0x202F, 0x202F, 0x2080, 0x2089, 0};

/// The characters of a UTF-8 text that are drawn as "?", each once; "": all are drawn.
std::string characters_not_drawn(std::string_view text);

}  // namespace neighborscope
