// Loads the interface font of the system into Dear ImGui, in all sizes. Only for app/instruments.
#pragma once

struct ImFont;
struct ImFontAtlas;

namespace neighborscope {

/// In logical pixels: 12 help, axes; 13 body, tables; 13 bold section titles; 15 captions (bold: titles of cards); 15 sentences; 12 code,
/// monospaced; 20 and 28 in the presentation mode. Those of 15 and 20 have the signs of formulas, for lessons.
enum class FontRole { small, body, bold, caption, sentence, code, large, large_bold, presenter, presenter_bold };
inline constexpr int font_roles = 10;

/// Makes ImGui throw std::bad_alloc without memory, which it does not check itself. Call it before the first context.
void install_throwing_allocator();

/// Fills the atlas at `scale` device pixels per logical pixel (draw with FontGlobalScale = 1 / scale). Uses Noto Sans or DejaVu Sans, whose
/// digits have equal width, else fontconfig's sans-serif, else ImGui's font. std::bad_alloc without memory; device Error for a damaged
/// font. fonts[role] lives as long as the atlas.
void load_fonts(ImFontAtlas& atlas, double scale, ImFont* (&fonts)[font_roles]);

}  // namespace neighborscope
