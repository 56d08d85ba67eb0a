// The interface font of this system in Dear ImGui, in the sizes of the look. Inside instruments only.
#pragma once

struct ImFont;
struct ImFontAtlas;

namespace neighborscope {

/// 12 help, axes; 13 body, tables; 13 bold section titles; 15 captions (bold: titles of cards); 15 sentences; 12 code, all
/// characters of one width; for a projector 20 and 28. Logical pixels.
enum class FontRole { small, body, bold, caption, sentence, code, large, large_bold, presenter, presenter_bold };
inline constexpr int font_roles = 10;

/// ImGui's memory from now on: std::bad_alloc where there is none, which ImGui itself does not look at. Before the first context.
void install_throwing_allocator();

/// Fills the atlas at `scale` device pixels per logical pixel (draw with FontGlobalScale = 1 / scale). Noto Sans or DejaVu Sans,
/// whose digits have one width, else what fontconfig calls sans-serif, else ImGui's own. std::bad_alloc when they find no memory, a device
/// Error for a damaged font. fonts[role] lives as long as the atlas.
void load_fonts(ImFontAtlas& atlas, double scale, ImFont* (&fonts)[font_roles]);

}  // namespace neighborscope
