#include "app/instruments/imgui/fonts.hpp"

#include "app/session/text/drawn_characters.hpp"
#include "gpu/error.hpp"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <imgui.h>
#include <imgui_freetype.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {
namespace {

constexpr const ImWchar* text_glyphs = drawn_characters;
/// Always from DejaVu Sans, since Noto Sans lacks these.
constexpr ImWchar symbol_glyphs[] = {0x2190, 0x2193, 0x2212, 0x2212, 0x2260, 0x2265, 0};

/// The same for the formulas of lessons, in the fonts of their text: scripts and signs.
constexpr ImWchar formula_glyphs[] = {0x1D48, 0x1D48, 0x1D4F, 0x1D56, 0x1D62, 0x1D62, 0x2016, 0x2016, 0x2032, 0x2032, 0x2070, 0x209C,
    0x2190, 0x2194, 0x2200, 0x22EF, 0x2308, 0x230B, 0x2C7C, 0x2C7C, 0};

/// For large text: names of methods, numbers and words.
constexpr ImWchar presented_glyphs[] = {
    0x0020, 0x007E, 0x00D7, 0x00D7, 0x2009, 0x200A, 0x2013, 0x2014, 0x2018, 0x201D, 0x2026, 0x2026, 0x202F, 0x202F, 0};

/// Text and symbols of pseudo-code.
constexpr ImWchar code_glyphs[] = {0x0020, 0x017F, 0x0391, 0x03C9, 0x2009, 0x200A, 0x2013, 0x2014, 0x2018, 0x201D, 0x2022, 0x2022, 0x2026,
    0x2026, 0x202F, 0x202F, 0x2070, 0x209C, 0x2190, 0x2193, 0x2200, 0x226F, 0x2308, 0x230B, 0};

struct FontFile {
    std::string path;
    int index = 0;
};

std::optional<FontFile> match(const char* family, bool bold) {
    FcPattern* wanted = FcPatternCreate();
    FcPatternAddString(wanted, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(wanted, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
    FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddInteger(wanted, FC_WIDTH, FC_WIDTH_NORMAL);
    FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result = FcResultNoMatch;
    std::optional<FontFile> found;
    if (FcPattern* best = FcFontMatch(nullptr, wanted, &result)) {
        FcChar8 *path = nullptr, *got = nullptr;
        int index = 0;
        FcPatternGetInteger(best, FC_INDEX, 0, &index);
        const bool is_family = FcPatternGetString(best, FC_FAMILY, 0, &got) == FcResultMatch &&
                               (std::string(family) == "sans-serif" || std::string(family) == "monospace" ||
                                   std::string(reinterpret_cast<char*>(got)) == family);
        if (is_family && FcPatternGetString(best, FC_FILE, 0, &path) == FcResultMatch)
            found = FontFile{reinterpret_cast<char*>(path), index};
        FcPatternDestroy(best);
    }
    FcPatternDestroy(wanted);
    return found;
}

std::optional<FontFile> interface_font(bool bold) {
    for (const char* family : {"Noto Sans", "DejaVu Sans", "sans-serif"})
        if (auto file = match(family, bold)) return file;
    return std::nullopt;
}

std::optional<FontFile> code_font() {
    for (const char* family : {"Noto Sans Mono", "DejaVu Sans Mono", "monospace"})
        if (auto file = match(family, false)) return file;
    return std::nullopt;
}

/// (ascent - descent) / em. ImGui's font size is the former; sizes of this program are in em, as in CSS and Qt.
float height_over_em(const FontFile& file) {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    float ratio = 0;
    if (FT_Init_FreeType(&library) != 0) return 1.2f;
    if (FT_New_Face(library, file.path.c_str(), file.index, &face) == 0 && face->units_per_EM > 0)
        ratio = float(face->ascender - face->descender) / float(face->units_per_EM);
    FT_Done_FreeType(library);  // also frees the face
    return ratio > 0.5f && ratio < 3 ? ratio : 1.2f;
}

/// The content of a file; empty if it cannot be read, in which case ImGui's own reader would end the program.
const std::vector<char>& content_of(const FontFile& file) {
    static std::map<std::string, std::vector<char>> all;  // several sizes use one file
    const auto known = all.find(file.path);
    if (known != all.end()) return known->second;
    std::ifstream in(file.path, std::ios::binary | std::ios::ate);
    std::vector<char> bytes(in ? std::size_t(in.tellg()) : 0);
    in.seekg(0);
    if (!bytes.empty() && !in.read(bytes.data(), std::streamsize(bytes.size()))) bytes.clear();
    return all[file.path] = std::move(bytes);
}

void* allocate(std::size_t bytes, void*) {
    if (void* memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();  // ImGui does not check for null
}

void release(void* memory, void*) { std::free(memory); }

}  // namespace

void install_throwing_allocator() { ImGui::SetAllocatorFunctions(allocate, release); }

void load_fonts(ImFontAtlas& atlas, double scale, ImFont* (&fonts)[font_roles]) {
    static const std::optional<FontFile> regular = interface_font(false), bold = interface_font(true),
                                         symbols = match("DejaVu Sans", false), code = code_font();
    atlas.Clear();
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    const auto add = [&](const std::optional<FontFile>& file, double em, const ImWchar* glyphs = text_glyphs,
                         const ImWchar* other_symbols = symbol_glyphs) -> ImFont* {
        if (!file || content_of(*file).empty()) return atlas.AddFontDefault();
        const float size = std::round(float(em * scale) * height_over_em(*file));
        const auto add_one = [&](const FontFile& one, const ImWchar* of_it, bool merge) {
            const std::vector<char>& content = content_of(one);
            ImFontConfig config;
            config.FontNo = one.index;
            config.PixelSnapH = true;
            config.MergeMode = merge;
            ImFont* font = atlas.AddFontFromMemoryTTF(const_cast<char*>(content.data()), int(content.size()), size, &config, of_it);
            atlas.ConfigData.back().FontDataOwnedByAtlas = false;  // set after adding, else the atlas would copy the file for each font
            return font;
        };
        ImFont* font = add_one(*file, glyphs, false);
        if (symbols && !content_of(*symbols).empty()) add_one(*symbols, other_symbols, true);
        return font;
    };
    fonts[int(FontRole::body)] = add(regular, 13);
    fonts[int(FontRole::small)] = add(regular, 12);
    fonts[int(FontRole::bold)] = add(bold ? bold : regular, 13);
    fonts[int(FontRole::caption)] = add(bold ? bold : regular, 15, text_glyphs, formula_glyphs);
    fonts[int(FontRole::sentence)] = add(regular, 15, text_glyphs, formula_glyphs);
    fonts[int(FontRole::code)] = add(code ? code : regular, 12, code_glyphs);
    fonts[int(FontRole::large)] = add(regular, 20, text_glyphs, formula_glyphs);
    fonts[int(FontRole::large_bold)] = add(bold ? bold : regular, 20, text_glyphs, formula_glyphs);
    fonts[int(FontRole::presenter)] = add(regular, 28, presented_glyphs);
    fonts[int(FontRole::presenter_bold)] = add(bold ? bold : regular, 28, presented_glyphs);
    if (!atlas.Build())
        throw Error(Failure::device, "the fonts of the interface cannot be read", "install fonts-noto-core or fonts-dejavu-core");
    for (ImFont* font : fonts) {  // replaces missing characters of numbers by plain ones
        if (!font->FindGlyphNoFallback(0x202F)) font->AddRemapChar(0x202F, ' ');
        if (!font->FindGlyphNoFallback(0x2013)) font->AddRemapChar(0x2013, '-');
        if (!font->FindGlyphNoFallback(0x2264)) font->AddRemapChar(0x2264, '<');
        if (!font->FindGlyphNoFallback(0x2265)) font->AddRemapChar(0x2265, '>');
        if (!font->FindGlyphNoFallback(0x2212)) font->AddRemapChar(0x2212, font->FindGlyphNoFallback(0x2013) ? 0x2013 : '-');
    }
}

}  // namespace neighborscope
